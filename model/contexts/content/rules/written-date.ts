import { shanghaiTime } from '../../../rules/data-year.ts';

/** Milliseconds of the units that relative times are written in. */
const unitMs: Readonly<Record<string, number>> = {
  秒: 1_000,
  秒钟: 1_000,
  分: 60_000,
  分钟: 60_000,
  小时: 3_600_000,
  个小时: 3_600_000,
  天: 86_400_000,
  周: 7 * 86_400_000,
  星期: 7 * 86_400_000,
};

/** Days back of the words for days. */
const dayWords: Readonly<Record<string, number>> = { 今天: 0, 今日: 0, 昨天: 1, 昨日: 1, 前天: 2 };

const dayMs = 86_400_000;

/** Two digits. */
const two = (n: number) => String(n).padStart(2, '0');

/** The date if there is such a day, between 1990 and 2099. */
function day(year: number, month: number, date: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, date));
  const isThere = time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
  return isThere && year >= 1990 && year <= 2099 ? `${year}-${two(month)}-${two(date)}` : undefined;
}

/** Full-width digits and signs as the usual ones, and gaps within dates closed. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/(\d) ?([年月日/.-]) ?(?=\d|\b|$| )/g, '$1$2')
    .replace(/(\d) (年|月|日)/g, '$1$2')
    .replace(/(年|月) (\d)/g, '$1$2');
}

const whole = /(?<!\d)(\d{4}) ?[年/.-] ?(\d{1,2}) ?[月/.-] ?(\d{1,2})(?!\d)/;
const compact = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/;
const short = /(?<![\d:/-]|\d\.)(\d{1,2}) ?[月/-] ?(\d{1,2})(?![\d:/-])/;

/**
 * Reads the date that a text of a page gives, in Asia/Shanghai as `YYYY-MM-DD`: `2026年11月3日`, `2026/11/3 08:00`,
 * `11-03` (of the last twelve months), `昨天 18:20`, `3小时前`, `刚刚`, in full-width digits too. Undefined without one.
 */
export function readWrittenDate(text: string, now: Date): string | undefined {
  const words = plain(text);
  const today = shanghaiTime(now).slice(0, 10);
  const back = (ms: number) => shanghaiTime(new Date(now.getTime() - ms)).slice(0, 10);
  const zoned = /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)/.exec(words)?.[0];
  if (zoned && !Number.isNaN(Date.parse(zoned))) return shanghaiTime(new Date(zoned)).slice(0, 10);
  const [, year, month, date] = whole.exec(words) ?? compact.exec(words) ?? [];
  if (year !== undefined) return day(Number(year), Number(month), Number(date));
  const ago = /(\d{1,4}) ?(秒钟?|分钟?|个?小时|天|周|星期)(?:之?前)/.exec(words);
  if (ago) return back(Number(ago[1]) * (unitMs[ago[2] ?? ''] ?? 0));
  if (/刚刚|刚才/.test(words)) return today;
  if (/半小时前/.test(words)) return back(1_800_000);
  const word = /今天|今日|昨天|昨日|前天/.exec(words)?.[0];
  if (word !== undefined) return back((dayWords[word] ?? 0) * dayMs);
  const [, shortMonth, shortDate] = short.exec(words) ?? [];
  if (shortMonth === undefined) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const read = day(thisYear, Number(shortMonth), Number(shortDate));
  // A day that lies ahead is that of last year; tomorrow's is forgiven to clocks that run ahead.
  const tomorrow = back(-dayMs);
  return read !== undefined && read > tomorrow
    ? day(thisYear - 1, Number(shortMonth), Number(shortDate))
    : read;
}
