import type { MoneyField } from '@yikao/model/kernel/field.ts';
import { exactNumber } from './decimal.ts';
import type { ServerFieldKind } from './kind.ts';
import { numeric } from './packing.ts';

/** Yuan, decimal(12,2) (domain 0.1). */
export const money: ServerFieldKind<MoneyField> = {
  column: () => 'numeric(12,2)',
  toColumn: value => value,
  packing: () => numeric,
  canonicalSql: column => `${column}::text`,
  fromColumn: String,
  toWire: exactNumber,
  filter: 'range',
  sortable: true,
};
