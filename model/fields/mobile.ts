import { z } from 'zod';
import type { MobileField } from '../kernel/field.ts';
import { refinement } from '../kernel/issues.ts';
import type { FieldKindModel } from './kind.ts';
import { decodeText } from './text.ts';

/** An 11-digit mobile number of China (domain 4.14). */
export const mobile: FieldKindModel<MobileField> = {
  schema: () =>
    z.preprocess(
      raw =>
        typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.replace(/[\s-]/g, '') : raw,
      z.string().refine(value => /^1[3-9]\d{9}$/.test(value), refinement('notAMobile')),
    ),
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'text',
  width: () => 14,
};
