import { type Label, label } from '../kernel/label.ts';
import { shanghaiInstant, shanghaiTime } from './data-year.ts';

/** The fields of a Quartz expression, in their order; the year may be left out. */
export const cronFields = ['second', 'minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek', 'year'] as const;

/** One of {@link cronFields}. */
export type CronFieldName = (typeof cronFields)[number];

/** A Quartz expression that was understood: when it fires, in Asia/Shanghai. Read by {@link nextFireTimes}. */
export interface Cron {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: readonly number[];
  /** Undefined: every year. */
  readonly years: ReadonlySet<number> | undefined;
  /** Days of a month on which it fires, ascending; month 1 to 12. */
  readonly daysOf: (year: number, month: number) => readonly number[];
}

/** Why a text is no Quartz expression. */
export interface CronProblem {
  /** The field that is wrong; undefined when the whole is. */
  readonly field: CronFieldName | undefined;
  readonly message: Label;
}

const fieldLabels: Record<CronFieldName, Label> = {
  second: label('秒', 'Seconds'),
  minute: label('分', 'Minutes'),
  hour: label('时', 'Hours'),
  dayOfMonth: label('日', 'Day of month'),
  month: label('月', 'Month'),
  dayOfWeek: label('周', 'Day of week'),
  year: label('年', 'Year'),
};

/** First and last value of each field. Days of the week are Quartz's: 1 is Sunday. */
const bounds: Record<CronFieldName, readonly [number, number]> = {
  second: [0, 59],
  minute: [0, 59],
  hour: [0, 23],
  dayOfMonth: [1, 31],
  month: [1, 12],
  dayOfWeek: [1, 7],
  year: [1970, 2099],
};

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Last year in which anything fires, as in Quartz. */
const lastYear = bounds.year[1];

class Refusal extends Error {
  readonly problem: CronProblem;
  constructor(field: CronFieldName | undefined, message: Label) {
    super(message.en);
    this.problem = { field, message };
  }
}

function refuse(field: CronFieldName, part: string): never {
  const { zh, en } = fieldLabels[field];
  throw new Refusal(field, label(`${zh}字段“${part}”有误`, `${en}: "${part}" is not understood`));
}

/** A number of a field, or the English name of a month or a day; out of bounds is refused. */
function numberIn(field: CronFieldName, text: string): number {
  const names = field === 'month' ? monthNames : field === 'dayOfWeek' ? dayNames : [];
  const named = names.indexOf(text);
  const value = named >= 0 ? named + bounds[field][0] : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  const [first, last] = bounds[field];
  if (!(value >= first && value <= last)) refuse(field, text);
  return value;
}

/** `*`, `5`, `1-5`, `0/15`, `8-18/2`, `FRI-MON`: the values one part of a list names. A range may run over the end. */
function partValues(field: CronFieldName, part: string): number[] {
  const [first, last] = bounds[field];
  const [range = '', step, ...rest] = part.split('/');
  if (rest.length > 0 || range === '') refuse(field, part);
  const every = step === undefined ? 1 : /^\d{1,4}$/.test(step) ? Number(step) : 0;
  if (every < 1 || every > last - first + 1) refuse(field, part);
  if (range === '*') return stepped(first, last, every);
  const [from = '', to, ...more] = range.split('-');
  if (more.length > 0) refuse(field, part);
  const start = numberIn(field, from);
  // Quartz reads 5/15 as: from 5 to the end.
  const end = to === undefined ? (step === undefined ? start : last) : numberIn(field, to);
  if (start <= end) return stepped(start, end, every);
  if (field === 'year') refuse(field, part);
  return stepped(start, end + (last - first + 1), every).map(value =>
    value > last ? value - (last - first + 1) : value,
  );
}

function stepped(from: number, to: number, step: number): number[] {
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}

function valuesOf(field: CronFieldName, text: string): number[] {
  const values = new Set(text.split(',').flatMap(part => partValues(field, part)));
  return [...values].sort((a, b) => a - b);
}

/** Days of a month matched by one part of a day field. */
type DayRule = (year: number, month: number) => number[];

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
/** 1 is Sunday, as in Quartz. */
const weekday = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;

/** The working day nearest to a day, within the month. */
function nearestWorkday(year: number, month: number, day: number): number {
  const at = weekday(year, month, day);
  if (at === 7) return day > 1 ? day - 1 : day + 2;
  if (at === 1) return day < daysIn(year, month) ? day + 1 : day - 2;
  return day;
}

/** `L`, `L-3`, `LW`, `15W`, or plain values. A day that a month does not have does not fire in it. */
function dayOfMonthRule(part: string): DayRule {
  const last = /^L(?:-(\d{1,2}))?(W)?$/.exec(part);
  if (last) {
    const back = Number(last[1] ?? 0);
    if (back > 30) refuse('dayOfMonth', part);
    return (year, month) => {
      const day = daysIn(year, month) - back;
      if (day < 1) return [];
      return [last[2] ? nearestWorkday(year, month, day) : day];
    };
  }
  if (part.endsWith('W')) {
    const day = numberIn('dayOfMonth', part.slice(0, -1));
    return (year, month) => (day > daysIn(year, month) ? [] : [nearestWorkday(year, month, day)]);
  }
  const days = partValues('dayOfMonth', part);
  return (year, month) => days.filter(day => day <= daysIn(year, month));
}

/** `L` (Saturday), `6L` and `FRIL` (the last Friday), `6#3` (the third Friday), or plain values. */
function dayOfWeekRule(part: string): DayRule {
  if (part === 'L') return daysOn([7]);
  const nth = /^([^#]+)#([1-5])$/.exec(part);
  if (nth) {
    const wanted = numberIn('dayOfWeek', nth[1] ?? '');
    return (year, month) => daysOn([wanted])(year, month).slice(Number(nth[2]) - 1, Number(nth[2]));
  }
  if (part.endsWith('L')) {
    const wanted = numberIn('dayOfWeek', part.slice(0, -1));
    return (year, month) => daysOn([wanted])(year, month).slice(-1);
  }
  return daysOn(partValues('dayOfWeek', part));
}

function daysOn(weekdays: readonly number[]): DayRule {
  return (year, month) =>
    stepped(1, daysIn(year, month), 1).filter(day => weekdays.includes(weekday(year, month, day)));
}

function dayRules(text: string, rule: (part: string) => DayRule): DayRule {
  const rules = text.split(',').map(rule);
  return (year, month) =>
    [...new Set(rules.flatMap(days => days(year, month)))].sort((one, other) => one - other);
}

/**
 * Parses a Quartz expression (domain A10): six or seven fields, seconds first, names and letters in either case. One of
 * the two day fields is `?`; if both are given, one may be `*`, which is then ignored.
 */
export function parseCron(text: string): Cron | CronProblem {
  try {
    const parts = text.trim().toUpperCase().split(/\s+/);
    if (parts.length !== 6 && parts.length !== 7) {
      throw new Refusal(
        undefined,
        label(
          '应为 6 或 7 段：秒 分 时 日 月 周 [年]',
          'must have 6 or 7 fields: second minute hour day month weekday [year]',
        ),
      );
    }
    const [second = '', minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year] = parts;
    return {
      seconds: valuesOf('second', second),
      minutes: valuesOf('minute', minute),
      hours: valuesOf('hour', hour),
      months: valuesOf('month', month),
      years: year === undefined || year === '*' ? undefined : new Set(valuesOf('year', year)),
      daysOf: daysRule(dayOfMonth, dayOfWeek),
    };
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

function daysRule(dayOfMonth: string, dayOfWeek: string): DayRule {
  const silent = (text: string) => text === '?' || text === '*';
  if (dayOfMonth === '?' && dayOfWeek === '?') {
    throw new Refusal(
      'dayOfWeek',
      label('“日”和“周”不能同时为 ?', 'day of month and day of week cannot both be ?'),
    );
  }
  if (silent(dayOfWeek)) return dayRules(dayOfMonth === '?' ? '*' : dayOfMonth, dayOfMonthRule);
  if (silent(dayOfMonth)) return dayRules(dayOfWeek, dayOfWeekRule);
  throw new Refusal(
    'dayOfWeek',
    label(
      '“日”和“周”只能指定一个，另一个填 ?',
      'give either day of month or day of week, and ? for the other',
    ),
  );
}

/** Reports whether {@link parseCron} understood a text. */
export function isCron(parsed: Cron | CronProblem): parsed is Cron {
  return 'seconds' in parsed;
}

const never = label('没有这样的日子，永远不会执行', 'there is no such day, so it would never run');
const past = label('在指定的年份里不会再执行', 'it would not run any more in its years');

/** Why a text is no schedule: it is not understood, or does not fire any more after `now`. Undefined for one that will. */
export function cronFault(text: string, now: Date): Label | undefined {
  const parsed = parseCron(text);
  if (!isCron(parsed)) return parsed.message;
  if (nextFireTimes(parsed, now, 1).length > 0) return undefined;
  return parsed.years ? past : never;
}

/** The times after `after` at which an expression fires, at most `count`; fewer when its years run out. */
export function nextFireTimes(cron: Cron, after: Date, count: number): Date[] {
  const found: Date[] = [];
  // Works in whole seconds: the next time is after the second that contains `after`.
  const [date = '', time = ''] = shanghaiTime(after).split(' ');
  const [startYear = 0, startMonth = 0, startDay = 0] = date.split('-').map(Number);
  for (let year = startYear; year <= lastYear && found.length < count; year++) {
    if (cron.years && !cron.years.has(year)) continue;
    for (const month of cron.months) {
      if (year === startYear && month < startMonth) continue;
      for (const day of cron.daysOf(year, month)) {
        if (year === startYear && month === startMonth && day < startDay) continue;
        const isFirst = year === startYear && month === startMonth && day === startDay;
        for (const at of timesOf(cron, isFirst ? time : undefined)) {
          found.push(shanghaiInstant(`${year}-${two(month)}-${two(day)} ${at}`));
          if (found.length === count) return found;
        }
      }
    }
  }
  return found;
}

/** Times of day `HH:mm:ss` at which an expression fires, in ascending order and after `after`. */
function* timesOf(cron: Cron, after: string | undefined): Generator<string> {
  for (const hour of cron.hours) {
    if (after !== undefined && two(hour) < after.slice(0, 2)) continue;
    for (const minute of cron.minutes) {
      const start = `${two(hour)}:${two(minute)}`;
      if (after !== undefined && start < after.slice(0, 5)) continue;
      for (const second of cron.seconds) {
        const at = `${start}:${two(second)}`;
        if (after === undefined || at > after) yield at;
      }
    }
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
