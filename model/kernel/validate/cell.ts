/**
 * Value of a workbook cell when it is read: the shapes that `server/excel` yields,
 * restated here so that field kinds can decode them without knowing any file format.
 */
export type CellInput =
  | undefined
  | string
  | number
  | boolean
  /** A calendar value without time zone: `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or `HH:mm:ss`. */
  | {
      readonly kind: 'date';
      readonly text: string;
      /** The displayed text, if it is not the whole date, or a time in another form. */
      readonly shown?: string;
    }
  /** A number with more digits than a double holds; `rounded` if the file itself has lost digits. */
  | { readonly kind: 'number'; readonly text: string; readonly rounded: boolean }
  /** A number whose format displays something other than its digits, such as `00012`. */
  | {
      readonly kind: 'formatted';
      readonly value: number;
      readonly text: string;
      /** The text is not all of the value. */
      readonly loss?: 'rounded' | 'unknownFormat';
    }
  /** A cell whose displayed value the file does not contain: an error, a formula without a result, a picture. */
  | { readonly kind: 'error'; readonly text: string; readonly why?: 'noResult' | 'picture' };

/** Value that a field kind gives the workbook writer for one cell. */
export type CellOutput =
  | null
  | string
  | number
  | { readonly decimal: string }
  | { readonly date: string }
  | { readonly dateTime: string };

/** Display format of a workbook column; the writer turns it into a number format. */
export type CellFormat = 'text' | 'general' | 'integer' | 'decimal2' | 'decimal4' | 'date' | 'dateTime';

/** A cell that could not be understood: a closed list of reasons, worded by {@link issueText}. */
export class CellProblem {
  readonly code: CellProblemCode;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(code: CellProblemCode, params: Readonly<Record<string, string | number>> = {}) {
    this.code = code;
    this.params = params;
  }
}

/** Why a cell was not understood. */
export type CellProblemCode =
  | 'cellError'
  | 'noResult'
  | 'pictureInCell'
  | 'notANumber'
  | 'notADate'
  | 'notAYear'
  | 'digitsLost'
  | 'neitherYesNorNo'
  | 'unknownCode'
  | 'unknownName'
  | 'ambiguousName'
  | 'notJson';

/** The displayed text of a cell, trimmed; '' for empty and missing cells. */
export function cellText(cell: CellInput): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell.text;
}

/** The word that clears a field in an import (domain 0.4); an empty cell keeps the stored value. */
const clearWord = 'NULL';

/** The word and its escaped forms, with any surrounding spaces. */
const escapableWord = /^(\s*)(\\*NULL\s*)$/;
const escapedWord = /^(\s*)\\(\\*NULL\s*)$/;

/**
 * Texts with a special meaning to a reader: spreadsheet errors (`#N/A`, `#值!`, `Err:502`), the hashes of a column that
 * is too narrow, and WPS's in-cell pictures.
 * Programs write them in either case.
 */
const told = String.raw`(?:#{3,}|#(?:N/A|GETTING_DATA|[A-Z/0]{3,8}[!?]|[值名称数引用空除]{1,3}[!！?？])|Err:\d{3})\s*|=?\s*(?:_xlfn\.)?DISPIMG\s*\([^]*`;
const escapableTold = new RegExp(String.raw`^(\s*)(\\*(?:${told}))$`, 'i');
const escapedTold = new RegExp(String.raw`^(\s*)\\(\\*(?:${told}))$`, 'i');

/** A quick test that rules out almost all texts. */
const perhapsTold = /NULL|[#:]|DISPIMG/i;

/** Reports whether the text of a cell clears its field. */
export function clears(text: string): boolean {
  return text.includes(clearWord) && text.trim() === clearWord;
}

/**
 * Escapes text for a file that may be imported again: the text NULL would clear its field, so it is written as `\NULL`,
 * and `\NULL` as `\\NULL`; `#N/A` would be refused as an error. The escape is a backslash because spreadsheets keep it,
 * while they drop a leading apostrophe.
 */
export function escapeClearWord(text: string): string {
  if (!perhapsTold.test(text)) return text;
  return text.replace(escapableWord, '$1\\$2').replace(escapableTold, '$1\\$2');
}

/** Text as it was before {@link escapeClearWord}. */
export function unescapeClearWord(text: string): string {
  return perhapsTold.test(text) ? text.replace(escapedWord, '$1$2').replace(escapedTold, '$1$2') : text;
}
