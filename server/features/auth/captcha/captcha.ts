import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/sql.ts';
import { readAnswer } from './glyphs.ts';
import { captchaText } from './picture.ts';

/** Milliseconds a captcha is good for (domain A5). */
const lifeMs = 5 * 60 * 1000;

/** Makes a captcha under an id of the caller's and gives its text; asked for again, the id gets another text. */
export async function issueCaptcha(db: Db, uuid: string, now: Date): Promise<string> {
  const text = captchaText();
  // What nobody answered is swept out here; the index makes it cheap.
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
  const used = await sql<{ answer: string; expire_time: Date }>`
    delete from t_captcha where uuid = ${uuid} returning answer, expire_time`.execute(db);
  const captcha = used.rows[0];
  if (!captcha || captcha.expire_time <= now) throw failure('captchaExpired');
  if (captcha.answer !== readAnswer(answer)) throw failure('wrongCaptcha');
}
