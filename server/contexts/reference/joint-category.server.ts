import { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { nextValues, type Tx } from '../../engine/table/sql.ts';

function pairOf(row: Readonly<RowValues>): string {
  return JSON.stringify([Number(row.provinceId), row.jointCategoryName]);
}

/**
 * Assigns business ids to new categories: the one used by the same province and name in any year, including deleted
 * rows, else a new one (domain B7, Q35). All rows of a statement at once.
 */
async function assignIds(db: Tx, rows: RowValues[]): Promise<void> {
  const provinceIds = [...new Set(rows.map(row => Number(row.provinceId)))];
  // Two imports with the same new name in a province run in sequence, and use the same id.
  await sql`
    select province_id from t_province where province_id = any(${provinceIds}::bigint[])
    order by province_id for no key update`.execute(db);
  const names = [...new Set(rows.map(row => String(row.jointCategoryName)))];
  const known = await sql<
    Columns<typeof registry.jointCategory, 'provinceId' | 'jointCategoryName'> & { id: number }
  >`
    select province_id, joint_category_name,
      min(joint_category_id) as id
    from t_joint_category
    where province_id = any(${provinceIds}::bigint[]) and joint_category_name = any(${names}::text[])
      and joint_category_id is not null
    group by province_id, joint_category_name`.execute(db);
  const ids = new Map(known.rows.map(row => [pairOf({ ...row }), row.id]));
  const missing = [...new Set(rows.map(pairOf))].filter(pair => !ids.has(pair));
  if (missing.length > 0) {
    const fresh = await nextValues(db, sql`'joint_category_id_seq'`, missing.length);
    missing.forEach((pair, index) => {
      const id = fresh[index];
      if (id !== undefined) ids.set(pair, id);
    });
  }
  for (const row of rows) row.jointCategoryId = ids.get(pairOf(row)) ?? null;
}

/** Server side of the joint categories. */
export const jointCategoryServer = defineServer(registry.jointCategory, { beforeInsert: assignIds });
