import type { FloatingPictures, tableWish } from '@yikao/model/calls/import-columns.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import type { z } from 'zod';
import type { Cell, RowsOptions, SheetNotes, SheetRow, Workbook } from '../../../excel/index.ts';
import { besideData } from './beside-data.ts';
import { plainHeader } from './column-match.ts';
import { type Heading, texts } from './heading.ts';
import { numberInFile } from './row-parts.ts';
import { picturesBelow } from './unread-cells.ts';

/** One table of a file as chosen by a person: its position, and the values shared by its rows. */
export type TableWish = z.infer<typeof tableWish>;

/** A table of a file, found in its place. */
export interface FileTable {
  readonly sheet: number;
  readonly heading: Heading;
  readonly values: TableWish['values'];
}

/** A row of a file below a heading. */
export interface TableRow extends SheetRow {
  /** It is not data: a sum, a note, a repeated heading. */
  readonly beside?: boolean;
  /** Row of a further heading above it that the person has not named. */
  readonly beneath?: number;
}

/** Rows between the title of a table and its heading. */
const titleRows = 3;

/** Words of a line above a heading that is repeated on the next page of a print. */
const nextPage = /^[(（]?(?:续|接上|第?\d+页|共\d+页)/;

/** Cached texts that do or do not begin a heading. */
const rememberedTexts = 4_096;

/** Recognises a heading by the dataset's headers. */
export type IsHeading = (cells: readonly Cell[]) => boolean;

/**
 * The rows of a file's tables as one table: if columns differ or are ordered differently, each row is rearranged as in
 * the first table; values shared by a table's rows are in extra columns after these.
 */
export class TableSource {
  /** The heading of all tables together. */
  readonly heading: Heading;
  /** The headers of the first table, as it has them. */
  readonly shape: readonly Cell[];
  /** Names of the sheets, in their order. */
  readonly sheets: readonly string[];
  private readonly workbook: Workbook;
  private readonly tables: readonly (FileTable & { readonly places: readonly number[] | undefined })[];
  private readonly order: readonly number[];
  private readonly valueColumns: ReadonlyMap<string, number>;
  private readonly isHeading: IsHeading;
  private readonly sums: SheetNotes[] = [];

  /** `labelOf` names the column of a value. */
  constructor(
    workbook: Workbook,
    tables: readonly [FileTable, ...FileTable[]],
    labelOf: (field: string) => string,
    isHeading: IsHeading,
  ) {
    this.workbook = workbook;
    this.isHeading = isHeading;
    this.order = [...new Set(tables.map(({ sheet }) => sheet))];
    this.sheets = this.order.map(sheet => workbook.sheets[sheet]?.name ?? '');
    const [first] = tables;
    this.shape = first.heading.cells;
    const cells = [...first.heading.cells];
    const parts = first.heading.parts && [...first.heading.parts];
    const named = (heading: Heading) => heading.cells.map(cell => plainHeader(cellText(cell)));
    const known = named(first.heading);
    const placed = tables.map((table, at) => {
      if (at === 0) return { ...table, places: undefined };
      const free = new Map<string, number[]>();
      for (const [index, name] of known.entries()) free.set(name, [...(free.get(name) ?? []), index]);
      const places = named(table.heading).map((name, index) => {
        const place = free.get(name)?.shift();
        if (place !== undefined) return place;
        known.push(name);
        parts?.push(
          table.heading.parts?.[index] ?? { upper: '', lower: cellText(table.heading.cells[index]) },
        );
        return cells.push(table.heading.cells[index]) - 1;
      });
      return { ...table, places: places.every((place, index) => place === index) ? undefined : places };
    });
    this.tables = placed;
    const fields = [...new Set(tables.flatMap(({ values }) => Object.keys(values)))];
    this.valueColumns = new Map(
      fields.map(field => {
        parts?.push({ upper: '', lower: labelOf(field) });
        return [field, cells.push(labelOf(field)) - 1] as const;
      }),
    );
    this.heading = { ...first.heading, cells, ...(parts && { parts }) };
  }

  /** Findings besides the values, of all sheets read. */
  get notes(): SheetNotes {
    const { notes } = this.workbook;
    if (this.sums.length < 2) return notes;
    const total = (name: 'mergedRanges' | 'coveredCells' | 'formulaCells' | 'hiddenRows') =>
      this.sums.reduce((sum, one) => sum + one[name], 0);
    return {
      ...notes,
      mergedRanges: total('mergedRanges'),
      filledRanges: this.filledRanges(),
      coveredCells: total('coveredCells'),
      coveredPlaces: this.sums.flatMap(({ coveredPlaces }, at) =>
        coveredPlaces.map(place => `${this.sheets[at]}!${place}`),
      ),
      formulaCells: total('formulaCells'),
      hiddenRows: total('hiddenRows'),
    };
  }

  /** Merged cells that were filled down in all sheets, by the columns of all tables together. */
  private filledRanges(): Map<number, number> {
    const filled = new Map<number, number>();
    for (const [at, { filledRanges }] of this.sums.entries()) {
      const places = this.tables.find(({ sheet }) => sheet === this.order[at])?.places;
      for (const [column, ranges] of filledRanges) {
        const to = places?.[column] ?? column;
        filled.set(to, (filled.get(to) ?? 0) + ranges);
      }
    }
    return filled;
  }

  /** The rows below the headings, in batches. Several sheets are numbered consecutively, see `numberInFile`. */
  async *rows(visibleOnly: boolean): AsyncIterable<TableRow[]> {
    this.sums.length = 0;
    for (const [place, sheet] of this.order.entries()) {
      const tables = this.tables
        .filter(table => table.sheet === sheet)
        .toSorted((a, b) => a.heading.first - b.heading.first);
      const [first] = tables;
      if (!first) continue;
      const { last } = first.heading;
      const options: RowsOptions = { fillBelow: last, ...(visibleOnly && { visibleBelow: last }) };
      const look = new SheetLook(tables, this.isHeading);
      for await (const batch of this.workbook.rows(sheet, options)) {
        const rows: TableRow[] = [];
        for (const row of batch) {
          const found = look.take(row);
          if (!found) continue;
          const laid = this.layOut(found.row, tables[found.table]);
          rows.push(this.order.length > 1 ? { ...laid, number: numberInFile(place, laid.number) } : laid);
        }
        yield rows;
      }
      this.sums.push({ ...this.workbook.notes });
    }
  }

  /** The pictures that lie over cells below the headings. */
  async pictures(): Promise<FloatingPictures> {
    const found: FloatingPictures = { count: 0, cells: [] };
    for (const [at, sheet] of this.order.entries()) {
      const headings = this.tables.filter(table => table.sheet === sheet).map(({ heading }) => heading.last);
      const one = picturesBelow(await this.workbook.pictures(sheet), Math.min(...headings));
      found.count += one.count;
      const place = this.order.length > 1 ? `${this.sheets[at]}!` : '';
      found.cells.push(...one.cells.map(cell => `${place}${cell}`));
    }
    return found;
  }

  private layOut(row: TableRow, table: (typeof this.tables)[number] | undefined): TableRow {
    if (!table || (table.places === undefined && this.valueColumns.size === 0)) return row;
    const { places } = table;
    const cells: Cell[] = places ? [] : row.cells.slice(0, table.heading.cells.length);
    if (places) for (const [index, to] of places.entries()) cells[to] = row.cells[index];
    for (const [field, at] of this.valueColumns) cells[at] = table.values[field];
    return { ...row, cells };
  }
}

/** Walks the rows of one sheet through its tables. */
class SheetLook {
  private readonly tables: readonly FileTable[];
  private readonly isHeading: IsHeading;
  private readonly beside: readonly ((cells: readonly Cell[]) => boolean)[];
  private readonly starts = new Map<string, boolean>();
  private at = -1;
  private beneath: number | undefined;
  /** The last single-cell row. */
  private alone: { readonly row: number; readonly text: string } | undefined;

  constructor(tables: readonly FileTable[], isHeading: IsHeading) {
    this.tables = tables;
    this.isHeading = isHeading;
    this.beside = tables.map(({ heading }) => besideData(heading));
  }

  /** The row, with its table; undefined for headings, titles and the rows above them. */
  take(row: SheetRow): { readonly row: TableRow; readonly table: number } | undefined {
    const next = this.tables[this.at + 1]?.heading;
    if (next && row.number >= next.first) {
      this.beneath = undefined;
      if (row.number >= next.last) this.at += 1;
      if (row.number <= next.last) return undefined;
    }
    if (this.at < 0) return undefined;
    const isAlone = filledAtMost(row.cells, 1);
    // The title of the next table does not belong to this one.
    const isAbove = next !== undefined && row.number < next.first;
    if (isAbove && isAlone && next.first - row.number <= titleRows) return undefined;
    const beside = this.beside[this.at]?.(row.cells) ?? false;
    if (this.opensAnother(row, beside)) this.beneath = row.number;
    if (isAlone) this.alone = { row: row.number, text: texts(row.cells).find(text => text !== '') ?? '' };
    if (this.beneath !== undefined) return { row: { ...row, beneath: this.beneath }, table: this.at };
    return { row: beside ? { ...row, beside } : row, table: this.at };
  }

  /**
   * Reports whether the row is the heading of a separate table: with other columns, or below a title with new
   * information.
   */
  private opensAnother(row: SheetRow, beside: boolean): boolean {
    const start = row.cells.find(cell => cell !== undefined && cell !== '');
    if (typeof start !== 'string' || start.length > 24) return false;
    let begins = this.starts.get(start);
    if (begins === undefined) {
      if (this.starts.size >= rememberedTexts) this.starts.clear();
      begins = this.isHeading([start]) || (this.tables[this.at]?.heading.cells.includes(start) ?? false);
      this.starts.set(start, begins);
    }
    if (!begins || filledAtMost(row.cells, 1)) return false;
    if (!beside) return this.isHeading(row.cells);
    const { alone } = this;
    return alone !== undefined && row.number - alone.row <= titleRows && this.isNewTitle(alone.text);
  }

  private isNewTitle(text: string): boolean {
    return (
      !nextPage.test(text.replace(/\s/g, '')) &&
      !besideWords.test(text) &&
      !(this.tables[this.at]?.heading.titles ?? []).includes(text)
    );
  }
}

const besideWords = /^[（(【[]?(?:注|备注|说明|附注|单位|制表|数据来源|资料来源|以上)/;

/** Reports whether a row has no more than so many cells with something in them. */
function filledAtMost(cells: readonly Cell[], most: number): boolean {
  let count = 0;
  for (const cell of cells) {
    if (cellText(cell).trim() === '') continue;
    count += 1;
    if (count > most) return false;
  }
  return true;
}

/** The rows of a sheet with these numbers, and those above them that may be a title. */
export async function rowsNear(workbook: Workbook, sheet: number, last: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of workbook.rows(sheet)) {
    for (const row of batch) {
      if (row.number > last) return rows;
      rows.push(row);
      // Only the rows around the heading are of interest.
      if (rows.length > 2 * titleRows + 64) rows.splice(0, rows.length - 2 * titleRows - 2);
    }
  }
  return rows;
}
