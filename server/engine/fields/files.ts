import type { FilesField, ImagesField } from '@yikao/model/kernel/field.ts';
import type { ServerFieldKind } from './kind.ts';
import { longText, type Packing } from './packing.ts';

/** The paths as the text of an array: an array of arrays cannot be unnested. A path has no sign that needs quotes. */
const pathList: Packing<readonly string[]> = {
  ...longText,
  room: paths => 2 + paths.reduce((sum, path) => sum + path.length + 1, 0),
  put: (bytes, at, paths) => bytes.write(`{${paths.join(',')}}`, at, 'latin1'),
};

/** Several files, as one array column in their order: a list page and a save stay one statement. */
export const files: ServerFieldKind<FilesField | ImagesField> = {
  column: () => 'varchar(255)[]',
  toColumn: value => value,
  packing: () => pathList,
  fromColumn: value => (Array.isArray(value) ? value.map(String) : []),
  toWire: value => value,
  filter: 'none',
  sortable: false,
};
