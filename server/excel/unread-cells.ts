import type { ErrorCell } from './types.ts';

/** A picture in a cell of WPS: a formula, and often the same as the cell's text. */
export const wpsPicture = /^=?\s*(?:_xlfn\.)?DISPIMG\s*\(/i;

/** Most characters of a formula that are kept to identify it. */
const toldFormula = 80;

/** A cell with this formula whose result the file does not contain. */
export function withoutResult(formula: string): ErrorCell {
  return { kind: 'error', text: `=${formula.slice(0, toldFormula)}`, why: 'noResult' };
}

/**
 * Texts that spreadsheet programs display in place of a value: errors, also as Chinese programs translate them, and the
 * hashes of a column that is too narrow. As plain text, in a csv file or a text cell, they carry no more information
 * than in a formula's cell.
 */
const errorTexts =
  /^(?:#{3,}|#(?:值|名称|数|数值|引用|空值|除数|除)[!！]|#名称[?？]|#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|EXTERNAL!|PYTHON!|GETTING_DATA)|Err:\d{3})$/i;

/** Longest of {@link errorTexts} except hashes, which may fill a column. */
const longestError = 13;
const hashes = /^#{3,}$/;

/** The error that a text represents; undefined for any other text. */
export function errorOfText(text: string): ErrorCell | undefined {
  const first = text.charCodeAt(0);
  // Nearly all texts are not: those with `#`, `=`, `E`, or leading spaces are checked further.
  if (first > 32 && first !== 35 && first !== 61 && first !== 69 && first !== 95) return undefined;
  const trimmed = text.trim();
  if (trimmed.length <= longestError ? errorTexts.test(trimmed) : hashes.test(trimmed))
    return { kind: 'error', text: trimmed };
  return wpsPicture.test(trimmed) ? { kind: 'error', text: trimmed, why: 'picture' } : undefined;
}
