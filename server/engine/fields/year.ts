import type { YearField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { numberLiteral } from './literals.ts';

/** A year. */
export const year: ServerFieldKind<YearField> = {
  column: () => 'smallint',
  toColumn: value => value,
  literal: numberLiteral,
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
