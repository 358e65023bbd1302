import type { RefsField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText, type Packing } from './packing.ts';

/** The members as the text of an array: an array of arrays cannot be unnested. */
const memberList: Packing<readonly number[]> = {
  ...longText,
  room: members => 2 + members.length * 17,
  put: (bytes, at, members) => bytes.write(`{${members.join(',')}}`, at, 'latin1'),
};

/**
 * Several rows, as one array column with an index of its members instead of a join table: a list page and
 * an imported row stay one statement. On the wire it is a comma string (domain 0.1).
 */
export const refs: ServerFieldKind<RefsField> = {
  column: () => 'bigint[]',
  toColumn: value => value,
  packing: () => memberList,
  fromColumn: value => (Array.isArray(value) ? value.map(Number) : []),
  toWire: value => value.join(','),
  filter: 'overlaps',
  sortable: false,
};
