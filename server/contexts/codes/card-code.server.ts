import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { noteForAudit } from '../../engine/http/audit-note.ts';
import { handle } from '../../engine/http/handle.ts';
import { startBatchStep } from '../../engine/jobs/batch/step.ts';
import { startExport } from '../../engine/jobs/start.ts';
import { filterConditions, filterKeys, type Query } from '../../engine/read/filters.ts';
import { page } from '../../engine/read/page.ts';
import { countRows } from '../../engine/read/totals.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { allOf } from '../../engine/table/sql.ts';
import { openSecret } from '../../engine/write/sealing.ts';
import { activateCode } from './activate.ts';
import { type NamedCode, namedCode } from './find-code.ts';
import { assertSelected, countCodes } from './selectors.ts';
import { nextSerial } from './serials.ts';

const { cardCode } = registry;

/** Starts a job that takes a step with the codes of a condition. */
function startStep(
  engine: Engine,
  actor: Actor,
  name: 'issue' | 'extend' | 'assign' | 'void',
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: number }> {
  const step = cardCodeSteps.steps[name];
  if (!step) throw new Error(`cardCode has no step ${name}`);
  return startBatchStep(engine, seenBy(cardCode, actor), step, actor, body);
}

/** The code that a call names. Throws `notFound`. */
async function named(engine: Engine, actor: Actor, by: NamedCode) {
  const found = await namedCode(engine, actor, by);
  if (!found) throw failure('notFound');
  return found;
}

/** The next serial number of a card. Throws `notFound` for no such card. */
async function nextOf(engine: Engine, cardId: number): Promise<string> {
  const found = await sql<Columns<typeof registry.card, 'codePrefix' | 'dataYear'>>`
    select code_prefix, data_year from t_card where card_id = ${cardId} and not deleted`.execute(engine.db);
  const [card] = found.rows;
  if (!card) throw failure('notFound');
  return nextSerial(engine.db, card.codePrefix, card.dataYear);
}

/**
 * Starts an export. Whole codes leave with it, so the audit log keeps how many (spec section 7). Throws as
 * `startExport` does.
 */
async function startCodes(
  engine: Engine,
  actor: Actor,
  request: FastifyRequest,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: number }> {
  const dataset = seenBy(cardCode, actor);
  const started = await startExport(engine, dataset, actor, body);
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, body, 'd', { ignoreUnknown: true }),
  ]);
  const { total } = await countRows(engine, dataset, where, { exact: true });
  noteForAudit(request, { what: String(total) });
  return started;
}

/**
 * Starts a job that issues the codes of an export (3.4). It comes before the export, so that nothing leaves if it is
 * refused. Throws `emptyCondition` for an export without filters: all codes at once are never meant.
 */
async function issueExported(
  engine: Engine,
  actor: Actor,
  asked: Readonly<Record<string, unknown>>,
): Promise<void> {
  const keys = filterKeys(cardCode);
  const filters = Object.fromEntries(
    Object.entries(asked).filter(([key]) => keys.has(key.replace(/\[\]$/, ''))),
  );
  await startStep(engine, actor, 'issue', { filters });
}

/** Reading, finding and exporting codes (spec section 7). */
function readingRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, codesCalls.codes, ({ actor, body }) =>
    page(engine, seenBy(cardCode, actor), actor, body as Query),
  );
  handle(app, codesCalls.serialNo, async ({ actor, query: { cardId, serialNo } }) => {
    if (serialNo !== undefined) return { serialNo, code: await named(engine, actor, { serialNo }) };
    return { serialNo: cardId === undefined ? null : await nextOf(engine, cardId), code: null };
  });
  handle(app, codesCalls.find, ({ actor, body: { code } }) => named(engine, actor, { code }));
  handle(app, codesCalls.reveal, async ({ actor, body: { codeId } }) => {
    await named(engine, actor, { codeId });
    const code = await openSecret(engine, engine.db, cardCode, 'code', codeId);
    if (code === undefined) throw failure('notFound');
    return { code };
  });
  handle(app, codesCalls.exportCodes, async ({ actor, body: { issueFlag, ...asked }, request }) => {
    if (issueFlag === 1) await issueExported(engine, actor, asked);
    return startCodes(engine, actor, request, asked);
  });
  handle(app, codesCalls.export, async ({ actor, query: { issueFlag, ...filters }, request }) => {
    const asked = {
      ...{ tableId: cardCode.tableId, title: cardCode.label[actor.language], fieldNames: [] },
      ...filters,
    };
    if (issueFlag === 1) await issueExported(engine, actor, asked);
    return startCodes(engine, actor, request, asked);
  });
  handle(app, codesCalls.count, ({ actor, body }) => countCodes(engine, actor, body));
}

/** Activating a code, and changing many (spec section 7). */
function changingRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, codesCalls.activate, async ({ actor, body: { userId, ...by } }) => {
    const { codeId } = await named(engine, actor, by);
    return activateCode(engine, codeId, userId, { kind: 'person', actor });
  });
  handle(app, codesCalls.extend, async ({ actor, body: { codeExpireTime, ...selected } }) => {
    const condition = await assertSelected(engine, actor, selected);
    return startStep(engine, actor, 'extend', { ...condition, given: { codeExpireTime } });
  });
  handle(app, codesCalls.assign, async ({ actor, body }) => {
    const { partnersId, channelId, remark, issueFlag, ...selected } = body;
    const condition = await assertSelected(engine, actor, selected);
    const given = Object.fromEntries(
      Object.entries({ partnersId, channelId, remark }).filter(([, value]) => value !== undefined),
    );
    const assigns = Object.keys(given).length > 0;
    if (!assigns && issueFlag !== 1) throw failure('emptyCondition');
    const ids: number[] = [];
    if (assigns) ids.push((await startStep(engine, actor, 'assign', { ...condition, given })).id);
    if (issueFlag === 1) ids.push((await startStep(engine, actor, 'issue', { ...condition })).id);
    return { id: ids[0] ?? 0, ids };
  });
  handle(app, codesCalls.cancel, async ({ actor, body: { reason, ...selected } }) => {
    const condition = await assertSelected(engine, actor, selected);
    return startStep(engine, actor, 'void', { ...condition, given: { cancelReason: reason } });
  });
}

/** Server side of the activation codes. */
export const cardCodeServer = defineServer(cardCode, {
  routes(app, engine) {
    readingRoutes(app, engine);
    changingRoutes(app, engine);
  },
});
