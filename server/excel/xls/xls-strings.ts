import { TextDecoder } from 'node:util';
import { WorkbookError } from '../errors.ts';
import type { SharedStrings } from '../xlsx/shared-strings.ts';
import { needBytes } from './xls-records.ts';

const mostCharacters = 0xffff;
const wideFlag = 1;
const phoneticFlag = 4;
const richFlag = 8;

/**
 * BIFF8 text that may continue in CONTINUE records: one or two bytes per character, and each further record begins with
 * a byte that states which.
 */
export class ContinuedText {
  /** UTF-16 from offset 0: decoded text has an even length and offset, see the trap in `ole2.ts`. */
  readonly #units = Buffer.alloc(mostCharacters * 2);
  #length = 0;
  #done = 0;
  #wide = false;

  /** Begins a text of `length` characters. */
  begin(length: number, flags: number): void {
    this.#length = length;
    this.#done = 0;
    this.#wide = (flags & wideFlag) !== 0;
  }

  /** Takes the first byte of a CONTINUE record. */
  goOn(flags: number): void {
    this.#wide = (flags & wideFlag) !== 0;
  }

  /** True once all characters are there. */
  get complete(): boolean {
    return this.#done === this.#length;
  }

  /** Takes characters from the bytes; answers the position after them. Throws `corrupt` for half a character. */
  take(buffer: Buffer, start: number, end: number): number {
    const size = this.#wide ? 2 : 1;
    const count = Math.min(this.#length - this.#done, Math.floor((end - start) / size));
    const units = this.#units;
    let to = this.#done * 2;
    for (let at = start; at < start + count * size; at += size) {
      units[to] = buffer[at]!;
      units[to + 1] = size === 2 ? buffer[at + 1]! : 0;
      to += 2;
    }
    this.#done += count;
    const after = start + count * size;
    if (!this.complete && after !== end) throw new WorkbookError('corrupt', 'a character cut in two');
    return after;
  }

  text(): string {
    return this.#units.toString('utf16le', 0, this.#length * 2);
  }
}

/**
 * The text of a cell, as {@link readText}. Programs that write the record of an earlier version write its text with it:
 * bytes in the workbook's code page, without flags before them.
 */
export function readCellText(buffer: Buffer, start: number, end: number, codePage: number): string {
  needBytes(end - start, 2, 'a text');
  const isOfBytes = end - start === 2 + buffer.readUInt16LE(start) && end - start > 2;
  return isOfBytes ? decodeBytes(buffer, start + 2, end, codePage) : readText(buffer, start, end);
}

/** Decodes text in a Windows code page; Western if the page is unknown. */
export function decodeBytes(buffer: Buffer, start: number, end: number, codePage: number): string {
  const names: Readonly<Record<number, string>> = {
    936: 'gb18030',
    950: 'big5',
    932: 'shift_jis',
    949: 'euc-kr',
  };
  return new TextDecoder(names[codePage] ?? 'windows-1252').decode(buffer.subarray(start, end));
}

/**
 * A text within one record: length (2 bytes, or 1 with `shortLength`), flags, characters. Some programs leave the flags
 * of an empty text out.
 */
export function readText(buffer: Buffer, start: number, end: number, shortLength = false): string {
  const headerLength = shortLength ? 2 : 3;
  needBytes(end - start, headerLength - 1, 'a text');
  const count = shortLength ? buffer[start]! : buffer.readUInt16LE(start);
  if (count === 0) return '';
  needBytes(end - start, headerLength, 'a text');
  const flags = buffer[start + headerLength - 1]!;
  const at =
    start + headerLength + ((flags & richFlag) === 0 ? 0 : 2) + ((flags & phoneticFlag) === 0 ? 0 : 4);
  const wide = (flags & wideFlag) !== 0;
  needBytes(end - at, wide ? count * 2 : count, 'a text');
  if (!wide) return buffer.toString('latin1', at, at + count);
  // Copied, so that the UTF-16 has an even offset; see the trap in `ole2.ts`.
  return Buffer.from(buffer.subarray(at, at + count * 2)).toString('utf16le');
}

/**
 * Reads the shared strings of a workbook out of the SST record and the CONTINUE records after it, each given
 * whole. Runs of fonts and phonetic guides behind a text are passed over; they too can be cut by a record's end,
 * then without a byte of flags.
 */
export class SharedStringsParser {
  readonly #strings: SharedStrings;
  readonly #text = new ContinuedText();
  #state: 'header' | 'characters' | 'skip' = 'header';
  #skip = 0;

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  /** The SST record: two counts, which not every program writes truthfully, then strings. */
  first(buffer: Buffer, start: number, length: number): void {
    needBytes(length, 8, 'a string table');
    this.#take(buffer, start + 8, start + length);
  }

  /** A CONTINUE record. */
  next(buffer: Buffer, start: number, length: number): void {
    if (length === 0) return;
    if (this.#state === 'characters') {
      this.#text.goOn(buffer[start]!);
      this.#take(buffer, start + 1, start + length);
    } else this.#take(buffer, start, start + length);
  }

  /** Ends the table. Throws `corrupt` inside a string. */
  end(): void {
    if (this.#state === 'characters')
      throw new WorkbookError('corrupt', 'the string table ends inside a string');
    this.#strings.seal();
  }

  #take(buffer: Buffer, start: number, end: number): void {
    let at = start;
    for (;;) {
      if (this.#state === 'header') {
        if (at >= end) return;
        at = this.#header(buffer, at, end);
      }
      if (this.#state === 'characters') {
        at = this.#text.take(buffer, at, end);
        if (!this.#text.complete) return;
        const bytes = Buffer.from(this.#text.text());
        this.#strings.add(bytes, 0, bytes.length);
        this.#state = 'skip';
      }
      const skipped = Math.min(this.#skip, end - at);
      this.#skip -= skipped;
      at += skipped;
      if (this.#skip > 0) return;
      this.#state = 'header';
    }
  }

  #header(buffer: Buffer, start: number, end: number): number {
    needBytes(end - start, 3, 'the head of a string');
    const flags = buffer[start + 2]!;
    const rich = (flags & richFlag) !== 0;
    const phonetic = (flags & phoneticFlag) !== 0;
    const length = 3 + (rich ? 2 : 0) + (phonetic ? 4 : 0);
    needBytes(end - start, length, 'the head of a string');
    this.#skip =
      (rich ? buffer.readUInt16LE(start + 3) * 4 : 0) +
      (phonetic ? buffer.readUInt32LE(start + length - 4) : 0);
    this.#text.begin(buffer.readUInt16LE(start), flags);
    this.#state = 'characters';
    return start + length;
  }
}
