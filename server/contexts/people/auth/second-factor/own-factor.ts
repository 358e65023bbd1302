import { registry } from '@yikao/model/contexts/datasets.ts';
import type {
  ProofBody,
  RecoveryCodes,
  SecondFactorSecret,
  SecondFactorState,
} from '@yikao/model/contexts/people/second-factor.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { Engine } from '../../../../engine/engine.ts';
import { forgetAttempts, type RateLimit, takeAttempt } from '../../../../engine/http/rate-limit.ts';
import { findRow } from '../../../../engine/read/info.ts';
import type { Actor } from '../../../../engine/scope/actor.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import { transact } from '../../../../engine/write/transaction.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import { endSessionsOf } from '../../accounts/access-version.ts';
import { passwordIs } from '../../accounts/credentials.ts';
import { assertNotOutranked } from '../../accounts/rights-watch.ts';
import type { EnterParts } from '../enter.ts';
import { readFactor, removeFactor, startFactor, useAppCode, useCode } from './factor.ts';
import { renewRecoveryCodes } from './recovery.ts';

/** Dependencies of the calls about the caller's own second factor. */
interface Parts extends EnterParts {
  readonly secrets: Secrets;
}

/** Wrong codes and passwords of a logged-in person; an unattended screen must not allow guessing. */
const perPerson: RateLimit = { max: 5, windowMs: 15 * 60 * 1000 };

/** Runs a check with a limited number of failures. Throws `tooManyRequests`, and the errors of the check. */
async function limited<T>({ db, clock }: Parts, userId: number, proof: () => Promise<T>): Promise<T> {
  const key = `second-factor:${userId}`;
  if (!(await takeAttempt(db, key, perPerson, clock.now())).allowed) throw failure('tooManyRequests');
  const result = await proof();
  await forgetAttempts(db, key);
  return result;
}

/** State of the caller's second factor. */
export async function state(db: Db, { userId }: Actor): Promise<SecondFactorState> {
  const { on, since, recoveryLeft, demanded } = await readFactor(db, userId);
  return { on, since: since && shanghaiTime(since), recoveryLeft, demanded };
}

/** Starts enrolment. Throws `notAllowedNow` if the second factor is already on. */
export async function start({ db, secrets }: Parts, actor: Actor): Promise<SecondFactorSecret> {
  const secret = await startFactor(db, secrets, actor);
  if (!secret) throw failure('notAllowedNow');
  return secret;
}

/**
 * The code proves that the app has the secret, which takes effect now. Ends the caller's other sessions, which were
 * opened without it. Throws `wrongCode`.
 */
export async function confirm(
  parts: Parts,
  { userId }: Actor,
  token: string,
  typed: string,
): Promise<RecoveryCodes> {
  const { db, clock, secrets, sessions } = parts;
  const code = typed.replace(/\s/g, '');
  const codes = await limited(parts, userId, () =>
    transact(db, async transaction => {
      const now = clock.now();
      if (!(await useAppCode(transaction, secrets, userId, code, { now, pending: true }))) {
        throw failure('wrongCode');
      }
      return renewRecoveryCodes(transaction, secrets, userId);
    }),
  );
  await sessions.enrolled(token);
  await sessions.closeOthers(userId, token);
  return { recoveryCodes: codes };
}

/** Checks both the password and a code. Throws `wrongOldPassword` and `wrongCode`. */
async function prove(parts: Parts, userId: number, { password, code }: ProofBody): Promise<void> {
  await limited(parts, userId, async () => {
    if (!(await passwordIs(parts.db, userId, password))) throw failure('wrongOldPassword');
    if (!(await useCode(parts.db, parts.secrets, userId, code, parts.clock.now())))
      throw failure('wrongCode');
  });
}

/** Turns it off. Throws `notAllowedNow` if it is required, and the errors of {@link prove}. */
export async function turnOff(parts: Parts, { userId }: Actor, proof: ProofBody): Promise<void> {
  if ((await readFactor(parts.db, userId)).demanded) throw failure('notAllowedNow');
  await prove(parts, userId, proof);
  await transact(parts.db, transaction => removeFactor(transaction, userId));
}

/** Replaces the recovery codes. Throws the errors of {@link prove}. */
export async function renewRecovery(
  parts: Parts,
  { userId }: Actor,
  proof: ProofBody,
): Promise<RecoveryCodes> {
  await prove(parts, userId, proof);
  const codes = await transact(parts.db, transaction =>
    renewRecoveryCodes(transaction, parts.secrets, userId),
  );
  return { recoveryCodes: codes };
}

/**
 * Removes the second factor of a person who has lost it, and ends all their sessions. Throws `outranked` for people
 * with more rights than the actor, `notFound` out of the actor's reach, and `notAllowedNow` for the actor's own and if
 * there is none.
 */
export async function resetOther(engine: Engine, actor: Actor, userId: number): Promise<void> {
  if (userId === actor.userId) throw failure('notAllowedNow');
  await transact(engine.db, async db => {
    if (!(await findRow(engine, db, registry.adminUser, actor, userId))) throw failure('notFound');
    await assertNotOutranked(db, actor, [userId]);
    if (!(await removeFactor(db, userId))) throw failure('notAllowedNow');
    await endSessionsOf(db, [userId]);
  });
}
