import { type CellInput, CellProblem, cellText } from '../../kernel/validate/cell.ts';
import { refinement } from '../../kernel/validate/issues.ts';
import { plainForm } from '../../rules/compare-text.ts';

/** A day and a time as people write them. */
export interface WrittenTime {
  readonly date: string;
  /** `HH:mm:ss`; undefined for a date without a time. 24:00 is the last second of its day. */
  readonly time: string | undefined;
  /** Set if a word after the time marks a start (起) or an end (止, 前). */
  readonly bound: 'start' | 'end' | undefined;
}

/** The last second of a day, used for 24:00 and for an end without a time. */
export const endOfDay = '23:59:59';

// 2026-1-31, 2026/01/31, 2026.1.31, 2026年1月31日, 20260131.
const day = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?|(\d{2})(\d{2}))/;
/** Words behind a time: from then on, or until then. */
const bounds = /(?:(起|开始)|(?:之前|以前|前|止|截止|为止|结束))$/;
/** The weekday that is written behind a day. */
const weekday = /[([]?(?:周|星期|礼拜)[一二三四五六日天][)\]]?/;
// 8:30, 08:30:00, 8时30分, 9时, 9点半, 9点一刻, 9点整, with the part of the day before or AM and PM behind it.
const clock =
  /^(上午|早上|早晨|凌晨|清晨|中午|下午|傍晚|晚上|晚|夜里|午夜)?(\d{1,2})(?:[:时点](?:(\d{1,2})(?:[:分](\d{1,2})(?:\.\d+)?秒?|分)?|(半)|([一三])刻)?(?:整|钟)?)(AM|PM)?$/i;

const two = (n: number | string) => String(n).padStart(2, '0');

/** Hour of the day for an hour in a part of the day: 下午2 is 14. Undefined if the two contradict each other. */
function hourIn(part: string, hour: number): number | undefined {
  if (/^(?:上午|早上|早晨|凌晨|清晨|AM)$/i.test(part)) {
    if (hour > 12) return undefined;
    return hour === 12 && /^(?:凌晨|AM)$/i.test(part) ? 0 : hour;
  }
  if (part === '中午') return hour < 11 ? (hour < 4 ? hour + 12 : undefined) : hour;
  if (/^(?:下午|傍晚|PM)$/i.test(part)) return hour < 12 ? hour + 12 : hour;
  if (/^(?:晚上|晚|夜里|午夜)$/.test(part)) return hour === 12 ? 24 : hour < 12 ? hour + 12 : hour;
  return hour;
}

/** `HH:mm:ss` of a time as people write it; undefined if it is not a time. */
function parseClock(text: string): string | undefined {
  const match = clock.exec(text);
  if (!match) return undefined;
  const [, before = '', written = '', minutes, seconds, half, quarter, behind = ''] = match;
  const hour = hourIn(before || behind, Number(written));
  const minute = half ? 30 : quarter ? Number(quarter === '一' ? 15 : 45) : Number(minutes ?? 0);
  const second = Number(seconds ?? 0);
  if (hour === undefined || hour > 24 || minute > 59 || second > 59) return undefined;
  if (hour === 24) return minute === 0 && second === 0 ? endOfDay : undefined;
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/**
 * A calendar date and time as people write it in China or in ISO form: `2026年3月1日 下午2:30`, `2026.3.1 9点半`, `2026-03-01
 * 24:00`, `2026年3月1日前`. Undefined for a day or time that does not exist.
 */
export function parseDateTime(text: string): WrittenTime | undefined {
  let rest = plainForm(text)
    .replace(weekday, ' ')
    // Keep spaces only between day and time.
    .replace(/\s*([年月日号时点分秒:：])\s*/g, '$1')
    .trim();
  const said = bounds.exec(rest);
  if (said) rest = rest.slice(0, said.index).trim();
  const match = day.exec(rest);
  if (!match) return undefined;
  const [whole, y, m1, d1, m2, d2] = match;
  const [year, month, date] = [Number(y), Number(m1 ?? m2), Number(d1 ?? d2)];
  if (year < 1900 || !exists(year, month, date)) return undefined;
  const bound = said ? (said[1] ? 'start' : 'end') : undefined;
  const found = { date: `${y}-${two(month)}-${two(date)}`, bound } as const;
  const behind = rest.slice(whole.length).replace(/^\s*T|\s+/gi, '');
  if (behind === '') return { ...found, time: undefined };
  const time = parseClock(behind);
  return time === undefined ? undefined : { ...found, time };
}

/** A day without its year: 3月1日, 03-01. */
const withoutYear = /^\d{1,2}(?:\s*月\s*\d{1,2}\s*[日号]?|[-/.]\d{1,2})(?:\D|$)/;
/** A day with its year behind: 10/1/2027, 1-10-27. */
const withYearLast = /^\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})(?:\D|$)/;

/** The problem of a text that {@link parseDateTime} did not read as a day; `otherwise` if there is nothing particular. */
export function dateProblem(
  text: string,
  otherwise: 'notADate' | 'notADateTime',
): ReturnType<typeof refinement> {
  const plain = plainForm(text);
  const [, y, m1, d1, m2, d2] = day.exec(plain) ?? [];
  const [year, month, date] = [Number(y), Number(m1 ?? m2), Number(d1 ?? d2)];
  if (y !== undefined && year >= 1900 && !exists(year, month, date)) {
    return refinement('noSuchDay', { day: `${y}-${two(month)}-${two(date)}` });
  }
  if (withYearLast.test(plain)) return refinement('yearLast');
  return refinement(withoutYear.test(plain) ? 'yearMissing' : otherwise);
}

function exists(year: number, month: number, date: number): boolean {
  const calendar = new Date(Date.UTC(year, month - 1, date));
  return calendar.getUTCMonth() === month - 1 && calendar.getUTCDate() === date;
}

/** Reads a cell as the text of a date or a time. */
export function decodeDate(cell: Exclude<CellInput, undefined>): string | CellProblem {
  if (typeof cell === 'object' && cell.kind === 'error')
    return new CellProblem('cellError', { value: cell.text });
  // A bare number is a date serial only if its cell style marks it as a date, which the reader reports.
  return typeof cell === 'object' && cell.kind === 'number' ? new CellProblem('notADate') : cellText(cell);
}
