import type { RichTextField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText } from './packing.ts';

/** Sanitised HTML. */
export const richText: ServerFieldKind<RichTextField> = {
  column: () => 'text',
  toColumn: value => value,
  packing: () => longText,
  fromColumn: String,
  toWire: value => value,
  filter: 'none',
  sortable: false,
  heavy: true,
};
