import { registry } from '@yikao/model/datasets/index.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { type Change, defineServer, type Verdict } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';
import { lockPartner, lockPartnersOf, type SettlePeriod, settleLines, totalsOf } from './settle-lines.ts';
import { refreshDrafts, writeLines } from './settle-writing.ts';

const { partnersSettle } = registry;
type Fields = typeof partnersSettle.fields;

/** Settlements of the same partner and channel that are in force and overlap the period. */
async function overlaps(db: Db, { partnersId, channelId: of, periodStart, periodEnd }: SettlePeriod) {
  const channelId = of ?? 0;
  const found = await sql<{ settleNo: string }>`
    select settle_no as "settleNo" from t_partners_settle
    where partners_id = ${partnersId} and (channel_id = ${channelId} or channel_id = 0 or ${channelId} = 0)
      and period_start <= ${periodEnd}::date and period_end >= ${periodStart}::date
      and settle_status <> 4 and not deleted limit 1`.execute(db);
  return found.rows[0]?.settleNo;
}

/** A new settlement has its sums from the orders of its period, and none beside it for the same days. */
async function verdictOf(db: Db, { key, row }: Change<Fields>): Promise<Verdict<Fields>> {
  const { partnersId, channelId, periodStart, periodEnd } = row;
  if (key !== undefined || !partnersId || !periodStart || !periodEnd) return {};
  const period = { partnersId, channelId: channelId ?? null, periodStart, periodEnd };
  await lockPartner(db, partnersId);
  const other = await overlaps(db, period);
  if (other) return { issues: [issue('periodStart', 'overlaps', { other })] };
  return { values: totalsOf(await settleLines(db, period), row.adjustAmount ?? '0.00') };
}

/** Server side of the settlements: sums, numbers, and the lines that a new one is made with. */
export const partnersSettleServer = defineServer(partnersSettle, {
  reads: ['partnersId', 'channelId', 'periodStart', 'periodEnd', 'adjustAmount', 'commission'],
  before: (db, changes) => Promise.all(changes.map(change => verdictOf(db, change))),
  normalise: ({ commission, adjustAmount }) => ({
    payableAmount: plus(commission ?? '0.00', adjustAmount ?? '0.00'),
  }),
  async beforeInsert(db, rows) {
    const found = await sql<{ number: number }>`
      select nextval('t_partners_settle_no')::int as number from generate_series(1, ${rows.length})`.execute(
      db,
    );
    for (const [index, row] of rows.entries()) {
      const month = (row.periodEnd ?? shanghaiTime(new Date())).slice(0, 7).replace('-', '');
      row.settleNo = `JS${month}${String(found.rows[index]?.number).padStart(6, '0')}`;
    }
  },
  on: {
    'partnersSettle.add': async (engine, db, { rows, by }) => {
      for (const row of rows) await writeLines(engine, db, { ...row, settleId: row.rowKey }, by.actor);
    },
    'serviceOrder.endRefund': async (engine, db, { rows, by }) => {
      await lockPartnersOf(
        db,
        rows.map(row => row.rowKey),
      );
      await refreshDrafts(
        engine,
        db,
        rows.map(row => row.rowKey),
        by.actor,
      );
    },
  },
});
