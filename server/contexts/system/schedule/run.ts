import { scheduledParamsProblem } from '@yikao/model/contexts/shared/scheduled-params.ts';
import { AppError } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { ScheduledHandler } from '../../shared/scheduled-handler.ts';

interface Taken {
  readonly jobId: number;
  readonly jobClass: string;
  readonly params: unknown;
}

/** The parts that {@link runScheduled} works with. */
export interface RunParts {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly handlers: Readonly<Record<string, ScheduledHandler>>;
}

/**
 * Executes one run and records the outcome. A handler's error marks it as failed, and the next run follows the
 * schedule; only a run interrupted by its node's stop is thrown on, so that another node repeats it.
 */
export async function runScheduled(
  parts: RunParts,
  logId: number,
  signal: AbortSignal,
): Promise<'done' | 'failed'> {
  const { engine, logger, handlers } = parts;
  const taken = await sql<Taken>`
    update t_sys_job_log as l set attempts = l.attempts + 1, start_time = coalesce(l.start_time, now())
    from t_sys_job as j where l.log_id = ${logId} and l.end_time is null and j.job_id = l.job_id
    returning j.job_id, j.job_class, j.params`.execute(engine.db);
  const [job] = taken.rows;
  // Ended meanwhile: by the node that was thought dead, or by force.
  if (!job) return 'done';
  const end = async (result: 1 | 2, { zh, en }: Label) => {
    const ended = await sql`
      update t_sys_job_log set end_time = now(), result = ${result}, message = ${zh.slice(0, 1000)},
        message_en = ${en.slice(0, 1000)}
      where log_id = ${logId} and end_time is null`.execute(engine.db);
    if (Number(ended.numAffectedRows ?? 0n) > 0) {
      await sql`update t_sys_job set last_result = ${result} where job_id = ${job.jobId}`.execute(engine.db);
    }
  };
  const handler = Object.hasOwn(handlers, job.jobClass) ? handlers[job.jobClass] : undefined;
  if (!handler) {
    await end(2, label(`没有处理器 ${job.jobClass}`, `There is no handler ${job.jobClass}`));
    return 'failed';
  }
  // A version whose handler took other parameters may have stored them.
  const wrong = scheduledParamsProblem(job.jobClass, job.params);
  if (wrong) {
    await end(2, label(`参数不正确：${wrong.zh}`, `The parameters: it ${wrong.en}`));
    return 'failed';
  }
  try {
    await end(1, await handler({ engine, params: job.params, signal }));
    return 'done';
  } catch (error) {
    if (signal.aborted) throw error;
    logger.error({ err: error, job: job.jobId, run: logId }, 'A scheduled job failed');
    // The error may contain anything; the process's log has the full text.
    await end(
      2,
      error instanceof AppError
        ? label(error.text('zh'), error.text('en'))
        : label('执行出错，详见服务器日志', 'It failed; the server log has the reason'),
    );
    return 'failed';
  }
}
