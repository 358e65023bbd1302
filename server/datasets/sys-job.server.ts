import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { scheduledParamsProblem } from '@yikao/model/jobs/scheduled-params.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
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
 * Server side of the scheduled jobs: a new or changed cron text gives the next time, parameters are those that the
 * handler takes, and a job that runs is not deleted (domain 3.11).
 */
export const sysJobServer = defineServer(registry.sysJob, {
  normalise(row, now, before) {
    if (before && before.cronExpression === row.cronExpression) return {};
    return { nextFireTime: nextFireTime(String(row.cronExpression ?? ''), now) };
  },
  reads: ['cronExpression', 'nextFireTime', 'jobClass', 'params'],
  async before(_, changes) {
    return changes.map(({ values, row }) => {
      if (!Object.hasOwn(values, 'params') && !Object.hasOwn(values, 'jobClass')) return {};
      const problem = scheduledParamsProblem(String(row.jobClass ?? ''), row.params);
      return problem ? { issues: [issue('params', 'rule', { zh: problem.zh, en: problem.en })] } : {};
    });
  },
  async changed(db, keys, what) {
    if (what !== 'deleted') return;
    const running = await sql<{ id: number }>`
      select log_id as id from t_sys_job_log
      where job_id = any(${[...keys]}::bigint[]) and start_time is not null and end_time is null
      limit 1`.execute(db);
    if (running.rows.length > 0) throw failure('notAllowedNow');
  },
});
