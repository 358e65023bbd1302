import type { CodesField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText, type Packing } from './packing.ts';

const isNumeric = (field: CodesField) => field.of.items.every(item => typeof item.code === 'number');

/** The codes as the text of an array: an array of arrays cannot be unnested. A code has no sign that needs quotes. */
const codeList: Packing<readonly (number | string)[]> = {
  ...longText,
  room: codes => 2 + codes.reduce<number>((sum, one) => sum + String(one).length * 3 + 1, 0),
  put: (bytes, at, codes) => bytes.write(`{${codes.join(',')}}`, at, 'utf8'),
};

/** Several codes of a closed set, as one array column; on the wire a comma string (domain 0.1). */
export const codes: ServerFieldKind<CodesField> = {
  column: field => (isNumeric(field) ? 'smallint[]' : 'varchar(32)[]'),
  toColumn: value => value,
  packing: () => codeList,
  fromColumn: value => (Array.isArray(value) ? value : []),
  toWire: value => value.join(','),
  filter: 'overlaps',
  sortable: false,
};
