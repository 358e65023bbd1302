import { describe, expect, test } from 'vitest';
import { compare, minus } from '../../../rules/money.ts';
import { unusedShare } from './refund-share.ts';

describe('what of a payment was not used', () => {
  test.each([
    ['199.00', '0.00', [{ usedNum: 0, countLimit: 30 }], '199.00'],
    ['199.00', '0.00', [{ usedNum: 7, countLimit: 30 }], '152.57'],
    ['199.00', '100.00', [{ usedNum: 7, countLimit: 30 }], '52.57'],
    ['199.00', '160.00', [{ usedNum: 7, countLimit: 30 }], '0.00'],
    ['199.00', '0.00', [{ usedNum: 30, countLimit: 30 }], '0.00'],
    ['199.00', '0.00', [{ usedNum: 31, countLimit: 30 }], '0.00'],
    ['299.00', '50.00', [], '249.00'],
    ['299.00', '0.00', [{ usedNum: 4, countLimit: null }], '299.00'],
    ['0.01', '0.00', [{ usedNum: 1, countLimit: 2 }], '0.01'],
    ['0.03', '0.00', [{ usedNum: 2, countLimit: 3 }], '0.01'],
  ])('%s paid, %s back, %j: %s', (pay, back, uses, share) => {
    expect(unusedShare(pay, back, uses)).toBe(share);
  });

  test('is never more than is left, and never below nothing', () => {
    for (let used = 0; used <= 30; used += 1) {
      for (const back of ['0.00', '33.33', '199.00']) {
        const share = unusedShare('199.00', back, [{ usedNum: used, countLimit: 30 }]);
        expect(compare(share, '0') >= 0 && compare(share, minus('199.00', back)) <= 0).toBe(true);
      }
    }
  });
});
