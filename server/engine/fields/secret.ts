import type { SecretField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText } from './packing.ts';

/**
 * A sealed text (see sealing.ts). Reads return whether it is set, or its first characters with the rest masked if the
 * field keeps those (`select.ts`).
 */
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
  fromColumn: value => (typeof value === 'string' ? value : true),
  toWire: value => value,
  filter: 'none',
  sortable: false,
};
