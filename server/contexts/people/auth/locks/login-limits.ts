import { failure } from '@yikao/model/errors.ts';
import {
  forgetAttempts,
  giveBackAttempt,
  type RateLimit,
  takeAttempt,
} from '../../../../engine/http/rate-limit.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import { FairTurns } from '../../../../platform/fair-turns.ts';
import { connectionOf, networkOf } from '../../../shared/network.ts';

const quarterMs = 15 * 60 * 1000;
const dayMs = 86_400_000;

/**
 * Five failures lock for a quarter of an hour (domain 4.14), five more for half an hour, and so on up to a day, whether
 * or not the account exists; wrong passwords and wrong codes count alike. Strangers share a budget per network and
 * account; a device that has logged in to the account before has its own.
 */
const fiveFailures: RateLimit = { max: 5, windowMs: quarterMs, longestMs: dayMs };

/**
 * The limit of each kind of lock. `account` limits all strangers to one account together, from anywhere: ten in half an
 * hour, then ten in an hour and so on, at most 20 in any hour and ten a day in the long run; beyond that {@link siege}
 * applies. `address` limits the failures of one connection over all accounts; an office behind one address can still
 * log in.
 */
export const loginLimits = {
  device: fiveFailures,
  network: fiveFailures,
  account: { max: 10, windowMs: 2 * quarterMs, longestMs: dayMs },
  address: { max: 50, windowMs: quarterMs, longestMs: dayMs },
} as const satisfies Record<string, RateLimit>;

/** One kind of lock. */
export type LockKind = keyof typeof loginLimits;

/**
 * An account locked for strangers stays open to its owner on a new device: each network has one more attempt a day, and
 * all of them together a hundred, so that two guessing networks do not lock everyone out (OWASP, account lockout), and
 * many cannot guess for ever (NIST SP 800-63B, 5.2.2).
 */
const siege = {
  network: { max: 1, windowMs: dayMs },
  account: { max: 100, windowMs: dayMs },
} as const satisfies Record<string, RateLimit>;

/** A person trying to log in to an account. */
interface Approach {
  readonly userName: string;
  readonly ip: string;
  /** The device, if the account was logged in from it before. */
  readonly deviceId: number | undefined;
}

const keys = {
  device: ({ deviceId }: Approach) => `login-device:${deviceId}`,
  network: ({ ip, userName }: Approach) => `login-network:${networkOf(ip)}|${userName.toLowerCase()}`,
  account: ({ userName }: Approach) => `login-account:${userName.toLowerCase()}`,
  address: ({ ip }: Pick<Approach, 'ip'>) => `login-address:${connectionOf(ip)}`,
  siegeOfNetwork: ({ ip, userName }: Approach) =>
    `login-siege-network:${networkOf(ip)}|${userName.toLowerCase()}`,
  siege: ({ userName }: Approach) => `login-siege:${userName.toLowerCase()}`,
} as const;

const kindsFor = ({ deviceId }: Approach): readonly ('device' | 'network' | 'account')[] =>
  deviceId === undefined ? ['network', 'account'] : ['device'];

/**
 * Simultaneous attempts: as many people as passwords are hashed in parallel, and one per device or network and account.
 * Attempts are counted in advance, so several correct ones at once would otherwise count as failures until they
 * succeed.
 */
const turns = new FairTurns<string>({ places: 4, perPerson: 1, waitingPerPerson: 200 });

/** Runs a login attempt after the earlier ones have finished. Throws `tooManyRequests` if too many are waiting. */
export function inTurn<Result>(who: Approach, attempt: () => Promise<Result>): Promise<Result> {
  return turns.take(who.deviceId === undefined ? keys.network(who) : keys.device(who), attempt);
}

/**
 * Counts an attempt of a connection. Throws `tooManyRequests` if it keeps failing, unless the device is known to the
 * account: neighbours behind the same address do not block it.
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
    if (allowed || (kind === 'account' && (await passesSiege(db, who, now)))) continue;
    const minutes = Math.ceil((resetTime.getTime() - now.getTime()) / 60_000);
    throw failure('accountLocked', { params: { minutes } });
  }
}

/** Reports whether a stranger still has the one attempt of the network at an account that is locked. */
async function passesSiege(db: Db, who: Approach, now: Date): Promise<boolean> {
  const ofNetwork = await takeAttempt(db, keys.siegeOfNetwork(who), siege.network, now);
  return ofNetwork.allowed && (await takeAttempt(db, keys.siege(who), siege.account, now)).allowed;
}

/**
 * Uncounts a successful attempt: with `all` earlier failures are forgotten too, with `one` they are kept. Failures of
 * strangers elsewhere are always kept.
 */
export async function forgive(db: Db, who: Approach, how: 'all' | 'one'): Promise<void> {
  for (const kind of kindsFor(who)) {
    const key = keys[kind](who);
    if (how === 'all' && kind !== 'account') await forgetAttempts(db, key);
    else await giveBackAttempt(db, key);
  }
  if (how === 'all' && who.deviceId === undefined) await forgetAttempts(db, keys.siegeOfNetwork(who));
  if (who.deviceId === undefined) await giveBackAttempt(db, keys.address(who));
}
