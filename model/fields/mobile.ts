import { z } from 'zod';
import type { MobileField } from '../kernel/field.ts';
import { refinement } from '../kernel/validate/issues.ts';
import { plainForm } from '../rules/compare-text.ts';
import type { FieldKindModel } from './kind.ts';
import { decodeText } from './text.ts';

/** The code of China, or the 0 of a call from another place, before a mobile number. */
const prefix = /^(?:(?:\+|00)?86|0)(?=1[3-9]\d{9}$)/;

/**
 * Returns the 11 digits of a mobile number as people and phones write it: `+86 138-0000-0000`, `(86)13800000000`,
 * full-width digits, with invisible marks. Any other text is returned without spaces and matches no mobile number.
 */
export function plainMobile(text: string): string {
  return plainForm(text)
    .replace(/^(?:tel:|')|\.0+$/gi, '')
    .replace(/[\s()./\p{Pd}\u2212\u00B7]/gu, '')
    .replace(prefix, '');
}

/** An 11-digit mobile number of China (domain 4.14). */
export const mobile: FieldKindModel<MobileField> = {
  schema: () =>
    z.preprocess(
      raw => (typeof raw === 'number' || typeof raw === 'string' ? plainMobile(String(raw)) : raw),
      z.string().refine(value => /^1[3-9]\d{9}$/.test(value), refinement('notAMobile')),
    ),
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'text',
  width: () => 14,
};
