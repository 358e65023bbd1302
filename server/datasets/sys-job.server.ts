import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { isCron, nextFireTimes, parseCron } from '@yikao/model/rules/cron.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';

/** When a job of this cron text fires next, as a row holds it; null when it never does again. */
export function nextFireTime(cron: string, after: Date): string | null {
  const parsed = parseCron(cron);
  const [next] = isCron(parsed) ? nextFireTimes(parsed, after, 1) : [];
  return next ? shanghaiTime(next) : null;
}

/**
 * Server side of the scheduled jobs: a new or changed cron text gives the next time, and a job that runs is not
 * deleted (domain 3.11).
 */
export const sysJobServer = defineServer(registry.sysJob, {
  normalise(row, now, before) {
    if (before && before.cronExpression === row.cronExpression) return {};
    return { nextFireTime: nextFireTime(String(row.cronExpression ?? ''), now) };
  },
  reads: ['cronExpression', 'nextFireTime'],
  async changed(db, keys, what) {
    if (what !== 'deleted') return;
    const running = await sql<{ id: number }>`
      select log_id as id from t_sys_job_log
      where job_id = any(${[...keys]}::bigint[]) and start_time is not null and end_time is null
      limit 1`.execute(db);
    if (running.rows.length > 0) throw failure('notAllowedNow');
  },
});
