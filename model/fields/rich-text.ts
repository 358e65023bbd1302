import { z } from 'zod';
import type { RichTextField } from '../kernel/field.ts';
import { refinement } from '../kernel/validate/issues.ts';
import { limits } from '../limits.ts';
import { withoutStrayMarks } from '../rules/compare-text.ts';
import type { FieldKindModel } from './kind.ts';
import { cleanText, decodeText } from './text.ts';

/** The number of characters of the words of `html`: spaces in a row count once, entities as they are written. */
export function wordsIn(html: string): number {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim().length;
}

/**
 * HTML; cleaned of everything that could run by the server when it is written, and again when shown, by the list of
 * `model/rules/rich-text/elements.ts`. Pictures of other sites may stay at their https addresses; what takes them into
 * our own store begins behind `sanitiseHtml` (`server/engine/write/sanitise.ts`).
 */
export const richText: FieldKindModel<RichTextField> = {
  schema: () =>
    z
      .string()
      .transform(raw => withoutStrayMarks(cleanText(raw)))
      .pipe(
        z
          .string()
          .max(limits.richText)
          .refine(
            html => wordsIn(html) <= limits.richTextWords,
            refinement('tooLong', { max: limits.richTextWords }),
          ),
      ),
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'text',
  width: () => 40,
};
