import type { IdField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { decodeNumber, wholeNumberSchema } from './parts/numbers.ts';

/** Number of a row; safe integers only, never rounded. */
export const id: FieldKindModel<IdField> = {
  schema: () => wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  decode: (_, cell) => decodeNumber(cell),
  encode: (_, value) => value,
  format: () => 'integer',
  width: () => 10,
};
