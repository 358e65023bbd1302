import type { ImageField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { textLiteral } from './literals.ts';

/** Path of an image. */
export const image: ServerFieldKind<ImageField> = {
  column: () => 'varchar(255)',
  toColumn: value => value,
  literal: textLiteral,
  fromColumn: String,
  toWire: value => value,
  filter: 'none',
  sortable: false,
};
