import type { FloatingPictures, UnreadCells } from '@yikao/model/calls/import-columns.ts';
import { type Issue, type IssueCode, issue } from '@yikao/model/kernel/validate/issues.ts';
import { type Cell, cellName, type ErrorCell, type PicturePlace } from '../../../excel/index.ts';

/** The replacement character, which marks a lost one. */
const lostCharacter = '\ufffd';

/** Characters that no database stores, NUL and unpaired surrogates: a text with one was damaged. */
const unstorable = /[\0\p{Cs}]/u;

/** The message for a text that cannot be stored unchanged. */
export function unreadable(cell: Exclude<Cell, undefined>): IssueCode | undefined {
  if (typeof cell !== 'string') return undefined;
  if (unstorable.test(cell)) return 'unreadableText';
  return cell.includes(lostCharacter) ? 'garbledText' : undefined;
}

/** The issue of a cell that displays something without a stored value. */
export function unreadIssue(name: string, { text, why }: ErrorCell): Issue {
  if (why === 'noResult') return issue(name, 'noResult', { value: text });
  return why === 'picture' ? issue(name, 'pictureInCell') : issue(name, 'cellError', { value: text });
}

/** Most cells that are listed; the rest are only counted. */
const named = 10;

/** The pictures that lie over cells below row `last`, with the first of these cells. */
export function picturesBelow(pictures: readonly PicturePlace[], last: number): FloatingPictures {
  const below = pictures.filter(({ row }) => row > last).toSorted((a, b) => a.row - b.row);
  return {
    count: below.length,
    cells: below.slice(0, named).map(({ column, row }) => cellName(column, row)),
  };
}

/** Counts the cells of a sheet that display something without a stored value, and lists the first. */
export class UnreadCellCount {
  #noResult = 0;
  #pictures = 0;
  readonly #cells: string[] = [];

  /** Adds one such cell; an error computed by a formula is a value and is skipped. */
  take({ why }: Pick<ErrorCell, 'why'>, column: number | undefined, row: number): void {
    if (why === 'noResult') this.#noResult++;
    else if (why === 'picture') this.#pictures++;
    else return;
    if (column !== undefined && this.#cells.length < named) this.#cells.push(cellName(column, row));
  }

  /** Adds the problems of a row, whose fields are in the columns of `columnOf`. */
  takeIssues(issues: readonly Issue[], columnOf: ReadonlyMap<string, number>, row: number): void {
    for (const { code, field } of issues) {
      if (code === 'noResult') this.take({ why: 'noResult' }, columnOf.get(field), row);
      else if (code === 'pictureInCell') this.take({ why: 'picture' }, columnOf.get(field), row);
    }
  }

  get found(): UnreadCells {
    return { noResult: this.#noResult, pictures: this.#pictures, cells: [...this.#cells] };
  }
}
