import type { IntegerField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { integer as packedInteger } from './packing.ts';

/** A whole number. */
export const integer: ServerFieldKind<IntegerField> = {
  column: () => 'integer',
  toColumn: value => value,
  packing: () => packedInteger,
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
