import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { StepBy, StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { accountsWhere, holdersOf } from '../notice/people.ts';
import { tell } from '../notice/tell.ts';

type SettleRow = StepRow<RowOf<typeof registry.partnersSettle>>;

/**
 * Tells of each submitted settlement: the people who may confirm it, but for the one who submitted it, and the accounts of
 * the partner whose money it is.
 */
export async function tellOfSettlements(
  engine: Engine,
  db: Tx,
  rows: readonly SettleRow[],
  by: StepBy,
): Promise<void> {
  const found = await sql<Columns<typeof registry.partnersSettle, 'settleId' | 'payableAmount'>>`
    select settle_id, payable_amount from t_partners_settle
    where settle_id = any(${rows.map(({ rowKey }) => rowKey)}::bigint[])`.execute(db);
  const amounts = new Map(found.rows.map(row => [row.settleId, row.payableAmount]));
  for (const { rowKey, version, partnersId, periodStart, periodEnd } of rows) {
    const house = holdersOf(
      'wish:settle:confirm',
      sql<SqlBool>`u.partners_id is null and u.agent_id is null and u.province_id is null
        and u.user_id <> ${by.actor.userId}`,
    );
    await tell(engine, db, 'settlementToConfirm', {
      occasion: `partnersSettle:${rowKey}/${version}`,
      people: sql`${house} union ${accountsWhere(
        sql<SqlBool>`u.partners_id = ${partnersId} and u.agent_id is null`,
      )}`,
      values: { period: `${periodStart} ~ ${periodEnd}`, amount: amounts.get(rowKey) ?? '0.00' },
      rowId: rowKey,
    });
  }
}
