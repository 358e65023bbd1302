import { arrangeRows } from '../arranged-rows.ts';
import { WorkbookError } from '../errors.ts';
import { type CellFormat, cellFormatOf } from '../format/cell-formats.ts';
import { workbookLimits } from '../limits.ts';
import type { SheetShape } from '../sheet-shape.ts';
import {
  noNotes,
  type PicturePlace,
  type RowsOptions,
  type SheetInfo,
  type SheetRow,
  type Workbook,
} from '../types.ts';
import { MergedRanges } from '../xlsx/merged-ranges.ts';
import { SharedStrings } from '../xlsx/shared-strings.ts';
import { decryptedRecords } from './decrypted-records.ts';
import type { Ole2Reader, Ole2Stream } from './ole2.ts';
import { resultToRenew, XlsCells } from './xls-cells.ts';
import { takePictures } from './xls-pictures.ts';
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
  readonly formats: readonly (CellFormat | undefined)[];
  readonly date1904: boolean;
  readonly codePage: number;
}

/**
 * Opens a workbook of Excel 97 to 2003 (BIFF8, [MS-XLS]). `release` is called once, by `close()`.
 *
 * @throws WorkbookError `encrypted`, `unsupportedFormat` for Excel 95 and earlier, `unknownFormat` for other compound
 * files, `noSheet`, `corrupt`, `truncated`
 */
export async function openXls(
  file: Ole2Reader,
  size: number,
  release: () => Promise<void>,
): Promise<Workbook> {
  // Some programs use the earlier stream name for BIFF8 content.
  const found = file.stream('Workbook') ?? file.stream('Book');
  if (found === undefined) throw new WorkbookError('unknownFormat', 'a compound file without a workbook');
  const stream = await decryptedRecords(found);
  const { sheets, strings, formats, date1904, codePage } = await readGlobals(stream);
  const notes = noNotes();
  const shapes = new Map<number, XlsShape>();

  async function* pieces(found: XlsSheet, options: RowsOptions): AsyncGenerator<SheetRow[], void, void> {
    const calculated = await isCalculated(sheets.indexOf(found));
    const cells = new XlsCells({ strings, formats, date1904, codePage, calculated, ...options, notes });
    const scan = scanRecords(stream, found.position, (type, buffer, start, length) =>
      cells.take(type, buffer, start, length),
    );
    for await (const _ of scan) {
      const batch = cells.takeRows();
      if (batch.length > 0) yield batch;
    }
    const last = cells.end();
    if (last.length > 0) yield last;
  }

  async function* rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<SheetRow[], void, void> {
    const found = sheets[sheet];
    if (found === undefined) throw new WorkbookError('noSheet', `sheet ${sheet} of ${sheets.length}`);
    Object.assign(notes, noNotes());
    yield* arrangeRows(pieces(found, options), await shapeOf(sheet), options, notes);
  }

  /** Reports whether a formula to be renewed has a result: the file was calculated, and a 0 in it is one as well. */
  async function isCalculated(sheet: number): Promise<boolean> {
    const own = await shapeOf(sheet);
    if (own.hasResult || !own.lacksResult) return own.hasResult;
    for (const index of sheets.keys()) if ((await shapeOf(index)).hasResult) return true;
    return false;
  }

  async function shapeOf(sheet: number): Promise<XlsShape> {
    const found = sheets[sheet];
    if (found === undefined) throw new WorkbookError('noSheet', `sheet ${sheet} of ${sheets.length}`);
    const shape = shapes.get(sheet) ?? (await shapeOfXlsSheet(stream, found.position));
    shapes.set(sheet, shape);
    return shape;
  }

  return {
    format: 'xls',
    sheets: sheets.map(({ name, hidden }, index): SheetInfo => ({ name, hidden, index })),
    names: [],
    rows,
    pictures: async sheet => (await shapeOf(sheet)).pictures,
    merged: async sheet => (await shapeOf(sheet)).merged.sorted,
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
  const formats = new Map<number, CellFormat | undefined>();
  const formatOfCell: number[] = [];
  let codePage = 1252;
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
        // A damaged record about number formats must not prevent reading the numbers.
        if (length < 2) break;
        date1904 = buffer.readUInt16LE(start) === 1;
        break;
      case record.format:
        if (length >= 2) formats.set(buffer.readUInt16LE(start), readFormat(buffer, start, length));
        break;
      case record.codePage:
        if (length >= 2) codePage = buffer.readUInt16LE(start);
        break;
      case record.xf:
        formatOfCell.push(length < 4 ? 0 : buffer.readUInt16LE(start + 2));
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
  return {
    sheets,
    strings,
    formats: formatOfCell.map(id => (formats.has(id) ? formats.get(id) : cellFormatOf(id, undefined))),
    date1904,
    codePage,
  };
}

/** A number format; one that cannot be read is one that we cannot show. */
function readFormat(buffer: Buffer, start: number, length: number): CellFormat | undefined {
  const id = buffer.readUInt16LE(start);
  try {
    return cellFormatOf(id, readText(buffer, start + 2, start + length));
  } catch (error) {
    if (error instanceof WorkbookError) return { kind: 'unknown' };
    throw error;
  }
}

const cellRecords: ReadonlySet<number> = new Set([
  record.integer2,
  record.number2,
  record.label2,
  record.boolErr2,
  record.formula,
  record.formula3,
  record.formula4,
  record.rk,
  record.rk3,
  record.mulRk,
  record.rString,
  record.labelSst,
  record.number,
  record.label,
  record.boolErr,
]);

/** The shape of a sheet, and what it shows of its formulas that are to be calculated again. */
interface XlsShape extends SheetShape {
  readonly pictures: readonly PicturePlace[];
  /** One has a value. */
  readonly hasResult: boolean;
  /** One has 0 or an empty text. */
  readonly lacksResult: boolean;
}

const formulaRecords: ReadonlySet<number> = new Set([record.formula, record.formula3, record.formula4]);

/**
 * Looks through the records of a sheet for the order of its cells, which is free in an xls, for merged cells, for
 * pictures over the cells, and for results of formulas.
 */
async function shapeOfXlsSheet(stream: Ole2Stream, position: number): Promise<XlsShape> {
  const merged = new MergedRanges();
  let inOrder = true;
  let last = 0;
  let hasResult = false;
  let lacksResult = false;
  const pictures: PicturePlace[] = [];
  const look = (type: number, buffer: Buffer, start: number, length: number): void => {
    if (cellRecords.has(type) && length >= 2) {
      const row = buffer.readUInt16LE(start);
      inOrder &&= row >= last;
      last = row;
      const result = formulaRecords.has(type) ? resultToRenew(buffer, start, length) : undefined;
      hasResult ||= result === 'value';
      lacksResult ||= result === 'nothing';
    } else if (type === record.drawing) {
      takePictures(pictures, buffer, start, length);
    } else if (type === record.mergedCells && length >= 2) {
      const count = Math.min(buffer.readUInt16LE(start), Math.floor((length - 2) / 8));
      for (let at = start + 2; at < start + 2 + count * 8; at += 8) {
        const [row, lastRow, column, lastColumn] = [0, 2, 4, 6].map(offset =>
          buffer.readUInt16LE(at + offset),
        );
        merged.add({ row: row! + 1, lastRow: lastRow! + 1, column: column!, lastColumn: lastColumn! });
      }
    }
  };
  for await (const _ of scanRecords(stream, position, look));
  return { inOrder, merged, hasResult, lacksResult, pictures };
}
