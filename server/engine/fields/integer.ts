import type { IntegerField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { numberLiteral } from './literals.ts';

/** A whole number. */
export const integer: ServerFieldKind<IntegerField> = {
  column: () => 'integer',
  toColumn: value => value,
  literal: numberLiteral,
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
