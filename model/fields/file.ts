import type { FileField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { pathSchema } from './parts/path.ts';
import { decodeText } from './text.ts';

/** An uploaded file. */
export const file: FieldKindModel<FileField> = {
  schema: () => pathSchema,
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'text',
  width: () => 30,
};
