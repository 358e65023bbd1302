import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { noteForAudit } from '../../engine/http/audit-note.ts';
import { handle } from '../../engine/http/handle.ts';
import { emptyCondition } from '../../engine/jobs/batch/empty-condition.ts';
import { assertCondition } from '../../engine/jobs/batch/set.ts';
import { startBatchStep } from '../../engine/jobs/batch/step.ts';
import { startExport } from '../../engine/jobs/start.ts';
import { filterConditions, filterKeys, type Query } from '../../engine/read/filters.ts';
import { page } from '../../engine/read/page.ts';
import { countRows } from '../../engine/read/totals.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { allOf } from '../../engine/table/sql.ts';
import { activateCode } from './activate.ts';
import { type NamedCode, namedCode } from './find-code.ts';
import { assertSelected, countCodes } from './selectors.ts';
import { nextSerial } from './serials.ts';
import { handOutCodes, showCode } from './show-codes.ts';

const { cardCode } = registry;

/** Starts a job that takes a step with the codes of a condition. */
function startStep(
  engine: Engine,
  actor: Actor,
  name: 'issue' | 'extend' | 'assign' | 'void',
  body: object,
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
 * Starts an export. Codes that were issued leave whole, and with `issues` the others are issued as they leave, in the
 * same transactions (3.4); the audit log keeps how many were asked for (spec section 7). Throws as `startExport` does,
 * `forbidden` for a person who may not issue codes, and `emptyCondition` for issuing without filters: all codes at once
 * are never meant.
 */
async function startCodes(
  engine: Engine,
  actor: Actor,
  request: FastifyRequest,
  asked: Readonly<Record<string, unknown>>,
  issues: boolean,
): Promise<{ readonly id: number }> {
  const dataset = seenBy(cardCode, actor);
  if (issues) {
    if (!holds(actor, 'card:code:batchUpdate')) throw failure('forbidden');
    const keys = filterKeys(cardCode);
    const filters = Object.fromEntries(
      Object.entries(asked).filter(([key]) => keys.has(key.replace(/\[\]$/, ''))),
    );
    assertCondition(engine, dataset, actor, { ids: [], filters, everything: false });
  }
  const started = await startExport(engine, dataset, actor, asked, { issues });
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, asked, 'd', { ignoreUnknown: true }),
  ]);
  const { total } = await countRows(engine, dataset, where, { exact: true });
  noteForAudit(request, { what: String(total) });
  return started;
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
  handle(app, codesCalls.reveal, async ({ actor, body: { codeId } }) => ({
    code: await showCode(engine, actor, codeId),
  }));
  handle(app, codesCalls.exportCodes, ({ actor, body: { issueFlag, ...asked }, request }) =>
    startCodes(engine, actor, request, asked, issueFlag === 1),
  );
  handle(app, codesCalls.export, async ({ actor, query: { issueFlag, ...filters }, request }) => {
    const asked = {
      ...{ tableId: cardCode.tableId, title: cardCode.label[actor.language], fieldNames: [] },
      ...filters,
    };
    return startCodes(engine, actor, request, asked, issueFlag === 1);
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
    if (!assigns && issueFlag !== 1) throw emptyCondition('values');
    // One job moves and issues: a code that cannot be moved is not issued to its former owner.
    const { id } = assigns
      ? await startStep(engine, actor, 'assign', { ...condition, given: { ...given, issue: issueFlag } })
      : await startStep(engine, actor, 'issue', condition);
    return { id, ids: [id] };
  });
  handle(app, codesCalls.cancel, async ({ actor, body: { reason, ...selected } }) => {
    const condition = await assertSelected(engine, actor, selected);
    return startStep(engine, actor, 'void', { ...condition, given: { cancelReason: reason } });
  });
}

/** Server side of the activation codes. */
export const cardCodeServer = defineServer(cardCode, {
  handsOut: handOutCodes,
  routes(app, engine) {
    readingRoutes(app, engine);
    changingRoutes(app, engine);
  },
});
