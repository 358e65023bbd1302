import type { ListChoice } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { expect, test } from 'vitest';
import { compareLists } from './compare-lists.ts';

const choice = (schoolId: number, other: Partial<ListChoice> = {}): ListChoice => ({
  ...{
    admissionId: schoolId,
    schoolId,
    schoolName: `院校${schoolId}`,
    schoolNo: null,
    schoolProvinceName: null,
  },
  ...{ groupNo: '401', groupName: null, profName: '美术学', profNo: null, planNum: 3, tuition: null },
  ...{ subjectRequire: null, line: 100, lineSource: 'archive', byRank: true, spread: null, probability: 0.5 },
  ...{ level: '稳', reason: null, fellBack: null, provisional: false, unscaled: false, unchecked: [] },
  ...{ profNames: ['美术学'], adjustFlag: false, gone: false, now: null },
  ...other,
});

const told = (mine: ListChoice[], theirs: ListChoice[]) =>
  compareLists(mine, theirs, 6).map(one => ({
    places: [one.mine?.place, one.theirs?.place],
    ...(one.moved && { moved: true }),
    ...(one.majors && { majors: true }),
    ...(one.adjust && { adjust: true }),
    ...(one.chance && { chance: true }),
  }));

test('choices of one list alone stand where they belong, and move no other', () => {
  expect(told([choice(1), choice(2), choice(3)], [choice(1), choice(9), choice(2)])).toEqual([
    { places: [1, 1] },
    { places: [undefined, 2] },
    { places: [2, 3] },
    { places: [3, undefined] },
  ]);
});

test('a choice that went up is the one that moved, not those that it passed', () => {
  expect(told([choice(3), choice(1), choice(2)], [choice(1), choice(2), choice(3)])).toEqual([
    { places: [1, 3], moved: true },
    { places: [2, 1] },
    { places: [3, 2] },
  ]);
});

test('other majors, another answer about reassignment and another chance are told', () => {
  const mine = [choice(1, { profNames: ['美术学', '绘画'] }), choice(2, { adjustFlag: true }), choice(3)];
  expect(told(mine, [choice(1), choice(2), choice(3, { probability: 0.62 })])).toEqual([
    { places: [1, 1], majors: true },
    { places: [2, 2], adjust: true },
    { places: [3, 3], chance: true },
  ]);
});

test('an empty list has nothing in common', () => {
  expect(told([], [choice(1)])).toEqual([{ places: [undefined, 1] }]);
  expect(told([choice(1)], [])).toEqual([{ places: [1, undefined] }]);
});
