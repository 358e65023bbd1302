import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shanghaiTime } from './data-year.ts';
import { dayOf, dayPlus, readChinaTime, readInstant, readShanghai, utcDay } from './times.ts';

const days = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map(date => new Date(Math.floor(date.getTime() / 1_000) * 1_000));

test('a time that is written is read back, in each form', () => {
  fc.assert(
    fc.property(days, at => {
      expect(readShanghai(shanghaiTime(at))).toEqual(at);
      expect(readInstant(at.toISOString())).toEqual(at);
      expect(readInstant(at.toUTCString())).toEqual(at);
      expect(readChinaTime(shanghaiTime(at).replace(' ', 'T'))).toEqual(at);
      expect(readChinaTime(`${shanghaiTime(at).replace(' ', 'T')}+08:00`)).toEqual(at);
    }),
  );
});

test('a day or a time that does not exist is none', () => {
  for (const text of [
    '2026-02-31 10:00:00',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-01 25:00:00',
  ]) {
    expect(readShanghai(text), text).toBeUndefined();
    expect(readChinaTime(text), text).toBeUndefined();
  }
  for (const text of [
    '2026-01-01 10:60',
    '2026-1-1',
    '',
    'now',
    '20260101',
    '2026-01-01 10',
    '1e3',
    '2026',
  ]) {
    expect(readShanghai(text), text).toBeUndefined();
  }
  expect(readInstant('2026-02-31T25:00:00Z')).toBeUndefined();
  expect(readInstant('Tue, 31 Feb 2026 10:00:00 GMT')).toBeUndefined();
  expect(readInstant('2026-03-01T08:00:00+25:00')).toBeUndefined();
  expect(() => utcDay('2026-02-30')).toThrow(RangeError);
  expect(dayOf(2024, 2, 29)).toBe('2024-02-29');
  expect(dayOf(2026, 2, 29)).toBeUndefined();
  expect(dayPlus('2024-02-28', 2)).toBe('2024-03-01');
});

test('a time without a zone, or with CST, is that of China', () => {
  const late = new Date('2026-11-03T15:30:00Z');
  for (const text of [
    '2026-11-03T23:30:00',
    '2026-11-03 23:30',
    'Tue, 03 Nov 2026 23:30:00 CST',
    '3 Nov 2026 23:30',
  ])
    expect(readChinaTime(text), text).toEqual(late);
  for (const text of [
    'Tue, 03 Nov 2026 15:30:00 GMT',
    '2026-11-03T15:30:00Z',
    'Tue, 3 Nov 2026 10:30:00 EST',
  ])
    expect(readChinaTime(text), text).toEqual(late);
  expect(readInstant('2026-11-03T23:30:00')).toBeUndefined();
});
