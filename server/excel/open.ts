import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { openCsv } from './csv-reader.ts';
import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import type { Workbook } from './types.ts';
import { openXls } from './xls-reader.ts';
import { isXlsx, openXlsx } from './xlsx-reader.ts';
import { readExactly, type ZipEntry } from './zip-directory.ts';
import { ZipReader } from './zip-reader.ts';

/** The facts that the opener may know besides the bytes. */
export interface OpenOptions {
  /**
   * The file's original name. Only for text, which has no signature: text under the name of an xlsx or zip is
   * no csv file but a broken one. (Text named `.xls` is read: many programs export it so.)
   */
  readonly name?: string;
}

const workbookName = /\.(?:xlsx|xlsm|xls|csv)$/i;

/**
 * Opens a workbook; its form is found by its bytes, never by its name. A zip is accepted when exactly one
 * workbook lies in it and nothing else. The caller closes what it gets.
 *
 * @throws WorkbookError for everything a file's content can be wrong in; other errors are the file system's
 */
export async function openWorkbook(path: string, options: OpenOptions = {}): Promise<Workbook> {
  return openPath(path, options.name ?? '', false, async () => {});
}

async function openPath(
  path: string,
  name: string,
  nested: boolean,
  release: () => Promise<void>,
): Promise<Workbook> {
  const handle = await open(path, 'r');
  let released: Promise<void> | undefined;
  const releaseAll = (): Promise<void> => {
    released ??= handle.close().then(release);
    return released;
  };
  try {
    return await openHandle(handle, name, nested, releaseAll);
  } catch (error) {
    await releaseAll();
    throw error;
  }
}

async function openHandle(
  handle: FileHandle,
  name: string,
  nested: boolean,
  release: () => Promise<void>,
): Promise<Workbook> {
  const { size } = await handle.stat();
  if (size === 0) throw new WorkbookError('empty', 'no bytes');
  const head = await readExactly(handle, 0, Math.min(size, 8));
  const signature = head.toString('latin1');
  if (signature.startsWith('PK\x03\x04') || signature.startsWith('PK\x05\x06')) {
    const zip = await ZipReader.open(handle, size);
    if (await isXlsx(zip)) return openXlsx(zip, size, release);
    if (nested) throw new WorkbookError('manyFilesInZip', 'a zip inside a zip');
    return openNested(zip, release);
  }
  if (signature.startsWith('PK')) throw new WorkbookError('corrupt', 'a zip over several disks');
  if (signature === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return openXls(handle, size, release);
  // Excel 2 to 4 wrote its records without a container.
  if (head[0] === 0x09 && head[2] !== undefined && head[2] <= 8 && head[3] === 0) {
    throw new WorkbookError('unsupportedFormat', 'a workbook of Excel 4 or before');
  }
  const extension = extname(name).toLowerCase();
  if (extension !== '' && !['.csv', '.txt', '.tsv', '.xls'].includes(extension)) {
    throw new WorkbookError('unknownFormat', `neither zip nor OLE2, named ${extension}`);
  }
  return openCsv(handle, size, release);
}

/** Opens the one workbook inside a plain zip, by way of a temporary file. */
async function openNested(zip: ZipReader, release: () => Promise<void>): Promise<Workbook> {
  if (zip.find('mimetype') !== undefined && zip.find('content.xml') !== undefined) {
    throw new WorkbookError('unsupportedFormat', 'an OpenDocument file');
  }
  const entry = onlyWorkbook(zip.entries);
  const path = join(tmpdir(), `yikao-workbook-${randomUUID()}`);
  const remove = async (): Promise<void> => {
    await unlink(path);
    await release();
  };
  const file = await open(path, 'wx', 0o600);
  try {
    const bounds = {
      partBytes: workbookLimits.nestedBytes,
      ratio: workbookLimits.nestedRatio,
      ratioFromBytes: workbookLimits.nestedRatioFromBytes,
    };
    for await (const chunk of zip.stream(entry, bounds)) await file.write(chunk);
    await file.close();
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
  return openPath(path, entry.name, true, remove);
}

function onlyWorkbook(entries: readonly ZipEntry[]): ZipEntry {
  // macOS adds a folder of its own with a shadow of each file.
  const real = entries.filter(({ name }) => !name.startsWith('__MACOSX/') && !name.endsWith('.DS_Store'));
  const [entry] = real;
  if (entry === undefined || real.length > 1 || entry.name.includes('/') || !workbookName.test(entry.name)) {
    throw new WorkbookError(
      'manyFilesInZip',
      real
        .map(({ name }) => name)
        .slice(0, 5)
        .join(', ') || 'nothing',
    );
  }
  return entry;
}
