import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Band, bandOf } from '../../../rules/probability.ts';
import {
  type Choosable,
  choiceKey,
  generateList,
  type ListRules,
  readRatio,
  sharesOf,
  usualRatio,
} from './voluntary-list.ts';

const levels = [0.2, 0.5, 0.8];
const parallel: ListRules = { quota: 10, majors: 1, archiveRule: 1, ratio: usualRatio };

/** Programmes of separate schools with these probabilities. */
const at = (...probabilities: readonly (number | null)[]): Choosable[] =>
  probabilities.map((probability, index) => ({
    admissionId: index + 1,
    schoolId: index + 1,
    groupNo: '101',
    profName: '视觉传达设计',
    probability,
    level: probability === null ? null : bandOf(probability, levels),
  }));

const idsOf = (programmes: readonly Choosable[], rules: Partial<ListRules> = {}) =>
  generateList(programmes, { ...parallel, ...rules }).map(({ of }) => of.admissionId);

describe('a generated voluntary list', () => {
  it('shares its places 3:4:3, rounded, with the rest in the middle', () => {
    expect(sharesOf(10, usualRatio)).toEqual([3, 4, 3]);
    expect(sharesOf(60, usualRatio)).toEqual([18, 24, 18]);
    expect(sharesOf(45, usualRatio)).toEqual([14, 17, 14]);
    expect(sharesOf(1, usualRatio)).toEqual([0, 1, 0]);
    expect(sharesOf(1, [1, 0, 1])).toEqual([1, 0, 0]);
    expect(readRatio('3,4,3')).toEqual([3, 4, 3]);
    expect(readRatio('2：5：3')).toEqual([2, 5, 3]);
    for (const wrong of ['', '3,4', '0,0,0', '1,2,x', '-1,2,3', '1.5,2,3'])
      expect(readRatio(wrong)).toBeNull();
  });

  it('begins with what is bold and ends with what is safe, and leaves out what is hopeless or unknown', () => {
    const programmes = at(0.95, 0.1, 0.3, null, 0.6, 0.85, 0.45, 0.7, 0.25, 0.55, 0.9, 0.65);
    expect(idsOf(programmes)).toEqual([9, 3, 7, 10, 5, 12, 8, 6, 11, 1]);
  });

  it('orders what the cap makes equal by the chance before it, then by the line, then by its number', () => {
    const capped = [4321, 1266, 2618, 915].map(line => ({
      ...{
        admissionId: line,
        schoolId: line,
        groupNo: '1',
        profName: '美术学',
        probability: 0.99,
        level: '保' as const,
      },
      ...{ standing: 0.55 - Math.atan((669 - line) / line), line, byRank: true },
    }));
    expect(idsOf(capped)).toEqual([915, 1266, 2618, 4321]);
    const alike = capped.map(one => ({ ...one, standing: 1.2 }));
    expect(idsOf(alike)).toEqual([915, 1266, 2618, 4321]);
    const byScore = alike.map(one => ({ ...one, byRank: false }));
    expect(idsOf(byScore)).toEqual([4321, 2618, 1266, 915]);
    expect(idsOf(at(0.9, 0.9, 0.9).toReversed())).toEqual([1, 2, 3]);
  });

  it('fills up from the middle, then from what is safe, where a band has too few', () => {
    // One 冲, six 稳, four 保: the two places left by 冲 go to 稳.
    const programmes = at(0.3, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95);
    const bands = generateList(programmes, parallel).map(({ of }) => of.level);
    expect(bands).toEqual(['冲', '稳', '稳', '稳', '稳', '稳', '稳', '保', '保', '保']);
  });

  it('spreads its choices over a band instead of crowding them at one end', () => {
    const programmes = at(...Array.from({ length: 31 }, (_, index) => 0.5 + index / 100));
    expect(idsOf(programmes, { quota: 4, ratio: [0, 1, 0] })).toEqual([1, 11, 20, 30]);
  });

  it('names a school with its group once, with as many of its majors as a choice may have', () => {
    const programmes = at(0.6, 0.7, 0.65, 0.9).map((programme, index) =>
      index < 3 ? { ...programme, schoolId: 7, profName: `专业${index + 1}` } : programme,
    );
    const [choice, other] = generateList(programmes, { ...parallel, majors: 2 });
    expect(choice?.majors.map(({ profName }) => profName)).toEqual(['专业3', '专业2']);
    expect(other?.of.admissionId).toBe(4);
  });

  it('takes each major of a school for a choice of its own where there are no groups and one major a choice', () => {
    const programmes = at(0.6, 0.7).map((programme, index) => ({
      ...programme,
      schoolId: 7,
      groupNo: null,
      profName: `专业${index}`,
    }));
    expect(idsOf(programmes)).toHaveLength(2);
    expect(idsOf(programmes, { majors: 6 })).toEqual([2]);
  });

  it('of a sequential batch puts the boldest sound choice first, and then the safest', () => {
    const programmes = at(0.3, 0.55, 0.6, 0.7, 0.9, 0.45);
    expect(idsOf(programmes, { archiveRule: 2, quota: 3 })).toEqual([2, 5, 3]);
    expect(idsOf(programmes, { archiveRule: 2, quota: 6 })).toEqual([2, 5, 4, 3, 6, 1]);
    expect(idsOf(at(0.3, 0.4), { archiveRule: 2, quota: 2 })).toEqual([2, 1]);
    expect(idsOf(programmes, { archiveRule: 2, quota: 1 })).toEqual([2]);
  });

  const programme = fc.record({
    schoolId: fc.integer({ min: 1, max: 12 }),
    groupNo: fc.option(fc.constantFrom('101', '102')),
    profName: fc.constantFrom('音乐学', '环境设计'),
    probability: fc.option(fc.integer({ min: 0, max: 10_000 }).map(value => value / 10_000)),
  });
  const programmesOf = fc.array(programme, { maxLength: 80 }).map(rows =>
    rows.map(
      (row, index): Choosable => ({
        ...row,
        admissionId: index + 1,
        level: row.probability === null ? null : (bandOf(row.probability, levels) as Band),
      }),
    ),
  );
  const rulesOf = fc.record({
    quota: fc.integer({ min: 0, max: 40 }),
    majors: fc.integer({ min: 1, max: 6 }),
    archiveRule: fc.constantFrom(1, 2),
    ratio: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
  });

  it('is as long as the batch and the programmes allow, names nothing twice, and does not depend on their order', () => {
    fc.assert(
      fc.property(programmesOf, rulesOf, (programmes, { ratio, ...rest }) => {
        fc.pre(ratio.some(share => share > 0));
        const rules: ListRules = { ...rest, ratio };
        const list = generateList(programmes, rules);
        const likely = programmes.filter(({ level }) => level !== null && level !== '难');
        const keys = new Set(likely.map(one => choiceKey(one, rules.majors)));
        expect(list).toHaveLength(Math.min(rules.quota, keys.size));
        expect(new Set(list.map(({ of }) => choiceKey(of, rules.majors))).size).toBe(list.length);
        expect(list.every(({ of }) => likely.includes(of))).toBe(true);
        const chances = list.map(({ of }) => of.probability ?? 0);
        if (rules.archiveRule === 1) expect(chances).toEqual(chances.toSorted((a, b) => a - b));
        else expect(chances.slice(1)).toEqual(chances.slice(1).toSorted((a, b) => b - a));
        expect(generateList(programmes.toReversed(), rules)).toEqual(list);
      }),
    );
  });
});
