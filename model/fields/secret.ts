import { z } from 'zod';
import type { SecretField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { cleanText, decodeText } from './text.ts';

/** A secret of somebody else's system. Ends are trimmed: what is copied from a web page brings blanks along. */
export const secret: FieldKindModel<SecretField> = {
  schema: field =>
    z
      .string()
      .transform(raw =>
        field.multiline ? cleanText(raw).trim() : cleanText(raw).trim().replaceAll('\n', ' '),
      )
      .pipe(z.string().min(1).max(field.max)),
  decode: (_, cell) => decodeText(cell),
  // No sheet has a column of secrets; a sign of one must not be taken for it.
  encode: () => null,
  format: () => 'text',
  width: () => 20,
};
