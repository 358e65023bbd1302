import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { jobKinds } from '@yikao/model/jobs/index.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';

/** How a job stands, as people are told. */
export type JobOutcome = 'processing' | 'done' | 'checked' | 'partly' | 'cancelled' | 'failed' | 'undone';

/** The facts of a job's outcome. */
type JobFacts = Pick<
  JobRow,
  'op' | 'status' | 'cancelled' | 'dryRun' | 'done' | 'total' | 'successNum' | 'failNum' | 'undoState'
>;

const redoing = label('恢复', 'Bring back');

/** Jobs whose rows stay when others of them are refused, or the rest does not come to its turn. */
const writing: ReadonlySet<string> = new Set(
  Object.values(jobKinds).flatMap(({ name, writes }) => (writes ? [name] : [])),
);

/**
 * How a job stands. The wire knows three words, and all that is neither `processing` nor `success` counts as failed
 * (spec section 4); to people a job has failed only when nothing of it landed, and a check that found errors has done
 * what it was asked.
 */
export function outcomeOf(job: JobFacts): JobOutcome {
  if (job.status === 'processing') return 'processing';
  // What was taken back does not stand any more, however it had gone.
  if (job.undoState === 'done') return 'undone';
  if (job.cancelled) return 'cancelled';
  const readAll = job.total !== null && job.total > 0 && job.done >= job.total;
  if (job.dryRun) return job.status === 'success' || readAll ? 'checked' : 'failed';
  if (job.status === 'success') return job.op === 'check' ? 'checked' : 'done';
  return writing.has(job.op) && job.successNum > 0 ? 'partly' : 'failed';
}

/** The name that people have for a job's work: to take back an undoing is to bring rows back. */
export function operationOf(job: Pick<JobRow, 'op' | 'redo'>): Label {
  return job.redo ? redoing : jobKinds[job.op].label;
}

/** Whether taking a job back brings rows back that an undoing had taken away. */
export function bringsBack(job: Pick<JobRow, 'op' | 'redo'>): boolean {
  return job.op === 'undo' && !job.redo;
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
