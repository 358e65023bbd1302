import type { tieRule } from '@yikao/model/contexts/admission/tie-rule.ts';
import { readTieOrder, type TieKey } from '@yikao/model/rules/tie-order.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

/** The order of equal scores of a category in a province and year: its own rule, else that of all; null without one. */
export async function tieOrderOf(
  db: Db,
  of: { readonly dataYear: number; readonly provinceId: number; readonly jointCategoryId: number },
): Promise<readonly TieKey[] | null> {
  const found = await sql<Columns<typeof tieRule, 'tieOrder'>>`
    select tie_order from t_tie_rule
    where data_year = ${of.dataYear} and province_id = ${of.provinceId}
      and joint_category_id in (0, ${of.jointCategoryId}) and status = ${enabled} and not deleted
    order by joint_category_id desc limit 1`.execute(db);
  return found.rows[0] ? readTieOrder(found.rows[0].tieOrder) : null;
}
