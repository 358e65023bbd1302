import type { TextField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText, shortText } from './packing.ts';

/** Text; short ones are bounded by the column too. */
export const text: ServerFieldKind<TextField> = {
  column: field => (field.max <= limits.path ? `varchar(${field.max})` : 'text'),
  toColumn: value => value,
  packing: field => (field.max <= limits.path ? shortText : longText),
  fromColumn: String,
  toWire: value => value,
  filter: 'contains',
  sortable: true,
};
