import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Cell } from '../../../excel/index.ts';
import type { SheetReader } from './child-columns.ts';
import type { HeaderMap } from './column-match.ts';
import { partsOfGroups } from './row-parts.ts';
import { isBlank } from './row-reader.ts';

/**
 * Reads sheets with groups of columns: each row produces one row of the dataset per group with a value, with the value
 * of the group's heading. `open` creates the reader of such a row, in which the group's cells follow those of the
 * sheet.
 */
export function groupsReader(
  dataset: AnyDataset,
  headers: HeaderMap,
  open: (headers: HeaderMap) => SheetReader,
): SheetReader {
  const { groups } = headers;
  const width = headers.headers.length;
  const names = [...new Set(groups.flatMap(({ field, fields }) => [field, ...fields.values()]))];
  const place = new Map(names.map((name, at) => [name, width + at] as const));
  const inner = open({
    ...headers,
    groups: [],
    fields: new Map([...headers.fields, ...[...place].map(([name, at]) => [at, name] as const)]),
    headers: [...headers.headers, ...names],
  });
  const placed = groups.map(({ field, value, fields }) => ({
    value,
    valueAt: place.get(field) ?? width,
    columns: [...fields].flatMap(([index, name]) => {
      const declared = dataset.fields[name];
      return declared ? [{ index, at: place.get(name) ?? width, field: declared }] : [];
    }),
  }));
  return {
    read: row => {
      const parts = placed.flatMap(({ value, valueAt, columns }, at) => {
        // A class that only the other group has, such as the highest score.
        if (columns.every(({ index, field }) => isBlank(row.cells[index], field))) return [];
        const cells: Cell[] = row.cells.slice(0, width);
        for (const { index, at: to } of columns) cells[to] = row.cells[index];
        cells[valueAt] = value;
        return inner.read({ ...row, number: row.number * partsOfGroups + at + 1, cells });
      });
      const read = parts.length > 0 ? parts : inner.read({ ...row, number: row.number * partsOfGroups });
      return read.map(one => ({ ...one, cells: row.cells }));
    },
    renew: references => inner.renew(references),
  };
}
