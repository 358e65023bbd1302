import type { RefField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { bigint } from './packing.ts';

/** The value another row is referred to by. */
export const ref: ServerFieldKind<RefField> = {
  column: () => 'bigint',
  toColumn: value => value,
  packing: () => bigint,
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
