import type { SmsBudgets } from '@yikao/model/calls/locks.ts';
import { failure } from '@yikao/model/errors.ts';
import { attemptsTaken, type RateLimit, takeAttempt } from '../engine/http/rate-limit.ts';
import type { Db } from '../engine/sql.ts';
import type { Logger } from '../platform/logger.ts';
import { connectionOf, networkOf } from './network.ts';
import { readSetting } from './settings.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Share of a day's codes that may be sent within an hour: a program that empties each hour needs half a day for the day. */
const hourShare = 1 / 12;
/** Share of an hour's codes that is kept for networks that were sent none within a day. */
const freshShare = 1 / 2;
/** Share of a budget from which on operators are told that it runs low. */
const lowShare = 0.8;

/**
 * Attempts to have a code sent, those with a wrong captcha too, by where they come from: an office behind one address
 * still gets in, and a program that reads one captcha of twenty gets one code an hour out of a connection.
 */
const perCaller: readonly (readonly [key: (ip: string) => string, limit: RateLimit])[] = [
  [ip => `sms-address:${connectionOf(ip)}`, { max: 20, windowMs: hourMs }],
  [ip => `sms-address-day:${connectionOf(ip)}`, { max: 60, windowMs: dayMs }],
  [ip => `sms-network:${networkOf(ip)}`, { max: 60, windowMs: hourMs }],
  [ip => `sms-network-day:${networkOf(ip)}`, { max: 180, windowMs: dayMs }],
];

const keys = { hour: 'sms-hour', fresh: 'sms-hour-fresh', day: 'sms-day' } as const;

/** How many codes may be sent within an hour by anybody, further ones to fresh networks, and within a day. */
async function readBounds(db: Db): Promise<Record<keyof typeof keys, number>> {
  const day = await readSetting(db, 'sms.totalDailyMax');
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
 * Counts a code against what may be sent in all. The first code of a network within a day may come out of the half of
 * the hour that is kept for those, so that whoever applies in earnest still gets one while others send from many
 * addresses. Warns in the log when a budget runs low. Throws `tooManyRequests` once there is none left.
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

/** How many codes have been sent within the hour and the day, and how many may be. */
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
