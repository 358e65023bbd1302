import type { ImageField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { pathSchema } from './parts/path.ts';
import { decodeText } from './text.ts';

/** An uploaded image: jpeg, png, gif or webp, checked by its bytes when it was uploaded (domain 4.14). */
export const image: FieldKindModel<ImageField> = {
  schema: () => pathSchema,
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'text',
  width: () => 30,
};
