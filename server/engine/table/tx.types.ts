/**
 * Uses of the database that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no
 * error below it. This code never runs.
 */

import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Engine } from '../engine.ts';
import type { NewJob } from '../jobs/lifecycle/job.ts';
import { queueJob } from '../jobs/lifecycle/queue.ts';
import { postMessages } from '../outbox/post.ts';
import type { Actor } from '../scope/actor.ts';
import { emit, type RowEvent } from '../steps/events.ts';
import type { StepRequest } from '../steps/step-rows.ts';
import { stepRows } from '../steps/step-rows.ts';
import { openChange } from '../write/change.ts';
import { insertRows, updateLocked } from '../write/internal-write.ts';
import { lockRows } from '../write/lock-rows.ts';
import { addWithin, updateWithin } from '../write/save.ts';
import { transact } from '../write/transaction.ts';
import type { Db, Tx } from './sql.ts';

declare const actor: Actor;
declare const job: NewJob;
declare const event: RowEvent;
declare const request: StepRequest;
declare const change: Awaited<ReturnType<typeof openChange>>;

/** Writes that must commit together, and locks, take a transaction and not the database. */
async function outside(engine: Engine, db: Db) {
  const { region } = registry;
  const by = { actor, now: engine.clock.now() };
  await transact(db, tx => openChange(engine, tx, region, by));
  // @ts-expect-error a change outside a transaction
  await openChange(engine, db, region, by);
  // @ts-expect-error locks that end with their own statement
  await lockRows(engine, db, region, [1], actor);
  // @ts-expect-error rows whose history may be lost
  await insertRows(engine, db, region, [{ regionName: '华东' }], { by: actor });
  // @ts-expect-error rows that are no longer locked
  await updateLocked(engine, db, region, [], { by: actor, change });
  // @ts-expect-error a row whose listeners may fail after it is stored
  await addWithin(engine, db, region, actor, { regionName: '华东' });
  // @ts-expect-error a row that is not locked while it is compared
  await updateWithin(engine, db, region, actor, { regionId: 1, version: 1 });
  // @ts-expect-error a step whose effects may stay without it
  await stepRows(engine, db, request);
  // @ts-expect-error listeners that run after the event is stored
  await emit(engine, db, event);
  // @ts-expect-error messages whose cause may fail
  await postMessages(engine, db, []);
  // @ts-expect-error a job that a worker begins before its rows are there
  await queueJob(engine, engine.db, job);
  // @ts-expect-error work that would run outside of the transaction
  await transact(db, (tx: string) => Promise.resolve(tx));
}

/** A transaction is good for all that a database is good for. */
async function inside(engine: Engine, tx: Tx) {
  const reader: Db = tx;
  await insertRows(engine, tx, registry.region, [{ regionName: '华东' }], { by: actor });
  // @ts-expect-error the database is no transaction
  const writer: Tx = engine.db;
  return [reader, writer];
}

export { inside, outside };
