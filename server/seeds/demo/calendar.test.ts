import { registry } from '@yikao/model/contexts/datasets.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { describe, expect, test } from 'vitest';
import { jointCategories } from '../data/dictionary.ts';
import { provinces } from '../data/provinces.ts';
import { readSchools } from '../schools.ts';
import { demoExamCalendar } from './calendar.ts';
import { familyTexts } from './calendar-texts.ts';

const now = new Date('2025-10-01T00:00:00+08:00');
const schools = readSchools().map((school, index) => ({ ...school, schoolId: index + 1 }));
const years = [2025, 2026] as const;
const categories = years.flatMap(dataYear =>
  provinces.flatMap(({ provinceId }, at) =>
    jointCategories.map(({ jointCategoryName, parentType }, index) => ({
      jointCategoryId: at * 100 + index + 1,
      provinceId,
      dataYear,
      jointCategoryName,
      parentType,
    })),
  ),
);
const calendar = (year: number) => demoExamCalendar(year, provinces, categories, schools);
const rows = years.flatMap(calendar);

describe('the demo calendar', () => {
  test('has about 600 rows in two years and some of each enabled province', () => {
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.length).toBeLessThan(700);
    for (const year of years) {
      const covered = new Set(rows.filter(row => row.dataYear === year).map(row => row.provinceId));
      expect(covered.size).toBe(28);
    }
  });

  test('is the same every time and differs from year to year', () => {
    expect(calendar(2026)).toEqual(calendar(2026));
    const pairs = (year: number) => calendar(year).map(row => `${row.provinceId}/${row.schoolId}`);
    expect(pairs(2025)).not.toEqual(pairs(2026));
  });

  test('never has two rows with one natural key', () => {
    const keys = rows.map(row =>
      [row.dataYear, row.provinceId, row.jointCategoryId, row.schoolId, row.roundNo].join('/'),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('is accepted by the declaration: lengths, codes, and no end before its start', () => {
    const problems = rows.flatMap(row => validateRow(registry.schExamType, { ...row }, 'create', now).issues);
    expect(problems).toEqual([]);
  });

  test('lies between October and March of its data year', () => {
    const outside = rows.filter(row =>
      [row.startTime, row.endTime, row.onlineExamStartTime, row.onlineExamEndTime].some(
        time =>
          time !== null &&
          (time < `${row.dataYear - 1}-10-01 00:00:00` || time > `${row.dataYear}-03-31 23:59:59`),
      ),
    );
    expect(outside).toEqual([]);
  });

  test('shows every exam type, families of all kinds, second rounds and rows not announced yet', () => {
    expect(new Set(rows.map(row => row.examType))).toEqual(new Set([1, 2, 3]));
    expect(new Set(rows.map(row => row.roundNo))).toEqual(new Set([1, 2]));
    expect(rows.some(row => row.startTime === null)).toBe(true);
    const families = new Map(categories.map(category => [category.jointCategoryId, category.parentType]));
    expect(new Set(rows.map(row => families.get(row.jointCategoryId)))).toEqual(new Set(familyTexts.keys()));
  });

  test('names only academies that are among the schools', () => {
    const numbers = new Set(schools.map(({ schoolNo }) => schoolNo));
    const unknown = [...familyTexts.values()]
      .flatMap(({ academies }) => academies)
      .filter(schoolNo => !numbers.has(schoolNo));
    expect(unknown).toEqual([]);
  });

  test('is empty where there are no categories or no schools', () => {
    expect(demoExamCalendar(2026, provinces, [], schools)).toEqual([]);
    expect(demoExamCalendar(2026, provinces, categories, [])).toEqual([]);
  });
});
