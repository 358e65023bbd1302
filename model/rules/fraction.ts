/**
 * Exact fractions for division: `R/3*3` is `R` again, and a result is rounded once, at the end. Use `money.ts` for
 * decimals that are only added and multiplied.
 */

/** A fraction with a denominator `below` greater than zero, not in lowest terms. */
export interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

/** The fraction of a decimal such as `12.50` or a whole number. Throws a RangeError for other text. */
export function fraction(decimal: string | number | bigint): Fraction {
  // A float has no exact decimal text.
  if (typeof decimal === 'number' && !Number.isSafeInteger(decimal))
    throw new RangeError(`${decimal} is no whole number; write it as text`);
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(decimal));
  if (!match) throw new RangeError(`${String(decimal).slice(0, 64)} is no decimal`);
  const [, sign = '', whole = '', digits = ''] = match;
  const above = BigInt(whole + digits);
  return { above: sign === '-' ? -above : above, below: 10n ** BigInt(digits.length) };
}

/** `one + other`. */
export function added(one: Fraction, other: Fraction): Fraction {
  if (one.below === other.below) return { above: one.above + other.above, below: one.below };
  return { above: one.above * other.below + other.above * one.below, below: one.below * other.below };
}

/** The fraction with the other sign. */
export function opposite({ above, below }: Fraction): Fraction {
  return { above: -above, below };
}

/** `one × other`. */
export function multiplied(one: Fraction, other: Fraction): Fraction {
  return { above: one.above * other.above, below: one.below * other.below };
}

/** `one ÷ other`. Throws a RangeError if `other` is zero. */
export function divided(one: Fraction, other: Fraction): Fraction {
  if (other.above === 0n) throw new RangeError('Division by nought');
  const sign = other.above < 0n ? -1n : 1n;
  return { above: one.above * other.below * sign, below: one.below * other.above * sign };
}

/** Negative if `one` is less than `other`, positive if greater, 0 if equal. */
export function compared(one: Fraction, other: Fraction): -1 | 0 | 1 {
  const difference = one.above * other.below - other.above * one.below;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounding of a fraction to a decimal: half away from zero, truncated, down or up. */
export type Rounding = 'halfUp' | 'cut' | 'down' | 'up';

/** Rounds the fraction to a number of decimals. */
export function rounded(value: Fraction, decimals: number, how: Rounding): Fraction {
  const below = 10n ** BigInt(decimals);
  const scaled = value.above * below;
  const magnitude = scaled < 0n ? -scaled : scaled;
  const sign = scaled < 0n ? -1n : 1n;
  if (how === 'halfUp') return { above: (sign * (magnitude * 2n + value.below)) / (value.below * 2n), below };
  const cut = sign * (magnitude / value.below);
  const whole = magnitude % value.below === 0n;
  const step =
    whole || how === 'cut' ? 0n : how === 'down' && sign < 0n ? -1n : how === 'up' && sign > 0n ? 1n : 0n;
  return { above: cut + step, below };
}

/** The fraction as text with this many decimals: `decimalText(fraction('2.345'), 2, 'halfUp')` is `2.35`. */
export function decimalText(value: Fraction, decimals: number, how: Rounding): string {
  const { above } = rounded(value, decimals, how);
  const digits = String(above < 0n ? -above : above).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${above < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ''}`;
}
