import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { StepBy, StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { accountWith } from '../notice/people.ts';
import { tell } from '../notice/tell.ts';

/** The name of the person who assigns, as colleagues know it. */
async function nameOf(db: Db, { actor }: StepBy) {
  if (actor.elevated) return label('系统', 'The product');
  const found = await sql<Columns<typeof registry.adminUser, 'nickName'>>`
    select nick_name from t_admin_user where user_id = ${actor.userId}`.execute(db);
  return found.rows[0]?.nickName || actor.userName;
}

type LeadRow = StepRow<RowOf<typeof registry.lead>>;

/**
 * Tells a salesperson that leads were assigned, once for all of them; not one who took them, nor of leads that were
 * theirs. The message names no candidate: a lead may be somebody else's by the time that it is read.
 */
export async function tellOfLeads(
  engine: Engine,
  db: Tx,
  {
    rows,
    saleUserId,
    by,
  }: { readonly rows: readonly LeadRow[]; readonly saleUserId: number; readonly by: StepBy },
): Promise<void> {
  const given = rows.filter(row => row.saleUserId !== saleUserId);
  const [first] = given;
  if (!first || by.actor.userId === saleUserId) return;
  await tell(engine, db, 'leadAssigned', {
    occasion: `lead:${first.rowKey}/${first.version}`,
    people: accountWith(saleUserId),
    values: {
      by: await nameOf(db, by),
      count: String(given.length),
    },
    rowId: given.length === 1 ? first.rowKey : null,
  });
}
