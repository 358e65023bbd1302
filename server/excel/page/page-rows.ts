import { Parser } from 'htmlparser2';
import { WorkbookError } from '../errors.ts';
import { workbookLimits } from '../limits.ts';
import type { Cell, SheetRow } from '../types.ts';
import type { MergedRanges } from '../xlsx/merged-ranges.ts';

/** Most columns and rows that one cell of a page spans, as HTML has it. */
const mostSpannedColumns = 1_000;
const mostSpannedRows = 65_534;

/** Most characters of unfinished markup, such as a comment, before the page is given up. */
const longestMarkup = 8 * 2 ** 20;

/** Elements whose text is not displayed. */
const unseen = new Set(['script', 'style', 'title', 'noscript', 'template', 'head']);

/** Elements that end a line. */
const lines = new Set(['p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote']);

interface OpenCell {
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  /** The number that Excel writes alongside the displayed text. */
  readonly value: number | undefined;
  text: string;
  hasPicture: boolean;
}

interface OpenRow {
  readonly cells: Cell[];
  readonly isHidden: boolean;
  readonly spans: { readonly column: number; readonly columns: number; readonly rows: number }[];
  next: number;
}

interface OpenTable {
  row: OpenRow | undefined;
  cell: OpenCell | undefined;
  /** By column: rows further down that a cell above reaches into. */
  readonly taken: Map<number, number>;
}

/**
 * Finds the rows of a page's tables, one table below the other as a spreadsheet program opens it. A table within a cell
 * has separate rows. Nothing in the page is executed or fetched.
 */
export class PageRows {
  readonly #merged: MergedRanges;
  readonly #parser: Parser;
  readonly #tables: OpenTable[] = [];
  #rows: SheetRow[] = [];
  #number = 0;
  #unseen = 0;
  #fed = 0;
  #characters = 0;

  /** `merged` gets the cells that reach over several rows. */
  constructor(merged: MergedRanges) {
    this.#merged = merged;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        ontext: text => this.#text(text),
        onclosetag: name => this.#close(name),
      },
      { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
    );
  }

  /** Reports whether the page has had a row. */
  get hasTable(): boolean {
    return this.#number > 0;
  }

  /** Adds a piece of the page and answers the rows that became whole. */
  add(text: string): SheetRow[] {
    this.#parser.write(text);
    this.#fed += text.length;
    if (this.#fed - this.#parser.endIndex > longestMarkup) {
      throw new WorkbookError('rowTooLarge', 'markup without an end', { row: this.#number + 1 });
    }
    return this.#take();
  }

  /** Ends the page and answers the last rows. */
  end(): SheetRow[] {
    this.#parser.end();
    while (this.#tables.length > 0) this.#endTable();
    return this.#take();
  }

  #take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (unseen.has(name)) this.#unseen++;
    const table = this.#tables.at(-1);
    switch (name) {
      case 'table':
        if (this.#tables.length === 64) throw new WorkbookError('corrupt', 'tables within tables');
        this.#tables.push({ row: undefined, cell: undefined, taken: new Map() });
        break;
      case 'tr':
        if (table) this.#beginRow(table, /display\s*:\s*none/i.test(attributes.style ?? ''));
        break;
      case 'td':
      case 'th':
        if (table) this.#beginCell(table, attributes);
        break;
      case 'br':
        this.#add('\n');
        break;
      case 'img':
        if (table?.cell) table.cell.hasPicture = true;
        break;
      case 'input':
        if (
          !/^(?:hidden|checkbox|radio|button|submit|image|reset|password|file)$/i.test(attributes.type ?? '')
        )
          this.#add(attributes.value ?? '');
        break;
      case 'option':
        // Only the selected option of a choice is displayed.
        if (attributes.selected === undefined) this.#unseen++;
        table?.cell && this.#options.push(attributes.selected === undefined);
        break;
      default:
        if (lines.has(name)) this.#add('\n');
    }
  }

  readonly #options: boolean[] = [];

  #close(name: string): void {
    if (unseen.has(name)) this.#unseen = Math.max(0, this.#unseen - 1);
    const table = this.#tables.at(-1);
    if (name === 'option' && this.#options.pop() === true) this.#unseen = Math.max(0, this.#unseen - 1);
    else if (name === 'table') this.#endTable();
    else if (name === 'tr' && table) this.#endRow(table);
    else if ((name === 'td' || name === 'th') && table) this.#endCell(table);
    else if (lines.has(name)) this.#add('\n');
  }

  #text(text: string): void {
    if (this.#unseen === 0) this.#add(text.replace(/[ \t\r\n\f]+/g, ' '));
  }

  #add(text: string): void {
    const cell = this.#tables.at(-1)?.cell;
    if (!cell) return;
    cell.text += text;
    this.#characters += text.length;
    if (this.#characters > workbookLimits.rowBytes / 4) {
      throw new WorkbookError('rowTooLarge', 'a row of a page', { row: this.#number + 1 });
    }
  }

  #beginRow(table: OpenTable, isHidden: boolean): void {
    this.#endRow(table);
    table.row = { cells: [], isHidden, spans: [], next: 0 };
  }

  #beginCell(table: OpenTable, attributes: Readonly<Record<string, string>>): void {
    if (table.row === undefined) this.#beginRow(table, false);
    this.#endCell(table);
    const { row } = table;
    if (!row) return;
    while ((table.taken.get(row.next) ?? 0) > 0) row.next++;
    const columns = spanOf(attributes.colspan, mostSpannedColumns);
    if (row.next + columns > workbookLimits.columns) {
      throw new WorkbookError('tooManyCells', `column ${row.next + columns}`);
    }
    const given = attributes['x:num'];
    const value = given === undefined || given === '' ? undefined : Number(given);
    table.cell = {
      column: row.next,
      columns,
      rows: spanOf(attributes.rowspan, mostSpannedRows),
      value: value !== undefined && Number.isFinite(value) ? value : undefined,
      text: '',
      hasPicture: false,
    };
    row.next += columns;
  }

  #endCell({ row, cell }: OpenTable): void {
    const table = this.#tables.at(-1);
    if (!row || !cell || !table) return;
    table.cell = undefined;
    const text = tidy(cell.text);
    if (cell.rows > 1) row.spans.push(cell);
    if (text !== '') row.cells[cell.column] = shownCell(text, cell.value);
    else if (cell.hasPicture) row.cells[cell.column] = { kind: 'error', text: '', why: 'picture' };
  }

  #endRow(table: OpenTable): void {
    this.#endCell(table);
    const { row } = table;
    table.row = undefined;
    if (!row) return;
    this.#characters = 0;
    this.#number++;
    if (this.#number > workbookLimits.rows) throw new WorkbookError('tooManyCells', `row ${this.#number}`);
    for (const [column, left] of table.taken) {
      if (left > 1) table.taken.set(column, left - 1);
      else table.taken.delete(column);
    }
    for (const { column, columns, rows } of row.spans) {
      for (let at = column; at < column + columns; at++) table.taken.set(at, rows - 1);
      this.#merged.add({
        column,
        lastColumn: column + columns - 1,
        row: this.#number,
        lastRow: this.#number + rows - 1,
      });
    }
    if (row.cells.length === 0) return;
    const found = { number: this.#number, cells: row.cells };
    this.#rows.push(row.isHidden ? { ...found, hidden: true } : found);
  }

  #endTable(): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    this.#endRow(table);
    this.#tables.pop();
  }
}

function spanOf(given: string | undefined, most: number): number {
  const span = Number.parseInt(given ?? '1', 10);
  return span >= 1 ? Math.min(span, most) : 1;
}

/** A text as a page displays it: spaces collapsed, and trimmed at the ends of lines. */
function tidy(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

function shownCell(text: string, value: number | undefined): Cell {
  if (value === undefined) return text;
  return text === String(value) ? value : { kind: 'formatted', value, text };
}
