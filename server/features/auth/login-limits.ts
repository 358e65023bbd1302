import { failure } from '@yikao/model/errors.ts';
import {
  forgetAttempts,
  giveBackAttempt,
  type RateLimit,
  takeAttempt,
} from '../../engine/http/rate-limit.ts';
import type { Db } from '../../engine/sql.ts';
import { connectionOf, networkOf } from '../network.ts';

const quarterMs = 15 * 60 * 1000;
const dayMs = 86_400_000;

/**
 * Five failures lock for a quarter of an hour (domain 4.14), five more for half an hour, and so on up to a day, whether
 * the account exists or not; wrong passwords and wrong codes count alike. Strangers are locked together with their
 * network, for that account; a device that has logged in to the account before has a budget of its own.
 */
const fiveFailures: RateLimit = { max: 5, windowMs: quarterMs, longestMs: dayMs };

/**
 * Each kind of lock with its bound. `account` bounds all strangers to one account together, wherever they come from:
 * ten in half an hour, then ten in an hour and so on, at most 20 in any hour and ten a day for whoever goes on.
 * `address` bounds what one connection fails at over all accounts; an office behind one address still gets in.
 */
export const loginLimits = {
  device: fiveFailures,
  network: fiveFailures,
  account: { max: 10, windowMs: 2 * quarterMs, longestMs: dayMs },
  address: { max: 50, windowMs: quarterMs, longestMs: dayMs },
} as const satisfies Record<string, RateLimit>;

/** One kind of lock. */
export type LockKind = keyof typeof loginLimits;

/** Somebody who tries to get into an account. */
interface Approach {
  readonly userName: string;
  readonly ip: string;
  /** The device, where the account has been logged in to from it before. */
  readonly deviceId: number | undefined;
}

const keys = {
  device: ({ deviceId }: Approach) => `login-device:${deviceId}`,
  network: ({ ip, userName }: Approach) => `login-network:${networkOf(ip)}|${userName.toLowerCase()}`,
  account: ({ userName }: Approach) => `login-account:${userName.toLowerCase()}`,
  address: ({ ip }: Pick<Approach, 'ip'>) => `login-address:${connectionOf(ip)}`,
} as const;

const kindsFor = ({ deviceId }: Approach): readonly ('device' | 'network' | 'account')[] =>
  deviceId === undefined ? ['network', 'account'] : ['device'];

/**
 * Counts an attempt of a connection. Throws `tooManyRequests` to one that goes on failing, unless the device is known
 * to the account: neighbours behind the same address hold nobody up.
 */
export async function countAddress(db: Db, who: Pick<Approach, 'ip' | 'deviceId'>, now: Date): Promise<void> {
  if (who.deviceId !== undefined) return;
  if (!(await takeAttempt(db, keys.address(who), loginLimits.address, now)).allowed) {
    throw failure('tooManyRequests');
  }
}

/** Counts an attempt on an account. Throws `accountLocked` once the failures of this device, or of strangers, are used up. */
export async function countAccount(db: Db, who: Approach, now: Date): Promise<void> {
  for (const kind of kindsFor(who)) {
    const { allowed, resetTime } = await takeAttempt(db, keys[kind](who), loginLimits[kind], now);
    if (allowed) continue;
    const minutes = Math.ceil((resetTime.getTime() - now.getTime()) / 60_000);
    throw failure('accountLocked', { params: { minutes } });
  }
}

/**
 * Takes back what was counted for an attempt that turned out to be a good one: with `all` the failures before it are
 * forgotten too, with `one` they stay. Those of strangers elsewhere stay in any case.
 */
export async function forgive(db: Db, who: Approach, how: 'all' | 'one'): Promise<void> {
  for (const kind of kindsFor(who)) {
    const key = keys[kind](who);
    if (how === 'all' && kind !== 'account') await forgetAttempts(db, key);
    else await giveBackAttempt(db, key);
  }
  if (who.deviceId === undefined) await giveBackAttempt(db, keys.address(who));
}
