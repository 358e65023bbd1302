import { z } from 'zod';
import type { TextField } from '../kernel/field.ts';
import { type CellInput, CellProblem, cellText } from '../kernel/validate/cell.ts';
import { refinement } from '../kernel/validate/issues.ts';
import { plainForm, privateUse, withoutMarks, withoutStrayMarks } from '../rules/compare-text.ts';
import type { FieldKindModel } from './kind.ts';
import { formatOf } from './parts/formats.ts';

/** Line and page breaks of word processors. */
const softBreaks = /[\v\f]/g;

// Control characters are not text, except tab and line breaks; the database cannot store NUL at all.
const controls = /(?![\t\n\r])\p{Cc}/gu;

/** Removes characters that cannot be stored or displayed: control characters and unpaired surrogates. */
export function cleanText(text: string): string {
  return text
    .replace(softBreaks, '\n')
    .replace(controls, '')
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
}

/** The longest single-line text treated as a name; longer texts are prose. */
const longestName = 128;

/** Reports whether a field holds prose, where most characters are allowed, rather than a name or a code. */
function isFree(field: TextField): boolean {
  return field.multiline === true || (field.max > longestName && field.format === undefined);
}

/**
 * Removes invisible characters from a text. Names, titles and codes lose all of them; prose keeps those that join
 * emoji. Texts with a format, except addresses, are also converted to half-width characters.
 */
function withoutUnseen(field: TextField, text: string): string {
  if (isFree(field)) return withoutStrayMarks(text);
  return field.format === undefined || field.format === 'url' ? withoutMarks(text) : plainForm(text);
}

/** Excel's form of a number of twelve or more digits in a csv; the remaining digits are lost. */
const shortened = /^\d(?:\.\d+)?E\+(?:1[1-9]|[2-9]\d)$/;

/** Reads a cell as text; a number that has lost digits in the file is refused, not guessed. */
export function decodeText(cell: Exclude<CellInput, undefined>): string | CellProblem {
  if (typeof cell === 'object' && cell.kind === 'error')
    return new CellProblem('cellError', { value: cell.text });
  if (typeof cell === 'object' && cell.kind === 'number' && cell.rounded)
    return new CellProblem('digitsLost');
  if (typeof cell === 'string' && shortened.test(cell.trim())) return new CellProblem('digitsLost');
  return typeof cell === 'string' ? cell : cellText(cell);
}

/** Text of one line, or of several when declared so. Ends are trimmed; length is counted in characters. */
export const text: FieldKindModel<TextField> = {
  schema(field) {
    const format = formatOf(field.format);
    if (format?.verbatim) return z.string().refine(format.fits, refinement(format.code));
    const clean = z.string().transform(raw => {
      const cleaned = withoutUnseen(field, cleanText(raw)).trim();
      const line = field.multiline ? cleaned : cleaned.replaceAll('\n', ' ');
      return format?.tidy?.(line) ?? line;
    });
    const bounded = clean.pipe(z.string().min(1).max(field.max));
    if (format) {
      return bounded.superRefine((value, context) => {
        if (format.fits(value)) return;
        context.addIssue({ code: 'custom', ...refinement(format.code, format.told?.(value)) });
      });
    }
    if (isFree(field)) return bounded;
    return bounded.superRefine((value, context) => {
      const sign = privateUse(value);
      const code = sign?.codePointAt(0)?.toString(16).toUpperCase();
      if (code) context.addIssue({ code: 'custom', ...refinement('privateUse', { code }) });
      // A list shows masked numbers, and a mask must not overwrite the number.
      if (field.personal && value.includes('*'))
        context.addIssue({ code: 'custom', ...refinement('masked') });
    });
  },
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'text',
  width: field => Math.min(40, Math.max(12, field.max / 2)),
};
