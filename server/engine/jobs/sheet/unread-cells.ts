import type { UnreadCells } from '@yikao/model/calls/import-columns.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { cellName, type ErrorCell } from '../../../excel/index.ts';

/** Most cells that are listed; the rest are only counted. */
const named = 10;

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
