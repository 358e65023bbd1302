import { registry } from '@yikao/model/contexts/datasets.ts';
import { settlementCalls } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { settleStatus } from '@yikao/model/contexts/settlement/settlement.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare, sum } from '@yikao/model/rules/money.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { isOfHouse } from '../../engine/scope/house.ts';
import type { ShownTo } from '../../engine/scope/shown-to.ts';
import { callStep } from '../../engine/steps/step-call.ts';
import { stepServerOf } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import { type Db, nextValues, type Tx } from '../../engine/table/sql.ts';
import { idsFrom } from '../../engine/write/remove.ts';
import { adjustLimit } from './adjust-limit.ts';
import { incomeOf } from './settle-income.ts';
import { lockPartners, lockPartnersOf, overlapping, settleLines, totalsOf } from './settle-lines.ts';
import { tellOfSettlements } from './settle-notice.ts';
import { drawSettlement, previewSettlement, statementOf } from './settle-view.ts';
import { ordersIn, redraw, refreshDrafts } from './settle-writing.ts';

const settleIs = codesOf(settleStatus);

const { partnersSettle } = registry;
type Fields = typeof partnersSettle.fields;

/** Keeps who drew or corrected settlements: they do not pay them (0.7, 34). */
async function keepHand(db: Db, keys: readonly number[], { userId }: Actor): Promise<void> {
  if (userId <= 0) return;
  await sql`
    update t_partners_settle set handled_by = array_append(coalesce(handled_by, '{}'), ${userId}::bigint)
    where settle_id = any(${[...keys]}::bigint[]) and not (${userId} = any(coalesce(handled_by, '{}')))`.execute(
    db,
  );
}

/** A correction has a reason, and ends the approval of the one before. */
async function correctionOf(db: Db, { key, row, before, actor }: Change<Fields>): Promise<Verdict<Fields>> {
  const [amount, former] = [row.adjustAmount ?? '0.00', before?.adjustAmount ?? '0.00'];
  const corrected = compare(amount, former) !== 0;
  if (key !== undefined && corrected) await keepHand(db, [key], actor);
  const unsaid = compare(amount, '0') !== 0 && !row.adjustReason?.trim();
  return {
    ...(corrected && { values: { adjustOkBy: null } }),
    issues:
      unsaid && (corrected || row.adjustReason !== before?.adjustReason)
        ? [issue('adjustReason', 'rule', { zh: '须填写，说明为什么调整', en: 'is needed for an adjustment' })]
        : [],
  };
}

/** A new settlement gets its sums from the orders of its period, and must not overlap another one. */
async function verdictOf(db: Tx, change: Change<Fields>): Promise<Verdict<Fields>> {
  const { key, row } = change;
  const { partnersId, channelId, periodStart, periodEnd } = row;
  const correction = await correctionOf(db, change);
  if (key !== undefined || !partnersId || !periodStart || !periodEnd) return correction;
  const period = { partnersId, channelId: channelId ?? null, periodStart, periodEnd };
  await lockPartners(db, [partnersId]);
  const other = await overlapping(db, period);
  const issues = [
    ...(other ? [issue('periodStart' as const, 'overlaps' as const, { other })] : []),
    ...(correction.issues ?? []),
  ];
  if (issues.length > 0) return { issues };
  const totals = totalsOf(await settleLines(db, period), row.adjustAmount ?? '0.00');
  return { values: { ...totals, ...correction.values } };
}

/** The further calls of settlements. */
function settlementRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, settlementCalls.add, ({ actor, body }) => drawSettlement(engine, actor, body));
  handle(app, settlementCalls.preview, ({ actor, body }) => previewSettlement(engine, actor, body));
  handle(app, settlementCalls.income, ({ actor }) => incomeOf(engine, actor));
  handle(app, settlementCalls.statement, ({ actor, query }) => statementOf(engine, actor, query.settleId));
  handle(app, settlementCalls.void, ({ actor, query, body, callKey }) => {
    const server = stepServerOf(engine, partnersSettle);
    const step = server?.machine.steps.void;
    if (!server || !step) throw failure('noSuchCall');
    const [only, ...others] = idsFrom(partnersSettle, query, body);
    // One that may not be void fails the call; of several the others are.
    const asked = others.length === 0 ? { settleId: only } : { ids: [only, ...others] };
    return callStep(engine, server, partnersSettle, step, actor, asked, callKey);
  });
}

/**
 * The payee sees no draft with a correction over the limit before a second person has approved it (0.7, 34).
 */
const shownTo: ShownTo = (alias, actor) =>
  isOfHouse(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.id(alias, 'settle_status')} <> ${settleIs.draft} or ${sql.id(alias, 'adjust_ok_by')} is not null
        or abs(${sql.id(alias, 'adjust_amount')}) <= ${adjustLimit})`;

/** Server side of the settlements: sums, numbers, and the lines that a new one is made with. */
export const partnersSettleServer = defineServer(partnersSettle, {
  shownTo,
  routes: settlementRoutes,
  reads: [
    'partnersId',
    'channelId',
    'periodStart',
    'periodEnd',
    'adjustAmount',
    'adjustReason',
    'adjustOkBy',
    'commission',
    'carriedAmount',
  ],
  before: (db, changes) => Promise.all(changes.map(change => verdictOf(db, change))),
  changed: async (db, keys, what, { actor }) => {
    if (what === 'added') await keepHand(db, keys, actor);
  },
  normalise: ({ commission, carriedAmount, adjustAmount }) => ({
    payableAmount: sum([commission ?? '0.00', carriedAmount ?? '0.00', adjustAmount ?? '0.00']),
  }),
  async beforeInsert(db, rows) {
    const numbers = await nextValues(db, sql`'t_partners_settle_no'`, rows.length);
    for (const [index, row] of rows.entries()) {
      // Every settlement has a period.
      const month = String(row.periodEnd).slice(0, 7).replace('-', '');
      row.settleNo = `JS${month}${String(numbers[index]).padStart(6, '0')}`;
    }
  },
  on: {
    'partnersSettle.add': async (engine, db, { rows, by }) => {
      await redraw(
        engine,
        db,
        rows.map(row => row.rowKey),
        by.actor,
      );
    },
    'partnersSettle.submit': (engine, db, { rows, by }) => tellOfSettlements(engine, db, rows, by),
    // Drafts that corrected the released lines have nothing left to correct.
    'partnersSettle.void': async (engine, db, { keys, by }) => {
      await refreshDrafts(engine, db, await ordersIn(db, keys), by.actor);
    },
    'serviceOrder.endRefund': async (engine, db, { keys, by }) => {
      await lockPartnersOf(db, keys);
      await refreshDrafts(engine, db, keys, by.actor);
    },
  },
});
