/**
 * Exact decimal arithmetic. An amount is text such as `12.50`, as stored in `numeric` columns and in fields of the
 * kinds `money` and `decimal`, and never a float, so that sums of items equal their totals. Do not add text with `+` or
 * compare it with `<`; use these functions. All of them throw a RangeError for text that is not a decimal.
 */

/** A decimal taken apart: `units` over ten to the power of `scale`. */
interface Parts {
  readonly units: bigint;
  readonly scale: number;
}

/** Decimals of an amount of money. */
const fenScale = 2;

function partsOf(amount: string): Parts {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) throw new RangeError(`${amount.slice(0, 64)} is no decimal`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** Converts a decimal to units of a scale not smaller than its own. */
function unitsAt({ units, scale }: Parts, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

function textOf({ units, scale }: Parts): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${scale > 0 ? `.${digits.slice(cut)}` : ''}`;
}

/** The sum of any number of amounts, `0.00` for none, with at least two decimals and as many as the longest amount. */
export function sum(amounts: Iterable<string>): string {
  const parts = Array.from(amounts, partsOf);
  const scale = Math.max(fenScale, ...parts.map(part => part.scale));
  return textOf({ units: parts.reduce((total, part) => total + unitsAt(part, scale), 0n), scale });
}

/** `amount + other`, exact. */
export function plus(amount: string, other: string): string {
  return sum([amount, other]);
}

/** `amount − other`, exact. */
export function minus(amount: string, other: string): string {
  return sum([amount, negated(other)]);
}

/** The amount with the opposite sign and the same decimals; zero stays zero. */
export function negated(amount: string): string {
  const { units, scale } = partsOf(amount);
  return textOf({ units: -units, scale });
}

/** `amount × factor` with all its decimals, such as a price times a rate or a quantity; see {@link halfUp2}. */
export function times(amount: string, factor: string | number | bigint): string {
  // A float has no exact decimal text, so a numeric factor must be a whole number.
  if (typeof factor === 'number' && !Number.isSafeInteger(factor))
    throw new RangeError(`${factor} is no whole number; write a rate as text`);
  const one = partsOf(amount);
  const other = partsOf(String(factor));
  return textOf({ units: one.units * other.units, scale: one.scale + other.scale });
}

/**
 * Rounds an amount to a number of decimals, half away from zero, so that a reversed amount rounds to exactly the
 * opposite.
 */
export function halfUp(amount: string, decimals: number): string {
  const parts = partsOf(amount);
  if (parts.scale <= decimals) return textOf({ units: unitsAt(parts, decimals), scale: decimals });
  const cut = 10n ** BigInt(parts.scale - decimals);
  const magnitude = parts.units < 0n ? -parts.units : parts.units;
  const rounded = (magnitude * 2n + cut) / (cut * 2n);
  return textOf({ units: parts.units < 0n ? -rounded : rounded, scale: decimals });
}

/** An amount rounded to the fen (domain 4.10): `halfUp2(times('199', '0.255'))` is `50.75`. */
export function halfUp2(amount: string): string {
  return halfUp(amount, fenScale);
}

/** Negative if `amount` is less than `other`, positive if greater, 0 if equal. */
export function compare(amount: string, other: string): -1 | 0 | 1 {
  const [one, two] = [partsOf(amount), partsOf(other)];
  const scale = Math.max(one.scale, two.scale);
  const difference = unitsAt(one, scale) - unitsAt(two, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Reports whether two amounts are worth the same, however many decimals they are written with. */
export function equal(amount: string, other: string): boolean {
  return compare(amount, other) === 0;
}

/** The smallest of some amounts. */
export function least(first: string, ...others: string[]): string {
  return others.reduce((found, amount) => (compare(amount, found) < 0 ? amount : found), first);
}

/** The largest of some amounts. */
export function greatest(first: string, ...others: string[]): string {
  return others.reduce((found, amount) => (compare(amount, found) > 0 ? amount : found), first);
}

/**
 * Converts yuan to whole fen, as payment vendors expect. Throws a RangeError for fractions of a fen and for amounts
 * beyond a safe integer.
 */
export function toFen(amount: string): number {
  const fen = Number(unitsAt(partsOf(halfUp2(amount)), fenScale));
  if (!equal(halfUp2(amount), amount)) throw new RangeError(`${amount} has part of a fen`);
  if (!Number.isSafeInteger(fen)) throw new RangeError(`${amount} is too much`);
  return fen;
}

/** Converts whole fen from a vendor to yuan: `1250` becomes `12.50`. */
export function fromFen(fen: number | bigint): string {
  if (typeof fen === 'number' && !Number.isSafeInteger(fen))
    throw new RangeError(`${fen} is no number of fen`);
  return textOf({ units: BigInt(fen), scale: fenScale });
}
