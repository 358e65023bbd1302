import type { SecretField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText } from './packing.ts';

/** A sealed text (see sealing.ts). What is read of it is whether there is one. */
export const secret: ServerFieldKind<SecretField> = {
  column: () => 'text',
  toColumn: value => value,
  // What comes here has been sealed, and is text.
  packing: () => ({
    ...longText,
    room: value => longText.room(String(value)),
    put: (bytes, at, value) => longText.put(bytes, at, String(value)),
  }),
  canonicalSql: column => `nullif(${column} is not null, false)`,
  fromColumn: () => true,
  toWire: () => true,
  filter: 'none',
  sortable: false,
};
