import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultFactors, type StoredFactors } from '../../../rules/probability.ts';
import {
  anyProgramme,
  type Candidate,
  type ChanceWorld,
  chanceOf,
  type Programme,
  type SegmentKind,
} from './chance.ts';
import { hundredths, segmentTable } from './segments.ts';

/** The factors of a method as an algorithm stores them. */
const stored = (method: number): StoredFactors => ({
  ...{ method, p0: '0.4725', k: '5.1', p5: '0.55', logisticK: '6' },
  ...{ bigYearAdj: '0.03', smallYearAdj: '-0.03', minProb: '0.01', maxProb: '0.99' },
  ...{ yearWeights: '0.5,0.3,0.2', planElasticity: '0.3', levels: defaultFactors.levels.join() },
});

const ofBatch = { jointCategoryId: 7, aos: 4, batch: 1 };

/** A world with one table for all kinds of scores, and an algorithm of the method. */
function worldOf(
  method: number,
  people: readonly number[],
  { top = 600, rankUsing = 1, broken = [] as readonly SegmentKind[], scale = null as null | number } = {},
): ChanceWorld {
  let total = 0;
  const table = segmentTable(
    people.map((same, index) => {
      total += same;
      return { score: hundredths(String(top - index)), totalNum: total };
    }),
  );
  const found = {
    ...{ dataYear: 2026, table, unscaled: false },
    scale:
      scale === null ? null : { basis: 'jointPassNum' as const, of: 'all' as const, from: 100, to: scale },
  };
  const isBroken = (kind: SegmentKind) => broken.includes(kind);
  const line = {
    ...{ ...ofBatch, diploma: 1, cultureLine: null, profLine: null, compositeLine: null, passLine: null },
    ...{ cultureFull: '750', profFull: '300', rankUsing, formulaId: null },
  };
  return {
    // The columns that formulas do not read are left out.
    lines: [line as unknown as ChanceWorld['lines'][number]],
    formulas: [],
    algorithms: [{ id: 1, jointCategoryId: 7, batch: 1, status: 1, ...stored(method) }],
    tables: {
      ...(!isBroken(1) && people.length > 0 && { 1: found }),
      ...(!isBroken(2) && people.length > 0 && { 2: found }),
      ...(!isBroken(3) && people.length > 0 && { 3: found }),
    },
    broken: new Set(broken),
    tested: new Set([1, 2, 3]),
  };
}

const programmeOf = (more: Partial<Programme>): Programme => ({ ...anyProgramme(ofBatch), ...more });

/** A candidate with one score for everything. */
const scoring = (score: number): Candidate => {
  const text = (score / 100).toFixed(2);
  return { cultureScore: text, profScore: text, compositeScore: text, schoolScore: text };
};

const programmes = fc.record({
  scoreType: fc.constantFrom(1, 2, 3, 4, 8, 9),
  archiveRule: fc.constantFrom(1, 2),
  archiveMinScore: fc.option(fc.integer({ min: 300, max: 650 }).map(String)),
  archiveMinRank: fc.option(fc.integer({ min: 1, max: 3_000 })),
  predictRank: fc.option(fc.integer({ min: 1, max: 3_000 })),
  admitMinScore: fc.option(fc.integer({ min: 300, max: 650 }).map(String)),
  competitionDegree: fc.option(fc.constantFrom('0', '0.05', '0.2')),
  bigSmall: fc.constantFrom(0, 1, 2),
});

describe('a chance (domain 0.7, 28)', () => {
  test('never gets better with a lower score, by any method, inside a table and below it', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3),
        fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 40 }),
        fc.record({
          rankUsing: fc.constantFrom(0, 1),
          scale: fc.option(fc.integer({ min: 1, max: 300 })),
          broken: fc.subarray<SegmentKind>([1, 2, 3]),
        }),
        programmes,
        fc.integer({ min: 30_000, max: 65_000 }),
        fc.integer({ min: 0, max: 20_000 }),
        (method, people, options, programme, score, less) => {
          const world = worldOf(method, people, options);
          const of = (points: number) => chanceOf(world, programmeOf(programme), scoring(points));
          const [better, weaker] = [of(score), of(Math.max(0, score - less))];
          // That there is a chance at all does not depend on how high the score is.
          expect(weaker.probability === null).toBe(better.probability === null);
          expect(weaker.method).toBe(better.method);
          expect(weaker.probability ?? 0).toBeLessThanOrEqual(better.probability ?? 0);
          expect(weaker.standing ?? 0).toBeLessThanOrEqual(better.standing ?? 0);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  const people = [10, 20, 30];
  const byRank = programmeOf({ scoreType: 1, archiveMinRank: 50, archiveMinScore: '598' });

  test('below the table is that of one behind its last rank, and says so', () => {
    const world = worldOf(2, people);
    const last = chanceOf(world, byRank, scoring(59_800));
    const below = chanceOf(world, byRank, scoring(59_799));
    expect(last).toMatchObject({ rank: 60, rankPast: false, reason: null, method: 2 });
    expect(below).toMatchObject({ rank: 61, rankPast: true, reason: 'pastTable', method: 2, own: 61 });
    expect(below.probability).toBeLessThanOrEqual(last.probability ?? 0);
    expect(chanceOf(world, byRank, scoring(30_000)).probability).toBe(below.probability);
  });

  test('says that the score was used in place of a rank, and of whom the rank is missing', () => {
    expect(chanceOf(worldOf(2, []), byRank, scoring(59_900))).toMatchObject({
      method: 1,
      fellBack: 'noRank',
    });
    const without = { ...byRank, archiveMinRank: null };
    expect(chanceOf(worldOf(2, people), without, scoring(59_900))).toMatchObject({
      ...{ method: 1, fellBack: 'noRankLine', reason: null },
    });
    // Where the province or the algorithm goes by score, nothing was replaced.
    expect(chanceOf(worldOf(2, people, { rankUsing: 0 }), byRank, scoring(59_900)).fellBack).toBeNull();
    expect(chanceOf(worldOf(1, people), byRank, scoring(59_900)).fellBack).toBeNull();
  });

  test('names what is missing: the table, the line of a kind, or the score', () => {
    const rankAlone = { ...byRank, archiveMinScore: null };
    const reason = (world: ChanceWorld, programme: Programme, candidate: Candidate = scoring(59_900)) =>
      chanceOf(world, programme, candidate).reason;
    expect(reason(worldOf(2, []), rankAlone)).toBe('noRank');
    expect(reason(worldOf(2, people), rankAlone, scoring(57_000))).toBe('pastTable');
    expect(reason(worldOf(2, people, { rankUsing: 0 }), rankAlone)).toBe('noScoreLine');
    expect(reason(worldOf(2, people), { ...byRank, scoreType: 9, archiveMinRank: null })).toBe('noRankLine');
    expect(reason(worldOf(2, people), { ...rankAlone, archiveMinRank: null })).toBe('noLine');
    expect(reason(worldOf(2, people), { ...byRank, scoreType: 3 }, {})).toBe('noScore');
  });

  test('is not worked out where its table does not add up, and not by the score either', () => {
    const world = worldOf(2, people, { broken: [1] });
    expect(chanceOf(world, byRank, scoring(59_900))).toMatchObject({
      ...{ probability: null, level: null, reason: 'brokenTable', fellBack: null },
    });
    // A rank of one's own needs no table.
    expect(chanceOf(world, byRank, { ...scoring(59_900), rank: 20 })).toMatchObject({
      method: 2,
      reason: null,
    });
  });
});
