import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalDecimal } from '../fields/parts/numbers.ts';
import {
  compare,
  equal,
  fromFen,
  greatest,
  halfUp,
  halfUp2,
  least,
  minus,
  negated,
  plus,
  sum,
  times,
  toFen,
} from './money.ts';

/** Amounts of at most twelve digits and six decimals, with the units they represent. */
const amounts = fc
  .tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    const cut = digits.length - scale;
    const sign = units < 0n ? '-' : '';
    return {
      text: `${sign}${digits.slice(0, cut)}${scale > 0 ? `.${digits.slice(cut)}` : ''}`,
      millionths: units * 10n ** BigInt(6 - scale),
    };
  });
const texts = amounts.map(({ text }) => text);
/** Millionths of an amount, calculated independently of the code under test. */
function millionthsOf(text: string): bigint {
  const canonical = canonicalDecimal(text, 6);
  if (canonical === undefined || canonical === 'tooMany') throw new Error(`${text} is no amount`);
  return BigInt(canonical.replace('.', ''));
}

describe('commission', () => {
  test.each([
    ['398.00', '.30', '119.40'],
    ['199.00', '.25', '49.75'],
    ['0.00', '.20', '0.00'],
    ['149.00', '.25', '37.25'],
    ['199', '.255', '50.75'],
    ['0.05', '.1', '0.01'],
    ['-199', '.255', '-50.75'],
    ['0.04', '.1', '0.00'],
  ])('of %s at %s is %s', (base, rate, commission) => {
    expect(halfUp2(times(base, `0${rate}`))).toBe(commission);
  });

  test('of four orders is what the settlement pays, and their bases are what was paid less what went back', () => {
    const orders = [
      { pay: '398.00', back: '0.00', rate: '0.30' },
      { pay: '199.00', back: '0.00', rate: '0.25' },
      { pay: '299.00', back: '299.00', rate: '0.20' },
      { pay: '199.00', back: '50.00', rate: '0.25' },
    ];
    const of = (rate: (order: (typeof orders)[number]) => string) =>
      sum(orders.map(order => halfUp2(times(minus(order.pay, order.back), rate(order)))));
    expect(of(order => order.rate)).toBe('206.40');
    expect(of(() => '0.05')).toBe('37.30');
    expect(sum(orders.map(({ pay }) => pay))).toBe('1095.00');
    expect(sum(orders.map(({ back }) => back))).toBe('349.00');
    expect(minus('1095.00', '349.00')).toBe('746.00');
  });
});

test('sums are exact, in any order and any parts', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 20 }), fc.nat(20), (parts, cut) => {
      const all = parts.map(({ text }) => text);
      const exact = parts.reduce((total, { millionths }) => total + millionths, 0n);
      expect(millionthsOf(sum(all))).toBe(exact);
      expect(equal(sum(all.toReversed()), sum(all))).toBe(true);
      expect(equal(plus(sum(all.slice(0, cut)), sum(all.slice(cut))), sum(all))).toBe(true);
    }),
  );
});

test('what is added and taken away again leaves the amount as it was', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(equal(minus(plus(one, other), other), one)).toBe(true);
      expect(equal(negated(negated(one)), one)).toBe(true);
      expect(sum([one, negated(one)])).toMatch(/^0\.0+$/);
    }),
  );
});

test('a product is that of the whole numbers behind the decimals', () => {
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: 0, max: 10_000 }), (one, other, count) => {
      const product = times(one.text, other.text);
      expect(equal(product, times(other.text, one.text))).toBe(true);
      const wide = halfUp(product, 12);
      expect(BigInt(wide.replace('.', ''))).toBe(one.millionths * other.millionths);
      const pieces = Array.from({ length: count % 20 }, () => one.text);
      expect(equal(times(one.text, count % 20), sum(pieces))).toBe(true);
    }),
  );
});

test('rounding moves an amount by half a fen at most, once, and alike on both sides of nought', () => {
  fc.assert(
    fc.property(texts, amount => {
      const rounded = halfUp2(amount);
      expect(rounded).toMatch(/^-?\d+\.\d{2}$/);
      expect(rounded).not.toBe('-0.00');
      const moved = millionthsOf(rounded) - millionthsOf(amount);
      expect(moved <= 5_000n && moved >= -5_000n).toBe(true);
      expect(halfUp2(rounded)).toBe(rounded);
      expect(equal(halfUp2(negated(amount)), negated(rounded))).toBe(true);
    }),
  );
});

test('amounts are compared by what they are worth', () => {
  fc.assert(
    fc.property(amounts, amounts, (one, other) => {
      const order = one.millionths < other.millionths ? -1 : one.millionths > other.millionths ? 1 : 0;
      expect(compare(one.text, other.text)).toBe(order);
      expect(equal(least(one.text, other.text), order < 0 ? one.text : other.text)).toBe(true);
      expect(equal(greatest(one.text, other.text), order > 0 ? one.text : other.text)).toBe(true);
    }),
  );
  expect(compare('9.00', '10')).toBe(-1);
  expect(equal('1', '1.00')).toBe(true);
});

test('yuan become fen and come back; part of a fen is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fen => {
      expect(toFen(fromFen(fen))).toBe(fen);
    }),
  );
  expect(toFen('12.5')).toBe(1250);
  expect(toFen('12.500')).toBe(1250);
  expect(() => toFen('0.005')).toThrow(RangeError);
  expect(() => fromFen(0.5)).toThrow(RangeError);
});

test.each(['', '1e3', '1,000.00', '.5', '5.', 'NaN', '0x10', '１'])('%s is no amount', text => {
  expect(() => sum([text])).toThrow(RangeError);
  expect(() => compare('1', text)).toThrow(RangeError);
});

test('a rate is written as text, never as a float', () => {
  expect(() => times('199.00', 0.255)).toThrow(RangeError);
  expect(times('199.00', 3)).toBe('597.00');
});
