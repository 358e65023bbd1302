import { z } from 'zod';
import type { SecretField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { cleanText, decodeText } from './text.ts';

/** A secret for an outside system. It is trimmed, since copying from a web page adds spaces. */
export const secret: FieldKindModel<SecretField> = {
  schema: field =>
    z
      .string()
      .transform(raw =>
        field.multiline ? cleanText(raw).trim() : cleanText(raw).trim().replaceAll('\n', ' '),
      )
      .pipe(z.string().min(1).max(field.max)),
  decode: (_, cell) => decodeText(cell),
  // A placeholder must not be imported as a secret. One that is exported has been opened for it.
  encode: (field, value) => (field.exported === true && typeof value === 'string' ? value : null),
  format: () => 'text',
  width: () => 20,
};
