import { mockDoubleCalls } from '@yikao/model/calls/mock-double.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayCall } from '../../engine/access.ts';
import type { Actor } from '../../engine/actor.ts';
import { type Condition, column, type Db } from '../../engine/sql.ts';
import { refused } from './arrangement-rules.ts';

/** Whether the actor settles the marks in which two people differ, and so may see both of them. */
export function settles(actor: Actor): boolean {
  return mayCall(mockDoubleCalls.settle, actor);
}

/** Who last wrote a mark that stands. */
export function writerOf(alias: string): RawBuilder<unknown> {
  return sql`coalesce(${column(alias, 'update_by')}, ${column(alias, 'create_by')})`;
}

/** That something was entered: a mark, or that the candidate was absent or cheated. */
export function isEntered(alias: string): Condition {
  return sql<SqlBool>`(${column(alias, 'score')} is not null or ${column(alias, 'absent_flag')} = 1
    or ${column(alias, 'cheat_flag')} = 1)`;
}

/** That a second entry is one: of somebody else than the mark that stands, or settled. */
export function isSecond(second: string, mark: string): Condition {
  return sql<SqlBool>`(${isEntered(second)} and (${column(second, 'settled_by')} is not null
    or ${column(second, 'user_id')} is distinct from ${writerOf(mark)}))`;
}

/**
 * The marks that an actor may know of. In an exam that asks for two entries, until it is published, a mark is its
 * writer's alone: whoever reads it could no longer enter it a second time by the paper. Once somebody else has done so
 * it is there for those who settle differences, except for that second person before it is settled.
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

/** The second entries `second` of the marks `mark` that an actor may know of: the own ones, and those to be settled. */
export function secondShownTo(second: string, mark: string, actor: Actor): Condition {
  const own = sql<SqlBool>`${column(second, 'user_id')} = ${actor.userId}`;
  if (!settles(actor)) return own;
  return sql<SqlBool>`(${own} or (${isEntered(mark)} and ${isSecond(second, mark)}))`;
}

/**
 * Throws `unmetNeeds` while the exam has a mark that the actor may not know of yet: figures of all marks would tell it.
 */
export async function assertNoneKeptBack(db: Db, actor: Actor, examId: number): Promise<void> {
  if (actor.elevated) return;
  const found = await sql<{ kept: boolean }>`
    select exists (select 1 from t_mock_exam as e join t_mock_score as m on m.exam_id = e.exam_id and not m.deleted
      where e.exam_id = ${examId} and e.double_entry = 1 and e.publish_flag <> 1
        and not ${markShownTo('m', actor)}) as kept`.execute(db);
  if (found.rows[0]?.kept !== true) return;
  throw refused(
    '双人录分完成前，不能查看统计和分析',
    'There are no figures before all marks have been entered twice',
  );
}
