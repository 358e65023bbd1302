import { describe, expect, test } from 'vitest';
import {
  meetsSubjects,
  noRequirement,
  readSubjectRequire,
  requirementText,
  type SubjectCode,
  type SubjectRequirement,
} from './subject-require.ts';

const [physics, chemistry, biology, politics, history, geography] = [1, 2, 3, 4, 5, 6] as const;
const wants = (of: Partial<SubjectRequirement>) => ({ requirement: { ...noRequirement, ...of } });
const all: readonly SubjectCode[] = [1, 2, 3, 4, 5, 6, 7];

/** Every set of at most `most` subjects. */
function sets(most: number, from: readonly SubjectCode[] = all): SubjectCode[][] {
  const [first, ...others] = from;
  if (first === undefined) return [[]];
  const without = sets(most, others);
  return [...without, ...without.filter(set => set.length < most).map(set => [first, ...set])];
}

describe('required subjects are read as provinces publish them', () => {
  test.each<[string, number | null, Partial<SubjectRequirement>]>([
    ['', 5, {}],
    ['不限', 5, {}],
    ['不提科目要求', 3, {}],
    ['无', 3, {}],
    ['物理+化学', 5, { first: physics, all: [chemistry] }],
    ['物理+化学', 3, { all: [physics, chemistry] }],
    ['历史+不限', 4, { first: history }],
    ['物理＋化学', 3, { all: [physics, chemistry] }],
    ['物化生', 3, { all: [physics, chemistry, biology] }],
    ['化学和生物均须选考', 5, { all: [chemistry, biology] }],
    ['首选物理，再选化学或生物', 5, { first: physics, any: [chemistry, biology], anyNum: 1 }],
    ['首选物理，再选化学、生物（2选1）', 5, { first: physics, any: [chemistry, biology], anyNum: 1 }],
    ['首选历史，再选不限', 4, { first: history }],
    ['首选物理或历史；再选不限', 5, {}],
    ['化学、生物(选考其中1门即可报考)', 5, { any: [chemistry, biology], anyNum: 1 }],
    ['物理,化学(2门科目考生均须选考方可报考)', 3, { all: [physics, chemistry] }],
    ['物理/化学/生物(3门科目考生选考其中1门即可报考)', 3, { any: [physics, chemistry, biology], anyNum: 1 }],
    ['思想政治(1门科目考生必须选考方可报考)', 4, { all: [politics] }],
    ['化学必选，生物、政治任选1门', 5, { all: [chemistry], any: [biology, politics], anyNum: 1 }],
    [
      '首选科目：历史；再选科目：政治、地理（任选其一）',
      4,
      { first: history, any: [politics, geography], anyNum: 1 },
    ],
    ['化学、生物、地理任选两门', 5, { any: [chemistry, biology, geography], anyNum: 2 }],
    ['物理+化学/生物', 3, { all: [physics], any: [chemistry, biology], anyNum: 1 }],
  ])('%s, arts or science %s', (text, aos, of) => {
    expect(readSubjectRequire(text, aos)).toEqual(wants(of));
  });

  test.each([
    ['详见招生章程', '详见招生章程'],
    // These do not say if all or one is meant.
    ['化学、生物', '化学、生物'],
    ['化学、生物/地理', '化学、生物/地理'],
    ['物理，身体健康', '身体健康'],
  ])('%s is not guessed, and says what is not understood', (text, unread) => {
    expect(readSubjectRequire(text)).toEqual({ unread });
  });

  test('the words for any requirement are read as the same requirement', () => {
    const others: readonly SubjectCode[] = [2, 3, 4, 6];
    for (const first of [null, 1, 5] as const) {
      for (const must of sets(2, others)) {
        const free = others.filter(code => !must.includes(code));
        for (const any of sets(3, free)) {
          for (let anyNum = 1; anyNum < any.length; anyNum += 1) {
            const requirement = { first, all: must, any, anyNum };
            expect(readSubjectRequire(requirementText(requirement, 'zh'))).toEqual({ requirement });
          }
        }
        const requirement = { first, all: must, any: [], anyNum: 0 };
        expect(readSubjectRequire(requirementText(requirement, 'zh'))).toEqual({ requirement });
      }
    }
  });
});

describe('a candidate is held against required subjects', () => {
  const meets = (text: string, subjects: readonly number[] | null, aos = 5) =>
    meetsSubjects(readSubjectRequire(text, aos), { aos, subjects });

  test('with the first choice that follows from arts or science', () => {
    expect(meets('物理+化学', [chemistry, biology])).toBe('yes');
    expect(meets('物理+化学', [biology, geography])).toBe('no');
    expect(meetsSubjects(readSubjectRequire('首选物理，再选不限'), { aos: 4, subjects: null })).toBe('no');
    expect(meetsSubjects(readSubjectRequire('历史'), { aos: 3, subjects: [1, 2, 5] })).toBe('yes');
  });

  test('and is neither refused nor passed where something is unknown', () => {
    expect(meets('化学或生物', null)).toBe('unknown');
    expect(meets('详见招生章程', [chemistry, biology])).toBe('unknown');
    expect(meets('首选物理，再选不限', null)).toBe('yes');
    expect(meets('不限', null)).toBe('yes');
  });

  test('more subjects never exclude anybody', () => {
    const texts = [
      '物理+化学',
      '化学或生物',
      '化学、生物、地理任选两门',
      '化学必选，生物、政治任选1门',
      '不限',
    ];
    for (const text of texts) {
      const read = readSubjectRequire(text, 3);
      for (const few of sets(3)) {
        if (few.length === 0 || meetsSubjects(read, { aos: 3, subjects: few }) !== 'yes') continue;
        for (const more of all) expect(meetsSubjects(read, { aos: 3, subjects: [...few, more] })).toBe('yes');
      }
    }
  });
});
