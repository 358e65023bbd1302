import type { LoginBody, LoginOutcome } from '@yikao/model/calls/login.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { passwordMatches } from '../../accounts/passwords.ts';
import { sweepAttempts } from '../../engine/http/rate-limit.ts';
import { checkCaptcha } from './captcha/captcha.ts';
import { type Caller, type EnterParts, enter } from './enter.ts';
import { findDevice } from './known-devices.ts';
import { countAccount, countAddress, forgive } from './login-limits.ts';

/** The parts that a login works with. */
export interface LoginParts extends EnterParts {
  /** Whether a captcha is asked for. */
  readonly captcha: boolean;
}

/**
 * Logs in (spec sections 2, 7; domain A5). Throws `captchaExpired` and `wrongCaptcha` before
 * anything else is looked at, `wrongPassword` in the same words for an unknown account, `accountLocked` after
 * five failures, `accountDisabled` only to whoever knows the password, `tooManyRequests` to a connection that
 * goes on failing; `login-limits.ts` tells whose failures count together. A person with a second factor is answered a
 * challenge instead of a token.
 */
export async function login(parts: LoginParts, input: LoginBody, caller: Caller): Promise<LoginOutcome> {
  const { db, clock } = parts;
  const now = clock.now();

  const deviceId = await findDevice(db, input.userName, caller.device, now);
  const who = { userName: input.userName, ip: caller.ip, deviceId };
  await countAddress(db, who, now);
  if (parts.captcha) await checkCaptcha(db, input.uuid, input.patchca, now);
  await countAccount(db, who, now);

  const found = await sql<{ userId: number; userName: string; password: string; status: number }>`
    select user_id as "userId", user_name as "userName", password, status
    from t_admin_user join t_credential using (user_id)
    where lower(user_name) = lower(${input.userName}) and not deleted`.execute(db);
  const user = found.rows[0];
  if (!(await passwordMatches(user?.password, input.password)) || !user) throw failure('wrongPassword');
  await sweepAttempts(db, now);
  if (user.status !== 1) {
    await forgive(db, who, 'all');
    throw failure('accountDisabled');
  }
  const outcome = await enter(parts, {
    userId: user.userId,
    remember: input.rememberMe,
    caller,
    passwordTyped: true,
    secondFactor: true,
  });
  // With a second step to come, earlier failures stay counted: who knows the password must not guess codes for ever.
  await forgive(db, who, 'token' in outcome ? 'all' : 'one');
  return outcome;
}
