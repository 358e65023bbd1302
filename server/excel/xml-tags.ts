import { TextDecoder } from 'node:util';
import { WorkbookError } from './errors.ts';
import { afterMarkup, afterTag, byte, decodeText, incomplete, isSpace } from './xml.ts';

/** A tag of a small part. Prefixes are taken off names and attributes: programs choose them freely. */
export interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** Where its `<` stands in the part, and where its text goes on. */
  readonly start: number;
  readonly end: number;
}

/**
 * The tags of a small part, in order; text between them is passed over. By bytes and in one pass, since a
 * pattern can be made to look at a hostile part again from each of its bytes. Throws `corrupt`.
 */
export function* tagsOf(part: Buffer): Generator<Tag, void, void> {
  let at = 0;
  for (;;) {
    at = part.indexOf(byte.less, at);
    if (at === -1) return;
    const next = part[at + 1];
    if (next === byte.exclamation || next === byte.question) {
      at = afterMarkup(part, at, part.length);
    } else {
      const start = at + 1;
      at = afterTag(part, start, part.length);
      if (at !== incomplete) yield readTag(part, start, at - 1);
    }
    if (at === incomplete) throw new WorkbookError('corrupt', 'a part ends inside a tag');
  }
}

function readTag(part: Buffer, start: number, end: number): Tag {
  const closing = part[start] === byte.slash;
  const selfClosing = part[end - 1] === byte.slash;
  const last = selfClosing ? end - 1 : end;
  let at = closing ? start + 1 : start;
  const nameStart = at;
  while (at < last && !isSpace(part[at])) at++;
  const name = localName(part.toString('utf8', nameStart, at));
  const attributes = new Map<string, string>();
  for (;;) {
    while (at < last && isSpace(part[at])) at++;
    const keyStart = at;
    while (at < last && part[at] !== byte.equals) at++;
    if (at >= last) break;
    const key = part.toString('utf8', keyStart, at).trim();
    at++;
    while (at < last && isSpace(part[at])) at++;
    const valueStart = at + 1;
    const valueEnd = part.indexOf(part[at]!, valueStart);
    if (valueEnd === -1 || valueEnd >= last) break;
    attributes.set(localName(key), decodeText(part, valueStart, valueEnd));
    at = valueEnd + 1;
  }
  return { name, closing, selfClosing, attributes, start: start - 1, end: end + 1 };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** How the bytes of an XML part are to be read: by its byte order mark, else by its declaration. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === byte.less && start[1] === 0) return 'utf-16le';
  if (start[0] === 0 && start[1] === byte.less) return 'utf-16be';
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(
    start.toString('latin1', 0, 200),
  );
  return declared?.[1]?.toLowerCase() ?? 'utf-8';
}

/**
 * Turns a part in any encoding that XML allows into UTF-8, in which everything here reads. Parts are UTF-8
 * almost always and then pass through untouched. Throws `corrupt` for an unknown encoding.
 */
export async function* utf8Chunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let decoder: TextDecoder | undefined;
  let first = true;
  for await (const chunk of chunks) {
    if (first) {
      first = false;
      const encoding = encodingOf(chunk);
      if (encoding !== 'utf-8' && encoding !== 'utf8') decoder = decoderFor(encoding);
    }
    if (decoder === undefined) yield chunk;
    else {
      const text = Buffer.from(decoder.decode(chunk, { stream: true }));
      if (text.length > 0) yield text;
    }
  }
  const rest = decoder === undefined ? '' : decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch (error) {
    throw new WorkbookError('corrupt', `a part in ${encoding}`, { cause: error });
  }
}
