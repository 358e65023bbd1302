import type {
  ProofBody,
  RecoveryCodes,
  SecondFactorSecret,
  SecondFactorState,
} from '@yikao/model/calls/second-factor.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { endSessionsOf } from '../../../accounts/access-version.ts';
import { passwordIs } from '../../../accounts/credentials.ts';
import { assertNotOutranked } from '../../../accounts/rights-watch.ts';
import type { Actor } from '../../../engine/actor.ts';
import type { Engine } from '../../../engine/engine.ts';
import { forgetAttempts, type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import { findRow } from '../../../engine/info.ts';
import type { Db } from '../../../engine/sql.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { EnterParts } from '../enter.ts';
import { readFactor, removeFactor, startFactor, useAppCode, useCode } from './factor.ts';
import { renewRecoveryCodes } from './recovery.ts';

/** The parts that the calls about one's own second factor work with. */
interface Parts extends EnterParts {
  readonly secrets: Secrets;
}

/** Wrong codes and passwords of somebody logged in; a borrowed screen must not become a place to guess. */
const perPerson: RateLimit = { max: 5, windowMs: 15 * 60 * 1000 };

/** Runs a proof that may fail only so often. Throws `tooManyRequests`, and what the proof throws. */
async function limited<T>({ db, clock }: Parts, userId: number, proof: () => Promise<T>): Promise<T> {
  const key = `second-factor:${userId}`;
  if (!(await takeAttempt(db, key, perPerson, clock.now())).allowed) throw failure('tooManyRequests');
  const result = await proof();
  await forgetAttempts(db, key);
  return result;
}

/** How it stands with one's own second factor. */
export async function state(db: Db, { userId }: Actor): Promise<SecondFactorState> {
  const { on, since, recoveryLeft, demanded } = await readFactor(db, userId);
  return { on, since: since && shanghaiTime(since), recoveryLeft, demanded };
}

/** Begins to turn it on. Throws `notAllowedNow` where it is on already. */
export async function start({ db, secrets }: Parts, actor: Actor): Promise<SecondFactorSecret> {
  const secret = await startFactor(db, secrets, actor);
  if (!secret) throw failure('notAllowedNow');
  return secret;
}

/**
 * The code proves that the app has the secret, which is in force from now on.
 * Ends one's other sessions, which were opened without it. Throws `wrongCode`.
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
    db.transaction().execute(async transaction => {
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

/** Asks for what one knows and what one has. Throws `wrongOldPassword` and `wrongCode`. */
async function prove(parts: Parts, userId: number, { password, code }: ProofBody): Promise<void> {
  await limited(parts, userId, async () => {
    if (!(await passwordIs(parts.db, userId, password))) throw failure('wrongOldPassword');
    if (!(await useCode(parts.db, parts.secrets, userId, code, parts.clock.now())))
      throw failure('wrongCode');
  });
}

/** Turns it off. Throws `notAllowedNow` where it is demanded, and what {@link prove} throws. */
export async function turnOff(parts: Parts, { userId }: Actor, proof: ProofBody): Promise<void> {
  if ((await readFactor(parts.db, userId)).demanded) throw failure('notAllowedNow');
  await prove(parts, userId, proof);
  await parts.db.transaction().execute(transaction => removeFactor(transaction, userId));
}

/** New recovery codes in place of the old. Throws what {@link prove} throws. */
export async function renewRecovery(
  parts: Parts,
  { userId }: Actor,
  proof: ProofBody,
): Promise<RecoveryCodes> {
  await prove(parts, userId, proof);
  const codes = await parts.db
    .transaction()
    .execute(transaction => renewRecoveryCodes(transaction, parts.secrets, userId));
  return { recoveryCodes: codes };
}

/**
 * Takes the second factor from somebody who has lost it, and ends all
 * sessions of that person. Throws `outranked` for people who hold more than
 * the actor does, `notFound` outside the actor's reach, `notAllowedNow` for oneself and where there is nothing to
 * reset.
 */
export async function resetOther(engine: Engine, actor: Actor, userId: number): Promise<void> {
  if (userId === actor.userId) throw failure('notAllowedNow');
  await engine.db.transaction().execute(async db => {
    if (!(await findRow(engine, db, registry.adminUser, actor, userId))) throw failure('notFound');
    await assertNotOutranked(db, actor, [userId]);
    if (!(await removeFactor(db, userId))) throw failure('notAllowedNow');
    await endSessionsOf(db, [userId]);
  });
}
