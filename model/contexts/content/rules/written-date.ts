import { shanghaiTime } from '../../../rules/data-year.ts';
import { dayOf, readChinaTime } from '../../../rules/times.ts';

/** Milliseconds of the units that relative times are written in. */
const unitMs: Readonly<Record<string, number>> = {
  秒: 1_000,
  秒钟: 1_000,
  分: 60_000,
  分钟: 60_000,
  小时: 3_600_000,
  个小时: 3_600_000,
  钟头: 3_600_000,
  个钟头: 3_600_000,
  天: 86_400_000,
  日: 86_400_000,
  周: 7 * 86_400_000,
  星期: 7 * 86_400_000,
  个星期: 7 * 86_400_000,
};

/** Months of the units that are as long as the calendar makes them. */
const unitMonths: Readonly<Record<string, number>> = { 个月: 1, 月: 1, 年: 12 };

/** Days back of the words for days. */
const dayWords: Readonly<Record<string, number>> = {
  ...{ 今天: 0, 今日: 0, 昨天: 1, 昨日: 1, 昨晚: 1, 前天: 2, 前日: 2, 大前天: 3 },
};

const dayMs = 86_400_000;

/** Digits of Chinese numbers. */
const digits: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, '○': 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
};

/** A Chinese number as digits: 二〇二六 is 2026, 二十三 is 23, 十一 is 11. */
function inDigits(text: string): string {
  if (!text.includes('十')) return [...text].map(one => digits[one] ?? '').join('');
  const [tens = '', ones = ''] = text.split('十');
  return String((tens === '' ? 1 : (digits[tens] ?? 0)) * 10 + (ones === '' ? 0 : (digits[ones] ?? 0)));
}

/** Full-width digits and signs as the usual ones, Chinese numbers before a unit as digits, gaps within dates closed. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(
      /[〇零○一二两三四五六七八九十]{1,4}(?= ?(?:年|月|[日号天]|个|分|秒|小时|钟头|周|星期))/g,
      inDigits,
    )
    .replace(/(\d) ?([年月日/.-]) ?(?=\d|\b|$| )/g, (found, digit: string, sign: string) =>
      // A gap after a number that is no part of a date divides it from the next.
      /[年月日]/.test(sign) || !found.endsWith(' ') ? `${digit}${sign}` : found,
    )
    .replace(/(\d) (年|月|日)/g, '$1$2')
    .replace(/(年|月) (\d)/g, '$1$2');
}

const isoTime = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|[+-]\d\d:?\d\d)/i;
const namedMonth =
  /(?:[a-z]{3}, )?\d{1,2}[ -][a-z]{3}[a-z]*[ -]\d{2,4} \d{1,2}:\d\d(?::\d\d)?(?: ?(?:[+-]\d\d:?\d\d|[a-z]{1,4}\b))?/i;
const whole = /(?<!\d)(\d{4}) ?[年/.-] ?(\d{1,2}) ?[月/.-] ?(\d{1,2})(?!\d)/;
const compact = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/;
/** A day without its year, from the surest form to the least: a word, a hyphen, a point, a slash. */
const short = [
  /(?<![\d:])(\d{1,2})月(\d{1,2})(?![\d:])/,
  /(?<![\d:/.-])(\d{1,2})-(\d{1,2})(?![\d:/.-]|月)/,
  /(?<![\d:/.-])(\d{2})\.(\d{2})(?![\d:/.%-]|分|元|万)/,
  /(?<![\d:/.-])(\d{1,2})\/(\d{1,2})(?![\d:/.-])/,
] as const;
const ago = /(\d{1,4}) ?(个?小时|个?钟头|分钟?|秒钟?|天|日|周|个?星期|个月|年)(?:之?前|以前)/;

/** A day moved back by months; its last day where the month is shorter. */
function monthsBack(today: string, months: number): string | undefined {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const before = year * 12 + month - 1 - months;
  const [to, in_] = [Math.floor(before / 12), (before % 12) + 1];
  for (let date = day; date > 0; date -= 1) {
    const found = dayOf(to, in_, date);
    if (found) return found;
  }
  return undefined;
}

/** A day between 1990 and 2099. */
function likely(year: number, month: number, date: number): string | undefined {
  return year >= 1990 && year <= 2099 ? dayOf(year, month, date) : undefined;
}

/**
 * Reads the date that a page or a feed gives, in Asia/Shanghai as `YYYY-MM-DD`: `2026年11月3日`, `二〇二六年十一月三日`,
 * `2026/11/3 08:00`, `11-03` and `11.03` (of the last twelve months), `昨天 18:20`, `3小时前`, `一个月前`, `刚刚`, and the
 * times of ISO 8601 and RFC 822, which are China's without a zone and with `CST` (domain 0.7, 35). Full-width digits too.
 * Undefined without one.
 */
export function readWrittenDate(text: string, now: Date): string | undefined {
  const words = plain(text);
  const today = shanghaiTime(now).slice(0, 10);
  const back = (ms: number) => shanghaiTime(new Date(now.getTime() - ms)).slice(0, 10);
  const instant = isoTime.exec(words)?.[0] ?? namedMonth.exec(words)?.[0];
  const read = instant === undefined ? undefined : readChinaTime(instant);
  if (read) return shanghaiTime(read).slice(0, 10);
  const [, year, month, date] = whole.exec(words) ?? compact.exec(words) ?? [];
  if (year !== undefined) return likely(Number(year), Number(month), Number(date));
  if (/半个?(?:小时|钟头)(?:之?前|以前)/.test(words)) return back(1_800_000);
  const [, count, unit = ''] = ago.exec(words) ?? [];
  if (count !== undefined) {
    const months = unitMonths[unit];
    return months === undefined
      ? back(Number(count) * (unitMs[unit] ?? 0))
      : monthsBack(today, Number(count) * months);
  }
  if (/刚刚|刚才/.test(words)) return today;
  const word = /大前天|今天|今日|昨天|昨日|昨晚|前天|前日/.exec(words)?.[0];
  if (word !== undefined) return back((dayWords[word] ?? 0) * dayMs);
  return withoutYear(words, today, back(-dayMs));
}

/** The day that a text names without its year: of the last twelve months. */
function withoutYear(words: string, today: string, tomorrow: string): string | undefined {
  const thisYear = Number(today.slice(0, 4));
  for (const form of short) {
    const [, month, date] = form.exec(words) ?? [];
    if (month === undefined) continue;
    const read = likely(thisYear, Number(month), Number(date));
    // A day that lies ahead is that of last year; tomorrow's is forgiven to clocks that run ahead.
    const found =
      read !== undefined && read > tomorrow ? likely(thisYear - 1, Number(month), Number(date)) : read;
    if (found !== undefined) return found;
  }
  return undefined;
}
