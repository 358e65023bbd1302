import type { DateTimeField } from '@yikao/model/kernel/field.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { readInstant } from '@yikao/model/rules/times.ts';
import type { ServerFieldKind } from './kind.ts';
import { instant } from './packing.ts';

/** The instant of a column's ISO text. Throws `RangeError` for any other text. */
function storedInstant(text: string): Date {
  const at = readInstant(text);
  if (!at) throw new RangeError(`No time of the database: ${text}`);
  return at;
}

/** An instant; stored with its zone, shown as Asia/Shanghai wall time. */
export const dateTime: ServerFieldKind<DateTimeField> = {
  column: () => 'timestamptz(0)',
  toColumn: value => `${value}+08`,
  packing: () => instant,
  canonicalSql: column => `(${column} at time zone 'Asia/Shanghai')::text`,
  // JSON built by the database returns ISO text, a plain select a Date.
  fromColumn: value => shanghaiTime(value instanceof Date ? value : storedInstant(String(value))),
  toWire: value => value,
  filter: 'range',
  sortable: true,
};
