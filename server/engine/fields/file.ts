import type { FileField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { textLiteral } from './literals.ts';

/** Path of a file. */
export const file: ServerFieldKind<FileField> = {
  column: () => 'varchar(255)',
  toColumn: value => value,
  literal: textLiteral,
  fromColumn: String,
  toWire: value => value,
  filter: 'none',
  sortable: false,
};
