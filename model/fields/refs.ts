import { z } from 'zod';
import type { RefsField } from '../kernel/field.ts';
import { limits } from '../limits.ts';
import type { FieldKindModel } from './kind.ts';
import { wholeNumberSchema } from './parts/numbers.ts';
import { decodeText } from './text.ts';

/** Several rows of another dataset: an array, or a comma string as the wire form has it (domain 0.1). */
export const refs: FieldKindModel<RefsField> = {
  schema: field =>
    z.preprocess(
      raw =>
        typeof raw === 'string'
          ? raw
              .split(/[,，、;；]/)
              .map(part => part.trim())
              .filter(Boolean)
          : typeof raw === 'number'
            ? [raw]
            : raw,
      z
        .array(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER))
        .max(field.max ?? limits.idsMax)
        .transform(ids => [...new Set(ids)]),
    ),
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value.join(','),
  format: () => 'text',
  width: () => 24,
};
