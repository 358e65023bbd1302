import type { YearField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { smallint } from './packing.ts';

/** A year. */
export const year: ServerFieldKind<YearField> = {
  column: () => 'smallint',
  toColumn: value => value,
  packing: () => smallint,
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
