import { registry } from '@yikao/model/contexts/datasets.ts';
import { settlementCalls } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sum } from '@yikao/model/rules/money.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { callStep } from '../../engine/steps/step-call.ts';
import { stepServerOf } from '../../engine/steps/step-server.ts';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import { type Db, nextValues } from '../../engine/table/sql.ts';
import { idsFrom } from '../../engine/write/remove.ts';
import { incomeOf } from './settle-income.ts';
import { lockPartners, lockPartnersOf, overlapping, settleLines, totalsOf } from './settle-lines.ts';
import { tellOfSettlements } from './settle-notice.ts';
import { drawSettlement, previewSettlement, statementOf } from './settle-view.ts';
import { ordersIn, redraw, refreshDrafts } from './settle-writing.ts';

const { partnersSettle } = registry;
type Fields = typeof partnersSettle.fields;

/** A new settlement gets its sums from the orders of its period, and must not overlap another one. */
async function verdictOf(db: Db, { key, row }: Change<Fields>): Promise<Verdict<Fields>> {
  const { partnersId, channelId, periodStart, periodEnd } = row;
  if (key !== undefined || !partnersId || !periodStart || !periodEnd) return {};
  const period = { partnersId, channelId: channelId ?? null, periodStart, periodEnd };
  await lockPartners(db, [partnersId]);
  const other = await overlapping(db, period);
  if (other) return { issues: [issue('periodStart', 'overlaps', { other })] };
  return { values: totalsOf(await settleLines(db, period), row.adjustAmount ?? '0.00') };
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

/** Server side of the settlements: sums, numbers, and the lines that a new one is made with. */
export const partnersSettleServer = defineServer(partnersSettle, {
  routes: settlementRoutes,
  reads: [
    'partnersId',
    'channelId',
    'periodStart',
    'periodEnd',
    'adjustAmount',
    'commission',
    'carriedAmount',
  ],
  before: (db, changes) => Promise.all(changes.map(change => verdictOf(db, change))),
  normalise: ({ commission, carriedAmount, adjustAmount }) => ({
    payableAmount: sum([commission ?? '0.00', carriedAmount ?? '0.00', adjustAmount ?? '0.00']),
  }),
  async beforeInsert(db, rows) {
    const numbers = await nextValues(db, sql`'t_partners_settle_no'`, rows.length);
    for (const [index, row] of rows.entries()) {
      const month = (row.periodEnd ?? shanghaiTime(new Date())).slice(0, 7).replace('-', '');
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
