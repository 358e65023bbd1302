import { expect, test } from 'vitest';
import { applyStatusAt } from '../contexts/school/rules/apply-status.ts';
import { patternGrants, permissionCodes } from '../permissions.ts';
import { dataYear, shanghaiInstant, shanghaiTime, yearList } from './data-year.ts';
import { passwordAllowed } from './password.ts';

test.each([
  ['2025-01-05', 2025],
  ['2025-08-31', 2025],
  ['2025-09-01', 2026],
  ['2025-12-31', 2026],
])('on %s the data year is %i (domain 4.9)', (day, year) => {
  expect(dataYear(shanghaiInstant(`${day} 12:00:00`))).toBe(year);
});

test('the data year turns at midnight in Shanghai, not in London', () => {
  expect(dataYear(new Date('2025-08-31T15:59:59Z'))).toBe(2025);
  expect(dataYear(new Date('2025-08-31T16:00:00Z'))).toBe(2026);
});

test('an instant and its Shanghai wall time are each other’s inverse', () => {
  expect(shanghaiTime(shanghaiInstant('2026-02-28 23:59:59'))).toBe('2026-02-28 23:59:59');
});

test('year lists are shown newest first and always hold the present data year', () => {
  const years = yearList('general', new Date('2026-11-21T00:00:00Z'));
  expect(years[0]).toBe(2027);
  expect(years.at(-1)).toBe(2015);
  expect(yearList('partners', new Date('2020-01-01T00:00:00Z'))[0]).toBe(2024);
});

test.each([
  [null, null, 4],
  ['2026-02-01 00:00:00', null, 2],
  ['2026-01-01 00:00:00', '2026-01-31 00:00:00', 1],
  ['2026-01-01 00:00:00', null, 1],
  ['2025-12-01 00:00:00', '2026-01-01 00:00:00', 3],
])('registration from %s to %s has status %i on 2026-01-15', (start, end, status) => {
  expect(applyStatusAt('2026-01-15 10:00:00', start, end)).toBe(status);
});

test.each([
  ['Admin123', true],
  ['Ab1de', false],
  ['admin123', false],
  ['ADMIN123', false],
  ['AdminAdmin', false],
  [`Aa1${'x'.repeat(62)}`, false],
])('the password %s is allowed: %s (spec section 5)', (password, allowed) => {
  expect(passwordAllowed(password)).toBe(allowed);
});

test('patterns of roles grant what they say and nothing beside it', () => {
  expect(patternGrants('sch:*', 'sch:examType:add')).toBe(true);
  expect(patternGrants('wish:{prof,site}:{list,add}', 'wish:site:add')).toBe(true);
  expect(patternGrants('wish:{prof,site}:{list,add}', 'wish:site:delete')).toBe(false);
  expect(patternGrants('sch:examType:list', 'sch:examType:listing')).toBe(false);
  expect(patternGrants('sch.examType:list', 'schxexamType:list')).toBe(false);
});

test('no two declarations claim the same permission code', () => {
  const codes = permissionCodes().map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toContain('sch:examType:batchDelete');
});
