import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { WorkbookError } from '../errors.ts';

/** Encodings a csv file can have. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** An encoding and the length of the byte order mark before the text. */
export interface FoundEncoding {
  readonly encoding: TextEncodingName;
  readonly skip: number;
}

const step = 256 * 1024;
const sampleBytes = 64 * 1024;
/** Share of control characters above which a file is not text; exports of old databases contain stray ones. */
const mostControls = 0.01;

/**
 * The most damage with which a text still counts as being in an encoding: one lost character per this many beyond
 * ASCII. One or two cut characters per line are within it; in another encoding nearly everything is lost.
 */
const lostToFound = 1 / 4;

/**
 * Detects the encoding of a text file: byte order mark, else UTF-16 by its zero bytes, else UTF-8 if the whole file is
 * valid, else GB18030 if it is. The whole file is read, since the first Chinese character may come late. A few zero
 * bytes in valid UTF-8 are stray ones: text in UTF-16 is hardly ever valid UTF-8. A damaged file has the encoding that
 * fits the rest of it; damaged characters become U+FFFD.
 *
 * @throws WorkbookError `unknownFormat` for a file that is not text, `unreadableText` for text in another encoding
 */
export async function findEncoding(handle: FileHandle, size: number): Promise<FoundEncoding> {
  const sample = Buffer.alloc(Math.min(size, sampleBytes));
  await handle.read(sample, 0, sample.length, 0);
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) {
    return validated(handle, size, { encoding: 'utf-8', skip: 3 });
  }
  if (sample[0] === 0xff && sample[1] === 0xfe)
    return validated(handle, size, { encoding: 'utf-16le', skip: 2 });
  if (sample[0] === 0xfe && sample[1] === 0xff)
    return validated(handle, size, { encoding: 'utf-16be', skip: 2 });
  const zeros = countZeros(sample);
  const stray = zeros.odd + zeros.even <= sample.length * mostControls;
  const plain = stray && (await isValid(handle, size, { encoding: 'utf-8', skip: 0 }));
  if (zeros.odd + zeros.even > 0 && !plain) {
    // Latin letters, digits and separators have a zero upper byte; few Chinese characters have a zero lower one.
    if (size % 2 === 1 || Math.max(zeros.odd, zeros.even) < 4 * Math.min(zeros.odd, zeros.even)) {
      if (stray) return validated(handle, size, { encoding: 'gb18030', skip: 0 });
      throw new WorkbookError('unknownFormat', 'zero bytes in no pattern of UTF-16');
    }
    const encoding = zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be';
    return validated(handle, size, { encoding, skip: 0 });
  }
  if (controls(sample) > Math.max(sample.length * mostControls, fewControls)) {
    throw new WorkbookError('unknownFormat', 'too many control characters for a text');
  }
  if (plain) return { encoding: 'utf-8', skip: 0 };
  const utf8 = { encoding: 'utf-8', skip: 0 } as const;
  if (await isMostly(handle, utf8)) return utf8;
  return validated(handle, size, { encoding: 'gb18030', skip: 0 });
}

/**
 * Reports whether the beginning of a file looks like a text that {@link findEncoding} can read: what an upload accepts
 * is what the reader reads, damaged characters and stray controls included.
 */
export function isTextSample(sample: Uint8Array): boolean {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength);
  const mark = bytes.toString('latin1', 0, 3);
  if (mark.startsWith('\xff\xfe')) return isWideText(bytes.subarray(2), 'utf-16le', fewControls);
  if (mark.startsWith('\xfe\xff')) return isWideText(bytes.subarray(2), 'utf-16be', fewControls);
  const zeros = countZeros(bytes);
  const stray = zeros.odd + zeros.even <= bytes.length * mostControls;
  if (!stray) {
    if (Math.max(zeros.odd, zeros.even) < 4 * Math.min(zeros.odd, zeros.even)) return false;
    return isWideText(bytes, zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be', 0);
  }
  if (controls(bytes) > Math.max(bytes.length * mostControls, fewControls)) return false;
  return (['utf-8', 'gb18030'] as const).some(encoding => {
    const damage = new Damage(encoding);
    damage.add(bytes);
    return damage.isSlight;
  });
}

/** Controls that even a short text may have, such as the mark of its end. */
const fewControls = 1;

/** Reports whether bytes are a text of two bytes a character, with hardly a control character or lost half. */
function isWideText(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be', few: number): boolean {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const odd = text.match(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/g)?.length ?? 0;
  return odd <= Math.max(text.length * mostControls, few);
}

/** Counts the characters of a text that are lost in an encoding. */
class Damage {
  readonly #decoder: TextDecoder;
  #lost = 0;
  #found = 0;

  constructor(encoding: TextEncodingName) {
    this.#decoder = new TextDecoder(encoding);
  }

  add(chunk: Uint8Array): void {
    for (const [run] of this.#decoder.decode(chunk, { stream: true }).matchAll(/[^\0-\x7f]+/g)) {
      const lost = run.split('\ufffd').length - 1;
      this.#lost += lost;
      this.#found += run.length - lost;
    }
  }

  /** True if the text reads well but for some characters. */
  get isSlight(): boolean {
    return this.#lost <= this.#found * lostToFound;
  }
}

/** Reports whether a text reads well in an encoding but for some damaged characters. */
async function isMostly(handle: FileHandle, { encoding, skip }: FoundEncoding): Promise<boolean> {
  const damage = new Damage(encoding);
  for await (const chunk of fileChunks(handle, skip)) damage.add(chunk);
  return damage.isSlight;
}

/** The bytes of a file from `from` on, in steps. */
export async function* fileChunks(
  handle: FileHandle,
  from: number,
  onRead?: (position: number) => void,
): AsyncGenerator<Buffer, void, void> {
  let position = from;
  for (;;) {
    const buffer = Buffer.allocUnsafe(step);
    const { bytesRead } = await handle.read(buffer, 0, step, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    onRead?.(position);
    yield buffer.subarray(0, bytesRead);
  }
}

async function validated(handle: FileHandle, size: number, found: FoundEncoding): Promise<FoundEncoding> {
  if (await isValid(handle, size, found)) return found;
  if (!found.encoding.startsWith('utf-16') && (await isMostly(handle, found))) return found;
  throw new WorkbookError('unreadableText', `not valid ${found.encoding}`);
}

async function isValid(handle: FileHandle, size: number, found: FoundEncoding): Promise<boolean> {
  if (found.encoding === 'utf-8') return isValidUtf8(handle, found.skip);
  if (found.encoding !== 'gb18030') return (size - found.skip) % 2 === 0;
  const decoder = new TextDecoder('gb18030', { fatal: true });
  try {
    for await (const chunk of fileChunks(handle, found.skip)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function isValidUtf8(handle: FileHandle, skip: number): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of fileChunks(handle, skip)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // A character cut by the end of a step waits for its remaining bytes: at most three.
    let end = bytes.length;
    while (end > 0 && bytes.length - end < 3 && (bytes[end - 1]! & 0xc0) === 0x80) end--;
    if (end > 0 && bytes[end - 1]! >= 0xc0) end--;
    else end = bytes.length;
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return isUtf8(rest);
}

function countZeros(sample: Buffer): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] === 0) zeros[at % 2 === 0 ? 'even' : 'odd']++;
  }
  return zeros;
}

function controls(sample: Buffer): number {
  let count = 0;
  for (const value of sample) if (value < 32 && (value < 9 || value > 13)) count++;
  return count;
}
