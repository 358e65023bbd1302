import { describe, expect, test } from 'vitest';
import { compare, minus } from '../../../rules/money.ts';
import { type CouponTerms, couponSaving } from './coupon-price.ts';

const terms = (some: Partial<CouponTerms>): CouponTerms => ({
  couponType: 3,
  amount: null,
  discount: null,
  maxAmount: null,
  threshold: null,
  ...some,
});

describe('what a coupon takes off', () => {
  test.each([
    [
      'a total that reaches its threshold',
      '200.00',
      { couponType: 1, amount: '30.00', threshold: '200.00' },
      '30.00',
    ],
    [
      'a total a fen below its threshold',
      '199.99',
      { couponType: 1, amount: '30.00', threshold: '200.00' },
      undefined,
    ],
    ['a fifth, rounded half up to the fen', '199.99', { couponType: 2, discount: '0.80' }, '40.00'],
    [
      'a discount up to its cap',
      '398.00',
      { couponType: 2, discount: '0.50', maxAmount: '100.00' },
      '100.00',
    ],
    ['an amount at once', '99.00', { amount: '20.00' }, '20.00'],
    ['no more than leaves a fen to pay', '20.00', { amount: '20.00' }, '19.99'],
    ['no more than leaves a fen of a small price', '5.00', { amount: '20.00' }, '4.99'],
    ['nothing of what costs one fen', '0.01', { amount: '20.00' }, '0.00'],
    ['nothing of what is free', '0.00', { amount: '20.00' }, '0.00'],
  ] as const)('%s', (_, total, some, saved) => {
    expect(couponSaving(total, terms(some))).toBe(saved);
  });

  test('never leaves less than a fen of a price, nor more than the price', () => {
    for (let fen = 0; fen < 3_000; fen += 7) {
      const total = (fen / 100).toFixed(2);
      for (const coupon of [
        terms({ amount: '12.34' }),
        terms({ couponType: 2, discount: '0.01' }),
        terms({ couponType: 2, discount: '0.99', maxAmount: '0.05' }),
        terms({ couponType: 1, amount: '8.88', threshold: '0.00' }),
      ]) {
        const left = minus(total, couponSaving(total, coupon) ?? '0');
        expect(compare(left, total)).toBeLessThanOrEqual(0);
        expect(compare(left, fen === 0 ? '0' : '0.01')).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
