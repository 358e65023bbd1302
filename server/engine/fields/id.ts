import type { IdField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { bigint } from './packing.ts';

/** The number of a row. */
export const id: ServerFieldKind<IdField> = {
  column: () => 'bigint',
  toColumn: value => value,
  packing: () => bigint,
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
