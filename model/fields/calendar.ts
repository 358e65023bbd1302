import { type CellInput, CellProblem, cellText } from '../kernel/cell.ts';

// 2026-1-31, 2026/01/31, 2026.1.31, 2026年1月31日, 20260131; then a time: T or space, 8:30, 08:30:00, 8时30分.
const written =
  /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))(?:[T\s]*(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2}))?(?:\.\d+)?[秒分]?)?$/;

/** The parts of a calendar date and time as people write it in China or in ISO form; undefined when there is no such day. */
export function parseDateTime(text: string): { date: string; time: string | undefined } | undefined {
  const match = written.exec(text.trim().normalize('NFKC'));
  if (!match) return undefined;
  const [, y, m1, d1, m2, d2, hour, minute, second] = match;
  const [year, month, day] = [Number(y), Number(m1 ?? m2), Number(d1 ?? d2)];
  const calendar = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return undefined;
  const two = (n: number | string) => String(n).padStart(2, '0');
  const date = `${y}-${two(month)}-${two(day)}`;
  if (hour === undefined) return { date, time: undefined };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  return { date, time: `${two(hour)}:${two(minute ?? 0)}:${two(second ?? 0)}` };
}

/** Reads a cell as the text of a date or a time. */
export function decodeDate(cell: Exclude<CellInput, undefined>): string | CellProblem {
  if (typeof cell === 'object' && cell.kind === 'error')
    return new CellProblem('cellError', { value: cell.text });
  // A bare number is a serial only where its style says so, which the reader has already told us.
  return typeof cell === 'object' && cell.kind === 'number' ? new CellProblem('notADate') : cellText(cell);
}
