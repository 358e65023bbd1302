import type { DecimalField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { countedIn } from './parts/counted.ts';
import { decimalSchema, decodeNumber, leastOf } from './parts/numbers.ts';

/** An exact decimal. */
export const decimal: FieldKindModel<DecimalField> = {
  schema: field => decimalSchema(field.scale, leastOf(field), field.max ?? (field.share ? 1 : undefined)),
  decode: (field, cell) => decodeNumber(countedIn(cell, field.unit)),
  encode: (_, value) => ({ decimal: value }),
  format: field => (field.plain ? 'general' : field.scale > 2 ? 'decimal4' : 'decimal2'),
  width: () => 12,
};
