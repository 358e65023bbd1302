import { describe, expect, test } from 'vitest';
import { compareTies, readTieOrder, type TieScores, tieKeys, tieOrderText, tiePlace } from './tie-order.ts';

const order = readTieOrder('专业分>文化分>语数之和>语数最高>外语') ?? [];
const person = (of: TieScores): TieScores => ({
  ...{ professional: '240.00', culture: '430.00', chinese: '100.00', math: '90.00', english: '100.00' },
  ...of,
});

describe('an order of equal scores', () => {
  test('is read in the words of provinces, and said in one notation', () => {
    const read = readTieOrder('专业统考成绩，语文数学之和；语文或数学单科最高→英语');
    expect(read && tieOrderText(read, 'zh')).toBe('专业分>语数之和>语数最高>外语');
    expect(readTieOrder('专业分>音乐分')).toBeNull();
    expect(readTieOrder('专业分>专业成绩')).toBeNull();
    expect(readTieOrder('')).toBeNull();
    for (const language of ['zh', 'en'] as const)
      expect(readTieOrder(tieOrderText(tieKeys, language))).toEqual(tieKeys);
  });

  test('lets the first different item decide, and no later one where an item is unknown', () => {
    const [one, other] = [person({}), person({ culture: '425.00', english: '130.00' })];
    expect(compareTies(order, one, other)).toMatchObject({ by: 'culture', unknown: false });
    expect(compareTies(order, one, other).order).toBeLessThan(0);
    expect(compareTies(order, one, person({ culture: null, english: '20.00' }))).toMatchObject({
      order: 0,
      by: 'culture',
      unknown: true,
    });
    expect(compareTies(order, one, person({}))).toEqual({ order: 0, by: null, unknown: false });
  });

  test('is turned round by turning the people round, and carries over three of them', () => {
    const people = ['88.00', '90.00', '92.00'].flatMap(math =>
      ['98.00', '100.00'].flatMap(chinese =>
        ['100.00', '101.00'].map(english => person({ math, chinese, english })),
      ),
    );
    const sign = (a: TieScores, b: TieScores) => Math.sign(compareTies(order, a, b).order);
    for (const a of people)
      for (const b of people) {
        expect(sign(a, b) + sign(b, a)).toBe(0);
        for (const c of people)
          if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
      }
  });

  test('gives each of a group with known scores a place of its own', () => {
    const people = [1, 2, 3, 4].map(n => person({ english: `${100 + n}.00` }));
    const places = people.map(own =>
      tiePlace(
        order,
        own,
        people.filter(one => one !== own),
      ),
    );
    expect(places.map(({ from }) => from)).toEqual([4, 3, 2, 1]);
    expect(places.every(({ from, to, equal }) => from === to && equal === 4)).toBe(true);
    const open = tiePlace(order, person({}), [person({ culture: null }), person({ culture: '440.00' })]);
    expect(open).toEqual({ equal: 3, from: 2, to: 3 });
  });
});
