import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Db } from '../../../../engine/table/sql.ts';
import { readAnswer } from './glyphs.ts';
import { captchaText } from './picture.ts';

/** Milliseconds a captcha is good for (domain A5). */
const lifeMs = 5 * 60 * 1000;

/** Creates a captcha under the caller's id and returns its text; requesting the id again replaces the text. */
export async function issueCaptcha(db: Db, uuid: string, now: Date): Promise<string> {
  const text = captchaText();
  // Removes unanswered ones; the index makes it cheap.
  await sql`delete from t_captcha where expire_time < ${now}`.execute(db);
  await sql`
    insert into t_captcha (uuid, answer, expire_time)
    values (${uuid}, ${text}, ${new Date(now.getTime() + lifeMs)})
    on conflict (uuid) do update set answer = excluded.answer, expire_time = excluded.expire_time
  `.execute(db);
  return text;
}

/**
 * Uses a captcha up and passes only with the right answer, in upper or lower case and with look-alikes (S for 5). Throws `captchaExpired` for
 * one that is used, too old or was never made, `wrongCaptcha` for a wrong answer.
 */
export async function checkCaptcha(db: Db, uuid: string, answer: string, now: Date): Promise<void> {
  if (answer === '') {
    throw failure('invalidFields', {
      issues: [issue('patchca', 'required')],
      labels: () => ({ zh: '验证码', en: 'Captcha' }),
    });
  }
  const used = await sql<{ answer: string; expireTime: Date }>`
    delete from t_captcha where uuid = ${uuid} returning answer, expire_time`.execute(db);
  const captcha = used.rows[0];
  if (!captcha || captcha.expireTime <= now) throw failure('captchaExpired');
  if (captcha.answer !== readAnswer(answer)) throw failure('wrongCaptcha');
}
