import type { MergedRange } from './xlsx/merged-ranges.ts';

/**
 * The values of a sheet, as readers return and writers accept them: independent of time zones, datasets and databases.
 * A cell is what the sheet displays.
 */

/**
 * A calendar value as displayed, without a time zone: `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or `HH:mm:ss` (durations may
 * exceed 24 hours). The value takes precedence over the display format: a cell formatted as a date keeps the time of
 * its value, so that no input is lost. The sheet's false 1900-02-29 and its day 1900-01-00 are returned as displayed,
 * so that a date check refuses them.
 */
export interface DateCell {
  readonly kind: 'date';
  readonly text: string;
  /** The displayed text, if it is not the whole date, or a time in another form: `9月`, `星期四`, `6:00`. */
  readonly shown?: string;
}

/**
 * A number with more digits than a double can hold (an integer part of at least 16 digits): its text as in the file.
 * `rounded` is true if the file itself may have lost digits: written with an exponent, with at most 15 significant
 * digits, or exactly as a program prints the nearest double. About one in thirty intact 18-digit numbers also matches
 * the last case; they cannot be distinguished.
 */
export interface LongNumberCell {
  readonly kind: 'number';
  readonly text: string;
  readonly rounded: boolean;
}

/**
 * A cell that displays something without a stored value: a formula's error, such as `#N/A`; otherwise as given by
 * `why`, a formula that no program has calculated yet (`text` is the formula), or a picture or linked record in a cell.
 */
export interface ErrorCell {
  readonly kind: 'error';
  readonly text: string;
  readonly why?: 'noResult' | 'picture';
}

/**
 * A number whose format displays something other than its digits: `00012` for 12, `85%` for 0.85. A number column takes
 * the value, a text column the text. `loss` is set if the text is incomplete: the format rounds, or we cannot render
 * it, and the text is then the number's digits.
 */
export interface FormattedCell {
  readonly kind: 'formatted';
  readonly value: number;
  readonly text: string;
  readonly loss?: 'rounded' | 'unknownFormat';
}

/** One cell; `undefined` is an empty one. Text is never trimmed. */
export type Cell =
  | undefined
  | string
  | number
  | boolean
  | DateCell
  | LongNumberCell
  | FormattedCell
  | ErrorCell;

/** A row that has at least one value. */
export interface SheetRow {
  /** The row's true number in the sheet, from 1: empty rows are left out but counted. */
  readonly number: number;
  /** By column from 0; holes and `undefined` are empty cells. */
  readonly cells: Cell[];
  /** The sheet hides it, by a filter or by hand. */
  readonly hidden?: true;
  /** The file has two values for one of its cells. */
  readonly repeated?: true;
}

/** A sheet with cells; chart and macro sheets are not listed. */
export interface SheetInfo {
  readonly name: string;
  /** Position in {@link Workbook.sheets}, for {@link Workbook.rows}. */
  readonly index: number;
  /** Hidden by a person or by a program. */
  readonly hidden: boolean;
}

/** A workbook's name for one cell; programs move it with the cell. */
export interface DefinedName {
  readonly name: string;
  /** Position in {@link Workbook.sheets}. */
  readonly sheet: number;
  /** From 0. */
  readonly column: number;
  /** From 1. */
  readonly row: number;
}

/** The cell beneath the upper left corner of a picture. */
export interface PicturePlace {
  /** From 0. */
  readonly column: number;
  /** From 1. */
  readonly row: number;
}

/** Findings in the sheet besides its values; for the sheet read last. */
export interface SheetNotes {
  /** Merged ranges; only their first cell has a value, unless it is filled down. */
  mergedRanges: number;
  /** The merged ranges that were filled down, see {@link RowsOptions.fillBelow}, by column from 0. */
  filledRanges: Map<number, number>;
  /** Values beneath merged cells below {@link RowsOptions.fillBelow}: the sheet does not show them, so they are left out. */
  coveredCells: number;
  /** Addresses of the first of these, for example `B7`. */
  coveredPlaces: string[];
  /** Cells with a formula; their value is the stored one, or an {@link ErrorCell} if there is none. */
  formulaCells: number;
  /** Rows with values that the sheet hides, by a filter or by hand, whether they were left out or not. */
  hiddenRows: number;
}

/** Nothing noted yet. */
export function noNotes(): SheetNotes {
  return {
    mergedRanges: 0,
    filledRanges: new Map(),
    coveredCells: 0,
    coveredPlaces: [],
    formulaCells: 0,
    hiddenRows: 0,
  };
}

/** The rows and columns that {@link Workbook.rows} may leave out. */
export interface RowsOptions {
  /** Columns, from 0, to decode. Defaults to all. */
  readonly columns?: ReadonlySet<number>;
  /** Leaves out hidden rows below this one (from 1). Defaults to none. */
  readonly visibleBelow?: number;
  /**
   * Copies the values of merged cells that begin below this row (from 1) and span several rows to each of these, in
   * their first column; values that a merged cell covers, and rows with only parts of merged cells, are left out. The
   * sheet is then scanned once before its first row. By default a merged cell has its value only in its first row.
   */
  readonly fillBelow?: number;
}

/** An opened workbook. */
export interface Workbook {
  /** Detected from the file's bytes; for a zip, from its contents. */
  readonly format: 'xlsx' | 'xls' | 'csv' | 'html' | 'xml';
  readonly sheets: readonly SheetInfo[];
  /** Names of single cells; of xlsx only, and of the first thousands only. */
  readonly names: readonly DefinedName[];
  /**
   * The rows of one sheet, in batches of some hundreds, read only as fast as they are consumed. One sheet at a time;
   * the loop may be left early. Throws {@link WorkbookError}.
   */
  rows(sheet: number, options?: RowsOptions): AsyncIterable<SheetRow[]>;
  /**
   * The merged ranges of a sheet, by their first rows. The sheet is looked through for them unless it was before. Throws {@link WorkbookError}.
   */
  merged(sheet: number): Promise<readonly MergedRange[]>;
  /**
   * The pictures that lie over the cells of a sheet, by the cell of their upper left corner; of xlsx and xls only.
   * Throws {@link WorkbookError}.
   */
  pictures(sheet: number): Promise<readonly PicturePlace[]>;
  /** Complete once `rows()` has ended. */
  readonly notes: SheetNotes;
  /** Bytes of the file read so far, for progress; reaches about {@link totalBytes}. */
  bytesRead(): number;
  readonly totalBytes: number;
  /** Closes the file and removes temporary ones. */
  close(): Promise<void>;
}

/** Display format of a column. */
export type ColumnFormat = 'text' | 'general' | 'integer' | 'decimal2' | 'decimal4' | 'date' | 'dateTime';

/** A column of a sheet to be written. */
export interface WriteColumn {
  /** Text of the header cell, written unchanged. */
  readonly header: string;
  /** In characters of the standard font, 1 to 255. */
  readonly width?: number;
  /** `text` for codes and ids, so that Excel keeps every digit and leading zero. */
  readonly format: ColumnFormat;
  /** A note on the header cell. */
  readonly note?: string;
  /** Values of a drop-down; long lists go to a hidden sheet. */
  readonly options?: readonly string[];
  /** Hidden name of the header cell, which identifies the column even if a person moves it: letters, digits, `_`. */
  readonly definedName?: string;
  /** Shows the header in red; the text itself is the caller's. */
  readonly required?: boolean;
}

/** A sheet to be written. */
export interface WriteSheet {
  /** Made valid if necessary: at most 31 characters, none of `[]:*?/\`, unique. */
  readonly name: string;
  /** Without columns the sheet has no header row. */
  readonly columns: readonly WriteColumn[];
  /** Keeps the header row in view. */
  readonly freezeHeader?: boolean;
  /** Very hidden: no menu in Excel shows it. For data that a program needs to find again. */
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
      /** `YYYY-MM-DD`; anything but a date from 1900 on is written as text. */
      readonly date: string;
    }
  | {
      /** `YYYY-MM-DD HH:mm:ss`; as above. */
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
  /** Number of cells whose text had to be changed: control characters, lone surrogates, texts that are too long. */
  readonly replaced: number;
}

/** Position in a file being written; plain JSON, for a writer that continues it. */
export type WriterCheckpoint = Readonly<Record<string, unknown>>;

/** Writes rows to a file; made by `createXlsxWriter` or `createCsvWriter`. */
export interface RowWriter {
  /** Writes one row; if it returns a promise, await it before the next row (back-pressure). */
  row(cells: readonly WriteCell[]): void | Promise<void>;
  /** Turns to a later sheet by its position; sheets passed over stay empty. */
  sheet(index: number): Promise<void>;
  /**
   * Flushes the written rows to disk and returns the position: after a crash, a writer created with it continues there.
   * Do not write rows meanwhile. Not supported for sheets with notes or long drop-downs.
   */
  checkpoint(): Promise<WriterCheckpoint>;
  /** Finishes the file. */
  close(): Promise<WriteResult>;
  /** Gives up and removes the unfinished file, unless it is kept to continue from a checkpoint. */
  abort(keep?: boolean): Promise<void>;
}
