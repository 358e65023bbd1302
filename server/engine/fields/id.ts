import type { IdField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { numberLiteral } from './literals.ts';

/** The number of a row. */
export const id: ServerFieldKind<IdField> = {
  column: () => 'bigint',
  toColumn: value => value,
  literal: numberLiteral,
  fromColumn: Number,
  toWire: value => value,
  filter: 'equals',
  sortable: true,
};
