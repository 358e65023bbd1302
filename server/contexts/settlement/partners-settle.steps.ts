import type { registry } from '@yikao/model/contexts/datasets.ts';
import { partnersSettleSteps } from '@yikao/model/contexts/settlement/partners-settle.machine.ts';
import type { SettleTotals } from '@yikao/model/contexts/settlement/rules/commission.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Actor } from '../../engine/scope/actor.ts';
import { accountsOfPerson } from '../../engine/scope/house.ts';
import { defineStepServer, type StepBy, type StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { adjustLimit } from './adjust-limit.ts';
import { lockPartners, settleLines } from './settle-lines.ts';
import { releaseLines, type Settlement, writeLines } from './settle-writing.ts';

type SettleRow = StepRow<Omit<Settlement, 'settleId'>>;

/** Locks the partners of settlements in key order, like all code that locks several. */
const lockTheir = (db: Tx, rows: readonly SettleRow[]) =>
  lockPartners(
    db,
    rows.map(row => row.partnersId),
  );

/** The settlements among these that the person who takes the step has drawn. */
async function drawnBy(db: Db, rows: readonly SettleRow[], by: StepBy): Promise<ReadonlySet<number>> {
  const accounts = await accountsOfPerson(db, by.actor);
  const found = await sql<Columns<typeof registry.partnersSettle, 'settleId'>>`
    select settle_id from t_partners_settle
    where settle_id = any(${rows.map(row => row.rowKey)}::bigint[]) and create_by = any(${[...accounts]}::bigint[])`.execute(
    db,
  );
  return new Set(found.rows.map(row => row.settleId));
}

/** The people who handled a settlement, with one more. */
const handledWith = (
  { handledBy }: { readonly handledBy?: readonly number[] | null | undefined },
  { userId }: Actor,
): number[] => {
  const hands = handledBy ?? [];
  return userId > 0 && !hands.includes(userId) ? [...hands, userId] : [...hands];
};

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
    async adjusted({ db, rows }) {
      const found = await sql<Columns<typeof registry.partnersSettle, 'settleId'>>`
        select settle_id from t_partners_settle
        where settle_id = any(${rows.map(row => row.rowKey)}::bigint[]) and adjust_ok_by is null
          and abs(adjust_amount) > ${adjustLimit}`.execute(db);
      return new Set(found.rows.map(row => row.settleId));
    },
    drawn: ({ db, rows, by }) => drawnBy(db, rows, by),
    another: ({ db, rows, by }) => drawnBy(db, rows, by),
  },
  effects: {
    async submit({ engine, db, rows, by }) {
      const outcomes = new Map<
        number,
        { values: SettleTotals & { readonly submitBy: number; readonly handledBy: number[] } }
      >();
      for (const row of rows) {
        const totals = await writeLines(engine, db, { ...row, settleId: row.rowKey }, by.actor);
        outcomes.set(row.rowKey, {
          values: { ...totals, submitBy: by.actor.userId, handledBy: handledWith(row, by.actor) },
        });
      }
      return outcomes;
    },
    async redraw({ engine, db, rows, by }) {
      await lockTheir(db, rows);
      const outcomes = new Map<number, { values: SettleTotals & { readonly handledBy: number[] } }>();
      for (const row of rows) {
        const totals = await writeLines(engine, db, { ...row, settleId: row.rowKey }, by.actor);
        outcomes.set(row.rowKey, { values: { ...totals, handledBy: handledWith(row, by.actor) } });
      }
      return outcomes;
    },
    async approveAdjust({ rows, by }) {
      return new Map(rows.map(row => [row.rowKey, { values: { adjustOkBy: by.actor.userId } }]));
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
