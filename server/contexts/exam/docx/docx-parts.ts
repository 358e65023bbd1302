import { open } from 'node:fs/promises';
import { WorkbookError, type ZipEntry, ZipReader } from '../../../excel/index.ts';
import { DocxError } from './docx-errors.ts';
import { docxLimits } from './docx-limits.ts';

/** The parts of a document that are needed: its text, its lists, its styles, its pictures. */
const needed =
  /^(?:\[content_types\]\.xml|_rels\/\.rels|word\/_rels\/[^/]+\.rels|word\/[^/]+\.xml|word\/media\/[^/]+)$/i;

async function unpack(zip: ZipReader, entry: ZipEntry, isXml: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const bounds = isXml
    ? { partBytes: docxLimits.xmlBytes, ratio: docxLimits.ratio, ratioFromBytes: docxLimits.ratioFromBytes }
    : { partBytes: docxLimits.fileBytes };
  for await (const chunk of zip.stream(entry, bounds)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The parts of a Word document by name, unpacked within {@link docxLimits}. Throws {@link DocxError} for any other file, a
 * damaged one, one that unpacks too large, and one with a document type, which could name other files.
 */
export async function readDocxParts(path: string): Promise<Map<string, Buffer>> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > docxLimits.fileBytes) throw new DocxError('tooLarge', `${size} bytes`);
    const head = Buffer.alloc(8);
    await handle.read(head, 0, 8, 0);
    if (head.readUInt32BE(0) === 0xd0cf11e0) throw new DocxError('oldWord', 'a compound file');
    if (head.readUInt32BE(0) !== 0x504b0304) throw new DocxError('notDocx', 'no zip');
    const zip = await ZipReader.open(handle, size);
    if (zip.entries.length > docxLimits.parts) throw new DocxError('tooLarge', `${zip.entries.length} parts`);
    const parts = new Map<string, Buffer>();
    let total = 0;
    for (const entry of zip.entries) {
      const name = entry.name.replace(/^\//, '');
      if (!needed.test(name)) continue;
      total += entry.unpacked;
      if (total > docxLimits.totalBytes) throw new DocxError('tooLarge', `${total} bytes unpacked`);
      const isXml = !/^word\/media\//i.test(name);
      const bytes = await unpack(zip, entry, isXml);
      if (isXml && /<!(?:DOCTYPE|ENTITY)/i.test(bytes.toString('latin1')))
        throw new DocxError('damaged', `${name} has a document type`);
      parts.set(name, bytes);
    }
    if (!parts.has('word/document.xml')) throw new DocxError('notDocx', 'no word/document.xml');
    return parts;
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const isBomb = error.code === 'zipBomb' || error.code === 'tooManyEntries';
    const code = isBomb ? 'tooLarge' : error.code === 'encrypted' ? 'oldWord' : 'damaged';
    throw new DocxError(code, error.message, error);
  } finally {
    await handle.close();
  }
}
