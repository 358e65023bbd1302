import { failure } from '@yikao/model/errors.ts';
import type { Db } from '../../engine/sql.ts';
import {
  attemptsSpent,
  forgetAttempts,
  giveBackAttempt,
  type RateLimit,
  takeAttempt,
} from '../rate-limit.ts';

const quarterMs = 15 * 60 * 1000;
const dayMs = 86_400_000;
/**
 * Five failures lock an account for a quarter of an hour (domain 4.14), whether it exists or not; five more lock it
 * for half an hour, and so on up to a day. Wrong passwords and wrong codes count alike.
 */
const perAccount: RateLimit = { max: 5, windowMs: quarterMs, longestMs: dayMs };
/** Failures of one address, over all accounts; an office behind one address still gets in. */
const perAddress: RateLimit = { max: 50, windowMs: quarterMs, longestMs: dayMs };

const accountKey = (userName: string) => `login-account:${userName.toLowerCase()}`;
const addressKey = (ip: string) => `login-address:${ip}`;

function locked(resetTime: Date, now: Date): Error {
  const minutes = Math.ceil((resetTime.getTime() - now.getTime()) / 60_000);
  return failure('accountLocked', { params: { minutes } });
}

/** Counts an attempt of an address. Throws `tooManyRequests` to one that goes on failing. */
export async function countAddress(db: Db, ip: string, now: Date): Promise<void> {
  if (!(await takeAttempt(db, addressKey(ip), perAddress, now)).allowed) throw failure('tooManyRequests');
}

/** Counts an attempt on an account. Throws `accountLocked` after five failures. */
export async function countAccount(db: Db, userName: string, now: Date): Promise<void> {
  const attempt = await takeAttempt(db, accountKey(userName), perAccount, now);
  if (!attempt.allowed) throw locked(attempt.resetTime, now);
}

/** Until when failed logins keep an account locked; undefined while they do not. */
export function lockedUntil(db: Db, userName: string, now: Date): Promise<Date | undefined> {
  return attemptsSpent(db, accountKey(userName), perAccount, now);
}

/** Throws `accountLocked` while an account is locked; counts nothing. */
export async function assertUnlocked(db: Db, userName: string, now: Date): Promise<void> {
  const until = await lockedUntil(db, userName, now);
  if (until) throw locked(until, now);
}

/**
 * Takes back what was counted for an attempt that turned out to be a good one: with `all` the failures before it are
 * forgotten too, with `one` they stay.
 */
export async function forgive(db: Db, userName: string, ip: string, how: 'all' | 'one'): Promise<void> {
  if (how === 'all') await forgetAttempts(db, accountKey(userName));
  else await giveBackAttempt(db, accountKey(userName));
  await giveBackAttempt(db, addressKey(ip));
}
