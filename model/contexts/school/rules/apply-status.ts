/**
 * Registration status of a calendar row from its times (domain 4.15): 2 before the start, 1 between,
 * 3 after the end, 4 without a start. Times are Asia/Shanghai wall time, comparable as text.
 */
export function applyStatusAt(now: string, start: string | null, end: string | null): 1 | 2 | 3 | 4 {
  if (start === null) return 4;
  if (now < start) return 2;
  return end !== null && now > end ? 3 : 1;
}
