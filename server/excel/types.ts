/**
 * The values of a sheet, as the readers give it and the writers take it. No time zone, no dataset, no database:
 * a cell is what the sheet shows.
 */

/**
 * A calendar value as the sheet shows it, without a time zone: `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or
 * `HH:mm:ss` (durations count on past 24 hours). The value decides, not the display format alone: a cell
 * formatted as a date whose value has a time keeps its time, so nothing typed in is lost. The sheet's false
 * 1900-02-29 and its day 1900-01-00 come out as they are shown there, so a date check refuses them.
 */
export interface DateCell {
  readonly kind: 'date';
  readonly text: string;
}

/**
 * A number with more digits than a double holds safely (an integer part of 16 digits or more, or more than 17
 * significant digits): its text as in the file. `rounded` is true when the file itself can have lost digits:
 * written with an exponent, with at most 15 significant digits, or exactly as a program prints the nearest
 * double. An intact 18-digit number falls into the last case about once in thirty times; it cannot be told apart.
 */
export interface LongNumberCell {
  readonly kind: 'number';
  readonly text: string;
  readonly rounded: boolean;
}

/** A formula's error value as shown, such as `#N/A`. */
export interface ErrorCell {
  readonly kind: 'error';
  readonly text: string;
}

/** One cell; `undefined` is an empty one. Text is never trimmed. */
export type Cell = undefined | string | number | boolean | DateCell | LongNumberCell | ErrorCell;

/** A row that has at least one value. */
export interface SheetRow {
  /** The row's true number in the sheet, from 1: empty rows are left out but counted. */
  readonly number: number;
  /** By column from 0; holes and `undefined` are empty cells. */
  readonly cells: Cell[];
  /** The file gives the row a number that does not follow those above it; {@link number} is the next free one. */
  readonly misnumbered?: true;
}

/** A sheet with cells; chart and macro sheets are not listed. */
export interface SheetInfo {
  readonly name: string;
  /** Position in {@link Workbook.sheets}, for {@link Workbook.rows}. */
  readonly index: number;
  /** Hidden by a person or by a program. */
  readonly hidden: boolean;
}

/** A name that a workbook gives to one cell; programs move it along with the cell. */
export interface DefinedName {
  readonly name: string;
  /** Position in {@link Workbook.sheets}. */
  readonly sheet: number;
  /** From 0. */
  readonly column: number;
  /** From 1. */
  readonly row: number;
}

/** Findings in the sheet beside its values; counts of the sheet that was read last. */
export interface SheetNotes {
  /** Merged ranges; only their first cell has a value. */
  mergedRanges: number;
  /** Cells with a formula; their value is the one the file stored, or empty where it stored none. */
  formulaCells: number;
  /** Rows with values that the sheet hides, by a filter or by hand, whether they were left out or not. */
  hiddenRows: number;
}

/** Nothing noted yet. */
export function noNotes(): SheetNotes {
  return { mergedRanges: 0, formulaCells: 0, hiddenRows: 0 };
}

/** The rows and columns that {@link Workbook.rows} may leave out. */
export interface RowsOptions {
  /** Columns from 0 whose cells are wanted; the others are not decoded. Default: all. */
  readonly columns?: ReadonlySet<number>;
  /** Rows below this one (from 1) that the sheet hides are left out. Default: none is. */
  readonly visibleBelow?: number;
}

/** Whether a hidden row is taken all the same. */
export function isTaken(hiddenRow: number, { visibleBelow }: RowsOptions): boolean {
  return visibleBelow === undefined || hiddenRow <= visibleBelow;
}

/** An opened workbook. */
export interface Workbook {
  /** Found by the file's bytes; of a zip, what lies inside. */
  readonly format: 'xlsx' | 'xls' | 'csv';
  readonly sheets: readonly SheetInfo[];
  /** Names of single cells; of xlsx only, and of the first thousands only. */
  readonly names: readonly DefinedName[];
  /**
   * The rows of one sheet, in batches of some hundreds, read only as fast as they are taken. One sheet at a
   * time; leaving the loop early is fine. Throws {@link WorkbookError}.
   */
  rows(sheet: number, options?: RowsOptions): AsyncIterable<SheetRow[]>;
  /** Complete once `rows()` has ended. */
  readonly notes: SheetNotes;
  /** Bytes of the file read so far, for progress; reaches about {@link totalBytes}. */
  bytesRead(): number;
  readonly totalBytes: number;
  /** Closes the file and removes temporary ones. */
  close(): Promise<void>;
}

/** How a column shows its values. */
export type ColumnFormat = 'text' | 'general' | 'integer' | 'decimal2' | 'decimal4' | 'date' | 'dateTime';

/** A column of a sheet to be written. */
export interface WriteColumn {
  /** Text of the header cell, written as it is. */
  readonly header: string;
  /** In characters of the standard font, 1 to 255. */
  readonly width?: number;
  /** `text` for codes and ids, so that Excel keeps every digit and leading zero. */
  readonly format: ColumnFormat;
  /** A note on the header cell. */
  readonly note?: string;
  /** Values of a drop-down; long lists go to a hidden sheet. */
  readonly options?: readonly string[];
  /**
   * Hidden name of the header cell, by which a program finds the column wherever a person moves it: letters, digits,
   * `_`.
   */
  readonly definedName?: string;
  /** Shows the header in red; the text itself is the caller's. */
  readonly required?: boolean;
}

/** A sheet to be written. */
export interface WriteSheet {
  /** Made valid where needed: at most 31 characters, none of `[]:*?/\`, unique. */
  readonly name: string;
  /** Without columns the sheet has no header row. */
  readonly columns: readonly WriteColumn[];
  /** Keeps the header row in view. */
  readonly freezeHeader?: boolean;
  /** Very hidden: no menu of Excel shows it. For what a program wants to find again. */
  readonly hidden?: boolean;
}

/** A plain value to be written. */
export type WriteValue =
  | null
  | undefined
  | string
  | number
  | boolean
  | {
      /** Digits with an optional sign and fraction; past 15 significant digits written as text, to keep all. */
      readonly decimal: string;
    }
  | {
      /** `YYYY-MM-DD`; what is no date from 1900 on is written as text. */
      readonly date: string;
    }
  | {
      /** `YYYY-MM-DD HH:mm:ss`; likewise. */
      readonly dateTime: string;
    };

/** A cell to be written; a bad one is coloured red, with an optional note saying why. */
export type WriteCell =
  | WriteValue
  | { readonly value: WriteValue; readonly bad: true; readonly note?: string };

/** The record of a written sheet. */
export interface WriteResult {
  /** Rows given, headers not counted. */
  readonly rows: number;
  /** Size of the finished file. */
  readonly bytes: number;
  /** Cells whose text could not be kept or shown as given: control characters, lone surrogates, over-long texts. */
  readonly replaced: number;
}

/** Where a file being written stands; plain JSON, for the writer that goes on with it. */
export type WriterCheckpoint = Readonly<Record<string, unknown>>;

/** Writes rows to a file; made by `createXlsxWriter` or `createCsvWriter`. */
export interface RowWriter {
  /** Writes one row; when a promise comes back, wait for it before the next row (back-pressure). */
  row(cells: readonly WriteCell[]): void | Promise<void>;
  /** Turns to a later sheet by its position; sheets passed over stay empty. */
  sheet(index: number): Promise<void>;
  /**
   * Puts what was written on the disk and answers where that is: after a crash, a writer made with it goes on there.
   * No row is written meanwhile. Not for sheets with notes or long drop-downs.
   */
  checkpoint(): Promise<WriterCheckpoint>;
  /** Finishes the file. */
  close(): Promise<WriteResult>;
  /** Gives up and removes the unfinished file, unless it is kept for going on from a checkpoint. */
  abort(keep?: boolean): Promise<void>;
}
