/**
 * Exact fractions, for what is divided: `R/3*3` is `R` again, and what is rounded is rounded once, at the end. Decimals
 * that are only added and multiplied are the business of `money.ts`.
 */

/** A fraction; `below` is above nought. It is not kept in lowest terms. */
export interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

/** The fraction of a decimal such as `12.50` or a whole number. Throws a RangeError for text that is no decimal. */
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

/** `one ÷ other`. Throws a RangeError where `other` is nought. */
export function divided(one: Fraction, other: Fraction): Fraction {
  if (other.above === 0n) throw new RangeError('Division by nought');
  const sign = other.above < 0n ? -1n : 1n;
  return { above: one.above * other.below * sign, below: one.below * other.above * sign };
}

/** Below nought where `one` is less than `other`, above it where it is more, 0 where they are worth the same. */
export function compared(one: Fraction, other: Fraction): -1 | 0 | 1 {
  const difference = one.above * other.below - other.above * one.below;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** How a fraction becomes a decimal: a half goes away from nought, what is too much is cut off, or it goes down or up. */
export type Rounding = 'halfUp' | 'cut' | 'down' | 'up';

/** The fraction brought to so many decimals. */
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

/** The fraction as text with so many decimals: `decimalText(fraction('2.345'), 2, 'halfUp')` is `2.35`. */
export function decimalText(value: Fraction, decimals: number, how: Rounding): string {
  const { above } = rounded(value, decimals, how);
  const digits = String(above < 0n ? -above : above).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${above < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ''}`;
}
