import type { YesNoField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { smallint } from './packing.ts';

/** Yes or no, stored as 1 or 0 as in the API. */
export const yesNo: ServerFieldKind<YesNoField> = {
  column: () => 'smallint',
  toColumn: value => value,
  packing: () => smallint,
  fromColumn: value => (value === 1 ? 1 : 0),
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
