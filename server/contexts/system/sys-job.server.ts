import { registry } from '@yikao/model/contexts/datasets.ts';
import { scheduledParamsProblem } from '@yikao/model/contexts/shared/scheduled-params.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { isCron, nextFireTimes, parseCron } from '@yikao/model/rules/cron.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';

/** The next time a job with this cron text fires, in stored form; null if it never does. */
export function nextFireTime(cron: string, after: Date): string | null {
  const parsed = parseCron(cron);
  const [next] = isCron(parsed) ? nextFireTimes(parsed, after, 1) : [];
  return next ? shanghaiTime(next) : null;
}

/**
 * Server side of the scheduled jobs: a new or changed cron text sets the next time, parameters must suit the handler,
 * and a running job cannot be deleted (domain 3.11).
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
    const running = await sql`
      select 1 from t_sys_job_log
      where job_id = any(${[...keys]}::bigint[]) and start_time is not null and end_time is null
      limit 1`.execute(db);
    if (running.rows.length > 0) throw failure('notAllowedNow');
  },
});
