import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Cell as OurCell } from '@yikao/server/excel/index.ts';
import { type BenchCell, type BenchColumn, benchColumns, benchRow } from './excel-rows.ts';

/** The libraries compared; ours first, since ratios are relative to it. */
export const libraries = ['ours', 'hucre', 'exceljs', 'sheetjs'] as const;
/** One of {@link libraries}. */
export type LibraryName = (typeof libraries)[number];

/** A cell from any library in comparable form: dates as `YYYY-MM-DD HH:mm:ss`. */
type ReadCell = string | number | boolean | null;

/** Writes the workbook in the way each library recommends for large ones. Each is loaded only when needed. */
export async function writeWith(
  using: LibraryName,
  path: string,
  rows: number,
  shared: boolean,
): Promise<void> {
  if (using === 'ours') await writeOurs(path, rows);
  else if (using === 'hucre') await writeHucre(path, rows, shared);
  else if (using === 'exceljs') await writeExceljs(path, rows);
  else await writeSheetjs(path, rows);
}

async function writeOurs(path: string, rows: number): Promise<void> {
  const { createXlsxWriter } = await import('@yikao/server/excel/index.ts');
  const columns = benchColumns.map(({ header, kind }) => ({ header, format: ourFormats[kind], width: 16 }));
  const writer = await createXlsxWriter(path, { sheets: [{ name: 'bench', columns, freezeHeader: true }] });
  for (let row = 0; row < rows; row++) {
    const cells = benchRow(row).map((value, index) =>
      benchColumns[index]!.kind === 'dateTime' ? { dateTime: String(value) } : value,
    );
    const waiting = writer.row(cells);
    if (waiting) await waiting;
  }
  await writer.close();
}

const ourFormats = { number: 'general', text: 'text', dateTime: 'dateTime' } as const;

async function writeHucre(path: string, rows: number, shared: boolean): Promise<void> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  function* all(): Generator<(string | number | Date)[], void, void> {
    for (let row = 0; row < rows; row++) yield withDates(benchRow(row));
  }
  const stream = writeXlsxStream(all(), {
    name: 'bench',
    columns: benchColumns.map(({ header, kind }) => ({
      header,
      width: 16,
      ...(kind === 'dateTime' ? { numFmt: 'yyyy-mm-dd hh:mm:ss' } : {}),
    })),
    freezePane: { rows: 1 },
    inlineStrings: !shared,
  });
  await pipeline(Readable.fromWeb(stream), createWriteStream(path));
}

async function writeExceljs(path: string, rows: number): Promise<void> {
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true });
  const sheet = workbook.addWorksheet('bench', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = benchColumns.map(({ header, kind }) => ({
    header,
    width: 16,
    ...(kind === 'dateTime' ? { style: { numFmt: 'yyyy-mm-dd hh:mm:ss' } } : {}),
  }));
  for (let row = 0; row < rows; row++) sheet.addRow(withDates(benchRow(row))).commit();
  sheet.commit();
  await workbook.commit();
}

/** SheetJS cannot stream an xlsx: the whole workbook is in memory, and then its file. */
async function writeSheetjs(path: string, rows: number): Promise<void> {
  const { default: xlsx } = await import('xlsx');
  const lines: (string | number | Date)[][] = [benchColumns.map(({ header }) => header)];
  for (let row = 0; row < rows; row++) lines.push(withDates(benchRow(row)));
  // It supports `dense`, which avoids an object with a key per cell; its types omit it.
  const options = { dense: true, dateNF: 'yyyy-mm-dd hh:mm:ss' };
  const sheet = xlsx.utils.aoa_to_sheet(lines, options);
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, sheet, 'bench');
  // The cells are sufficient now, and memory is scarce.
  lines.length = 0;
  xlsx.writeFile(workbook, path, { compression: true });
}

function withDates(cells: readonly BenchCell[]): (string | number | Date)[] {
  return cells.map((value, index) =>
    benchColumns[index]!.kind === 'dateTime' ? new Date(`${String(value).replace(' ', 'T')}Z`) : value,
  );
}

/** The rows of a workbook, the header among them. */
async function eachRow(
  using: LibraryName,
  path: string,
  take: (cells: readonly unknown[]) => void,
): Promise<void> {
  if (using === 'ours') {
    const { openWorkbook } = await import('@yikao/server/excel/index.ts');
    const workbook = await openWorkbook(path);
    for await (const batch of workbook.rows(0)) for (const { cells } of batch) take(cells);
    await workbook.close();
  } else if (using === 'hucre') {
    const { streamXlsxRows } = await import('hucre/xlsx');
    // Types of the platform's and of Node's web streams differ in name only.
    const source = Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>;
    for await (const { values } of streamXlsxRows(source)) take(values);
  } else if (using === 'sheetjs') {
    const { default: xlsx } = await import('xlsx');
    const { Sheets, SheetNames } = xlsx.readFile(path, { dense: true, cellDates: true, cellHTML: false });
    const sheet = Sheets[SheetNames[0] ?? ''];
    // With `dense` a sheet is a list of rows, each a list of cells; its types omit it.
    const lines = (sheet ?? []) as unknown as readonly (readonly ({ v?: unknown } | undefined)[])[];
    for (const line of lines) take(Array.from(line, cell => cell?.v));
  } else {
    const { default: exceljs } = await import('exceljs');
    const reader = new exceljs.stream.xlsx.WorkbookReader(path, {
      sharedStrings: 'cache',
      styles: 'cache',
      hyperlinks: 'ignore',
      worksheets: 'emit',
    });
    for await (const sheet of reader) {
      // Its values begin at index 1.
      for await (const row of sheet) take((row.values as unknown[]).slice(1));
    }
  }
}

/** Reads everything and answers a checksum: cells, sum of the numbers, characters of the texts. */
export async function countReading(using: LibraryName, path: string): Promise<string> {
  let cells = 0;
  let sum = 0;
  let characters = 0;
  await eachRow(using, path, row => {
    for (const cell of row) {
      if (cell === undefined || cell === null) continue;
      cells++;
      if (typeof cell === 'string') characters += cell.length;
      else if (typeof cell === 'number') sum += cell;
    }
  });
  return `${cells} cells, sum ${Math.round(sum)}, ${characters} characters`;
}

/** Reads everything and returns the number of cells that differ from those written. */
export async function checkReading(using: LibraryName, path: string, rows: number): Promise<number> {
  let wrong = 0;
  let number = -1;
  await eachRow(using, path, row => {
    const expected = number === -1 ? benchColumns.map(({ header }) => header) : benchRow(number);
    for (const [index, value] of expected.entries()) {
      if (comparable(row[index], number === -1 ? undefined : benchColumns[index]!) !== value) wrong++;
    }
    number++;
  });
  return wrong + Math.abs(rows - number) * benchColumns.length;
}

function comparable(cell: unknown, column: BenchColumn | undefined): ReadCell {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof cell === 'object' && cell !== null) {
    const own = cell as OurCell; // of the readers here, only ours returns objects other than dates
    return typeof own === 'object' ? own.text : null;
  }
  if (column?.kind === 'number') return Number(cell);
  return (cell ?? null) as ReadCell; // strings, numbers and booleans are left
}
