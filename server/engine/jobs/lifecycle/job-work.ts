import type { JobKind } from '@yikao/model/jobs/job-kind.ts';
import { type PermissionCode, permissionCode } from '@yikao/model/permissions.ts';
import type { Engine } from '../../engine.ts';
import type { Tx } from '../../table/sql.ts';
import type { JobContext } from '../work.ts';
import { type Ending, finishJob, type Job } from './job.ts';

/** The work of the server for a kind of job. */
export interface JobWork {
  readonly kind: JobKind;
  /** Codes a job of the kind requires, if they are more than the declared one or depend on the job. */
  readonly codes?: (engine: Engine, job: Job) => Promise<readonly PermissionCode[]>;
  /** Runs a job from its position to its end. */
  readonly run: (context: JobContext, job: Job) => Promise<Ending>;
  /** Follows a job that was cancelled or cannot go on, in the transaction that ends it. */
  readonly stopped?: (engine: Engine, db: Tx, job: Job) => Promise<void>;
}

/**
 * The implementation of a job. Throws for a kind unknown to this version: the job stays until a version comes that has
 * it.
 */
export function workOf({ jobWorks }: Engine, job: Pick<Job, 'id' | 'op'>): JobWork {
  const work = jobWorks.find(({ kind }) => kind.name === job.op);
  if (!work) throw new Error(`Job ${job.id} is of a kind that is not there: ${job.op}`);
  return work;
}

/** Codes required to continue a job and to undo it. */
export async function neededCodes(engine: Engine, job: Job): Promise<readonly PermissionCode[]> {
  const { kind, codes } = workOf(engine, job);
  if (codes) return codes(engine, job);
  return kind.may === undefined ? [] : [codeOf(engine, job, kind.may)];
}

/** The code of a kind: that of an action on the job's dataset, or the given one. */
function codeOf(engine: Engine, job: Job, may: NonNullable<JobKind['may']>): PermissionCode {
  return isCode(may) ? may : permissionCode(engine.dataset(job.dataset), may);
}

/** Codes have parts, actions do not. */
function isCode(may: NonNullable<JobKind['may']>): may is PermissionCode {
  return may.includes(':');
}

/**
 * Ends a job that cannot go on, such as {@link stopJob}, which knows the work that follows; `db` is a transaction.
 */
export type GiveUp = (db: Tx, job: Job, ending: Ending) => Promise<unknown>;

/** Ends a job in the transaction of `db`; does nothing and answers false if this worker no longer holds it. */
export async function endJob(engine: Engine, db: Tx, job: Job, ending: Ending): Promise<boolean> {
  if (!(await finishJob(db, job, ending))) return false;
  await engine.jobEnded?.(engine, db, job, ending);
  return true;
}

/** Ends a job that was cancelled or cannot go on, and lets its work follow, in the transaction of `db`. */
export async function stopJob(engine: Engine, db: Tx, job: Job, ending: Ending): Promise<void> {
  if (!(await endJob(engine, db, job, ending))) return;
  // A kind that this version does not know has nothing to follow.
  const work = engine.jobWorks.find(({ kind }) => kind.name === job.op);
  await work?.stopped?.(engine, db, job);
}
