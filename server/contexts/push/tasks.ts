import type { registry } from '@yikao/model/contexts/datasets.ts';
import { pushStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';

/** States of a task, codes of `pushStatus`. */
export const states = pushStatus.is;

/** The columns of a task that its work reads. */
export type Task = Columns<
  typeof registry.pushTask,
  | 'taskId'
  | 'pushStatus'
  | 'runNo'
  | 'jobId'
  | 'title'
  | 'content'
  | 'linkType'
  | 'linkValue'
  | 'appIds'
  | 'audienceType'
  | 'provinceId'
  | 'provinceIds'
  | 'jointParents'
  | 'dataYear'
  | 'cardTypes'
  | 'tags'
  | 'activeDays'
  | 'userIds'
> & { readonly jointCategoryIds: readonly number[] | null };

/** The task with this id, locked if asked, so that its batches are claimed by one at a time. */
export async function findTask(db: Db, taskId: number, lock: boolean): Promise<Task | undefined> {
  const found = await sql<Task>`
    select task_id, push_status, run_no, job_id, title, content, link_type, link_value, app_ids, audience_type,
      province_id, province_ids, joint_parents, data_year, card_types, tags, active_days, user_ids,
      (select array_agg(c::bigint) from jsonb_array_elements_text(audience -> 'jointCategoryIds') as c) as joint_category_ids
    from t_push_task where task_id = ${taskId} and not deleted ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  );
  return found.rows[0];
}

/** Drops the list of a task that is edited or built again. */
export async function dropList(db: Db, taskIds: readonly number[]): Promise<void> {
  await sql`delete from t_push_record where task_id = any(${taskIds}::bigint[])`.execute(db);
  await sql`delete from t_push_batch where task_id = any(${taskIds}::bigint[])`.execute(db);
}
