import { mockDoubleCalls } from '@yikao/model/contexts/mock/calls/mock-double.calls.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayCall } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { type Condition, column, type Db, isTrue } from '../../../engine/table/sql.ts';
import { refused } from '../seats/arrangement-rules.ts';

/** Reports whether the actor resolves differences between two entries, and so may see both. */
export function settles(actor: Actor): boolean {
  return mayCall(mockDoubleCalls.settle, actor);
}

/** The last person to write a stored mark. */
export function writerOf(alias: string): RawBuilder<unknown> {
  return sql`coalesce(${column(alias, 'update_by')}, ${column(alias, 'create_by')})`;
}

/** That something was entered: a mark, or that the candidate was absent or cheated. */
export function isEntered(alias: string): Condition {
  return sql<SqlBool>`(${column(alias, 'score')} is not null or ${column(alias, 'absent_flag')} = 1
    or ${column(alias, 'cheat_flag')} = 1)`;
}

/** The condition of a valid second entry: by somebody other than the first writer, or settled. */
export function isSecond(second: string, mark: string): Condition {
  return sql<SqlBool>`(${isEntered(second)} and (${column(second, 'settled_by')} is not null
    or ${column(second, 'user_id')} is distinct from ${writerOf(mark)}))`;
}

/**
 * The marks that an actor may see. In an exam with double entry, a mark is visible only to its writer until it is
 * published: other readers could no longer enter it independently from the paper. Once somebody else has entered it,
 * people who resolve differences see it, except for that second person before it is settled.
 */
export function markShownTo(alias: string, actor: Actor): Condition {
  const open = sql<SqlBool>`exists (select 1 from t_mock_exam as blind where blind.exam_id = ${column(alias, 'exam_id')}
    and (blind.double_entry = 0 or blind.publish_flag = 1))`;
  const own = sql<SqlBool>`${writerOf(alias)} = ${actor.userId}`;
  if (!settles(actor)) return sql<SqlBool>`(${own} or ${open})`;
  return sql<SqlBool>`(${own} or ${open} or exists (select 1 from t_mock_second_mark as second
    where second.exam_id = ${column(alias, 'exam_id')} and second.student_id = ${column(alias, 'student_id')}
      and second.info_id = ${column(alias, 'info_id')} and ${isSecond('second', alias)}
      and (second.settled_by is not null or second.user_id <> ${actor.userId})))`;
}

/** The second entries `second` of the marks `mark` that an actor may see: their own, and those to be resolved. */
export function secondShownTo(second: string, mark: string, actor: Actor): Condition {
  const own = sql<SqlBool>`${column(second, 'user_id')} = ${actor.userId}`;
  if (!settles(actor)) return own;
  return sql<SqlBool>`(${own} or (${isEntered(mark)} and ${isSecond(second, mark)}))`;
}

/**
 * Throws `unmetNeeds` while the exam has a mark that the actor may not see yet: figures over all marks would reveal it.
 */
export async function assertNoneKeptBack(db: Db, actor: Actor, examId: number): Promise<void> {
  if (actor.elevated) return;
  const kept = await isTrue(
    db,
    sql`exists (select 1 from t_mock_exam as e join t_mock_score as m on m.exam_id = e.exam_id and not m.deleted
      where e.exam_id = ${examId} and e.double_entry = 1 and e.publish_flag <> 1
        and not ${markShownTo('m', actor)})`,
  );
  if (!kept) return;
  throw refused(
    '双人录分完成前，不能查看统计和分析',
    'There are no figures before all marks have been entered twice',
  );
}
