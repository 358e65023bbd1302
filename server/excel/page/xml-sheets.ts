import type { FileHandle } from 'node:fs/promises';
import { Parser } from 'htmlparser2';
import { arrangeRows } from '../arranged-rows.ts';
import { WorkbookError } from '../errors.ts';
import { type CellFormat, cellFormatOf, formattedCell } from '../format/cell-formats.ts';
import { anyNumber } from '../format/long-numbers.ts';
import { isoDateCell } from '../format/serial-dates.ts';
import { pageText } from '../format/text-forms.ts';
import { workbookLimits } from '../limits.ts';
import { type Cell, noNotes, type RowsOptions, type SheetRow, type Workbook } from '../types.ts';
import { withoutResult } from '../unread-cells.ts';
import { MergedRanges } from '../xlsx/merged-ranges.ts';

/** Excel 2003's names of formats, with their codes; dates need none, because their cells have a type. */
const namedFormats: Readonly<Record<string, string>> = {
  Fixed: '0.00',
  Standard: '#,##0.00',
  Percent: '0.00%',
  Scientific: '0.00E+00',
  Currency: '"¥"#,##0.00',
};

/** Characters of markup without an end before the file is given up. */
const longestMarkup = 8 * 2 ** 20;

interface FoundSheet {
  readonly name: string;
  hidden: boolean;
  readonly merged: MergedRanges;
}

interface OpenCell {
  readonly column: number;
  readonly formula: string | undefined;
  readonly style: string;
  type: string | undefined;
  text: string;
}

/**
 * Opens an Excel 2003 XML sheet (SpreadsheetML). `release` is called once, by `close()`.
 *
 * @throws WorkbookError `noSheet`, `corrupt`, while reading `tooManyCells`, `rowTooLarge`
 */
export async function openXmlSheets(
  handle: FileHandle,
  size: number,
  release: () => Promise<void>,
): Promise<Workbook> {
  const notes = noNotes();
  let position = 0;
  const onRead = (at: number) => {
    position = at;
  };
  const look = new XmlSheets(-1);
  for await (const piece of pageText(handle, size, onRead)) look.add(piece);
  look.end();
  const { sheets } = look;
  if (sheets.length === 0) throw new WorkbookError('noSheet', 'an XML sheet without one');

  async function* pieces(sheet: number): AsyncGenerator<SheetRow[], void, void> {
    const reader = new XmlSheets(sheet);
    for await (const piece of pageText(handle, size, onRead)) {
      const batch = reader.add(piece);
      if (batch.length > 0) yield batch;
    }
    const last = reader.end();
    if (last.length > 0) yield last;
    notes.formulaCells = reader.formulas;
  }

  async function* rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<SheetRow[], void, void> {
    const found = sheets[sheet];
    if (found === undefined) throw new WorkbookError('noSheet', `sheet ${sheet} of ${sheets.length}`);
    Object.assign(notes, noNotes());
    notes.mergedRanges = found.merged.sorted.length;
    yield* arrangeRows(pieces(sheet), { inOrder: true, merged: found.merged }, options, notes);
  }

  return {
    format: 'xml',
    sheets: sheets.map(({ name, hidden }, index) => ({ name, hidden, index })),
    names: [],
    rows,
    merged: async sheet => sheets[sheet]?.merged.sorted ?? [],
    pictures: async () => [],
    notes,
    bytesRead: () => position,
    totalBytes: size,
    close: release,
  };
}

/** Reads the sheets of such a file: the rows of one, and the names and merged cells of all. */
class XmlSheets {
  readonly sheets: FoundSheet[] = [];
  formulas = 0;
  readonly #wanted: number;
  readonly #parser: Parser;
  readonly #formats = new Map<string, CellFormat | undefined>();
  #style = '';
  #rows: SheetRow[] = [];
  #row: { readonly number: number; readonly cells: Cell[]; readonly hidden: boolean } | undefined;
  #lastRow = 0;
  #column = 0;
  #cell: OpenCell | undefined;
  #inData = false;
  /** Elements that are open within a comment or a phonetic guide, itself among them. */
  #beside = 0;
  #inVisible = false;
  #characters = 0;
  #fed = 0;

  /** `wanted` is the index of the sheet whose rows are returned; -1 for none. */
  constructor(wanted: number) {
    this.#wanted = wanted;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(local(name), attributes),
        ontext: text => this.#text(text),
        onclosetag: name => this.#close(local(name)),
        onprocessinginstruction: (_, content) => {
          if (/^!doctype/i.test(content)) throw new WorkbookError('corrupt', 'a document type declaration');
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  add(text: string): SheetRow[] {
    this.#parser.write(text);
    this.#fed += text.length;
    if (this.#fed - this.#parser.endIndex > longestMarkup) {
      throw new WorkbookError('rowTooLarge', 'markup without an end', { row: this.#lastRow });
    }
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): SheetRow[] {
    this.#parser.end();
    return this.#rows;
  }

  #open(name: string, given: Readonly<Record<string, string>>): void {
    if (this.#beside > 0 || name === 'Comment' || name === 'PhoneticText') {
      this.#beside++;
      return;
    }
    const attributes = new Map(Object.entries(given).map(([key, value]) => [local(key), value]));
    switch (name) {
      case 'Style':
        this.#style = attributes.get('ID') ?? '';
        break;
      case 'NumberFormat': {
        const code = attributes.get('Format') ?? '';
        this.#formats.set(this.#style, cellFormatOf(0, namedFormats[code] ?? code));
        break;
      }
      case 'Worksheet':
        if (this.sheets.length === workbookLimits.sheets) throw new WorkbookError('tooManyEntries', 'sheets');
        this.sheets.push({ name: attributes.get('Name') ?? '', hidden: false, merged: new MergedRanges() });
        this.#lastRow = 0;
        break;
      case 'Visible':
        this.#inVisible = true;
        break;
      case 'Row':
        this.#beginRow(attributes);
        break;
      case 'Cell':
        this.#beginCell(attributes);
        break;
      case 'Data':
        if (this.#cell) this.#cell.type = attributes.get('Type') ?? 'String';
        this.#inData = true;
    }
  }

  #close(name: string): void {
    if (this.#beside > 0) {
      this.#beside--;
      return;
    }
    if (name === 'Data') this.#inData = false;
    else if (name === 'Visible') this.#inVisible = false;
    else if (name === 'Cell') this.#endCell();
    else if (name === 'Row') this.#endRow();
  }

  #text(text: string): void {
    const sheet = this.sheets.at(-1);
    if (this.#inVisible && sheet && /hidden/i.test(text)) sheet.hidden = true;
    if (!this.#inData || !this.#cell || this.#beside > 0) return;
    this.#characters += text.length;
    if (this.#characters > workbookLimits.rowBytes / 4) {
      throw new WorkbookError('rowTooLarge', 'a row of an XML sheet', { row: this.#lastRow });
    }
    this.#cell.text += text;
  }

  #beginRow(attributes: ReadonlyMap<string, string>): void {
    this.#lastRow = Math.max(this.#lastRow + 1, Number(attributes.get('Index') ?? 0) || 0);
    if (this.#lastRow > workbookLimits.rows) throw new WorkbookError('tooManyCells', `row ${this.#lastRow}`);
    this.#row = { number: this.#lastRow, cells: [], hidden: attributes.get('Hidden') === '1' };
    this.#column = 0;
    this.#characters = 0;
  }

  #beginCell(attributes: ReadonlyMap<string, string>): void {
    const index = Number(attributes.get('Index') ?? 0) || 0;
    const column = Math.max(this.#column, index - 1);
    const across = Math.max(0, Math.trunc(Number(attributes.get('MergeAcross') ?? 0)) || 0);
    const down = Math.max(0, Math.trunc(Number(attributes.get('MergeDown') ?? 0)) || 0);
    if (column + across >= workbookLimits.columns) {
      throw new WorkbookError('tooManyCells', `column ${column + across + 1}`);
    }
    this.#column = column + across + 1;
    const formula = attributes.get('Formula');
    const style = attributes.get('StyleID') ?? 'Default';
    this.#cell = { column, formula, style, type: undefined, text: '' };
    if (formula !== undefined) this.formulas++;
    const range = {
      column,
      lastColumn: column + across,
      row: this.#lastRow,
      lastRow: Math.min(this.#lastRow + down, workbookLimits.rows),
    };
    this.sheets.at(-1)?.merged.add(range);
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (!cell || !this.#row || this.sheets.length - 1 !== this.#wanted) return;
    const value = this.#value(cell);
    if (value !== undefined) this.#row.cells[cell.column] = value;
  }

  #value({ type, text, formula, style }: OpenCell): Cell {
    if (type === undefined)
      return formula === undefined ? undefined : withoutResult(formula.replace(/^=/, ''));
    if (type === 'Number') {
      const value = anyNumber(text);
      const format = this.#formats.get(style);
      return format === undefined || typeof value !== 'number' ? value : formattedCell(value, format, false);
    }
    if (type === 'Boolean') return text.trim() === '1';
    if (type === 'Error') return { kind: 'error', text };
    return type === 'DateTime' ? dateOf(text) : text.replaceAll('\r\n', '\n');
  }

  #endRow(): void {
    const row = this.#row;
    this.#row = undefined;
    if (!row || row.cells.length === 0) return;
    const { number, cells } = row;
    this.#rows.push(row.hidden ? { number, cells, hidden: true } : { number, cells });
  }
}

/** Parses a date and time of such a sheet; a day alone has the time midnight, a time alone the day before the first. */
function dateOf(text: string): Cell {
  const time = /^1899-12-31T(.*)$/.exec(text)?.[1];
  const date = isoDateCell(time ?? text);
  if (date === undefined) return text;
  return time === undefined && date.text.endsWith(' 00:00:00')
    ? { kind: 'date', text: date.text.slice(0, 10) }
    : date;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
