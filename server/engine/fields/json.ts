import type { JsonField } from '@yikao/model/kernel/field.ts';
import { storableJson } from '../write/storable.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText, type Packing } from './packing.ts';

const jsonText: Packing<unknown> = {
  ...longText,
  room: value => longText.room(storableJson(value)),
  put: (bytes, at, value) => longText.put(bytes, at, storableJson(value)),
};

/** Any JSON value. */
export const json: ServerFieldKind<JsonField> = {
  column: () => 'jsonb',
  toColumn: value => storableJson(value),
  packing: () => jsonText,
  fromColumn: value => value,
  toWire: value => value,
  filter: 'none',
  sortable: false,
  heavy: true,
};
