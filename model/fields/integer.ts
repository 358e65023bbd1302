import type { IntegerField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { countedIn } from './parts/counted.ts';
import { decodeNumber, leastOf, wholeNumberSchema } from './parts/numbers.ts';

/** A whole number. */
export const integer: FieldKindModel<IntegerField> = {
  schema: field => wholeNumberSchema(leastOf(field) ?? -2_147_483_648, field.max ?? 2_147_483_647),
  decode: (field, cell) => decodeNumber(countedIn(cell, field.unit)),
  encode: (_, value) => value,
  format: () => 'integer',
  width: () => 10,
};
