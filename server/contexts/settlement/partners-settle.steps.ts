import type { registry } from '@yikao/model/contexts/datasets.ts';
import { partnersSettleSteps } from '@yikao/model/contexts/settlement/partners-settle.machine.ts';
import type { SettleTotals } from '@yikao/model/contexts/settlement/rules/commission.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { defineStepServer, type StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { lockPartners, settleLines } from './settle-lines.ts';
import { releaseLines, type Settlement, writeLines } from './settle-writing.ts';

type SettleRow = StepRow<Omit<Settlement, 'settleId'>>;

/** Locks the partners of settlements in key order, like all code that locks several. */
const lockTheir = (db: Db, rows: readonly SettleRow[]) =>
  lockPartners(
    db,
    rows.map(row => row.partnersId),
  );

/**
 * The effects of the steps of the settlements: while it is a draft, lines follow the orders; voiding it releases them
 * (domain 3.3).
 */
export const partnersSettleStepServer = defineStepServer(partnersSettleSteps, {
  needs: {
    async items({ db, rows }) {
      await lockTheir(db, rows);
      const none = new Set<number>();
      for (const row of rows) {
        const lines = await settleLines(db, { ...row, settleId: row.rowKey });
        if (lines.length === 0) none.add(row.rowKey);
      }
      return none;
    },
    async another({ db, rows, by }) {
      const found = await sql<Columns<typeof registry.partnersSettle, 'settleId'>>`
        select settle_id from t_partners_settle
        where settle_id = any(${rows.map(row => row.rowKey)}::bigint[]) and create_by = ${by.actor.userId}`.execute(
        db,
      );
      return new Set(found.rows.map(row => row.settleId));
    },
  },
  effects: {
    async submit({ engine, db, rows, by }) {
      const outcomes = new Map<number, { values: SettleTotals & { readonly submitBy: number } }>();
      for (const row of rows) {
        const totals = await writeLines(engine, db, { ...row, settleId: row.rowKey }, by.actor);
        outcomes.set(row.rowKey, { values: { ...totals, submitBy: by.actor.userId } });
      }
      return outcomes;
    },
    async redraw({ engine, db, rows, by }) {
      await lockTheir(db, rows);
      const outcomes = new Map<number, { values: SettleTotals }>();
      for (const row of rows) {
        const values = await writeLines(engine, db, { ...row, settleId: row.rowKey }, by.actor);
        outcomes.set(row.rowKey, { values });
      }
      return outcomes;
    },
    async confirm({ rows, by, now }) {
      const confirmBy = by.actor.userId;
      return new Map(
        rows.map(row => {
          const zero = compare(row.payableAmount, '0') === 0;
          const to = zero ? ('paid' as const) : ('confirmed' as const);
          return [
            row.rowKey,
            { to, values: zero ? { confirmBy, payTime: shanghaiTime(now) } : { confirmBy } },
          ];
        }),
      );
    },
    async sendBack({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { submitBy: null } }]));
    },
    async pay({ rows, given, now }) {
      const payTime = given.payTime ?? shanghaiTime(now);
      return new Map(rows.map(row => [row.rowKey, { values: { payTime } }]));
    },
    async void({ engine, db, rows, by }) {
      await lockTheir(db, rows);
      for (const row of rows) await releaseLines(engine, db, row.rowKey, by.actor);
    },
  },
});
