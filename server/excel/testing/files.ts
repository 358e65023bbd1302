import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openWorkbook, type RowsOptions, type SheetRow, type Workbook, WorkbookError } from '../index.ts';
import { biffStream, ole2With, type TestXls } from './biff.ts';
import { type TestWorkbook, xlsxParts } from './xlsx.ts';
import { zipOf } from './zip.ts';

let folder: string | undefined;
let count = 0;

afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

/** A path in a folder that vanishes after the test file. */
export function temporaryPath(name = 'file'): string {
  folder ??= mkdtempSync(join(tmpdir(), 'yikao-excel-test-'));
  count++;
  return join(folder, `${count}-${name}`);
}

/** Writes bytes to a temporary file and answers its path. */
export function fileWith(content: Buffer | string): string {
  const path = temporaryPath();
  writeFileSync(path, content);
  return path;
}

/** A workbook written by hand, as a file. */
export function xlsxFile(workbook: TestWorkbook): string {
  return fileWith(zipOf(xlsxParts(workbook)));
}

/** A hand-made xls, as a file. */
export function xlsFile(workbook: TestXls): string {
  return fileWith(ole2With(workbook.stream ?? 'Workbook', biffStream(workbook)));
}

/** The contents of a workbook, with all rows of a sheet. */
export interface ReadWorkbook {
  readonly format: Workbook['format'];
  readonly sheets: Workbook['sheets'];
  readonly rows: SheetRow[];
  readonly notes: Workbook['notes'];
}

/** Opens a workbook, reads one sheet and closes it. */
export async function readAll(
  path: string,
  sheet = 0,
  { name, ...options }: RowsOptions & { readonly name?: string } = {},
): Promise<ReadWorkbook> {
  const workbook = await openWorkbook(path, name === undefined ? {} : { name });
  try {
    const rows: SheetRow[] = [];
    for await (const batch of workbook.rows(sheet, options)) rows.push(...batch);
    return { format: workbook.format, sheets: workbook.sheets, rows, notes: { ...workbook.notes } };
  } finally {
    await workbook.close();
  }
}

/** The cells of all rows of a sheet. */
export async function cellsOf(path: string, sheet = 0): Promise<SheetRow['cells'][]> {
  return (await readAll(path, sheet)).rows.map(({ cells }) => cells);
}

/** The code with which a file is refused; `read` when it is not. */
export async function refusal(path: string, name?: string): Promise<string> {
  try {
    await readAll(path, 0, name === undefined ? {} : { name });
    return 'read';
  } catch (error) {
    if (error instanceof WorkbookError) return error.code;
    throw error;
  }
}
