import type { JobKind } from '@yikao/model/jobs/job-kind.ts';
import { type PermissionCode, permissionCode } from '@yikao/model/permissions.ts';
import type { Engine } from '../../engine.ts';
import type { JobContext } from '../work.ts';
import type { Ending, Job } from './job.ts';

/** The work of the server for a kind of job. */
export interface JobWork {
  readonly kind: JobKind;
  /**
   * Codes without which a job of the kind may not go on, where they are more than its declared one, or only the job
   * itself tells them.
   */
  readonly codes?: (engine: Engine, job: Job) => Promise<readonly PermissionCode[]>;
  /** Carries a job out from where it stands to its end. */
  readonly run: (context: JobContext, job: Job) => Promise<Ending>;
}

/** The work of a job. Throws for one of a kind that this version does not know: it stays until one comes that does. */
export function workOf({ jobWorks }: Engine, job: Pick<Job, 'id' | 'op'>): JobWork {
  const work = jobWorks.find(({ kind }) => kind.name === job.op);
  if (!work) throw new Error(`Job ${job.id} is of a kind that is not there: ${job.op}`);
  return work;
}

/** Codes without which a job may not go on, and without which nobody takes back what it did. */
export async function neededCodes(engine: Engine, job: Job): Promise<readonly PermissionCode[]> {
  const { kind, codes } = workOf(engine, job);
  if (codes) return codes(engine, job);
  return kind.may === undefined ? [] : [codeOf(engine, job, kind.may)];
}

/** The code that a kind asks for: that of an action on the job's dataset, or one of its own. */
function codeOf(engine: Engine, job: Job, may: NonNullable<JobKind['may']>): PermissionCode {
  return isCode(may) ? may : permissionCode(engine.dataset(job.dataset), may);
}

/** Codes have parts, actions have none. */
function isCode(may: NonNullable<JobKind['may']>): may is PermissionCode {
  return may.includes(':');
}
