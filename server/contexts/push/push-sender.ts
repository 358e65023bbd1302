import { randomUUID } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { pushTaskSteps } from '@yikao/model/contexts/push/push-task.machine.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { postMessages } from '../../engine/outbox/post.ts';
import { type Sender, Undeliverable } from '../../engine/outbox/sender.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { openSecret } from '../../engine/write/sealing.ts';
import { transact } from '../../engine/write/transaction.ts';
import { faultOf } from '../../platform/faults.ts';
import type { PushGateways } from '../../platform/push/open.ts';
import { type PushAccount, PushFailure, type PushOutcome, pushVendors } from '../../platform/push/types.ts';
import { enabled } from '../shared/enabled.ts';
import { settleable } from './all-refused.ts';
import {
  type Batch,
  claimBatch,
  endWaiting,
  nextApp,
  releaseBatch,
  roomOfMinute,
  settleBatch,
  takeOver,
} from './batches.ts';
import { findTask, states, type Task } from './tasks.ts';

/** Milliseconds for which one message sends batches; other messages of the node wait for it. */
const spellMs = 2_000;

/** Milliseconds until a task looks again whether the minute has room: others, and a cancellation, wait as long. */
const fullMs = 5_000;

/** Tries at a vendor that does not answer, some minutes together; then a person is notified. */
const mostTries = 7;

/** A task whose batches are to be sent; `run` tells its distribution from earlier ones. */
const message = z.object({ taskId: z.int().positive(), run: z.int() });

type Run = z.infer<typeof message>;

const by = { kind: 'step', cause: 'pushTask.distribute' } as const;

/** Has the batches of a task sent, after the caller's transaction, and not before an instant. */
export function postRun(engine: Engine, db: Tx, run: Run, notBefore?: Date): Promise<void> {
  const subject = `${registry.pushTask.name}:${run.taskId}`;
  return postMessages(engine, db, [
    { topic: 'push', subject, content: run, ...(notBefore && { notBefore }) },
  ]);
}

/** The credentials of an app; undefined if it was disabled or deleted. */
async function accountOf(engine: Engine, appId: number): Promise<PushAccount | undefined> {
  const found = await sql<Omit<PushAccount, 'appSecret'>>`
    select vendor, app_key, vendor_app_id, template_id, title_key, content_key
    from t_push_app where app_id = ${appId} and status = ${enabled} and not deleted`.execute(engine.db);
  const [app] = found.rows;
  if (!app) return undefined;
  // Nobody asks the simulated vendor for a secret.
  const named = app.vendor !== pushVendors.local;
  const appSecret = named
    ? await openSecret(engine, engine.db, registry.pushApp, 'appSecret', appId)
    : undefined;
  return { ...app, appSecret: appSecret ?? '' };
}

/** The words for a failure that a person reads in the task. */
const wordsOf = (error: PushFailure): string =>
  (error.said?.zh ?? '推送厂商无法访问，请稍后继续分发').slice(0, limits.path);

/** The task as long as this run of it goes on, locked. */
async function ongoing(db: Db, { taskId, run }: Run): Promise<Task | undefined> {
  const task = await findTask(db, taskId, true);
  return task?.pushStatus === states.distributing && task.runNo === run ? task : undefined;
}

/** A batch to be sent: claimed now, or earlier by a sender that died. */
interface Ready {
  readonly task: Task;
  readonly batch: Batch;
  readonly again: boolean;
}

/** A batch with the outcomes of its devices. */
interface Sent {
  readonly batch: Batch;
  readonly outcomes: readonly PushOutcome[];
}

/**
 * Settles the batch that was sent, if there is one, and finds the next; undefined once the run is over, or was paused or
 * cancelled; `full` if this minute has no room for another device. The vendor's key of a new batch is fetched before, while no transaction is open.
 */
async function advance(
  engine: Engine,
  gateways: PushGateways,
  run: Run,
  owner: string,
  sent: Sent | undefined,
): Promise<Ready | 'full' | undefined> {
  if (sent) {
    // A batch that went out is noted in any state of its task.
    await transact(engine.db, async db => {
      await findTask(db, run.taskId, true);
      await settleBatch(db, run.taskId, sent.batch, sent.outcomes, engine.clock.now());
    });
  }
  const appId = await nextApp(engine.db, run.taskId);
  const account = appId === undefined ? undefined : await accountOf(engine, appId);
  const size = account ? gateways(account.vendor).batch : 500;
  const key = account ? await gateways(account.vendor).newKey(account) : 'none';
  return transact(engine.db, async db => {
    const task = await ongoing(db, run);
    if (!task) return undefined;
    const earlier = await takeOver(db, run.taskId, owner);
    if (earlier) return { task, batch: earlier, again: true };
    const now = engine.clock.now();
    const claim = { callKey: key, owner };
    const room = appId === undefined ? size : await roomOfMinute(db, run.taskId, now);
    if (room <= 0) return 'full';
    const most = Math.min(size, room);
    const batch = appId === undefined ? undefined : await claimBatch(db, run.taskId, appId, most, claim, now);
    if (batch) return { task, batch, again: false };
    // Devices of another app may wait still; the next look finds them.
    if ((await nextApp(db, run.taskId)) !== undefined) return undefined;
    await tryStep(engine, pushTaskSteps, 'finish', { keys: run.taskId, by, within: db });
    return undefined;
  });
}

/** Sends a batch. One that may be with its vendor already goes there with its key alone, or not at all. */
async function sendBatch(
  engine: Engine,
  gateways: PushGateways,
  { task, batch, again }: Ready,
): Promise<readonly PushOutcome[]> {
  const account = await accountOf(engine, batch.appId);
  if (!account) {
    const reason = { zh: '应用已停用或删除', en: 'The app is disabled or deleted' };
    return batch.rows.map(() => (again ? { kind: 'unknown' } : { kind: 'refused', reason }));
  }
  const gateway = gateways(account.vendor);
  const age = engine.clock.now().getTime() - batch.claimTime.getTime();
  if (again && age >= gateway.knownHours * 3_600_000) return batch.rows.map(() => ({ kind: 'unknown' }));
  const { taskId, title, content, linkType, linkValue } = task;
  return gateway.send(
    account,
    { taskId, title, content, linkType: linkType ?? 0, linkValue },
    batch.rows.map(({ id, token }) => ({ key: `yikao${String(id).padStart(19, '0')}`, token })),
    batch.callKey,
  );
}

/** Ends a run that cannot go on, with the reason; the devices that wait are kept for another one. */
async function fail(engine: Engine, run: Run, errorMsg: string): Promise<void> {
  await transact(engine.db, async db => {
    if (!(await ongoing(db, run))) return;
    await tryStep(engine, pushTaskSteps, 'fail', { keys: run.taskId, by, given: { errorMsg }, within: db });
  });
}

/** Ends the devices of a cancelled task that wait; returns false for a task in another state. */
async function endCancelled(engine: Engine, { taskId }: Run, owner: string): Promise<boolean> {
  for (;;) {
    const left = await transact(engine.db, async db => {
      const task = await findTask(db, taskId, true);
      if (task?.pushStatus !== states.cancelled) return undefined;
      return endWaiting(db, taskId, owner, engine.clock.now());
    });
    if (left === undefined) return false;
    if (!left) return true;
  }
}

/**
 * Sends the batches of push tasks (domain 3.9). A batch is claimed in one transaction, sent while none is open, and
 * settled in another. After a death in between, it goes out again with the same key where the vendor knows keys, and
 * otherwise counts as lost: nobody gets a push twice.
 */
export function pushSender(engine: Engine, gateways: PushGateways, spell: number = spellMs): Sender {
  return async (content, { attempt }) => {
    const parsed = message.safeParse(content);
    if (!parsed.success) throw new Undeliverable('消息没有写明是哪个推送任务');
    const run = parsed.data;
    const owner = randomUUID();
    const until = performance.now() + spell;
    let sent: Sent | undefined;
    let underway: Ready | undefined;
    try {
      if (await endCancelled(engine, run, owner)) return;
      while (performance.now() < until || sent === undefined) {
        underway = undefined;
        const ready = await advance(engine, gateways, run, owner, sent);
        sent = undefined;
        if (!ready) break;
        if (ready === 'full') return await goOn(engine, run, undefined, fullMs);
        underway = ready;
        const outcomes = await sendBatch(engine, gateways, ready);
        if (outcomes.length > 0 && outcomes.every(({ kind }) => kind === 'later'))
          throw new PushFailure('unsent', 'The vendor asks to wait');
        sent = { batch: ready.batch, outcomes: await settleable(engine, ready.batch, outcomes) };
      }
      await goOn(engine, run, sent);
    } catch (error) {
      if (!(error instanceof PushFailure)) {
        // A fault of our own database is over some time, and says nothing about the vendor.
        if (faultOf(error) === undefined && attempt >= mostTries)
          await fail(engine, run, '系统出错，请稍后继续分发，仍然失败请联系管理员');
        throw error;
      }
      // A batch that went out once may have arrived, whatever becomes of its repetition.
      const batch = underway && !underway.again && error.reason !== 'unknown' ? underway.batch : undefined;
      if (batch) await transact(engine.db, db => releaseBatch(db, run.taskId, batch.batchNo, owner));
      if (error.reason !== 'refused' && attempt < mostTries) throw error;
      await fail(engine, run, wordsOf(error));
    }
  };
}

/** Settles the last batch of a spell, and has the next spell follow if the run goes on. */
async function goOn(engine: Engine, run: Run, sent: Sent | undefined, waitMs = 0): Promise<void> {
  await transact(engine.db, async db => {
    const goes = await ongoing(db, run);
    if (sent) await settleBatch(db, run.taskId, sent.batch, sent.outcomes, engine.clock.now());
    const at = new Date(engine.clock.now().getTime() + waitMs);
    if (goes) await postRun(engine, db, run, at);
  });
}
