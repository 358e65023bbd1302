import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { openText } from './csv/csv-reader.ts';
import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import type { Workbook } from './types.ts';
import { decryptedPackage } from './xls/default-password.ts';
import { Ole2Reader } from './xls/ole2.ts';
import { openXls } from './xls/xls-reader.ts';
import { isXlsx, openXlsx } from './xlsx/xlsx-reader.ts';
import { readExactly, type ZipEntry } from './zip/zip-directory.ts';
import { ZipReader } from './zip/zip-reader.ts';

/** Information for the opener besides the bytes. */
export interface OpenOptions {
  /**
   * The file's original name. Only for text, which has no signature: text under the name of a zip is no table. (Text
   * and pages named `.xls` or `.xlsx` are read: many programs export them so.)
   */
  readonly name?: string;
}

/** Endings under which programs save a table as text, or as a page. */
const textNames: ReadonlySet<string> = new Set([
  '.csv',
  '.txt',
  '.tsv',
  '.xls',
  '.xlsx',
  '.et',
  '.htm',
  '.html',
  '.mht',
  '.mhtml',
  '.xml',
]);

const workbookName = /\.(?:xlsx|xlsm|xls|csv)$/i;

/**
 * Opens a workbook; its format is detected from its bytes, never its name. A zip is accepted if it contains exactly one
 * workbook and nothing else. The caller must close the result.
 *
 * @throws WorkbookError for every problem with a file's content; other errors come from the file system
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
  if (signature === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') {
    const file = await Ole2Reader.open(handle, size);
    if (!file.has('EncryptedPackage')) return openXls(file, size, release);
    if (nested) throw new WorkbookError('encrypted', 'an encrypted file inside another');
    return openCopy(decryptedPackage(file), 'package.xlsx', release);
  }
  // Excel 2 to 4 wrote its records without a container.
  if (head[0] === 0x09 && head[2] !== undefined && head[2] <= 8 && head[3] === 0) {
    throw new WorkbookError('unsupportedFormat', 'a workbook of Excel 4 or before');
  }
  const extension = extname(name).toLowerCase();
  if (extension !== '' && !textNames.has(extension)) {
    throw new WorkbookError('unknownFormat', `neither zip nor OLE2, named ${extension}`);
  }
  return openText(handle, size, release);
}

/** Opens the one workbook inside a plain zip, by way of a temporary file. */
async function openNested(zip: ZipReader, release: () => Promise<void>): Promise<Workbook> {
  if (zip.find('mimetype') !== undefined && zip.find('content.xml') !== undefined) {
    throw new WorkbookError('unsupportedFormat', 'an OpenDocument file');
  }
  const entry = onlyWorkbook(zip.entries);
  const bounds = {
    partBytes: workbookLimits.nestedBytes,
    ratio: workbookLimits.nestedRatio,
    ratioFromBytes: workbookLimits.nestedRatioFromBytes,
  };
  return openCopy(zip.stream(entry, bounds), entry.name, release);
}

/** Opens a workbook contained in another file, through a temporary copy. */
async function openCopy(
  chunks: AsyncIterable<Buffer>,
  name: string,
  release: () => Promise<void>,
): Promise<Workbook> {
  const path = join(tmpdir(), `yikao-workbook-${randomUUID()}`);
  const remove = async (): Promise<void> => {
    await unlink(path);
    await release();
  };
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await file.write(chunk);
    await file.close();
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
  return openPath(path, name, true, remove);
}

function onlyWorkbook(entries: readonly ZipEntry[]): ZipEntry {
  // macOS adds a folder with a shadow of each file.
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
