import type { DateField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { calendarDate } from './packing.ts';

/** A calendar date; the driver leaves it as text. */
export const date: ServerFieldKind<DateField> = {
  column: () => 'date',
  toColumn: value => value,
  packing: () => calendarDate,
  canonicalSql: column => `${column}::text`,
  fromColumn: String,
  toWire: value => value,
  filter: 'range',
  sortable: true,
};
