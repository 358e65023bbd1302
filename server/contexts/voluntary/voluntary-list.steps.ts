import { meetsSubjects, readSubjectRequire } from '@yikao/model/contexts/admission/rules/subject-require.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import { voluntaryListSteps } from '@yikao/model/contexts/voluntary/voluntary-list.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns, Filled } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';

const aosIs = codesOf(aos);

/** The lists among these that meet a condition on the list `l` and its batch `b`. */
async function listsWhere(db: Db, keys: readonly number[], condition: ReturnType<typeof sql<boolean>>) {
  const found = await sql<Columns<typeof registry.voluntaryList, 'listId'>>`
    select l.list_id from t_voluntary_list as l
      left join lateral (select max(voluntary_num) as room from t_batch
        where data_year = l.data_year and province_id = l.province_id and batch = l.batch and not deleted
          and joint_category_id in (0, l.joint_category_id) and (aos = l.aos or aos = ${aosIs.undivided}
            or l.aos = ${aosIs.undivided})) as b on true
    where l.list_id = any(${[...keys]}::bigint[]) and ${condition}`.execute(db);
  return new Set(found.rows.map(row => row.listId));
}

/** The lists with a choice whose required subjects the candidate is known not to have (domain 0.7, 23). */
async function unfitLists(db: Db, keys: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await sql<
    Columns<typeof registry.voluntaryList, 'listId'> &
      Columns<typeof registry.wishUser, 'subjects'> &
      Filled<typeof registry.admission, 'aos' | 'subjectRequire'> & { own: number }
  >`
    select distinct l.list_id, l.aos as own, u.subjects, d.aos, d.subject_require
    from t_voluntary_list as l join t_wish_user as u on u.user_id = l.user_id
      cross join jsonb_array_elements(coalesce(l.items, '[]')) as item
      join t_admission as d on d.data_id = (item->>'admissionId')::bigint
    where l.list_id = any(${[...keys]}::bigint[]) and d.subject_require is not null and not d.deleted`.execute(
    db,
  );
  return new Set(
    found.rows.flatMap(({ listId, own, subjects, aos, subjectRequire: text }) =>
      meetsSubjects(readSubjectRequire(text, aos), { aos: own, subjects }) === 'no' ? [listId] : [],
    ),
  );
}

/** The guards of the steps of voluntary lists, and who reviewed (domain 3.14). */
export const voluntaryListStepServer = defineStepServer(voluntaryListSteps, {
  needs: {
    subjects: ({ db, rows }) =>
      unfitLists(
        db,
        rows.map(row => row.rowKey),
      ),
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
