import type { FileHandle } from 'node:fs/promises';
import { WorkbookError } from './errors.ts';
import { workbookLimits } from './limits.ts';
import { builtInDateShape, dateShapeOf } from './number-formats.ts';
import { Ole2Reader, type Ole2Stream } from './ole2.ts';
import type { DateShape } from './serial-dates.ts';
import { SharedStrings } from './shared-strings.ts';
import { noNotes, type RowsOptions, type SheetInfo, type SheetRow, type Workbook } from './types.ts';
import { XlsCells } from './xls-cells.ts';
import { biff8, needBytes, record, scanRecords } from './xls-records.ts';
import { readText, SharedStringsParser } from './xls-strings.ts';

interface XlsSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Where its records begin in the stream. */
  readonly position: number;
}

/** The content of the records before the sheets. */
interface Globals {
  readonly sheets: readonly XlsSheet[];
  readonly strings: SharedStrings;
  readonly dateShapes: readonly (DateShape | undefined)[];
  readonly date1904: boolean;
}

/**
 * Opens a workbook of Excel 97 to 2003 (BIFF8, [MS-XLS]). `release` is called once, by `close()`.
 *
 * @throws WorkbookError `encrypted`, `unsupportedFormat` for Excel 95 and before, `unknownFormat` for other
 *   compound files, `noSheet`, `corrupt`, `truncated`
 */
export async function openXls(
  handle: FileHandle,
  size: number,
  release: () => Promise<void>,
): Promise<Workbook> {
  const file = await Ole2Reader.open(handle, size);
  if (file.has('EncryptedPackage')) throw new WorkbookError('encrypted', 'an encrypted xlsx');
  const stream = file.stream('Workbook');
  if (stream === undefined) {
    if (file.has('Book')) throw new WorkbookError('unsupportedFormat', 'a workbook of Excel 95 or before');
    throw new WorkbookError('unknownFormat', 'a compound file without a workbook');
  }
  const { sheets, strings, dateShapes, date1904 } = await readGlobals(stream);
  const notes = noNotes();

  async function* rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<SheetRow[], void, void> {
    const found = sheets[sheet];
    if (found === undefined) throw new WorkbookError('noSheet', `sheet ${sheet} of ${sheets.length}`);
    Object.assign(notes, noNotes());
    const cells = new XlsCells({ strings, dateShapes, date1904, ...options, notes });
    const scan = scanRecords(stream!, found.position, (type, buffer, start, length) =>
      cells.take(type, buffer, start, length),
    );
    for await (const _ of scan) {
      const batch = cells.takeRows();
      if (batch.length > 0) yield batch;
    }
    const last = cells.end();
    if (last.length > 0) yield last;
  }

  return {
    format: 'xls',
    sheets: sheets.map(({ name, hidden }, index): SheetInfo => ({ name, hidden, index })),
    names: [],
    rows,
    notes,
    bytesRead: () => file.bytesRead,
    totalBytes: size,
    close: async () => {
      strings.close();
      await release();
    },
  };
}

async function readGlobals(stream: Ole2Stream): Promise<Globals> {
  const sheets: XlsSheet[] = [];
  const strings = new SharedStrings();
  const table = new SharedStringsParser(strings);
  const formats = new Map<number, DateShape | undefined>();
  const formatOfCell: number[] = [];
  let date1904 = false;
  let inStrings = false;

  const handle = (type: number, buffer: Buffer, start: number, length: number): void => {
    if (type === record.continue) {
      if (inStrings) table.next(buffer, start, length);
      return;
    }
    inStrings = type === record.sst;
    switch (type) {
      case record.bof:
        needBytes(length, 4, 'the first record');
        if (buffer.readUInt16LE(start) !== biff8) throw new WorkbookError('unsupportedFormat', 'not BIFF8');
        break;
      case record.filePass:
        throw new WorkbookError('encrypted', 'a workbook with a password');
      case record.boundSheet: {
        needBytes(length, 8, 'a sheet');
        // 0 is a worksheet; the others are charts and macros.
        if (buffer[start + 5] !== 0) break;
        const name = readText(buffer, start + 6, start + length, true);
        sheets.push({ name, hidden: (buffer[start + 4]! & 3) !== 0, position: buffer.readUInt32LE(start) });
        if (sheets.length > workbookLimits.sheets)
          throw new WorkbookError('tooManyEntries', 'too many sheets');
        break;
      }
      case record.dateMode:
        needBytes(length, 2, 'the date system');
        date1904 = buffer.readUInt16LE(start) === 1;
        break;
      case record.format:
        needBytes(length, 5, 'a number format');
        formats.set(buffer.readUInt16LE(start), dateShapeOf(readText(buffer, start + 2, start + length)));
        break;
      case record.xf:
        needBytes(length, 4, 'a cell format');
        formatOfCell.push(buffer.readUInt16LE(start + 2));
        break;
      case record.sst:
        table.first(buffer, start, length);
    }
  };

  try {
    for await (const _ of scanRecords(stream, 0, handle));
    table.end();
  } catch (error) {
    strings.close();
    throw error;
  }
  if (sheets.length === 0) throw new WorkbookError('noSheet', 'the workbook lists no worksheet');
  const dateShapes = formatOfCell.map(id => (formats.has(id) ? formats.get(id) : builtInDateShape(id)));
  return { sheets, strings, dateShapes, date1904 };
}
