import { randomInt } from 'node:crypto';
import { type SmsScene, smsCodeDigits, smsCodeLifeMs, smsResendMs } from '@yikao/model/calls/registration.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { ownerOf } from '../accounts/organisation.ts';
import { hashPassword, passwordMatches } from '../accounts/passwords.ts';
import { forgetAttempts, type RateLimit, takeAttempt } from '../engine/http/rate-limit.ts';
import type { Db } from '../engine/sql.ts';
import { readSetting } from './settings.ts';
import { takeBudget } from './sms-budget.ts';
import { type SmsParts, sendSms } from './sms-outbox.ts';

const dayMs = 86_400_000;
/** Wrong answers that one code stands: a million codes, five guesses. */
const guesses = 5;
/** One message a minute to a number (domain A5). */
const perMinute: RateLimit = { max: 1, windowMs: smsResendMs };
/**
 * Sends a new code to a number; the one before it counts no longer. Throws `smsTooSoon` within a minute of the last
 * one, `tooManyRequests` past the day's bound of the number or the bounds of the product, `smsFailed` when the gateway says no.
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
  const perDay = { max: await readSetting(db, 'sms.dailyMax'), windowMs: dayMs };
  if (!(await takeAttempt(db, `sms-mobile-day:${mobile}`, perDay, now)).allowed) {
    throw failure('tooManyRequests');
  }
  await takeBudget(db, logger, ip, now);
  const code = String(randomInt(10 ** smsCodeDigits)).padStart(smsCodeDigits, '0');
  await keepCode(db, mobile, scene, code, now);
  // A number without an account gets none to log in with, and nobody is told: bounds and work are the same.
  if (scene === 'login' && !(await hasAccount(db, mobile))) return;
  const owner = await ownerOf(db, { mobile });
  if (await sendSms(parts, { mobile, topic: 'code', values: { code } }, owner)) return;
  await forgetAttempts(db, `sms-mobile:${mobile}`);
  throw failure('smsFailed');
}

/** Whether an enabled account has the number. */
async function hasAccount(db: Db, mobile: string): Promise<boolean> {
  const found = await sql`
    select 1 from t_admin_user where mobile = ${mobile} and status = 1 and not deleted limit 1`.execute(db);
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
 * Uses the code of a number up. Throws `wrongSmsCode` for a wrong, an expired, a used and a never sent one alike,
 * after the same work. A guess is counted before it is looked at, and of two calls with the right code one passes.
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
