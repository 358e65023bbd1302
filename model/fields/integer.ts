import type { IntegerField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { countedIn, decodeNumber, wholeNumberSchema } from './numbers.ts';

/** A whole number. */
export const integer: FieldKindModel<IntegerField> = {
  schema: field => wholeNumberSchema(field.min ?? -2_147_483_648, field.max ?? 2_147_483_647),
  decode: (_, cell) => decodeNumber(countedIn(cell)),
  encode: (_, value) => value,
  format: () => 'integer',
  width: () => 10,
};
