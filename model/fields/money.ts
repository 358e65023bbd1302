import type { MoneyField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { decimalSchema, decodeNumber } from './numbers.ts';

/** Yuan, exact to the fen. */
export const money: FieldKindModel<MoneyField> = {
  schema: field => decimalSchema(2, field.min, 9_999_999_999.99),
  decode: (_, cell) => decodeNumber(typeof cell === 'string' ? cell.replace(/^[¥￥]\s*/, '') : cell),
  encode: (_, value) => ({ decimal: value }),
  format: () => 'decimal2',
  width: () => 14,
};
