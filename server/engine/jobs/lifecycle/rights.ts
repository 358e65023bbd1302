import { failure } from '@yikao/model/errors.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';
import type { Engine } from '../../engine.ts';
import { holds } from '../../scope/access.ts';
import { type Actor, elevated, type FrozenActor } from '../../scope/actor.ts';
import type { Db, Tx } from '../../table/sql.ts';
import type { JobContext } from '../work.ts';
import { advanceJob, type Job, type Progress } from './job.ts';
import { neededCodes } from './job-work.ts';

/**
 * Returns the current rights of a job's starter, through the means they started it with; undefined once the account or
 * API token is disabled or deleted.
 */
export type CurrentActor = (db: Db, starter: FrozenActor) => Promise<Omit<Actor, 'language'> | undefined>;

/** Ways in which a starter's rights have shrunk since the start of the job. */
export type RightsLoss = 'accountEnded' | 'codeLost' | 'scopeNarrowed';

/** Thrown inside a job whose starter is no longer allowed to run it: committed work stays, nothing follows. */
export class RightsLost extends Error {
  readonly loss: RightsLoss;

  constructor(id: number, loss: RightsLoss) {
    super(`The starter of job ${id} may no longer do it: ${loss}`);
    this.name = 'RightsLost';
    this.loss = loss;
  }
}

/** Reports whether `now` leaves out organisations that `then` reached; null reaches all. */
function isNarrower(then: readonly number[] | null, now: readonly number[] | null): boolean {
  return now !== null && (then === null || then.some(id => !now.includes(id)));
}

const one = (id: number | null) => (id === null ? null : [id]);

/** A person's reach when something was created. */
export type Reach = Pick<Actor, 'partnersIds' | 'provinceId' | 'agentId' | 'ownRowsOnly' | 'noRows'>;

/** The part of an actor that is {@link Reach}. */
export function reachOf({ partnersIds, provinceId, agentId, ownRowsOnly, noRows }: Reach): Reach {
  return { partnersIds, provinceId, agentId, ownRowsOnly, noRows };
}

/** Reports whether `now` leaves out rows that `then` reached. */
export function reachesLess(then: Reach, now: Reach): boolean {
  return (
    (now.noRows && !then.noRows) ||
    (now.ownRowsOnly && !then.ownRowsOnly) ||
    isNarrower(then.partnersIds, now.partnersIds) ||
    isNarrower(one(then.provinceId), one(now.provinceId)) ||
    isNarrower(one(then.agentId), one(now.agentId))
  );
}

/** The loss of rights that stops a job, comparing `now` with its needs; undefined if they suffice. */
function rightsLoss(
  starter: FrozenActor,
  now: Omit<Actor, 'language'> | undefined,
  codes: readonly PermissionCode[],
): RightsLoss | undefined {
  if (!now) return 'accountEnded';
  if (!codes.every(code => holds(now, code))) return 'codeLost';
  return reachesLess(starter, now) ? 'scopeNarrowed' : undefined;
}

/**
 * Throws `fileOutOfReach` unless the actor may currently do what the job did, and reaches everything its starter
 * reached: access to a job's input and output depends on current rights (SECURITY.md).
 */
export async function assertMayReadJob(engine: Engine, job: Job, actor: Actor): Promise<void> {
  if (!(await mayReadJob(engine, job, actor))) throw failure('fileOutOfReach');
}

/** Reports whether {@link assertMayReadJob} passes. */
export async function mayReadJob(engine: Engine, job: Job, actor: Actor): Promise<boolean> {
  if (job.actor.userId === elevated().userId && actor.admin) return true;
  return rightsLoss(job.actor, actor, await neededCodes(engine, job)) === undefined;
}

/**
 * Returns the check that a job runs at the start and at each checkpoint: throws {@link RightsLost} once its starter's
 * account has ended, a required code is lost, or fewer rows are within reach than at the start (SECURITY.md). Jobs
 * started by the product itself are not checked.
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
 * A checkpoint of a job: writes its progress in the transaction of the rows it covers, and checks its starter's rights.
 * Throws `JobLost`, `JobCancelled` or {@link RightsLost}; the transaction is then rolled back.
 */
export async function reachCheckpoint(context: JobContext, db: Tx, job: Job, by: Progress): Promise<void> {
  await advanceJob(db, job, by);
  await context.assertRights(db);
}
