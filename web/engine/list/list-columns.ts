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
