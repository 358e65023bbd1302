import { describe, expect, test } from 'vitest';
import { cronFault, isCron, nextFireTimes, parseCron } from './cron.ts';
import { shanghaiInstant, shanghaiTime } from './data-year.ts';

/** The next times of an expression after a Shanghai time, as Shanghai times. */
function next(text: string, after: string, count = 3): string[] {
  const cron = parseCron(text);
  if (!isCron(cron)) throw new Error(cron.message.en);
  return nextFireTimes(cron, shanghaiInstant(after), count).map(shanghaiTime);
}

test.each([
  ['0 0 1 * * ?', '2026-11-21 00:59:59', ['2026-11-21 01:00:00', '2026-11-22 01:00:00']],
  ['0 0 1 * * ?', '2026-11-21 01:00:00', ['2026-11-22 01:00:00', '2026-11-23 01:00:00']],
  ['0 * * * * ?', '2026-12-31 23:58:30', ['2026-12-31 23:59:00', '2027-01-01 00:00:00']],
  ['*/20 * * * * *', '2026-01-01 00:00:10', ['2026-01-01 00:00:20', '2026-01-01 00:00:40']],
  ['5/20 0 0 1 1 ?', '2026-01-01 00:00:05', ['2026-01-01 00:00:25', '2026-01-01 00:00:45']],
  ['0 0/30 8-9 * * ?', '2026-03-01 08:10:00', ['2026-03-01 08:30:00', '2026-03-01 09:00:00']],
  ['0 0 4 1 * ?', '2026-11-21 00:00:00', ['2026-12-01 04:00:00', '2027-01-01 04:00:00']],
  ['0 15 10 ? * MON-FRI', '2026-11-20 10:15:00', ['2026-11-23 10:15:00', '2026-11-24 10:15:00']],
  ['0 15 10 ? * 2-6', '2026-11-20 10:15:00', ['2026-11-23 10:15:00', '2026-11-24 10:15:00']],
  ['0 0 12 ? * fri-mon', '2026-11-20 12:00:00', ['2026-11-21 12:00:00', '2026-11-22 12:00:00']],
  ['0 0 22-1 * * ?', '2026-11-20 23:00:00', ['2026-11-21 00:00:00', '2026-11-21 01:00:00']],
  ['0 10,44 14 ? 3 WED', '2026-03-04 14:10:00', ['2026-03-04 14:44:00', '2026-03-11 14:10:00']],
  ['0 0 0 29 2 ?', '2026-01-01 00:00:00', ['2028-02-29 00:00:00', '2032-02-29 00:00:00']],
  ['0 0 0 31 * ?', '2026-01-31 00:00:00', ['2026-03-31 00:00:00', '2026-05-31 00:00:00']],
  ['0 0 0 1 JAN,jul ?', '2026-01-01 00:00:00', ['2026-07-01 00:00:00', '2027-01-01 00:00:00']],
])('%s after %s', (text, after, expected) => {
  expect(next(text, after, 2)).toEqual(expected);
});

describe('the letters of Quartz', () => {
  test.each([
    ['L is the last day of the month', '0 0 0 L * ?', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['L-2 counts back from it', '0 0 0 L-2 * ?', ['2026-01-29', '2026-02-26', '2026-03-29']],
    ['LW is the last working day', '0 0 0 LW * ?', ['2026-01-30', '2026-02-27', '2026-03-31']],
    [
      '15W is the working day nearest to the 15th',
      '0 0 0 15W * ?',
      ['2026-01-15', '2026-02-16', '2026-03-16'],
    ],
    ['1W never leaves the month', '0 0 0 1W * ?', ['2026-01-01', '2026-02-02', '2026-03-02']],
    ['31W skips months without a 31st', '0 0 0 31W * ?', ['2026-01-30', '2026-03-31', '2026-05-29']],
    ['6L is the last Friday', '0 0 0 ? * 6L', ['2026-01-30', '2026-02-27', '2026-03-27']],
    ['FRIL is the same', '0 0 0 ? * FRIL', ['2026-01-30', '2026-02-27', '2026-03-27']],
    ['6#3 is the third Friday', '0 0 0 ? * 6#3', ['2026-01-16', '2026-02-20', '2026-03-20']],
    ['MON#5 skips months with four Mondays', '0 0 0 ? * MON#5', ['2026-03-30', '2026-06-29', '2026-08-31']],
    ['L as a day of the week is Saturday', '0 0 0 ? * L', ['2026-01-03', '2026-01-10', '2026-01-17']],
    ['a list may mix them', '0 0 0 1,15,L * ?', ['2026-01-01', '2026-01-15', '2026-01-31']],
  ])('%s', (_, text, expected) => {
    expect(next(text, '2025-12-31 23:59:59')).toEqual(expected.map(day => `${day} 00:00:00`));
  });
});

describe('the year', () => {
  test('limits when it fires, and then it is over', () => {
    expect(next('0 0 0 1 1 ? 2027-2028', '2026-06-01 00:00:00', 5)).toEqual([
      '2027-01-01 00:00:00',
      '2028-01-01 00:00:00',
    ]);
    expect(next('0 0 0 1 1 ? 2020', '2026-06-01 00:00:00')).toEqual([]);
  });
  test('may step', () => {
    expect(next('0 0 0 1 1 ? 2026/4', '2026-06-01 00:00:00', 2)).toEqual([
      '2030-01-01 00:00:00',
      '2034-01-01 00:00:00',
    ]);
  });
  test('a day that never comes is found out at once', () => {
    expect(next('0 0 0 30 2 ?', '2026-01-01 00:00:00')).toEqual([]);
  });
});

test.each([
  ['', undefined],
  ['* * * * *', undefined],
  ['0 0 0 * * ? 2026 1', undefined],
  ['60 0 0 * * ?', 'second'],
  ['0 60 0 * * ?', 'minute'],
  ['0 0 24 * * ?', 'hour'],
  ['0 0 0 32 * ?', 'dayOfMonth'],
  ['0 0 0 0 * ?', 'dayOfMonth'],
  ['0 0 0 ? 13 *', 'month'],
  ['0 0 0 ? * 8', 'dayOfWeek'],
  ['0 0 0 ? * 0', 'dayOfWeek'],
  ['0 0 0 ? * MON#6', 'dayOfWeek'],
  ['0 0 0 ? * MON#1#2', 'dayOfWeek'],
  ['0 0 0 L-40 * ?', 'dayOfMonth'],
  ['0 0 0 W * ?', 'dayOfMonth'],
  ['0 0 0 ? * ?', 'dayOfWeek'],
  ['0 0 0 1 * MON', 'dayOfWeek'],
  ['0 0 0 1 * ? 1969', 'year'],
  ['0 0 0 1 * ? 2030-2026', 'year'],
  ['*/0 * * * * ?', 'second'],
  ['*/99 * * * * ?', 'second'],
  ['1-2-3 * * * * ?', 'second'],
  ['1/2/3 * * * * ?', 'second'],
  [', * * * * ?', 'second'],
  ['a * * * * ?', 'second'],
  ['-1 * * * * ?', 'second'],
  ['1.5 * * * * ?', 'second'],
  ['0 0 0 ? FOO *', 'month'],
  ['0 0 0 ? * ?L', 'dayOfWeek'],
])('%j is refused, naming the field', (text, field) => {
  expect(parseCron(text)).toMatchObject({
    field,
    message: { zh: expect.any(String), en: expect.any(String) },
  });
});

test('a schedule that never fires, or not any more, is told with the reason', () => {
  const now = shanghaiInstant('2026-03-01 08:00:00');
  for (const never of ['0 0 2 31 2 ?', '0 0 2 30 FEB ?', '0 0 0 31 4,6,9,11 ?', '0 0 0 31W 2 ?']) {
    expect(cronFault(never, now)?.en, never).toContain('no such day');
  }
  for (const past of ['0 0 2 1 1 ? 2020', '0 0 2 * * ? 1970-2025', '0 0 7 1 3 ? 2026', '0 0 2 29 2 ? 2026']) {
    expect(cronFault(past, now)?.en, past).toContain('in its years');
  }
  for (const sound of ['0 0 2 29 2 ?', '0 0 9 1 3 ? 2026', '0 0 2 * * ?', '0 0 0 ? * 6#5']) {
    expect(cronFault(sound, now), sound).toBeUndefined();
  }
  expect(cronFault('0 0 2', now)?.en).toContain('6 or 7 fields');
});
