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
  // Secrets are never exported, and a placeholder must not be imported as one.
  encode: () => null,
  format: () => 'text',
  width: () => 20,
};
