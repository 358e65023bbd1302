import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, fromFen, minus, sum } from '../../../rules/money.ts';
import { commissionOf, itemKinds, settleTotals } from './commission.ts';

const order = (payAmount: string, refundAmount: string, commissionRate: string) => ({
  payAmount,
  refundAmount,
  commissionRate,
  parentRate: '0.05',
  agentRate: null,
});

test('commission is rounded order by order and then added up (domain 4.10)', () => {
  const orders = [
    order('398.00', '0.00', '0.30'),
    order('199.00', '0.00', '0.25'),
    order('299.00', '299.00', '0.20'),
    order('199.00', '50.00', '0.25'),
  ];
  const lines = orders.map(one => ({ itemKind: itemKinds.order, ...one, ...commissionOf(one) }));
  expect(lines.map(line => line.commission)).toEqual(['119.40', '49.75', '0.00', '37.25']);
  expect(lines.map(line => line.parentCommission)).toEqual(['19.90', '9.95', '0.00', '7.45']);
  expect(settleTotals(lines, '0.00')).toMatchObject({
    orderNum: 4,
    orderAmount: '1095.00',
    refundAmount: '349.00',
    baseAmount: '746.00',
    commission: '206.40',
    parentCommission: '37.30',
    payableAmount: '206.40',
  });
});

test('half a fen goes up', () => {
  expect(commissionOf(order('199.00', '0.00', '0.255')).commission).toBe('50.75');
  expect(commissionOf(order('0.05', '0.00', '0.1')).commission).toBe('0.01');
});

test('an agency gets no more than its partner does', () => {
  const shared = { ...order('100.00', '0.00', '0.10'), agentRate: '0.40' };
  expect(commissionOf(shared)).toMatchObject({ commission: '10.00', agentCommission: '10.00' });
  expect(commissionOf({ ...shared, agentRate: '0.04' }).agentCommission).toBe('4.00');
  expect(commissionOf({ ...shared, commissionRate: null }).agentCommission).toBe('0.00');
});

test('whatever is paid and given back, corrections lead to what the order comes to in the end', () => {
  const rate = fc
    .integer({ min: 0, max: 10_000 })
    .map(part => `${Math.floor(part / 10_000)}.${String(part % 10_000).padStart(4, '0')}`);
  const history = fc.record({
    paid: fc.integer({ min: 1, max: 10_000_00 }),
    parts: fc.array(fc.nat(100), { maxLength: 6 }),
    rate,
  });
  fc.assert(
    fc.property(history, ({ paid, parts, rate }) => {
      let left = paid;
      let refunded = 0;
      let settled = '0.00';
      for (const part of [0, ...parts]) {
        const back = Math.floor((left * part) / 100);
        refunded += back;
        left -= back;
        const { commission, base } = commissionOf({
          ...order(fromFen(paid), fromFen(refunded), rate),
          parentRate: null,
        });
        settled = sum([settled, minus(commission, settled)]);
        expect(settled).toBe(commission);
        expect(compare(commission, base)).toBeLessThanOrEqual(0);
        expect(compare(commission, '0')).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
