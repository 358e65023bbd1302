import { batchStepBody } from '@yikao/model/calls/jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import { engineKinds } from '@yikao/model/jobs/engine-kinds.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { holds } from '../../scope/access.ts';
import { type Actor, freezeActor, thawActor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { readGiven } from '../../steps/step-input.ts';
import { failureOf, type Refusal, stepRows } from '../../steps/step-rows.ts';
import { stepServerOf } from '../../steps/step-server.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { allOf, column, countFrom, readKeys, type Tx } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import { giveWay } from '../lifecycle/give-way.ts';
import { waitForRoom } from '../lifecycle/interruption.ts';
import { type Ending, findJob, type Job } from '../lifecycle/job.ts';
import { startJob } from '../lifecycle/queue.ts';
import { reachCheckpoint } from '../lifecycle/rights.ts';
import { jobText } from '../text.ts';
import type { JobContext } from '../work.ts';
import { writeErrorWorkbook } from '../write/error-workbook.ts';
import { preferKeyOrder, walksByKey } from '../write/query-planner.ts';
import { keepRefused } from '../write/refused-rows.ts';
import { assertCondition, batchConditions } from './set.ts';

/** Rows per transaction, if rows are independent. */
const chunkRows = 2_000;

/**
 * `POST {path}/batch/{step}`: takes a step with all rows of a condition, as a job, with the same guards, history and
 * events as a single row. Throws `forbidden`, `emptyCondition`, and `invalidFields` for invalid inputs.
 */
export async function startBatchStep(
  engine: Engine,
  dataset: AnyDataset,
  step: Step,
  actor: Actor,
  rawBody: unknown,
): Promise<{ readonly id: number }> {
  if (!holds(actor, stepCode(dataset, step))) throw failure('forbidden');
  const { given, ...condition } = batchStepBody.parse(rawBody ?? {});
  assertCondition(engine, dataset, actor, condition);
  const values = await readGiven(engine, engine.db, dataset, step, actor, given);
  return startJob(engine, {
    bizType: engineKinds.step.bizType,
    op: 'step',
    dataset: dataset.name,
    tableId: dataset.tableId ?? null,
    title: `${step.label[actor.language]} · ${dataset.label[actor.language]}`,
    params: { ...condition, step: step.name, given: values },
    actor: freezeActor(actor),
  });
}

/** The step of a job. Throws if the product no longer has it. */
function stepOfJob(engine: Engine, job: Job) {
  const dataset = engine.dataset(job.dataset);
  const server = stepServerOf(engine, dataset);
  const step = server?.machine.steps[String(job.params.step)];
  if (!server || !step) throw new Error(`Job ${job.id} takes a step that is not there`);
  return { dataset, server, step };
}

/**
 * Takes a step with the rows of a condition: `each` in chunks, each of which is final once committed; `all` in one
 * transaction, which a single refused row stops. Refused rows are reported with their reasons.
 */
export async function runBatchStep(context: JobContext, job: Job): Promise<Ending> {
  const { engine, logger } = context;
  const { dataset, server, step } = stepOfJob(engine, job);
  const actor = thawActor(job.actor);
  const params = engineKinds.step.params.parse(job.params);
  const where = allOf([
    scopeCondition(dataset, actor, 'd', 'write'),
    sql<SqlBool>`not d.deleted`,
    ...batchConditions(engine, dataset, actor, params),
  ]);
  const table = sql.table(tableName(dataset));
  const key = column('d', columnName(dataset.key));
  const total = job.done + (await countFrom(engine.db, sql`${table} as d where ${where}`));
  const whole = step.bulk === 'all';
  if (whole && total > limits.stepAllRows) {
    throw new JobFailure(jobText('tooManyForAll', { total, max: limits.stepAllRows }));
  }
  const byKey = await walksByKey(engine.db, dataset, total, chunkRows);

  /** Takes the step with the next rows after a key; returns them, and the refused ones. */
  const takeChunk = async (db: Tx, after: number) => {
    if (byKey) await preferKeyOrder(db);
    const keys = await readKeys(
      db,
      sql`select ${key} as key from ${table} as d where ${where} and ${key} > ${after}
        order by ${key} limit ${chunkRows}`,
    );
    const result = await stepRows(engine, db, {
      server,
      dataset,
      step,
      keys,
      given: params.given,
      by: { kind: 'person', actor, jobId: job.id },
      onUnexpected: (row, error) =>
        logger.error({ err: error, job: job.id, step: step.name, row }, 'A row of a job failed'),
    });
    return { keys, ...result };
  };
  const progress = (done: number, position: number, taken: number, failed: number) => ({
    done,
    checkpoint: 0,
    position,
    total: Math.max(total, done),
    bytesDone: 0,
    bytesTotal: 0,
    inserted: 0,
    updated: taken,
    same: 0,
    failed,
  });

  if (whole) {
    await waitForRoom(context, job);
    const refused = await takeAll(engine, takeChunk, (db, done, taken) =>
      reachCheckpoint(context, db, job, progress(done, 0, taken, 0)),
    );
    if (refused.length === 0) return ending(context, job, step, false);
    await transact(engine.db, async db => {
      await keepRefused(db, job.id, refusedRows(dataset, refused, 0));
      await reachCheckpoint(context, db, job, progress(total, 0, 0, refused.length));
    });
    return ending(context, job, step, true);
  }
  let { position: after, done, failNum: failed } = job;
  for (;;) {
    await waitForRoom(context, job);
    const began = performance.now();
    const { keys, refused } = await transact(engine.db, async db => {
      const chunk = await takeChunk(db, after);
      await keepRefused(db, job.id, refusedRows(dataset, chunk.refused, failed));
      await reachCheckpoint(
        context,
        db,
        job,
        progress(
          done + chunk.keys.length,
          chunk.keys.at(-1) ?? after,
          chunk.taken.length,
          chunk.refused.length,
        ),
      );
      return chunk;
    });
    done += keys.length;
    failed += refused.length;
    after = keys.at(-1) ?? after;
    if (keys.length < chunkRows) break;
    await giveWay(context, performance.now() - began);
  }
  return ending(context, job, step, false);
}

/** Leaves nothing of a transaction in which a row may not take the step. */
class NotAll extends Error {
  readonly refused: readonly Refusal[];

  constructor(refused: readonly Refusal[]) {
    super('Not all rows may take the step');
    this.refused = refused;
  }
}

/** Takes the step with all rows in one transaction, or with none; returns the refused ones. */
async function takeAll(
  engine: Engine,
  takeChunk: (
    db: Tx,
    after: number,
  ) => Promise<{ keys: readonly number[]; taken: readonly unknown[]; refused: readonly Refusal[] }>,
  settle: (db: Tx, done: number, taken: number) => Promise<void>,
): Promise<readonly Refusal[]> {
  try {
    await transact(engine.db, async db => {
      const refused: Refusal[] = [];
      let done = 0;
      let after = 0;
      for (;;) {
        const chunk = await takeChunk(db, after);
        refused.push(...chunk.refused);
        done += chunk.keys.length;
        after = chunk.keys.at(-1) ?? after;
        if (chunk.keys.length < chunkRows) break;
      }
      if (refused.length > 0) throw new NotAll(refused);
      await settle(db, done, done);
    });
    return [];
  } catch (error) {
    if (error instanceof NotAll) return error.refused;
    throw error;
  }
}

function refusedRows(dataset: AnyDataset, refused: readonly Refusal[], before: number) {
  return refused.map((one, index) => {
    const why = failureOf(one);
    return {
      number: before + index + 1,
      issues: [issue(dataset.key, 'rule', { zh: why.text('zh'), en: why.text('en') })],
      cells: [one.key],
    };
  });
}

async function ending(context: JobContext, job: Job, step: Step, none: boolean): Promise<Ending> {
  const { engine } = context;
  const stands = (await findJob(engine.db, job.id)) ?? job;
  const { language } = job.actor;
  const dataset = engine.dataset(job.dataset);
  const header = fieldOf(dataset, dataset.key)?.label[language] ?? dataset.key;
  const counts = {
    step: step.label,
    total: stands.done,
    updated: stands.updateNum,
    failed: stands.failNum,
  };
  return {
    status: stands.failNum === 0 ? 'success' : 'fail',
    message: jobText(none ? 'steppedNone' : 'stepped', counts),
    logUrl:
      stands.failNum > 0
        ? await writeErrorWorkbook(context, job, [header], new Map([[0, dataset.key]]))
        : null,
  };
}
