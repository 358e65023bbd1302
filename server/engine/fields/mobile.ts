import type { MobileField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { textLiteral } from './literals.ts';

/** A mobile number. */
export const mobile: ServerFieldKind<MobileField> = {
  column: () => 'varchar(11)',
  toColumn: value => value,
  literal: textLiteral,
  fromColumn: String,
  toWire: value => value,
  filter: 'contains',
  sortable: true,
};
