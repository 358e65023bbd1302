import { expect, test } from 'vitest';
import { plannedTimeFault } from './planned-time.ts';

const now = new Date('2026-11-28T19:30:00+08:00');
const fault = (time: string) => plannedTimeFault(time, now)?.zh;

test('a planned time exists, is not past, and lies within a year', () => {
  for (const time of [
    '2026-11-28 19:30:00',
    '2026-11-28 19:29:00',
    '2026-12-01 08:00:00',
    '2027-11-28 00:00:00',
  ])
    expect(fault(time), time).toBeUndefined();
  for (const time of ['2026-02-31 25:00:00', '2026-12-32 10:00:00', '2027-02-29 10:00:00', 'soon'])
    expect(fault(time), time).toContain('没有这个时间');
  for (const time of ['2026-11-28 19:00:00', '2025-12-01 08:00:00'])
    expect(fault(time), time).toContain('时间已过');
  for (const time of ['2027-12-01 08:00:00', '2099-01-01 00:00:00'])
    expect(fault(time), time).toContain('一年以内');
});
