import { label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { sweepAttempts } from '../../engine/http/rate-limit.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';

/**
 * Removes expired sessions, captchas and counted attempts, unfinished logins, and devices without recent logins; and
 * stored answers for repeated calls and notices, once no repeat can come. They no longer have any effect; this frees
 * space.
 */
export const sessionClean: ScheduledHandler = async ({ engine }) => {
  const now = engine.clock.now();
  const removed = async (table: string, column: string) => {
    const done = await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${now}`.execute(
      engine.db,
    );
    return Number(done.numAffectedRows ?? 0n);
  };
  const sessions = await removed('t_session', 'expire_time');
  await removed('t_login_challenge', 'expire_time');
  await removed('t_sign_on', 'expire_time');
  const captchas = await removed('t_captcha', 'expire_time');
  const unknownSince = new Date(now.getTime() - limits.knownDeviceMs);
  await sql`delete from t_known_device where seen_time < ${unknownSince}`.execute(engine.db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  await sql`delete from t_step_answer where time < ${before(limits.keptAnswerMs)}`.execute(engine.db);
  await sql`delete from t_vendor_notice where time < ${before(limits.keptNoticeMs)}`.execute(engine.db);
  const attempts = await sweepAttempts(engine.db, now);
  return label(
    `清理会话 ${sessions} 个，验证码 ${captchas} 个，限流计数 ${attempts} 个`,
    `Removed ${sessions} sessions, ${captchas} captchas and ${attempts} counters`,
  );
};
