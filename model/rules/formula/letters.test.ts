import { describe, expect, test } from 'vitest';
import {
  type ChanceWorld,
  chanceOf,
  type Programme,
  type ProvinceLine,
} from '../../contexts/admission/rules/chance.ts';
import { lettersOf } from './letters.ts';

const line = (more: Partial<ProvinceLine>): ProvinceLine => ({
  ...{ jointCategoryId: 7, aos: 3, batch: 1, diploma: 1, rankUsing: 0, formulaId: null },
  ...{ cultureLine: null, profLine: null, compositeLine: null, passLine: null },
  ...{ cultureFull: null, profFull: null },
  ...more,
});

describe('the letters of lines', () => {
  const lines = [
    line({ aos: 4, cultureLine: '330.00', profLine: '205.00' }),
    line({ aos: 4, batch: 2, cultureLine: '300.00', profLine: '198.50' }),
    line({ aos: 3, cultureLine: '999.00', profLine: '999.00' }),
    line({ aos: 5, cultureLine: '320.00' }),
    line({ aos: 3, batch: 3, diploma: 2, cultureLine: '180.00', profLine: '150.00' }),
  ];
  const letters = lettersOf({}, { line: lines[0], lines, rank: 12, composite: null });

  test('are the lowest of their diploma and side, history standing for arts and physics for science', () => {
    expect(letters).toMatchObject({ J: '300.00', H: '198.50', K: '320.00' });
  });

  test('are the undivided ones where a side has none of its own', () => {
    expect(letters).toMatchObject({ N: '999.00', L: '180.00', V: '180.00', X: '150.00', Y: '150.00' });
  });

  test('are unknown where nobody has entered them', () => {
    expect(lettersOf({}, { line: undefined, lines: [], rank: null, composite: null })).toMatchObject({
      ...{ H: null, N: null, J: null, K: null, L: null, V: null, X: null, Y: null },
      ...{ S: null, P: null, M: null, G: null, I: null, Z: null },
    });
  });
});

test('a school’s formula goes on from the composite score of the province, and from full mark and line of its exam', () => {
  const programme: Programme = {
    ...{ admitType: 1, subjectRequire: null },
    ...{ jointCategoryId: 7, batch: 1, schoolId: 50, aos: 3, scoreType: 1, archiveRule: 1, bigSmall: 0 },
    ...{ archiveMinScore: '50', archiveMinRank: null, admitMinScore: null, admitMinRank: null },
    ...{
      predictScore: null,
      predictRank: null,
      predictUnscaled: false,
      englishMin: null,
      chineseMin: null,
      competitionDegree: null,
    },
  };
  const formula = { jointCategoryId: 0, batch: null, scoreType: 1, status: 1, decimals: 2, roundMode: 1 };
  const world: ChanceWorld = {
    lines: [line({ cultureFull: '750', profFull: '300' })],
    formulas: [
      { ...formula, id: 1, schoolId: null, expression: 'R*0.6+U/Q*W*0.4' },
      { ...formula, id: 2, schoolId: 50, expression: 'if(T>=M,S/10+T/P*40,0)' },
    ],
    ...{ algorithms: [], tables: {}, tested: new Set() },
  };
  const scores = { cultureScore: '430', profScore: '255', schoolScore: '88' };
  const told = (more: object) => chanceOf(world, programme, { ...scores, ...more }).compositeScore;
  expect(told({ schoolFull: '100', schoolPass: '60' })).toBe('86.50');
  expect(told({ schoolFull: '100', schoolPass: '90' })).toBe('0.00');
  // Without them the formula has no result, which is not a score of 0.
  expect(told({ schoolFull: '100' })).toBeNull();
  expect(chanceOf(world, { ...programme, schoolId: 51 }, scores).compositeScore).toBe('513.00');
});
