import type { RefField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { wholeNumberSchema } from './parts/numbers.ts';
import { decodeText } from './text.ts';

/** The number of another row; the engine turns names into numbers before this schema sees them. */
export const ref: FieldKindModel<RefField> = {
  schema: field => wholeNumberSchema(field.zero ? 0 : 1, Number.MAX_SAFE_INTEGER),
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'general',
  width: () => 18,
};
