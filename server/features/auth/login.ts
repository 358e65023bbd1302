import { type LoginAnswer, loginBody } from '@yikao/model/calls/login.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { passwordMatches } from '../../accounts/passwords.ts';
import type { Db } from '../../engine/sql.ts';
import type { Clock } from '../../platform/clock.ts';
import { readBody } from '../body.ts';
import {
  forgetAttempts,
  giveBackAttempt,
  type RateLimit,
  sweepAttempts,
  takeAttempt,
} from '../rate-limit.ts';
import { checkCaptcha } from './captcha.ts';
import { readSessionUser } from './person.ts';
import type { Sessions } from './sessions.ts';

const quarterMs = 15 * 60 * 1000;
const dayMs = 86_400_000;
/**
 * Five failures lock an account for a quarter of an hour (domain 4.14), whether it exists or not; five more lock it
 * for half an hour, and so on up to a day.
 */
const perAccount: RateLimit = { max: 5, windowMs: quarterMs, longestMs: dayMs };
/** Failures of one address, over all accounts; an office behind one address still gets in. */
const perAddress: RateLimit = { max: 50, windowMs: quarterMs, longestMs: dayMs };

const labels = {
  userName: label('账号', 'Account'),
  password: label('密码', 'Password'),
  uuid: label('验证码', 'Captcha'),
  patchca: label('验证码', 'Captcha'),
};

/** What a login works with. */
export interface LoginParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
  /** Whether a captcha is asked for. */
  readonly captcha: boolean;
}

/** Who calls, as far as the network tells. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string;
}

/**
 * `POST /api/admin/login` (spec sections 2, 7; domain A5). Throws `captchaExpired` and `wrongCaptcha` before
 * anything else is looked at, `wrongPassword` in the same words for an unknown account, `accountLocked` after
 * five failures, `accountDisabled` only to whoever knows the password, `tooManyRequests` to an address that
 * goes on failing.
 */
export async function login(parts: LoginParts, body: unknown, caller: Caller): Promise<LoginAnswer> {
  const { db, clock, sessions } = parts;
  const input = readBody(loginBody, body, labels);
  const now = clock.now();
  const address = `login-address:${caller.ip}`;
  const account = `login-account:${input.userName.toLowerCase()}`;

  if (!(await takeAttempt(db, address, perAddress, now)).allowed) throw failure('tooManyRequests');
  if (parts.captcha) await checkCaptcha(db, input.uuid, input.patchca, now);
  const attempt = await takeAttempt(db, account, perAccount, now);
  if (!attempt.allowed) {
    const minutes = Math.ceil((attempt.resetTime.getTime() - now.getTime()) / 60_000);
    throw failure('accountLocked', { params: { minutes } });
  }

  const found = await sql<{ userId: number; password: string; status: number }>`
    select user_id as "userId", password, status from t_admin_user join t_credential using (user_id)
    where lower(user_name) = lower(${input.userName}) and not deleted`.execute(db);
  const user = found.rows[0];
  if (!(await passwordMatches(user?.password, input.password)) || !user) throw failure('wrongPassword');
  await forgetAttempts(db, account);
  await giveBackAttempt(db, address);
  await sweepAttempts(db, now);
  if (user.status !== 1) throw failure('accountDisabled');

  await sql`update t_admin_user set last_login_time = ${now} where user_id = ${user.userId}`.execute(db);
  const token = await sessions.open({ userId: user.userId, remember: input.rememberMe, ...caller });
  return { token, ...(await readSessionUser(db, user.userId)) };
}
