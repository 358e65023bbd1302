import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import { openWorkbook, type SheetRow } from '../../../excel/index.ts';
import type { Engine } from '../../engine.ts';
import { plainHeader } from './column-match.ts';

/** A value of a column with its row in the file. */
export interface Listed {
  readonly row: number;
  readonly text: string;
}

/** The column to be read from a file. */
export interface OneColumn {
  /** Headings that it may have. */
  readonly headers: readonly string[];
  /** Most rows that have a value. */
  readonly most: number;
  /** The failure for a file without the column, and for one with more rows. */
  readonly missing: () => Error;
  readonly tooMany: () => Error;
}

/** Rows above the table in which its header is looked for. */
const headerWithin = 10;

/** The values in one column of a file's first visible sheet; blank cells are left out. */
export async function listedIn(
  engine: Engine,
  filePath: string,
  column: OneColumn,
): Promise<readonly Listed[]> {
  const copy = await engine.files.localCopy(filePath.slice(1));
  try {
    const workbook = await openWorkbook(copy.path);
    try {
      const sheet = workbook.sheets.find(({ hidden }) => !hidden)?.index ?? 0;
      return await valuesOf(workbook.rows(sheet), column);
    } finally {
      await workbook.close();
    }
  } finally {
    await copy.release();
  }
}

async function valuesOf(
  batches: AsyncIterable<readonly SheetRow[]>,
  { headers, most, missing, tooMany }: OneColumn,
): Promise<readonly Listed[]> {
  const plain = new Set(headers.map(plainHeader));
  const listed: Listed[] = [];
  let at: number | undefined;
  for await (const batch of batches) {
    for (const { number, cells } of batch) {
      if (at === undefined) {
        const found = cells.findIndex(cell => plain.has(plainHeader(cellText(cell))));
        if (found >= 0) at = found;
        else if (number >= headerWithin) throw missing();
        continue;
      }
      const text = cellText(cells[at]);
      if (text !== '') listed.push({ row: number, text });
      if (listed.length > most) throw tooMany();
    }
  }
  if (at === undefined) throw missing();
  return listed;
}
