import type { LoginAnswer, LoginOutcome } from '@yikao/model/calls/login.ts';
import { sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';
import type { Clock } from '../../platform/clock.ts';
import { rememberDevice } from './known-devices.ts';
import { issueChallenge } from './second-factor/challenge.ts';
import { readFactor } from './second-factor/factor.ts';
import { readSessionUser } from './session-user.ts';
import type { Sessions } from './sessions.ts';

/** The parts that letting somebody in works with. */
export interface EnterParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

/** Who calls, as far as the network tells. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string;
  /** Token by which the device says that it has been logged in from before; blank when it brings none. */
  readonly device: string;
}

/** Somebody whose first step was right. */
export interface Entrant {
  readonly userId: number;
  readonly remember: boolean;
  readonly caller: Caller;
  /** The first step was the password. */
  readonly passwordTyped: boolean;
}

/**
 * Lets an enabled person in whose first step was right: with a session, or with a challenge where a second step is
 * asked for. `secondFactor` is false where somebody else has asked for it.
 */
export async function enter(
  parts: EnterParts,
  entrant: Entrant & { readonly secondFactor: boolean },
): Promise<LoginOutcome> {
  const factor = await readFactor(parts.db, entrant.userId);
  if (entrant.secondFactor && factor.on) {
    return issueChallenge(parts.db, entrant, parts.clock.now());
  }
  const mustEnrol = entrant.secondFactor && factor.demanded && !factor.on;
  return openSession(parts, { ...entrant, mustEnrol });
}

/**
 * Opens the session of a person who has taken every step, and answers it as a login does. The device counts as known to
 * the account from now on.
 */
export async function openSession(
  { db, clock, sessions }: EnterParts,
  { userId, remember, caller, passwordTyped, mustEnrol }: Entrant & { readonly mustEnrol: boolean },
): Promise<LoginAnswer> {
  await sql`update t_admin_user set last_login_time = ${clock.now()} where user_id = ${userId}`.execute(db);
  const token = await sessions.open({ userId, remember, passwordTyped, mustEnrol, ...caller });
  const deviceToken = await rememberDevice(db, userId, caller.device, clock.now());
  return {
    token,
    ...(deviceToken !== undefined && { deviceToken }),
    ...(await readSessionUser(db, userId)),
    mustEnrolSecondFactor: mustEnrol,
  };
}
