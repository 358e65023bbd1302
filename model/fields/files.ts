import { z } from 'zod';
import type { FilesField, ImagesField } from '../kernel/field.ts';
import { refinement } from '../kernel/validate/issues.ts';
import { limits } from '../limits.ts';
import type { FieldKindModel } from './kind.ts';
import { pathSchema } from './parts/path.ts';
import { decodeText } from './text.ts';

/** Several uploaded files in order, without duplicates. */
export const files: FieldKindModel<FilesField | ImagesField> = {
  schema(field) {
    const max = field.max ?? limits.filesMax;
    return z
      .array(pathSchema)
      .transform(paths => [...new Set(paths)])
      .refine(paths => paths.length <= max, refinement('tooMany', { max }));
  },
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value.join(','),
  format: () => 'text',
  width: () => 30,
};
