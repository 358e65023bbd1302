import type { FileField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { shortText } from './packing.ts';

/** Path of a file. */
export const file: ServerFieldKind<FileField> = {
  column: () => 'varchar(255)',
  toColumn: value => value,
  packing: () => shortText,
  fromColumn: String,
  toWire: value => value,
  filter: 'none',
  sortable: false,
};
