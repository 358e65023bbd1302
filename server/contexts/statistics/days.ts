import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { dayPlus, utcDay } from '@yikao/model/rules/times.ts';
import type { Range } from '../shared/figures.ts';

const dayMs = 86_400_000;
/** Default number of days of a chart. */
const usualDays = 30;

/** The day in Asia/Shanghai. */
export function todayOf(now: Date): string {
  return shanghaiTime(now).slice(0, 10);
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: Range): string[] {
  const count = (utcDay(to).getTime() - utcDay(from).getTime()) / dayMs + 1;
  return Array.from({ length: count }, (_, at) => dayPlus(from, at));
}

/**
 * The days of a query; by default the last thirty up to today. Throws `invalidFields` for a range that ends before it
 * begins, or is longer than `limits.statDays`.
 */
export function rangeOf(
  asked: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  now: Date,
): Range {
  const to = asked.endDate ?? (asked.startDate ? later(asked.startDate, todayOf(now)) : todayOf(now));
  const from = asked.startDate ?? dayPlus(to, 1 - usualDays);
  const refused = (zh: string, en: string) =>
    failure('invalidFields', {
      issues: [issue('endDate', 'rule', { zh, en })],
      labels: () => label('结束日期', 'Last day'),
    });
  if (to < from) throw refused('不能早于开始日期', 'cannot be before the first day');
  if (dayPlus(from, limits.statDays) <= to) {
    throw refused(`最多查询 ${limits.statDays} 天`, `: at most ${limits.statDays} days can be asked for`);
  }
  return { from, to };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
