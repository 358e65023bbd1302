import { registry } from '@yikao/model/contexts/datasets.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';

/** Server side of the further categories: the first one, with its score, is in the candidate's row. */
export const userCategoryServer = defineServer(registry.userCategory, {
  reads: ['userId', 'jointCategoryId'],
  async before(db, changes) {
    const found = await sql<Columns<typeof registry.wishUser, 'userId' | 'jointCategoryId'>>`
      select user_id, joint_category_id from t_wish_user
      where user_id = any(${changes.map(({ row }) => row.userId ?? 0)}::bigint[])`.execute(db);
    const firsts = new Map(found.rows.map(({ userId, jointCategoryId }) => [userId, jointCategoryId]));
    return changes.map(({ row }) =>
      row.jointCategoryId && firsts.get(row.userId ?? 0) === row.jointCategoryId
        ? {
            issues: [
              issue('jointCategoryId', 'rule', {
                zh: '是考生资料里的统考类别，其专业分请填在考生资料中',
                en: "is the candidate's own category; its score belongs in the candidate's row",
              }),
            ],
          }
        : {},
    );
  },
});
