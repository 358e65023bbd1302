import { z } from 'zod';
import { type CellInput, CellProblem, cellText } from '../kernel/cell.ts';
import { refinement } from '../kernel/issues.ts';

/** JSON numbers and their text are both taken for a whole number (domain 6, Q34); text that is none stays text. */
export function wholeNumber(raw: unknown): unknown {
  return typeof raw === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(raw) ? Number(raw) : raw;
}

/** A safe whole number within bounds. */
export function wholeNumberSchema(min: number, max: number): z.ZodType<number> {
  return z.preprocess(wholeNumber, z.int().min(min).max(max));
}

/** Words that published tables write after a number of points or people, and how they name the class at the end. */
const unit = /(?<=[\d\uFF10-\uFF19])\s*(?:分|人|名)\s*$/;
const openEnd = /(?<=[\d\uFF10-\uFF19分])\s*(?:及|或)?(?:以上|以下)\s*$/;

/** A cell without the unit that is written after its points or people, and without `及以上` where a class may be open. */
export function countedIn(
  cell: Exclude<CellInput, undefined>,
  openEnded = false,
): Exclude<CellInput, undefined> {
  if (typeof cell !== 'string') return cell;
  return (openEnded ? cell.replace(openEnd, '') : cell).replace(unit, '');
}

/** Reads a cell as a number's text: digits of any length, thousands separators and full-width digits. */
export function decodeNumber(cell: Exclude<CellInput, undefined>): string | number | CellProblem {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'object' && cell.kind === 'error')
    return new CellProblem('cellError', { value: cell.text });
  if (typeof cell === 'object' && cell.kind === 'number' && cell.rounded)
    return new CellProblem('digitsLost');
  if (typeof cell === 'object' && cell.kind === 'date') return new CellProblem('notANumber');
  const plain = cellText(cell)
    .normalize('NFKC')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? plain : new CellProblem('notANumber');
}

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
 * A double as decimal text. What arithmetic in a workbook leaves behind (0.30000000000000004) is rounded away
 * at the fifteenth digit, which is all that a double and a cell hold.
 */
function plainNumber(value: number, scale: number): string {
  const text = String(value);
  if (!/[e]/.test(text) && (text.split('.')[1]?.length ?? 0) <= scale) return text;
  const shortened = Number(value.toPrecision(15));
  return Math.abs(shortened) < 1e-6 || Math.abs(shortened) >= 1e15
    ? shortened.toFixed(20).slice(0, 40)
    : String(shortened);
}
