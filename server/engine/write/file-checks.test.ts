import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { testSegment } from '../testing/segment-dataset.ts';
import { addsUp, type FileCheck, neverFalls, noRepeat } from './file-checks.ts';

type Fields = (typeof testSegment)['fields'];
type Row = Parameters<ReturnType<FileCheck<Fields>['open']>['row']>[1];

/** Rows that a check reports, the first row being number 2. */
function reported(check: FileCheck<Fields>, rows: readonly Row[]): number[] {
  const found = new Set<number>();
  const look = check.open(row => found.add(row), {
    ...{ rowText: String, replaces: false, warn: () => undefined },
  });
  for (const [index, row] of rows.entries()) look.row(index + 2, row);
  // These rules need no stored data.
  void look.end(undefined as never);
  return [...found].sort((a, b) => a - b);
}

const sums = addsUp<Fields>({ within: ['dataYear'], by: 'score', part: 'num', total: 'cumNum' });
const order = neverFalls<Fields>({ within: ['dataYear'], by: 'score', value: 'cumNum' });

/** Score tables of some years that add up, their rows in any order. */
const tables = fc
  .array(
    fc.tuple(fc.integer({ min: 2020, max: 2023 }), fc.array(fc.nat(50), { minLength: 1, maxLength: 30 })),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map(years => {
    const seen = new Map(years);
    return [...seen].flatMap(([dataYear, people]) => {
      let cumNum = 0;
      return people.map((num, n): Row => {
        cumNum += num;
        return { dataYear, score: 500 - n, num, cumNum };
      });
    });
  })
  .chain(rows => fc.shuffledSubarray(rows, { minLength: rows.length }));

test('a table that adds up has nothing to report, whatever the order of its rows', () => {
  fc.assert(
    fc.property(tables, rows => {
      expect(reported(sums, rows)).toEqual([]);
      expect(reported(order, rows)).toEqual([]);
    }),
  );
});

test('a total that is off by anything is reported at its row', () => {
  fc.assert(
    fc.property(tables, fc.nat(), fc.integer({ min: 1, max: 9 }), (rows, pick, off) => {
      const at = pick % rows.length;
      const wrong = rows.map((row, index) =>
        index === at ? { ...row, cumNum: Number(row.cumNum) + off } : row,
      );
      expect(reported(sums, wrong)).toContain(at + 2);
    }),
  );
});

test('rows that repeat one another are reported but for the first; those without a value are not', () => {
  const check = noRepeat<Fields>(['dataYear', 'code'], { zh: '编号', en: 'codes' });
  const rows: Row[] = [
    { dataYear: 2026, code: 'A' },
    { dataYear: 2025, code: 'A' },
    { dataYear: 2026, code: 'A' },
    { dataYear: 2026 },
    { dataYear: 2026, code: null },
    { dataYear: 2026, code: 'A' },
  ];
  expect(reported(check, rows)).toEqual([4, 7]);
});

test('a row without a number breaks the chain and is itself no finding', () => {
  const rows: Row[] = [
    { dataYear: 2026, score: 3, num: 1, cumNum: 1 },
    { dataYear: 2026, score: 2, num: 1 },
    { dataYear: 2026, score: 1, num: 1, cumNum: 9 },
  ];
  expect(reported(sums, rows)).toEqual([]);
});
