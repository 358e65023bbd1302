import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { exportHeader, headerFields } from '@yikao/model/kernel/export-headers.ts';
import { z } from 'zod';

/** One column of a list as the person arranged it. */
export const columnChoice = z.object({
  name: z.string(),
  shown: z.boolean(),
  /** Stays at the left while the others scroll. */
  pinned: z.boolean(),
});

/** See {@link columnChoice}. */
export type ColumnChoice = z.infer<typeof columnChoice>;

/** The columns of a dataset as declared: those on by default, then the others. */
export function declaredColumns(dataset: AnyDataset): ColumnChoice[] {
  return [
    ...dataset.list.columns.map(name => ({ name, shown: true, pinned: false })),
    ...dataset.list.hidden.map(name => ({ name, shown: false, pinned: false })),
  ];
}

/** The columns of a kind of header, then the others; undefined if the dataset has no such header. */
export function headedColumns(dataset: AnyDataset, type: number): ColumnChoice[] | undefined {
  const header = exportHeader(dataset, type);
  if (!header) return undefined;
  const fields = headerFields(dataset, header);
  const named = fields.map(name => ({ name, shown: true, pinned: false }));
  const declared = declaredColumns(dataset);
  return [
    ...named.filter(({ name }) => declared.some(column => column.name === name)),
    ...declared.filter(({ name }) => !fields.includes(name)).map(column => ({ ...column, shown: false })),
  ];
}

/**
 * The person's column arrangement, updated to the declaration: removed columns are dropped, new ones added last, and
 * pinned ones first.
 */
export function arrangedColumns(dataset: AnyDataset, kept: readonly ColumnChoice[]): ColumnChoice[] {
  const declared = declaredColumns(dataset);
  const known = kept.filter(({ name }) => declared.some(column => column.name === name));
  const fresh = declared.filter(({ name }) => !known.some(column => column.name === name));
  const all = [...known, ...fresh];
  return [...all.filter(column => column.pinned), ...all.filter(column => !column.pinned)];
}

/** Datasets that most rows lie in: a reference to them does not tell one row from another. */
const surroundings: ReadonlySet<string> = new Set(['province', 'jointCategory']);

/**
 * The columns that name a row, among the shown ones `names` in their order: the first text or reference that is not one of
 * its surroundings, and its own name if that is another; without either, the first column.
 */
export function titleColumns({ identity, fields, key }: AnyDataset, names: readonly string[]): string[] {
  const telling = names.find(name => {
    const field = name === key ? undefined : fields[name];
    return field?.kind === 'text' || (field?.kind === 'ref' && !surroundings.has(field.to));
  });
  const own = names.find(name => name === identity.name && fields[name]?.kind === 'text');
  const found = [...new Set([telling, own])].filter(name => name !== undefined);
  return found.length > 0 ? found : names.slice(0, 1);
}

/** Share of a list's width that columns which stay at the left may take. */
const mostFrozen = 0.4;
/** Share of a list's width within which they lie: one further right would cover the buttons of the row. */
const farthestFrozen = 0.6;

/**
 * The columns among `titles`, by name with their widths and the pixels to the left of them, that stay at the left of a list
 * with the width `list`: as many as leave room for the others, beside `before` pixels that stay in any case.
 */
export function frozenColumns(
  titles: readonly (readonly [name: string, width: number, left: number])[],
  before: number,
  list: number,
): string[] {
  const frozen: string[] = [];
  let taken = before;
  for (const [name, width, left] of titles) {
    if (taken + width > list * mostFrozen || left + width > list * farthestFrozen) continue;
    taken += width;
    frozen.push(name);
  }
  return frozen;
}
