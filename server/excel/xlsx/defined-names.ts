import type { DefinedName } from '../types.ts';
import { decodeText } from './xml.ts';
import type { Tag } from './xml-tags.ts';

/** Names of a workbook that are looked at; a person's has some dozens, a template one for each column. */
const maxNames = 4_096;

/** Bytes of a name's formula that are looked at: the longest sheet name, each sign escaped, and a cell. */
const maxFormula = 512;

/** One cell of a sheet, in a formula's notation: `'It''s'!$B$1`. A lost cell is `#REF!` and does not count. */
const oneCell = /^=?\$?(?:'((?:[^']|'')+)'|([^'!:]+))[!.]\$?([A-Za-z]{1,3})\$?(\d{1,7})$/;

/** Collects the names of single cells from the tags of a workbook part. */
export class DefinedNames {
  readonly #found: (Omit<DefinedName, 'sheet'> & { readonly sheetName: string })[] = [];
  #open: { readonly name: string; readonly from: number } | undefined;
  #seen = 0;

  /** Looks at the next tag of `part`. */
  take(part: Buffer, tag: Tag): void {
    if (tag.name !== 'definedName') return;
    if (!tag.closing) {
      this.#seen++;
      const name = tag.attributes.get('name') ?? '';
      this.#open = tag.selfClosing || this.#seen > maxNames ? undefined : { name, from: tag.end };
      return;
    }
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || tag.start - open.from > maxFormula) return;
    const cell = oneCell.exec(decodeText(part, open.from, tag.start).trim());
    if (cell === null) return;
    const [, quoted, plain, letters = '', row = ''] = cell;
    this.#found.push({
      name: open.name,
      sheetName: quoted?.replaceAll("''", "'") ?? plain ?? '',
      column: columnOf(letters),
      row: Number(row),
    });
  }

  /** The names whose sheet is one of these. */
  of(sheets: readonly { readonly name: string }[]): DefinedName[] {
    const index = new Map(sheets.map(({ name }, at) => [name.toLowerCase(), at]));
    return this.#found.flatMap(({ sheetName, ...rest }) => {
      const sheet = index.get(sheetName.toLowerCase());
      return sheet === undefined ? [] : [{ ...rest, sheet }];
    });
  }
}

/** The column of its letters, from 0. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
