import { workbookLimits } from '../limits.ts';
import type { WriteSheet } from '../types.ts';
import { escapeXml } from './cell-bytes.ts';
import { cellFormat, columnLetters, sheetStart } from './xlsx-parts.ts';

const defaultWidth = 12;
/** Characters of a drop-down written into the sheet itself; Excel takes no more. */
const longestInlineList = 255;

/** The XML before the rows of a sheet: view, frozen header, columns. */
export function sheetHead(sheet: WriteSheet, selected: boolean): string {
  const freeze = sheet.freezeHeader === true && sheet.columns.length > 0;
  const pane = freeze ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const columns = sheet.columns.map(({ width = defaultWidth, format }, index) => {
    const shown = Math.min(255, Math.max(1, width));
    // The column's format: a value typed into an empty template keeps its kind.
    return `<col min="${index + 1}" max="${index + 1}" width="${shown}" style="${cellFormat(format)}" customWidth="1"/>`;
  });
  return (
    `${sheetStart()}<sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
  );
}

/** The XML after the rows: drop-downs and notes. */
export function sheetTail(sheet: WriteSheet, lists: OptionLists, hasNotes: boolean): string {
  const validations: string[] = [];
  for (const [index, { options }] of sheet.columns.entries()) {
    if (options === undefined || options.length === 0) continue;
    const letters = columnLetters(index);
    // A warning instead of a refusal: an import accepts words that are not options, such as the one that clears a
    // value.
    validations.push(
      `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${letters}2:${letters}${workbookLimits.rows}"><formula1>${escapeXml(lists.formulaFor(options))}</formula1></dataValidation>`,
    );
  }
  const all =
    validations.length > 0
      ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
      : '';
  return `</sheetData>${all}${hasNotes ? '<legacyDrawing r:id="rId1"/>' : ''}</worksheet>`;
}

/** Drop-downs too long for a sheet's own part; each becomes a column of a hidden sheet. */
export class OptionLists {
  static readonly sheetName = '_options';
  readonly #lists: (readonly string[])[] = [];

  /** The formula of a drop-down: its values, or a reference to them. */
  formulaFor(options: readonly string[]): string {
    const joined = options.join(',');
    const inline =
      joined.length <= longestInlineList && options.every(option => !/[",\r\n]|^\s|\s$|^$/.test(option));
    if (inline) return `"${joined}"`;
    const known = this.#lists.indexOf(options);
    const letters = columnLetters(known === -1 ? this.#lists.push(options) - 1 : known);
    return `${OptionLists.sheetName}!$${letters}$1:$${letters}$${options.length}`;
  }

  /** Rows of the hidden sheet. */
  get longest(): number {
    return Math.max(0, ...this.#lists.map(list => list.length));
  }

  /** The hidden sheet's rows. */
  *rows(): Generator<(string | undefined)[], void, void> {
    const count = this.longest;
    for (let index = 0; index < count; index++) yield this.#lists.map(list => list[index]);
  }
}
