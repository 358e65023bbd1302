import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { LoginBody, LoginOutcome } from '@yikao/model/contexts/people/login.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { sweepAttempts } from '../../../engine/http/rate-limit.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { assertMayEnter } from '../accounts/organisation.ts';
import { passwordMatches } from '../accounts/passwords.ts';
import { checkCaptcha } from './captcha/captcha.ts';
import { type Caller, type EnterParts, enter } from './enter.ts';
import { findDevice } from './known-devices.ts';
import { countAccount, countAddress, forgive, inTurn } from './locks/login-limits.ts';

/** The parts that a login works with. */
export interface LoginParts extends EnterParts {
  /** True if a captcha is asked for. */
  readonly captcha: boolean;
}

/**
 * Logs in (spec sections 2, 7; domain A5). Throws `captchaExpired` and `wrongCaptcha` before any other check,
 * `wrongPassword` with the same message for an unknown account, `accountLocked` after five failures, `accountDisabled`
 * and `organisationDisabled` only if the password is right, and `tooManyRequests` for a connection that keeps failing;
 * `login-limits.ts` defines which failures count together. A person with a second factor gets a challenge instead of a
 * token.
 */
export async function login(parts: LoginParts, input: LoginBody, caller: Caller): Promise<LoginOutcome> {
  const { db, clock } = parts;
  const now = clock.now();

  const deviceId = await findDevice(db, input.userName, caller.device, now);
  const who = { userName: input.userName, ip: caller.ip, deviceId };
  return inTurn(who, () => attempt(parts, input, caller, who));
}

/** One attempt, in its turn. */
async function attempt(
  parts: LoginParts,
  input: LoginBody,
  caller: Caller,
  who: Parameters<typeof inTurn>[0],
): Promise<LoginOutcome> {
  const { db, clock } = parts;
  const now = clock.now();
  await countAddress(db, who, now);
  if (parts.captcha) await checkCaptcha(db, input.uuid, input.patchca, now);
  await countAccount(db, who, now);

  const found = await sql<Columns<typeof registry.adminUser, 'userId' | 'userName' | 'password'>>`
    select user_id, user_name, password
    from t_admin_user join t_credential using (user_id)
    where lower(user_name) = lower(${input.userName}) and not deleted`.execute(db);
  const user = found.rows[0];
  if (!(await passwordMatches(user?.password, input.password)) || !user) throw failure('wrongPassword');
  await sweepAttempts(db, now);
  await assertMayEnter(db, user.userId).catch(async (error: unknown) => {
    await forgive(db, who, 'all');
    throw error;
  });
  const outcome = await enter(parts, {
    userId: user.userId,
    remember: input.rememberMe,
    caller,
    passwordTyped: true,
    secondFactor: true,
  });
  // If a second step follows, earlier failures stay counted: a person with the password must not guess codes for ever.
  await forgive(db, who, 'token' in outcome ? 'all' : 'one');
  return outcome;
}
