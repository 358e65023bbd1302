import { failure } from '@yikao/model/errors.ts';
import type { FeatureJobKind } from '@yikao/model/jobs/job-kind.ts';
import type { z } from 'zod';
import { holds } from '../../access.ts';
import { type Actor, freezeActor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import type { Db } from '../../sql.ts';
import { queueJob, startJob } from '../lifecycle/queue.ts';

/**
 * Starts a job of a feature's kind and answers its id. Its row and its place in the queue stand together: in the
 * transaction `within` where there is one, whose caller wakes the queue (`engine.jobs.wake`) after the commit. Throws
 * `forbidden`, and `diskFull` while there is too little room for what a job writes.
 */
export async function startFeatureJob<P extends z.ZodType>(
  engine: Engine,
  kind: FeatureJobKind<P>,
  actor: Actor,
  params: z.output<P>,
  within?: Db,
): Promise<{ readonly id: number }> {
  if (!holds(actor, kind.may)) throw failure('forbidden');
  const { name, bizType, of } = kind;
  const job = {
    bizType,
    op: name,
    dataset: of.name,
    tableId: of.tableId ?? null,
    title: of.label[actor.language],
    // Read by the schema of its call; a schema that gives no object has no fields to keep.
    params: { ...(params as object) },
    actor: freezeActor(actor),
  };
  if (!within) return startJob(engine, job);
  await engine.room.assertRoom();
  return { id: await queueJob(engine, within, job) };
}
