import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Cell } from '../../../excel/index.ts';
import type { Heads } from '../../table/server-side.ts';
import type { SheetReader } from './child-columns.ts';
import type { HeaderMap } from './column-match.ts';
import { isBlank } from './row-reader.ts';

/**
 * Reads sheets in which rows of a school or group come before their rows, as in printed books of plans: a heading row
 * has only values shared by the rows below it, and perhaps their sum. Its values apply to rows below that leave them
 * empty, until another heading row of the same or a wider level; it is not a row of the dataset.
 */
export function headRowsReader(
  dataset: AnyDataset,
  heads: Heads | undefined,
  headers: HeaderMap,
  inner: SheetReader,
): SheetReader {
  const columns = [
    ...headers.fields,
    ...[...headers.joined].map(([index, { field }]) => [index, field] as const),
  ];
  if (!heads || !columns.some(([, name]) => name === heads.of)) return inner;
  const levels = new Map(columns.map(([index, name]) => [index, heads.carries.indexOf(name)]));
  const isSaid = (cell: Cell, name: string) => {
    const field = dataset.fields[name];
    return field !== undefined && !isBlank(cell, field);
  };
  let carried = new Map<number, Cell>();
  let count = 0;
  return {
    read(row) {
      const said = columns.filter(([index, name]) => isSaid(row.cells[index], name));
      const given = said.filter(([index]) => (levels.get(index) ?? -1) >= 0);
      const isHead =
        given.length > 0 &&
        said.every(([index, name]) => (levels.get(index) ?? -1) >= 0 || heads.sums.includes(name)) &&
        said.every(([, name]) => name !== heads.of);
      if (isHead) {
        count += 1;
        const top = Math.min(...given.map(([index]) => levels.get(index) ?? 0));
        const kept = [...carried].filter(([index]) => (levels.get(index) ?? 0) < top);
        carried = new Map([...kept, ...given.map(([index]) => [index, row.cells[index]] as const)]);
        return [];
      }
      if (carried.size === 0) return inner.read(row);
      const cells = row.cells.slice();
      for (const [index, name] of columns)
        if (carried.has(index) && !isSaid(cells[index], name)) cells[index] = carried.get(index);
      return inner.read({ ...row, cells });
    },
    renew: names => inner.renew(names),
    heads: () => count,
  };
}
