import type { MobileField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { shortText } from './packing.ts';

/** A mobile number. */
export const mobile: ServerFieldKind<MobileField> = {
  column: () => 'varchar(11)',
  toColumn: value => value,
  packing: () => shortText,
  fromColumn: String,
  toWire: value => value,
  filter: 'equals',
  sortable: false,
};
