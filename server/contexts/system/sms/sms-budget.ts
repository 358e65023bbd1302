import type { SmsBudgets } from '@yikao/model/contexts/people/locks.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { attemptsTaken, type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Db } from '../../../engine/table/sql.ts';
import type { Logger } from '../../../platform/logger.ts';
import { connectionOf, networkOf } from '../../shared/network.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Share of a day's codes that may be sent within an hour: a program that empties each hour needs half a day for the day. */
const hourShare = 1 / 12;
/** Share of an hour's codes reserved for networks without a code within the last day. */
const freshShare = 1 / 2;
/** Used share from which operators are warned about a budget. */
const lowShare = 0.8;

/**
 * Attempts to request a code, including those with a wrong captcha, by origin: an office behind one address can still
 * register, and a program that reads one captcha in twenty gets one code an hour per connection.
 */
const perCaller: readonly (readonly [key: (ip: string) => string, limit: RateLimit])[] = [
  [ip => `sms-address:${connectionOf(ip)}`, { max: 20, windowMs: hourMs }],
  [ip => `sms-address-day:${connectionOf(ip)}`, { max: 60, windowMs: dayMs }],
  [ip => `sms-network:${networkOf(ip)}`, { max: 60, windowMs: hourMs }],
  [ip => `sms-network-day:${networkOf(ip)}`, { max: 180, windowMs: dayMs }],
];

const keys = { hour: 'sms-hour', fresh: 'sms-hour-fresh', day: 'sms-day' } as const;

/** The budgets of codes: per hour for anyone, per hour for new networks, and per day. */
async function readBounds(db: Db): Promise<Record<keyof typeof keys, number>> {
  const day = await readParameter(db, 'sms.totalDailyMax');
  const hour = Math.max(2, Math.ceil(day * hourShare));
  const fresh = Math.max(1, Math.floor(hour * freshShare));
  return { hour: hour - fresh, fresh, day };
}

/** Counts an attempt of a caller to have a code sent. Throws `tooManyRequests`. */
export async function takeCaller(db: Db, ip: string, now: Date): Promise<void> {
  for (const [key, limit] of perCaller) {
    if (!(await takeAttempt(db, key(ip), limit, now)).allowed) throw failure('tooManyRequests');
  }
}

/**
 * Counts a code against the overall budget. A network's first code of a day may use the half of the hour reserved for
 * those, so that genuine applicants still get one while others send from many addresses. Logs a warning when a budget
 * runs low. Throws `tooManyRequests` once it is used up.
 */
export async function takeBudget(db: Db, logger: Logger, ip: string, now: Date): Promise<void> {
  const max = await readBounds(db);
  const known = await attemptsTaken(db, `sms-sent:${networkOf(ip)}`, now);
  const window = (await takeFrom(db, logger, 'hour', max.hour, now))
    ? 'hour'
    : known === 0 && (await takeFrom(db, logger, 'fresh', max.fresh, now))
      ? 'fresh'
      : undefined;
  if (!window || !(await takeFrom(db, logger, 'day', max.day, now))) throw failure('tooManyRequests');
  await takeAttempt(db, `sms-sent:${networkOf(ip)}`, { max: 1, windowMs: dayMs }, now);
}

async function takeFrom(
  db: Db,
  logger: Logger,
  window: keyof typeof keys,
  max: number,
  now: Date,
): Promise<boolean> {
  const windowMs = window === 'day' ? dayMs : hourMs;
  const { allowed, count } = await takeAttempt(db, keys[window], { max, windowMs }, now);
  // Once at the mark and once at the end, not with each of a flood.
  if (count === Math.ceil(max * lowShare) || count === max) {
    logger.warn({ window, used: count, max }, 'Text codes run low: somebody may be sending them by program');
  }
  return allowed;
}

/** The number of codes sent within the hour and the day, and their limits. */
export async function readSmsBudgets(db: Db, now: Date): Promise<SmsBudgets> {
  const [max, hour, fresh, day] = [
    await readBounds(db),
    await attemptsTaken(db, keys.hour, now),
    await attemptsTaken(db, keys.fresh, now),
    await attemptsTaken(db, keys.day, now),
  ];
  const budget = (used: number, most: number) => ({ used, max: most, low: used >= most * lowShare });
  return {
    hour: budget(Math.min(hour, max.hour) + Math.min(fresh, max.fresh), max.hour + max.fresh),
    day: budget(Math.min(day, max.day), max.day),
  };
}
