import { failure } from '@yikao/model/errors.ts';
import type { FeatureJobKind } from '@yikao/model/jobs/job-kind.ts';
import type { z } from 'zod';
import type { Engine } from '../../engine.ts';
import { holds } from '../../scope/access.ts';
import { type Actor, freezeActor } from '../../scope/actor.ts';
import type { Tx } from '../../table/sql.ts';
import type { NewJob } from '../lifecycle/job.ts';
import { queueJob, startJob } from '../lifecycle/queue.ts';
import { ownFile } from '../start.ts';

/**
 * Starts a job of a feature's kind and returns its id. Its row and its queue entry are created together: in the
 * transaction `within` if given, whose caller wakes the queue (`engine.jobs.wake`) after the commit. Throws
 * `forbidden`, and `diskFull` if there is too little space for the job.
 */
export async function startFeatureJob<P extends z.ZodType>(
  engine: Engine,
  kind: FeatureJobKind<P>,
  actor: Actor,
  params: z.output<P>,
  within?: Tx,
): Promise<{ readonly id: number }> {
  if (!holds(actor, kind.may)) throw failure('forbidden');
  const job = jobOf(kind, actor, params);
  if (!within) return startJob(engine, job);
  await engine.room.assertRoom();
  return { id: await queueJob(engine, within, job) };
}

/** The entry in the history of a job of a feature's kind. */
function jobOf<P extends z.ZodType>(kind: FeatureJobKind<P>, actor: Actor, params: z.output<P>): NewJob {
  const { name, bizType, of, file } = kind;
  return {
    bizType,
    op: name,
    dataset: of.name,
    tableId: file?.tableId ?? of.tableId ?? null,
    title: of.label[actor.language],
    // Parsed by the call's schema; a schema that returns no object has no fields to store.
    params: { ...(params as object) },
    actor: freezeActor(actor),
  };
}

/** The file that a job reads, as a call names it. */
interface FileAsked {
  readonly filePath: string;
  readonly originName: string;
  readonly importBatch: string;
}

/**
 * Starts a job that reads an uploaded file, which is kept as long as the job is in the history. Throws `forbidden`,
 * `invalidFields` for a file that is not the actor's, and `diskFull`.
 */
export async function startFileJob<P extends z.ZodType<FileAsked>>(
  engine: Engine,
  kind: FeatureJobKind<P>,
  actor: Actor,
  params: z.output<P>,
): Promise<{ readonly id: number }> {
  if (!holds(actor, kind.may)) throw failure('forbidden');
  const { filePath, originName, importBatch } = params;
  const fileSha256 = await ownFile(engine, actor, filePath);
  return startJob(engine, {
    ...jobOf(kind, actor, params),
    ...{ filePath, originName, importBatch, fileSha256 },
  });
}
