import type { FileHandle } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { fileChunks, findEncoding } from '../csv/csv-encoding.ts';
import { WorkbookError } from '../errors.ts';

/** Forms of text under which programs save a table: a page, an XML sheet of Excel 2003, a page with its pictures. */
export type TextForm = 'html' | 'xml' | 'mht';

const pageStart =
  /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|meta|body|table|thead|tbody|tr|div|style|center|form)\b/i;
const xmlSheet = /<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/i;
const otherText = /^\s*(?:<\?xml|<[a-z]+:?workbook|<svg|<!doctype|\{\\rtf)/i;
const noText = /^%PDF-/;

/** The form of a text by its beginning; undefined for a plain one. Throws `unsupportedFormat` for other markup, `unknownFormat` for a document. */
export function textFormOf(sample: string): TextForm | undefined {
  const start = sample.replace(/^\ufeff/, '');
  if (
    /^\s*(?:mime-version|from|subject|date|content-type):/i.test(start) &&
    /multipart\/related/i.test(start)
  ) {
    return 'mht';
  }
  if (xmlSheet.test(start.slice(0, 8192)) && /^\s*</.test(start)) return 'xml';
  const afterDeclaration = start.replace(/^\s*<\?xml[^>]*\?>/i, '');
  if (pageStart.test(afterDeclaration)) return 'html';
  if (noText.test(start)) throw new WorkbookError('unknownFormat', 'a PDF');
  if (otherText.test(start)) throw new WorkbookError('unsupportedFormat', 'markup that is no table');
  return undefined;
}

/** The encoding that a page or an XML declares of itself. */
const declaredEncoding = /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})/i;

/** A character of three bytes in UTF-8. */
const chineseUtf8 = /[\xe3-\xef][\x80-\xbf][\x80-\xbf]/;

/** The text of a page in pieces, decoded by its bytes or its declared encoding. */
export async function* pageText(handle: FileHandle, size: number, onRead: (position: number) => void) {
  const head = Buffer.alloc(Math.min(size, 8192));
  await handle.read(head, 0, head.length, 0);
  const declared = declaredEncoding.exec(head.toString('latin1'))?.[1]?.toLowerCase();
  const { encoding, skip } = await encodingOfPage(handle, size, head, declared);
  yield* decodedText(fileChunks(handle, skip, onRead), encoding);
}

/** Decodes bytes, even damaged ones. */
export async function* decodedText(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, encoding: string) {
  const decoder = decoderOf(encoding) ?? new TextDecoder('utf-8');
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function encodingOfPage(handle: FileHandle, size: number, head: Buffer, declared: string | undefined) {
  const known = declared !== undefined && decoderOf(declared) !== undefined ? declared : undefined;
  try {
    const found = await findEncoding(handle, size);
    // Anything can be decoded as GB18030: if it is only the last resort, the page's declaration takes precedence.
    const isGuess = found.encoding === 'gb18030' && known !== undefined && !/^utf|^gb/.test(known);
    // A few Chinese characters in another encoding can be UTF-8 by chance, but never Chinese ones.
    const isChance =
      found.encoding === 'utf-8' && /^gb/.test(known ?? '') && !chineseUtf8.test(head.toString('latin1'));
    return known !== undefined && found.skip === 0 && (isGuess || isChance)
      ? { encoding: known, skip: 0 }
      : found;
  } catch (error) {
    if (known === undefined || !(error instanceof WorkbookError)) throw error;
    return { encoding: known, skip: 0 };
  }
}

function decoderOf(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}
