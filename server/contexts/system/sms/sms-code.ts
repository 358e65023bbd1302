import { randomInt } from 'node:crypto';
import {
  type SmsScene,
  smsCodeDigits,
  smsCodeLifeMs,
  smsResendMs,
} from '@yikao/model/contexts/system/sms-code.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { forgetAttempts, type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { organisationOfAccountStands, ownerOf } from '../../people/accounts/organisation.ts';
import { hashPassword, passwordMatches } from '../../people/accounts/passwords.ts';
import { enabled } from '../../shared/enabled.ts';
import { takeBudget } from './sms-budget.ts';
import { type SmsParts, sendSms } from './sms-outbox.ts';

const dayMs = 86_400_000;
/** Wrong answers allowed per code: a million codes, five guesses. */
const guesses = 5;
/** One message a minute to a number (domain A5). */
const perMinute: RateLimit = { max: 1, windowMs: smsResendMs };
/**
 * Sends a new code to a number and invalidates the previous one. Throws `smsTooSoon` within a minute of the last one,
 * `tooManyRequests` beyond the number's daily limit or the product's budgets, and `smsFailed` if the gateway refuses.
 */
export async function sendSmsCode(
  parts: SmsParts,
  { mobile, scene, ip }: { readonly mobile: string; readonly scene: SmsScene; readonly ip: string },
): Promise<void> {
  const { engine, logger } = parts;
  const { db } = engine;
  const now = engine.clock.now();
  const minute = await takeAttempt(db, `sms-mobile:${mobile}`, perMinute, now);
  if (!minute.allowed) {
    const seconds = Math.max(1, Math.ceil((minute.resetTime.getTime() - now.getTime()) / 1000));
    throw failure('smsTooSoon', { params: { seconds }, data: { seconds } });
  }
  const perDay = { max: await readParameter(db, 'sms.dailyMax'), windowMs: dayMs };
  if (!(await takeAttempt(db, `sms-mobile-day:${mobile}`, perDay, now)).allowed) {
    throw failure('tooManyRequests');
  }
  await takeBudget(db, logger, ip, now);
  const code = String(randomInt(10 ** smsCodeDigits)).padStart(smsCodeDigits, '0');
  await keepCode(db, mobile, scene, code, now);
  // A number without an account gets no login code, and the answer does not show it: limits and duration are the same.
  if (scene === 'login' && !(await hasAccount(db, mobile))) return;
  const owner = await ownerOf(db, { mobile });
  if (await sendSms(parts, { mobile, topic: 'code', values: { code } }, owner)) return;
  await forgetAttempts(db, `sms-mobile:${mobile}`);
  throw failure('smsFailed');
}

/** Reports whether an account that may log in has the number. */
async function hasAccount(db: Db, mobile: string): Promise<boolean> {
  const found = await sql`
    select 1 from t_admin_user as u where u.mobile = ${mobile} and u.status = ${enabled} and not u.deleted
      and ${organisationOfAccountStands('u')} limit 1`.execute(db);
  return found.rows.length > 0;
}

async function keepCode(db: Db, mobile: string, scene: SmsScene, code: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + smsCodeLifeMs);
  const stored = await hashPassword(code);
  await sql`delete from t_sms_code where expire_time < ${now}`.execute(db);
  await sql`
    insert into t_sms_code (mobile, scene, code, expire_time) values (${mobile}, ${scene}, ${stored}, ${until})
    on conflict (mobile, scene) do update set
      code = excluded.code, attempts = 0, expire_time = excluded.expire_time`.execute(db);
}

/**
 * Uses up a number's code. Throws `wrongSmsCode` alike for wrong, expired, used and never sent codes, after the same
 * work. A guess is counted before it is checked, and of two calls with the right code one passes.
 */
export async function useSmsCode(
  db: Db,
  { mobile, scene, code, now }: { mobile: string; scene: SmsScene; code: string; now: Date },
): Promise<void> {
  const found = await sql<{ stored: string }>`
    update t_sms_code set attempts = attempts + 1
    where mobile = ${mobile} and scene = ${scene} and attempts < ${guesses} and expire_time > ${now}
    returning code as stored`.execute(db);
  const stored = found.rows[0]?.stored;
  if (!(await passwordMatches(stored, code)) || stored === undefined) throw failure('wrongSmsCode');
  const used = await sql`
    delete from t_sms_code where mobile = ${mobile} and scene = ${scene} and code = ${stored} returning 1`.execute(
    db,
  );
  if (used.rows.length === 0) throw failure('wrongSmsCode');
}
