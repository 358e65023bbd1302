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
  | { readonly kind: 'date'; readonly text: string }
  /** A number of more digits than a double holds; `rounded` when the file itself has lost digits. */
  | { readonly kind: 'number'; readonly text: string; readonly rounded: boolean }
  | { readonly kind: 'error'; readonly text: string };

/** Value that a field kind gives the workbook writer for one cell. */
export type CellOutput =
  | null
  | string
  | number
  | { readonly decimal: string }
  | { readonly date: string }
  | { readonly dateTime: string };

/** How a workbook column shows its values; the writer turns it into a number format. */
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
  | 'notANumber'
  | 'notADate'
  | 'notAYear'
  | 'digitsLost'
  | 'unknownCode'
  | 'unknownName'
  | 'ambiguousName'
  | 'notJson';

/** The text of a cell as a person sees it, trimmed; empty and missing cells give ''. */
export function cellText(cell: CellInput): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell.text;
}

/**
 * The word that clears a field in an import (domain 0.4): an empty cell keeps what stands there.
 */
const clearWord = 'NULL';

/** Text that would be taken for the word, or for an escaped one, whatever spaces stand around it. */
const escapable = /^(\s*)(\\*NULL\s*)$/;

/** Whether the text of a cell clears its field. */
export function clears(text: string): boolean {
  return text.includes(clearWord) && text.trim() === clearWord;
}

/**
 * Text as it is written into a file that may come back: the text NULL itself would clear its field, so it goes out as
 * `\NULL`, and `\NULL` as `\\NULL`. A backslash, since spreadsheets keep it, while they swallow a first apostrophe.
 */
export function escapeClearWord(text: string): string {
  return text.includes(clearWord) ? text.replace(escapable, '$1\\$2') : text;
}

/** Text as it was before {@link escapeClearWord}. */
export function unescapeClearWord(text: string): string {
  return text.includes(clearWord) ? text.replace(/^(\s*)\\(\\*NULL\s*)$/, '$1$2') : text;
}
