import type { IntegerField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { bigint as packedBigint, integer as packedInteger } from './packing.ts';

/** The largest number of PostgreSQL's `integer`. */
const integerMax = 2_147_483_647;

/** Reports whether a field may hold more than an `integer` does, such as the bytes of a large file. */
const isLarge = ({ max = 0 }: IntegerField): boolean => max > integerMax;

/** A whole number. */
export const integer: ServerFieldKind<IntegerField> = {
  column: field => (isLarge(field) ? 'bigint' : 'integer'),
  toColumn: value => value,
  packing: field => (isLarge(field) ? packedBigint : packedInteger),
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
