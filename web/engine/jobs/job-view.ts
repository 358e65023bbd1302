import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';

/** How a job stands, in the three words of spec section 4: anything unknown counts as failed. */
export function stateOf(job: Pick<JobRow, 'status'>): 'processing' | 'success' | 'fail' {
  return job.status === 'processing' || job.status === 'success' ? job.status : 'fail';
}

/** Whether a job's progress is shown: while it runs, for its first 30 minutes (spec sections 4 and 9). */
export function showsProgress(job: Pick<JobRow, 'status' | 'createTime'>, now: number): boolean {
  return (
    job.status === 'processing' && now - shanghaiInstant(job.createTime).getTime() < limits.jobProgressMs
  );
}

/** Whether a job counts rows that were added, changed, left or refused. */
export function countsRows(job: Pick<JobRow, 'op'>): boolean {
  return job.op === 'import' || job.op === 'batchUpdate';
}
