import { z } from 'zod';
import { type CellInput, CellProblem, cellText } from '../kernel/cell.ts';
import type { TextField } from '../kernel/field.ts';
import { refinement } from '../kernel/issues.ts';
import { formatOf } from './formats.ts';
import type { FieldKindModel } from './kind.ts';

// Control characters are no text, but for tab and line breaks; NUL cannot be stored by the database at all.
const controls = /(?![\t\n\r])\p{Cc}/gu;

/** Removes what cannot be stored or seen: control characters and halves of surrogate pairs. */
export function cleanText(text: string): string {
  return text.replace(controls, '').toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** How Excel writes a number of twelve digits and more into a csv; the rest of its digits is lost. */
const shortened = /^\d\.\d+E\+(?:1[1-9]|[2-9]\d)$/;

/** Reads a cell as text; a number that has lost digits in the file is refused, not guessed (workbooks.md). */
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
      const cleaned = cleanText(raw).trim();
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
    // What a list shows of a number is not the number, and must not take its place.
    return field.personal ? bounded.refine(value => !value.includes('*'), refinement('masked')) : bounded;
  },
  decode: (_, cell) => decodeText(cell),
  encode: (_, value) => value,
  format: () => 'text',
  width: field => Math.min(40, Math.max(12, field.max / 2)),
};
