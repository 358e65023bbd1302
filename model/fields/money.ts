import type { MoneyField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { countedIn } from './parts/counted.ts';
import { decimalSchema, decodeNumber, leastOf } from './parts/numbers.ts';

/** Yuan, exact to the fen. */
export const money: FieldKindModel<MoneyField> = {
  schema: field => decimalSchema(2, leastOf(field), 9_999_999_999.99),
  decode: (field, cell) => decodeNumber(countedIn(cell, field.unit ?? 'yuan')),
  encode: (_, value) => ({ decimal: value }),
  format: () => 'decimal2',
  width: () => 14,
};
