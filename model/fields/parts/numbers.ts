import { z } from 'zod';
import type { Bounds } from '../../kernel/field.ts';
import { type CellInput, CellProblem, cellText } from '../../kernel/validate/cell.ts';
import { refinement } from '../../kernel/validate/issues.ts';
import { plainForm } from '../../rules/compare-text.ts';

/** Parses JSON numbers and their text as whole numbers (domain 6, Q34); other text stays text. */
export function wholeNumber(raw: unknown): unknown {
  return typeof raw === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(raw) ? Number(raw) : raw;
}

/** The lowest value of a number: zero, unless its field says otherwise; undefined for one that may be negative at will. */
export function leastOf({ min, signed }: Bounds): number | undefined {
  return min ?? (signed ? undefined : 0);
}

/** A safe whole number within bounds. */
export function wholeNumberSchema(min: number, max: number): z.ZodType<number> {
  return z.preprocess(wholeNumber, z.int().min(min).max(max));
}

/** Reads a cell as a number's text: digits of any length, thousands separators and full-width digits. */
export function decodeNumber(cell: Exclude<CellInput, undefined>): string | number | CellProblem {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'object' && cell.kind === 'formatted') return cell.value;
  if (typeof cell === 'object' && cell.kind === 'error')
    return new CellProblem('cellError', { value: cell.text });
  if (typeof cell === 'object' && cell.kind === 'number' && cell.rounded)
    return new CellProblem('digitsLost');
  if (typeof cell === 'object' && cell.kind === 'date') return new CellProblem('notANumber');
  const plain = plainForm(cellText(cell)).replace(/(?<=\d),(?=\d{3}(\D|$))/g, '');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return new CellProblem('notANumber');
  // A program wrote out a double: its digits past the fifteenth carry no information.
  return longDecimal.test(plain) ? Number(plain) : plain;
}

/** At least sixteen digits, most of them after the point. */
const longDecimal = /^(?=[+-]?[\d.]{17,})[+-]?\d{0,12}\.\d+$/;

const decimalText = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/;

/**
 * The canonical text of a decimal: no leading zeros, exactly `scale` decimals, `-0` is `0`.
 * Undefined when the text is no decimal; `'tooMany'` when it has more decimals than `scale`.
 */
export function canonicalDecimal(raw: string, scale: number): string | 'tooMany' | undefined {
  const match = decimalText.exec(raw.trim());
  if (!match || !/\d/.test(raw)) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > scale) return 'tooMany';
  const digits = `${whole || '0'}${scale > 0 ? `.${fraction.padEnd(scale, '0')}` : ''}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** An exact decimal of `scale` places and at most 15 digits, from JSON numbers or text, canonical text inside. */
export function decimalSchema(scale: number, min?: number, max?: number): z.ZodType<string> {
  return z.union([z.string().max(40), z.number()]).transform((raw, context) => {
    const plain = typeof raw === 'number' ? plainNumber(raw, scale) : raw;
    const canonical = canonicalDecimal(plain, scale);
    const problem =
      canonical === undefined
        ? refinement('notANumber')
        : canonical === 'tooMany'
          ? refinement('tooManyDecimals', { scale })
          : canonical.replace(/\D/g, '').length > 15
            ? refinement('tooBig', { max: '9'.repeat(15 - scale) })
            : min !== undefined && Number(canonical) < min
              ? refinement('tooSmall', { min })
              : max !== undefined && Number(canonical) > max
                ? refinement('tooBig', { max })
                : undefined;
    if (problem || canonical === undefined) {
      context.addIssue({ code: 'custom', ...problem });
      return z.NEVER;
    }
    return canonical;
  });
}

/**
 * A double as decimal text, rounded to the fifteen digits a double and a cell hold, which removes artefacts such as
 * 0.30000000000000004.
 */
function plainNumber(value: number, scale: number): string {
  const text = String(value);
  if (!/[e]/.test(text) && (text.split('.')[1]?.length ?? 0) <= scale) return text;
  const shortened = Number(value.toPrecision(15));
  return Math.abs(shortened) < 1e-6 || Math.abs(shortened) >= 1e15
    ? shortened.toFixed(20).slice(0, 40)
    : String(shortened);
}
