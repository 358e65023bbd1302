import { createHash } from 'node:crypto';
import type { StepAnswer } from '@yikao/model/calls/step-calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { limits } from '@yikao/model/limits.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { findRow, infoFields, keyFrom } from '../read/info.ts';
import { presentRow } from '../read/present.ts';
import { holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { seenBy } from '../scope/seen.ts';
import type { Db } from '../table/sql.ts';
import { transact } from '../write/transaction.ts';
import { readGiven } from './step-input.ts';
import { failureOf, type Refusal, type StepResult, stepRows } from './step-rows.ts';
import type { StepServer } from './step-server.ts';

/** Body of a step's call: one row, or several if the step has a bulk form, with the step's inputs. */
const stepBody = z
  .object({
    ids: z.array(z.unknown()).min(1).max(limits.idsMax).optional(),
    version: z.coerce.number().int().positive().optional(),
  })
  .catchall(z.unknown());

/**
 * Takes a step with one row (`{key, version?, …}`) or with several (`{ids, …}`). A single row that does not qualify
 * fails the call with the reason; of several, `bulk: 'each'` handles those that qualify and returns the others with
 * reasons, `bulk: 'all'` handles all or none. With the header `idempotency-key`, a repeated call gets the first answer.
 * Throws `forbidden`, `notFound`, `notAllowedNow`, `staleVersion`, `unmetNeeds`, `invalidFields`.
 */
export async function callStep(
  engine: Engine,
  server: StepServer,
  dataset: AnyDataset,
  step: Step,
  actor: Actor,
  rawBody: unknown,
  key: string | undefined,
): Promise<StepAnswer> {
  if (!holds(actor, stepCode(dataset, step))) throw failure('forbidden');
  const body = stepBody.parse(rawBody ?? {});
  if (body.ids !== undefined && step.bulk === undefined) throw failure('badRequest');
  return transact(engine.db, async db => {
    const call = `${dataset.name}.${step.name}:${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
    if (key !== undefined) {
      const kept = await keptAnswer(db, actor, key, call);
      if (kept) return kept;
    }
    const given = await readGiven(engine, db, dataset, step, actor, body);
    const ids = body.ids ?? [body[dataset.key] ?? body.id];
    const keys = [...new Set(ids.map(id => keyFrom(dataset, id)))];
    const result = await stepRows(engine, db, {
      server,
      dataset,
      step,
      keys,
      given,
      by: { kind: 'person', actor },
      ...(body.ids === undefined &&
        body.version !== undefined && { versions: new Map(keys.map(one => [one, body.version ?? 0])) }),
    });
    const [first] = result.refused;
    if (first && (body.ids === undefined || step.bulk === 'all'))
      throw await refusal(engine, db, dataset, actor, first, result);
    const answer: StepAnswer = {
      count: result.taken.length,
      taken: result.taken.map(({ key: id, version, state }) => ({ key: id, version, state })),
      refused: result.refused.map(one => ({ id: one.key, reason: failureOf(one).text(actor.language) })),
    };
    if (key !== undefined) {
      await sql`update t_step_answer set answer = ${JSON.stringify(answer)}::jsonb
        where user_id = ${actor.userId} and call_key = ${key}`.execute(db);
    }
    return answer;
  });
}

/**
 * The failure of a call that changed nothing because one row did not qualify; a stale row is included in its current
 * version.
 */
async function refusal(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  first: Refusal,
  { refused }: StepResult,
): Promise<Error> {
  const others = refused.map(one => ({ id: one.key, reason: failureOf(one).text(actor.language) }));
  if (first.code !== 'staleVersion') return failureOf(first, { refused: others });
  const seen = seenBy(dataset, actor);
  const row = await findRow(engine, db, seen, actor, first.key);
  return failureOf(first, {
    refused: others,
    ...(row && { current: presentRow(seen, row, infoFields(seen), actor.language) }),
  });
}

/**
 * The stored answer of the call with this key; undefined the first time, when the key is reserved, so that a concurrent
 * second call waits. Throws `badRequest` for a key that was used for another call.
 */
async function keptAnswer(db: Db, actor: Actor, key: string, call: string): Promise<StepAnswer | undefined> {
  const taken = await sql`
    insert into t_step_answer (user_id, call_key, call, answer) values (${actor.userId}, ${key}, ${call}, 'null')
    on conflict do nothing returning 1`.execute(db);
  if (taken.rows.length > 0) return undefined;
  const found = await sql<{ call: string; answer: StepAnswer }>`
    select call, answer from t_step_answer where user_id = ${actor.userId} and call_key = ${key}`.execute(db);
  const [kept] = found.rows;
  if (!kept || kept.call !== call) throw failure('badRequest');
  return kept.answer;
}
