import { voluntaryListSteps } from '@yikao/model/machines/voluntary-list.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Db } from '../engine/sql.ts';
import { defineStepServer } from '../engine/steps/step-server.ts';

/** Of some lists those that meet a condition on the list `l` and its batch `b`. */
async function listsWhere(db: Db, keys: readonly number[], condition: ReturnType<typeof sql<boolean>>) {
  const found = await sql<{ listId: number }>`
    select l.list_id as "listId" from t_voluntary_list as l
      left join lateral (select max(voluntary_num) as room from t_batch
        where data_year = l.data_year and province_id = l.province_id and batch = l.batch and not deleted
          and joint_category_id in (0, l.joint_category_id) and (aos = l.aos or aos = 3 or l.aos = 3)) as b on true
    where l.list_id = any(${[...keys]}::bigint[]) and ${condition}`.execute(db);
  return new Set(found.rows.map(row => Number(row.listId)));
}

/** The guards of the steps of voluntary lists, and who reviewed (domain 3.14). */
export const voluntaryListStepServer = defineStepServer(voluntaryListSteps, {
  needs: {
    filled: ({ db, rows }) =>
      listsWhere(
        db,
        rows.map(row => row.rowKey),
        sql<boolean>`coalesce(jsonb_array_length(l.items), 0) = 0`,
      ),
    room: ({ db, rows }) =>
      listsWhere(
        db,
        rows.map(row => row.rowKey),
        sql<boolean>`coalesce(jsonb_array_length(l.items), 0) > b.room`,
      ),
  },
  effects: {
    async approve({ rows, by, now }) {
      return new Map(rows.map(row => [row.rowKey, { values: reviewed(by.actor.userId, now) }]));
    },
    async reject({ rows, by, now }) {
      return new Map(rows.map(row => [row.rowKey, { values: reviewed(by.actor.userId, now) }]));
    },
    async reopen({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { auditBy: null, auditTime: null } }]));
    },
  },
});

function reviewed(auditBy: number, now: Date) {
  return { auditBy, auditTime: shanghaiTime(now) };
}
