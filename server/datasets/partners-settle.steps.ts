import { partnersSettleSteps } from '@yikao/model/machines/partners-settle.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer, type StepRow } from '../engine/steps/step-server.ts';
import { lockPartner } from './settle-lines.ts';
import { releaseLines, type Settlement, writeLines } from './settle-writing.ts';

type SettleRow = StepRow<Omit<Settlement, 'settleId'>>;

/** What the steps of the settlements do: lines follow the orders while it is a draft, and are let go with it (domain 3.3). */
export const partnersSettleStepServer = defineStepServer(partnersSettleSteps, {
  needs: {
    async items({ db, rows }) {
      const found = await sql<{ settleId: number }>`
        select distinct settle_id as "settleId" from t_settle_item
        where settle_id = any(${rows.map(row => row.rowKey)}::bigint[]) and live = 1 and not deleted`.execute(
        db,
      );
      const some = new Set(found.rows.map(row => Number(row.settleId)));
      return new Set(rows.filter(row => !some.has(row.rowKey)).map(row => row.rowKey));
    },
  },
  effects: {
    async submit({ engine, db, rows, by }) {
      const outcomes = new Map<number, { values: Awaited<ReturnType<typeof writeLines>> }>();
      for (const row of inOrder(rows)) {
        await lockPartner(db, row.partnersId);
        const values = await writeLines(engine, db, { ...row, settleId: row.rowKey }, by.actor);
        outcomes.set(row.rowKey, { values });
      }
      return outcomes;
    },
    async confirm({ rows, by }) {
      return new Map(rows.map(row => [row.rowKey, { values: { confirmBy: by.actor.userId } }]));
    },
    async sendBack({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { confirmBy: null } }]));
    },
    async pay({ rows, given, now }) {
      const payTime = given.payTime ?? shanghaiTime(now);
      return new Map(rows.map(row => [row.rowKey, { values: { payTime } }]));
    },
    async void({ engine, db, rows, by }) {
      for (const row of rows) await releaseLines(engine, db, row.rowKey, by.actor);
    },
  },
});

/** Partners are locked in the order of their keys, whoever locks several. */
function inOrder<Row extends SettleRow>(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((one, other) => one.partnersId - other.partnersId);
}
