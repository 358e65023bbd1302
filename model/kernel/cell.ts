/**
 * What a workbook cell holds when it is read: the shapes that `server/excel` yields,
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

/** What a field kind gives the workbook writer for one cell. */
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
export const clearWord = 'NULL';
