import type { ImageField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { shortText } from './packing.ts';

/** Path of an image. */
export const image: ServerFieldKind<ImageField> = {
  column: () => 'varchar(255)',
  toColumn: value => value,
  packing: () => shortText,
  fromColumn: String,
  toWire: value => value,
  filter: 'none',
  sortable: false,
};
