import type { CodeField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { shortText, smallint } from './packing.ts';

const isNumeric = (field: CodeField) => field.of.items.every(item => typeof item.code === 'number');

/** A code of a closed set, stored unchanged. */
export const code: ServerFieldKind<CodeField> = {
  column: field => (isNumeric(field) ? 'smallint' : 'varchar(32)'),
  toColumn: value => value,
  packing: field => (isNumeric(field) ? smallint : shortText),
  fromColumn: value => (typeof value === 'number' ? value : String(value)),
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
