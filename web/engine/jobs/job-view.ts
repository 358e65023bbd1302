import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { jobKinds } from '@yikao/model/contexts/jobs.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';

/** State of a job as shown to people. */
export type JobOutcome = 'processing' | 'done' | 'checked' | 'partly' | 'cancelled' | 'failed' | 'undone';

/** The facts of a job's outcome. */
type JobFacts = Pick<
  JobRow,
  'op' | 'status' | 'cancelled' | 'dryRun' | 'done' | 'total' | 'successNum' | 'failNum' | 'undoState'
>;

const redoing = label('恢复', 'Bring back');

/** Jobs whose rows are kept if others are refused or the rest does not run. */
const writing: ReadonlySet<string> = new Set(
  Object.values(jobKinds).flatMap(({ name, writes }) => (writes ? [name] : [])),
);

/**
 * State of a job. The API has three values, and anything but `processing` and `success` counts as failed (spec section
 * 4); people see a job as failed only if nothing was written, and a check that found errors as completed.
 */
export function outcomeOf(job: JobFacts): JobOutcome {
  if (job.status === 'processing') return 'processing';
  // An undone job is shown as such, whatever its outcome was.
  if (job.undoState === 'done') return 'undone';
  if (job.cancelled) return 'cancelled';
  const readAll = job.total !== null && job.total > 0 && job.done >= job.total;
  if (job.dryRun) return job.status === 'success' || readAll ? 'checked' : 'failed';
  if (job.status === 'success') return job.op === 'check' ? 'checked' : 'done';
  return writing.has(job.op) && job.successNum > 0 ? 'partly' : 'failed';
}

/** The name of a job's work: undoing an undo means restoring rows. */
export function operationOf(job: Pick<JobRow, 'op' | 'redo'>): Label {
  return job.redo ? redoing : jobKinds[job.op].label;
}

/** Reports whether taking a job back brings rows back that an undoing had taken away. */
export function bringsBack(job: Pick<JobRow, 'op' | 'redo'>): boolean {
  return job.op === 'undo' && !job.redo;
}

/** Reports whether a job's progress is shown: while it runs, for its first 30 minutes (spec sections 4 and 9). */
export function showsProgress(job: Pick<JobRow, 'status' | 'createTime'>, now: number): boolean {
  return (
    job.status === 'processing' && now - shanghaiInstant(job.createTime).getTime() < limits.jobProgressMs
  );
}

/** Reports whether a job counts rows that were added, changed, left or refused. */
export function countsRows(job: Pick<JobRow, 'op'>): boolean {
  return job.op === 'import' || job.op === 'batchUpdate';
}
