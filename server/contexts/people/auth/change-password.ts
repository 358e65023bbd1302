import {
  type ChangePasswordBody,
  loginCalls,
  type PasswordChanged,
} from '@yikao/model/contexts/people/login.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { forgetAttempts, type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { Clock } from '../../../platform/clock.ts';
import { endApiTokensOf, lockAccessVersion, raiseAccessVersion } from '../accounts/access-version.ts';
import { passwordIs, passwordWasUsed, setPassword } from '../accounts/credentials.ts';
import { passwordFault } from '../accounts/password-fault.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { endCallTokens } from './call-token/tokens.ts';
import type { Sessions } from './sessions.ts';

/** Milliseconds after which a session must show the present password before it may set another (domain Q47). */
const freshMs = 12 * 3_600_000;
/** Wrong present passwords; a borrowed screen must not become a place to guess. */
const perPerson: RateLimit = { max: 5, windowMs: 15 * 60 * 1000 };

function refuse(found: Issue): Error {
  return failure('invalidFields', {
    issues: [found],
    labels: name => loginCalls.changePassword.names?.[name],
  });
}

/**
 * Changes the caller's own password by the rule of spec section 5, not reusing recent ones, and ends their other
 * sessions, all softphone tokens and all API tokens. Returns the number of API tokens ended. Throws `forbidden` for
 * another person, `invalidFields`, and `wrongOldPassword`.
 */
export async function changePassword(
  parts: { readonly db: Db; readonly clock: Clock; readonly sessions: Sessions },
  actor: Actor,
  token: string,
  input: ChangePasswordBody,
): Promise<PasswordChanged> {
  const { db, clock, sessions } = parts;
  if (input.userId !== actor.userId) throw failure('forbidden');
  const fault = await passwordFault(input.password, [actor.userName]);
  if (fault) throw refuse(fault);

  const now = clock.now();
  const typed = await sessions.passwordTime(token);
  if (!typed) throw failure('unauthenticated');
  const old = input.oldPassword ?? '';
  if (old === '' && now.getTime() - typed.getTime() > freshMs) throw refuse(issue('oldPassword', 'required'));
  if (old !== '') {
    const key = `password:${actor.userId}`;
    if (!(await takeAttempt(db, key, perPerson, now)).allowed) throw failure('tooManyRequests');
    if (!(await passwordIs(db, actor.userId, old))) throw failure('wrongOldPassword');
    await forgetAttempts(db, key);
  }

  if (await passwordWasUsed(db, actor.userId, input.password)) {
    throw refuse(issue('password', 'passwordUsed', { count: limits.passwordsRemembered }));
  }
  const stored = await hashPassword(input.password);
  const endedTokens = await transact(db, async transaction => {
    await lockAccessVersion(transaction);
    await setPassword(transaction, actor.userId, stored, { now, mustChange: false });
    await endCallTokens(transaction, actor.userId);
    await raiseAccessVersion(transaction);
    return endApiTokensOf(transaction, [actor.userId], now);
  });
  await sessions.passwordTyped(token);
  await sessions.closeOthers(actor.userId, token);
  return { endedTokens };
}
