import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bandOf,
  defaultFactors,
  lineOf,
  methodFor,
  missedGates,
  ownScore,
  probability,
  readLevels,
  readYearWeights,
} from '../../../rules/probability.ts';
import { BackTester } from './back-test.ts';
import { idInLaterYear, idInYear, type PastYear, planFactor, predictRank } from './predict-rank.ts';
import { resolveAlgorithm, resolveFormula } from './resolve-rules.ts';
import {
  hundredths,
  lastTotal,
  likeTables,
  rankOfScore,
  sameAos,
  scaleBetween,
  scaledRank,
  scoreOfRank,
  segmentTable,
  tableFor,
} from './segments.ts';

const tableOf = (rows: Record<number, number>) =>
  segmentTable(Object.entries(rows).map(([score, totalNum]) => ({ score: hundredths(score), totalNum })));
const of2024 = tableOf({ 270: 120, 269: 150, 268: 185, 267: 225, 266: 270, 265: 320 });
const of2025 = tableOf({ 270: 140, 269: 178, 268: 220, 267: 268, 266: 322, 265: 381 });
const applied = (artExamNum: number) => ({ category: { artExamNum } });
const scale = scaleBetween(applied(20_000), applied(22_000));

describe('segments (domain 4.6)', () => {
  test('a score has the rank of the highest row that it reaches', () => {
    expect(['267', '266.5', '280', '264', '265'].map(score => rankOfScore(of2024, score))).toEqual([
      225,
      270,
      120,
      null,
      320,
    ]);
    expect(rankOfScore(tableOf({}), '300')).toBeNull();
  });

  test('a rank has the highest score that so many people reach, and of another year its equivalent', () => {
    expect(scaledRank(225, scale)).toBe(248);
    expect(scoreOfRank(of2025, 248)).toBe('267.00');
    expect(scoreOfRank(of2025, 1)).toBe('270.00');
    expect(scoreOfRank(of2025, 382)).toBeNull();
    expect(lastTotal(of2025)).toBe(381);
  });

  test('years are set against each other by a figure that both have, those who passed first (amendment 3)', () => {
    expect(
      scaleBetween(
        { category: { jointPassNum: 100, artExamNum: 1000 } },
        { category: { jointPassNum: 110, artExamNum: 900 } },
      ),
    ).toEqual({
      basis: 'jointPassNum',
      of: 'category',
      from: 100,
      to: 110,
    });
    const counted = (total: number, key = { jointCategoryId: 7, aos: 4 }) => ({ table: { ...key, total } });
    expect(
      scaleBetween(
        { ...counted(381), category: { artExamNum: 1 } },
        { ...counted(320), category: { jointPassNum: 9, artExamNum: 2 } },
      ),
    ).toEqual({ basis: 'lastTotal', of: 'category', from: 381, to: 320 });
    expect(scaleBetween({ category: { jointPassNum: 100 } }, { category: { artExamNum: 100 } })).toBeNull();
    expect(scaleBetween(applied(0), applied(100))).toBeNull();
    expect(scaledRank(225, null)).toBe(225);
  });

  test('a number of the category is never set against one of all categories', () => {
    const [few, many] = [{ jointPassNum: 5_000 }, { jointPassNum: 14_342 }];
    expect(scaleBetween({ category: few }, { whole: many })).toBeNull();
    expect(scaleBetween({ whole: many }, { category: few })).toBeNull();
    // Both years use all categories, since only one year has the category's figure.
    expect(scaleBetween({ category: few, whole: { jointPassNum: 15_000 } }, { whole: many })).toEqual({
      ...{ basis: 'jointPassNum', of: 'all', from: 15_000, to: 14_342 },
    });
    expect(
      scaleBetween({ category: few, whole: many }, { category: { jointPassNum: 5_100 }, whole: few }),
    ).toEqual({
      ...{ basis: 'jointPassNum', of: 'category', from: 5_000, to: 5_100 },
    });
    // And the total of tables, only if both count the same kind of people.
    const table = (jointCategoryId: number, aos: number) => ({ table: { jointCategoryId, aos, total: 100 } });
    expect(scaleBetween(table(7, 4), table(0, 4))).toBeNull();
    expect(scaleBetween(table(7, 4), table(7, 3))).toBeNull();
    expect(scaleBetween(table(7, 1), table(7, 4))?.basis).toBe('lastTotal');
    expect(scaleBetween(table(0, 2), table(0, 5))?.of).toBe('all');
    expect(likeTables({ jointCategoryId: 7, aos: 1 }, { jointCategoryId: 9, aos: 5 })).toBe(false);
  });

  test('after the reform the table of 物理类 answers for 理科, before the undivided one', () => {
    const tables = [3, 4, 5].map(aos => ({ jointCategoryId: 7, aos }));
    expect(tableFor(tables, { jointCategoryId: 7, aos: 2 })).toBe(tables[2]);
    expect(tableFor(tables, { jointCategoryId: 7, aos: 1 })).toBe(tables[1]);
    expect(tableFor([{ jointCategoryId: 7, aos: 2 }], { jointCategoryId: 7, aos: 5 })?.aos).toBe(2);
    expect(tableFor([{ jointCategoryId: 7, aos: 2 }], { jointCategoryId: 7, aos: 4 })).toBeUndefined();
  });

  test('the table of the category is taken before that of all, and that of the own arts or science first', () => {
    const tables = [
      { jointCategoryId: 0, aos: 3 },
      { jointCategoryId: 0, aos: 4 },
      { jointCategoryId: 7, aos: 3 },
    ];
    expect(tableFor(tables, { jointCategoryId: 7, aos: 4 })).toBe(tables[2]);
    expect(tableFor(tables, { jointCategoryId: 8, aos: 4 })).toBe(tables[1]);
    expect(tableFor(tables, { jointCategoryId: 8, aos: 5 })).toBe(tables[0]);
    expect(tableFor([], { jointCategoryId: 8, aos: 5 })).toBeUndefined();
  });

  test('a person who has a score is at least as far ahead as its rank says, and a better score is no worse rank', () => {
    const rows = fc.uniqueArray(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        rows,
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: 1, max: 200 }),
        (scores, asked, rank) => {
          scores.sort((one, other) => other - one);
          const table = segmentTable(scores.map((score, index) => ({ score, totalNum: (index + 1) * 3 })));
          const own = rankOfScore(table, (asked / 100).toFixed(2));
          const better = rankOfScore(table, ((asked + 50) / 100).toFixed(2));
          if (own === null) expect(asked).toBeLessThan(Math.min(...scores));
          else {
            expect(better).toBeLessThanOrEqual(own);
            expect(Number(scoreOfRank(table, own))).toBeLessThanOrEqual(
              Math.max(asked, Math.max(...scores)) / 100,
            );
          }
          const score = scoreOfRank(table, rank);
          if (score !== null) expect(rankOfScore(table, score)).toBeGreaterThanOrEqual(rank);
          else expect(rank).toBeGreaterThan(lastTotal(table) ?? 0);
        },
      ),
    );
  });
});

describe('predicted ranks (domain 4.6)', () => {
  const years: PastYear[] = [
    { dataYear: 2023, rank: 210, planNum: 10, competitors: applied(19_000) },
    { dataYear: 2024, rank: 225, planNum: 10, competitors: applied(20_000) },
    { dataYear: 2022, rank: 240, planNum: 8, competitors: applied(18_000) },
  ];
  const asked = { planNum: 12, competitors: applied(22_000), weights: [0.5, 0.3, 0.2], elasticity: 0.3 };

  test('three years are weighed, scaled and bent by the plan', () => {
    const made = predictRank(years, asked);
    expect(made?.rank).toBe(272);
    expect(made?.terms.map(({ dataYear, value }) => [dataYear, value.toFixed(4)])).toEqual([
      [2024, '261.4144'],
      [2023, '256.8282'],
      [2022, '322.6667'],
    ]);
    expect(scoreOfRank(of2025, 272)).toBe('266.00');
  });

  test('missing years give their weight to the others; without any there is no prediction', () => {
    expect(predictRank(years.slice(0, 2), asked)?.rank).toBe(260);
    expect(predictRank([], asked)).toBeNull();
    expect(predictRank(years, asked)?.unscaled).toBe(false);
    const unlike = years.map(year => ({ ...year, competitors: { whole: { artExamNum: 90_000 } } }));
    // No comparable figure: ranks are adjusted by the plan alone, and marked as such.
    expect(predictRank(unlike, asked)).toMatchObject({ rank: 238, unscaled: true });
    expect(predictRank(years, { ...asked, weights: [] })).toBeNull();
    expect(predictRank(years, { ...asked, weights: [0, 0, 0] })).toBeNull();
    expect(predictRank([{ ...(years[0] as PastYear), rank: 0 }], asked)).toBeNull();
  });

  test('a plan of nought, or none, bends nothing', () => {
    expect([planFactor(0, 10, 0.3), planFactor(10, 0, 0.3), planFactor(null, 10, 0.3)]).toEqual([1, 1, 1]);
    expect([planFactor(1000, 1, 0.3), planFactor(1, 1000, 0.3)]).toEqual([1.1, 0.9]);
  });

  test('a prediction lies between its years, whatever their order and their weights', () => {
    const ranks = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        ranks,
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 }),
        (given, weights) => {
          const past = given.map((rank, index) => ({
            dataYear: 2020 + index,
            rank,
            planNum: 5,
            competitors: {},
          }));
          const made = predictRank(past, { planNum: 5, competitors: {}, weights, elasticity: 0.3 });
          const counted = given.slice(-weights.length);
          expect(made?.rank).toBeGreaterThanOrEqual(Math.min(...counted));
          expect(made?.rank).toBeLessThanOrEqual(Math.max(...counted));
          expect(
            predictRank(past.toReversed(), { planNum: 5, competitors: {}, weights, elasticity: 0.3 }),
          ).toEqual(made);
        },
      ),
    );
  });

  test('renamed categories and reformed arts and science keep their history (amendments 1 and 2)', () => {
    const renamed = new Map([
      ['2025-30', 20],
      ['2023-20', 10],
    ]);
    const former = (year: number, id: number) => renamed.get(`${year}-${id}`);
    expect([2025, 2024, 2023, 2022].map(year => idInYear(30, 2025, year, former))).toEqual([30, 20, 20, 10]);
    const follower = (year: number, id: number) => (year === 2025 && id === 20 ? 30 : null);
    expect([2023, 2024, 2025].map(year => idInLaterYear(20, 2023, year, follower))).toEqual([20, 20, 30]);
    expect([sameAos(4, 1), sameAos(5, 2), sameAos(4, 2), sameAos(3, 1), sameAos(5, 3)]).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });
});

describe('probabilities (domain 4.8)', () => {
  const percent = (method: number, own: number, line: number, more = {}) =>
    ((probability({ ...defaultFactors, method }, { own, line, ...more }) ?? Number.NaN) * 100).toFixed(2);

  test.each([
    [1, 533.75, 520, {}, '60.65'],
    [1, 520, 520, {}, '47.25'],
    [1, 500, 520, {}, '27.88'],
    [1, 533.75, 520, { competitionDegree: 0.03 }, '57.65'],
    [1, 600, 520, {}, '99.00'],
    [1, 400, 520, {}, '1.00'],
    [1, 520, 520, { bigSmall: 1 }, '44.25'],
    [1, 520, 520, { bigSmall: 2 }, '50.25'],
    [2, 200, 248, {}, '74.12'],
    [2, 248, 248, {}, '55.00'],
    [2, 300, 248, {}, '34.33'],
    [2, 100, 248, {}, '99.00'],
    [2, 600, 248, {}, '1.00'],
    [3, 200, 248, {}, '76.16'],
    [3, 248, 248, {}, '50.00'],
    [3, 300, 248, {}, '22.13'],
  ])('method %i: %d against %d %o is %s %%', (method, own, line, more, told) => {
    expect(percent(method, own, line, more)).toBe(told);
  });

  test('bands begin at their thresholds, and what is no line has no probability', () => {
    expect([0.1999, 0.2, 0.5, 0.8].map(one => bandOf(one, defaultFactors.levels))).toEqual([
      '难',
      '冲',
      '稳',
      '保',
    ]);
    for (const [own, line] of [
      [500, 0],
      [Number.NaN, 500],
      [500, -1],
      [Number.POSITIVE_INFINITY, 500],
    ] as const)
      expect(probability(defaultFactors, { own, line })).toBeNull();
  });

  test('a better score or rank is never less likely, and all stays within the bounds', () => {
    const numbers = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), numbers, numbers, numbers, (method, own, line, more) => {
        const factors = { ...defaultFactors, method };
        const one = probability(factors, { own, line }) ?? Number.NaN;
        const other = probability(factors, { own: own + more, line }) ?? Number.NaN;
        expect(method === 1 ? other - one : one - other).toBeGreaterThanOrEqual(0);
        expect(Math.min(one, other)).toBeGreaterThanOrEqual(0.01);
        expect(Math.max(one, other)).toBeLessThanOrEqual(0.99);
      }),
    );
  });

  test('weights and thresholds that cannot be are not read', () => {
    expect(readYearWeights('0.5,0.3,0.2')).toEqual([0.5, 0.3, 0.2]);
    expect(readYearWeights('0.6， 0.4')).toEqual([0.6, 0.4]);
    for (const text of ['', '0.5,0.3', '0.5;0.5', '1,-0', '0.2,0.2,0.2,0.2,0.1,0.1', '1e0'])
      expect(readYearWeights(text)).toBeNull();
    expect(readLevels('0.2,0.5,0.8')).toEqual([0.2, 0.5, 0.8]);
    for (const text of ['0.5,0.2,0.8', '0.2,0.5', '0,0.5,0.8', '0.2,0.5,1'])
      expect(readLevels(text)).toBeNull();
  });

  test('lines keep out a person who is known to be below them', () => {
    const lines = { passLine: '180', cultureLine: '300.00', englishMin: '90' };
    expect(missedGates({ professional: '179.99', culture: '300', english: '80' }, lines)).toEqual([
      'passLine',
      'englishMin',
    ]);
    expect(missedGates({ professional: '180' }, lines)).toEqual([]);
  });

  test('the line, the score and the method are those of the programme', () => {
    expect(lineOf({ archiveRule: 1, predicted: '510', admitted: '505' })).toEqual({
      line: '510',
      source: 'predicted',
    });
    expect(lineOf({ archiveRule: 2, archive: '500', admitted: '505' })).toEqual({
      line: '505',
      source: 'admitted',
    });
    expect(lineOf({ archiveRule: 1, archive: null, equivalent: '499' })?.source).toBe('equivalent');
    expect(lineOf({ archiveRule: 1 })).toBeUndefined();
    expect(
      [1, 2, 3, 8].map(type => ownScore({ composite: '1', culture: '2', professional: '3' }, type)),
    ).toEqual(['1', '2', '3', null]);
    const asked = { method: 3, scoreType: 1, rankUsing: true, rankKnown: true, rankLineKnown: true };
    expect(methodFor(asked)).toBe(3);
    expect(methodFor({ ...asked, rankKnown: false })).toBe(1);
    expect(methodFor({ ...asked, rankUsing: false })).toBe(1);
    expect(methodFor({ ...asked, method: 1, scoreType: 9 })).toBe(2);
  });
});

describe('which rule applies', () => {
  const owner = { jointCategoryId: 7, batch: 4, schoolId: 50 };
  const formula = (id: number, more = {}) => ({
    ...{ id, jointCategoryId: 0, batch: null, schoolId: null, scoreType: 1, status: 1 },
    ...more,
  });
  test('a formula is the row’s, its school’s, the line’s, the province’s, and the default at last', () => {
    const all = [
      formula(1),
      formula(2, { jointCategoryId: 7 }),
      formula(3, { schoolId: 50 }),
      formula(4, { schoolId: 51 }),
      formula(5, { status: 0 }),
      formula(6, { scoreType: 6 }),
    ];
    const found = (more: object, choices = all, lineFormulaId?: number) => {
      const { source, formula: one } = resolveFormula({ ...owner, ...more }, choices, {
        scoreType: 1,
        ...(lineFormulaId !== undefined && { lineFormulaId }),
      });
      return [source, one?.id];
    };
    expect(found({ formulaId: 5 })).toEqual(['row', 5]);
    expect(found({})).toEqual(['school', 3]);
    expect(found({ schoolId: 9 }, all, 4)).toEqual(['line', 4]);
    expect(found({ schoolId: 9 })).toEqual(['province', 2]);
    expect(found({ schoolId: 9, jointCategoryId: 8 })).toEqual(['province', 1]);
    expect(found({ schoolId: 9 }, [formula(6, { scoreType: 6 })])).toEqual(['default', undefined]);
  });

  test('an algorithm is the row’s, that of the closest category and batch, the parameters’, and the default at last', () => {
    const one = (id: number, jointCategoryId: number, batch: number | null, status = 1) => ({
      ...{ id, jointCategoryId, batch, status },
    });
    const all = [one(1, 0, null), one(2, 0, 4), one(3, 7, null), one(4, 8, 4), one(5, 7, 4, 0)];
    const found = (more: object, choices = all) => {
      const { source, algorithm } = resolveAlgorithm({ ...owner, ...more }, choices, one(9, 0, null));
      return [source, algorithm?.id];
    };
    expect(found({ algorithmId: 4 })).toEqual(['row', 4]);
    expect(found({})).toEqual(['province', 3]);
    expect(found({ jointCategoryId: 9 })).toEqual(['province', 2]);
    expect(found({ jointCategoryId: 9, batch: 5 })).toEqual(['province', 1]);
    expect(found({}, [])).toEqual(['config', 9]);
    expect(resolveAlgorithm(owner, [])).toEqual({ source: 'default' });
  });
});

test('a back-test tells who was admitted of those who were told a probability (amendment 6)', () => {
  const tester = new BackTester({ ...defaultFactors, method: 3 });
  expect(tester.result()).toMatchObject({ cases: 0, candidates: 0, brier: null, gap: null });
  for (let rank = 100; rank < 200; rank += 1) tester.add({ predicted: rank, actual: rank });
  tester.add({ predicted: 0, actual: 5 });
  const result = tester.result();
  expect(result).toMatchObject({ cases: 100, candidates: 2_100 });
  expect(result.rows.reduce((sum, { candidates }) => sum + candidates, 0)).toBe(2_100);
  // The lines came true: candidates with a low probability were not admitted, and those with a high one were.
  expect(result.rows[0]?.came).toBe(0);
  expect(result.rows[9]?.came).toBe(1);
  expect(result.brier).toBeLessThan(0.25);
});
