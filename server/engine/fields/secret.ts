import type { SecretField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText } from './packing.ts';

/** A sealed text (see sealing.ts). Reads return only whether it is set. */
export const secret: ServerFieldKind<SecretField> = {
  column: () => 'text',
  toColumn: value => value,
  // Values arriving here are already sealed text.
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
