import type { PermissionCode } from '@yikao/model/permissions.ts';
import { holds } from '../../access.ts';
import { type Actor, elevated, type FrozenActor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import type { Db } from '../../sql.ts';
import type { JobContext } from '../work.ts';
import { advanceJob, type Job, type Progress } from './job.ts';
import { neededCodes } from './job-work.ts';

/**
 * Tells what a job's starter may do at this moment, by whatever they started it with; undefined once the account is
 * disabled or gone, or the API token is.
 */
export type CurrentActor = (db: Db, starter: FrozenActor) => Promise<Omit<Actor, 'language'> | undefined>;

/** How a starter's rights have shrunk since the job was started. */
export type RightsLoss = 'accountEnded' | 'codeLost' | 'scopeNarrowed';

/** Thrown inside a job whose starter may no longer do what it does: what is committed stays, nothing follows. */
export class RightsLost extends Error {
  readonly loss: RightsLoss;

  constructor(id: number, loss: RightsLoss) {
    super(`The starter of job ${id} may no longer do it: ${loss}`);
    this.name = 'RightsLost';
    this.loss = loss;
  }
}

/** Whether `now` leaves out organisations that `then` reached; null reaches all. */
function isNarrower(then: readonly number[] | null, now: readonly number[] | null): boolean {
  return now !== null && (then === null || then.some(id => !now.includes(id)));
}

const one = (id: number | null) => (id === null ? null : [id]);

/** How the rights of `now` fall short of what a job needs; undefined while they suffice. */
function rightsLoss(
  starter: FrozenActor,
  now: Omit<Actor, 'language'> | undefined,
  codes: readonly PermissionCode[],
): RightsLoss | undefined {
  if (!now) return 'accountEnded';
  if (!codes.every(code => holds(now, code))) return 'codeLost';
  const narrower =
    (now.noRows && !starter.noRows) ||
    (now.ownRowsOnly && !starter.ownRowsOnly) ||
    isNarrower(starter.partnersIds, now.partnersIds) ||
    isNarrower(one(starter.provinceId), one(now.provinceId)) ||
    isNarrower(one(starter.agentId), one(now.agentId));
  return narrower ? 'scopeNarrowed' : undefined;
}

/**
 * Gives the check that a job makes before it begins and at each checkpoint: throws {@link RightsLost} once its starter's
 * account has ended, a code it needs is lost, or the rows within reach are fewer than those it was started for
 * (SECURITY.md). What the product itself has started needs nobody's rights.
 */
export function watchRights(engine: Engine, currentActor: CurrentActor, job: Job): (db: Db) => Promise<void> {
  if (job.actor.userId === elevated().userId) return async () => {};
  let codes: readonly PermissionCode[] | undefined;
  return async db => {
    codes ??= await neededCodes(engine, job);
    const loss = rightsLoss(job.actor, await currentActor(db, job.actor), codes);
    if (loss) throw new RightsLost(job.id, loss);
  };
}

/**
 * A checkpoint of a job: writes its progress in the transaction of the rows it speaks of, and asks whether its starter
 * may still do it. Throws `JobLost`, `JobCancelled` or {@link RightsLost}; the transaction then leaves nothing.
 */
export async function reachCheckpoint(context: JobContext, db: Db, job: Job, by: Progress): Promise<void> {
  await advanceJob(db, job, by);
  await context.assertRights(db);
}
