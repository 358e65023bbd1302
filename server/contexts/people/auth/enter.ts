import type { LoginAnswer, LoginOutcome } from '@yikao/model/contexts/people/login.calls.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import type { Clock } from '../../../platform/clock.ts';
import { rememberDevice } from './known-devices.ts';
import { issueChallenge } from './second-factor/challenge.ts';
import { readFactor } from './second-factor/factor.ts';
import { readSessionUser } from './session-user.ts';
import type { Sessions } from './sessions.ts';

/** Dependencies of letting a person in. */
export interface EnterParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

/** The caller, as far as the network identifies them. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string;
  /** Token of a device that has logged in before; blank for a new one. */
  readonly device: string;
}

/** A person who has passed the first step. */
export interface Entrant {
  readonly userId: number;
  readonly remember: boolean;
  readonly caller: Caller;
  /** The first step was the password. */
  readonly passwordTyped: boolean;
}

/**
 * Lets in an enabled person who has passed the first step: with a session, or with a challenge if a second step is
 * required. Set `secondFactor` to false if another party has already asked for it.
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
 * Opens the session of a person who has passed every step, and returns a login's answer. The device is known to the
 * account from now on.
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
