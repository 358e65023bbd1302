import type { LinesField } from '@yikao/model/kernel/field.ts';
import { storableJson } from '../write/storable.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText, type Packing } from './packing.ts';

const lineList: Packing<readonly object[]> = {
  ...longText,
  room: value => longText.room(storableJson(value)),
  put: (bytes, at, value) => longText.put(bytes, at, storableJson(value)),
};

/** A small table stored in its row: an array of objects with amounts as text, so that none is rounded. */
export const lines: ServerFieldKind<LinesField> = {
  column: () => 'jsonb',
  toColumn: value => storableJson(value),
  packing: () => lineList,
  fromColumn: value => (Array.isArray(value) ? value : []),
  toWire: value => value,
  filter: 'none',
  sortable: false,
  heavy: true,
};
