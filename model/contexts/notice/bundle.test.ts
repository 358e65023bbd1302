import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../../rules/money.ts';
import { bundleOf, bundleValues, joinBundles, type NoticeBundle } from './bundle.ts';
import { noticeSentence } from './events.ts';

const at = '2026-03-02 09:00:00';
const joined = (event: 'leadAssigned' | 'orderPaid', bundles: readonly NoticeBundle[]) =>
  bundles.reduce((first, more) => joinBundles(event, first, more));

describe('a bundle of notices', () => {
  test('counts every occasion and adds every amount, in whatever parts they are joined', () => {
    const orders = fc.array(
      fc.record({ order: fc.string({ minLength: 1, maxLength: 4 }), fen: fc.nat(1_000_000) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(orders, fc.nat(40), (paid, cut) => {
        const amounts = paid.map(({ fen }) => (fen / 100).toFixed(2));
        const each = paid.map(({ order }, n) => bundleOf({ order, amount: amounts[n] ?? '' }, n, at));
        const parts = [each.slice(0, cut), each.slice(cut)].filter(part => part.length > 0);
        const whole = joined(
          'orderPaid',
          parts.map(part => joined('orderPaid', part)),
        );
        expect(whole).toEqual(joined('orderPaid', each));
        expect(whole.count).toBe(paid.length);
        expect(Number(whole.values.amount)).toBe(Number(sum(amounts)));
      }),
    );
  });

  test('says how many there are, and who it was only if it was one person', () => {
    const one = bundleOf({ by: '王主管', count: '1' }, 7, at);
    const said = (bundle: NoticeBundle, language: 'zh' | 'en') =>
      noticeSentence('leadAssigned', bundleValues('leadAssigned', bundle), language);
    expect(said(one, 'zh')).toBe('王主管 分配给您 1 条线索，请及时跟进');
    expect(said(one, 'en')).toBe('王主管 assigned 1 lead to you');
    const more = joined('leadAssigned', [one, bundleOf({ by: '王主管', count: '14' }, null, at)]);
    expect(said(more, 'zh')).toBe('王主管 分配给您 15 条线索，请及时跟进');
    const others = joined('leadAssigned', [more, bundleOf({ by: '李主管', count: '1' }, 9, at)]);
    expect(said(others, 'zh')).toBe('16 条线索分配给您，请及时跟进');
    expect(said(others, 'en')).toBe('16 leads were assigned to you');
    expect(bundleValues('leadAssigned', others).by).toEqual({ zh: '王主管等', en: '王主管 and others' });
  });

  test('of several orders has their sum, and of one its number', () => {
    const [one, other] = ['12.50', '7.55'].map((amount, n) => bundleOf({ order: `SO${n}`, amount }, n, at));
    if (!one || !other) throw new Error('There are two');
    expect(noticeSentence('orderPaid', bundleValues('orderPaid', one), 'zh')).toBe('订单 SO0 已支付 ¥12.50');
    const both = bundleValues('orderPaid', joinBundles('orderPaid', one, other));
    expect(noticeSentence('orderPaid', both, 'zh')).toBe('2 笔订单已支付，共 ¥20.05');
  });
});
