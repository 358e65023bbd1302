import { registry } from '@yikao/model/contexts/datasets.ts';
import type { EntryComparison, SettleAsk } from '@yikao/model/contexts/mock/calls/mock-double.calls.ts';
import type { MarkGrid, MarksAsk, StandingMark } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Issue, issue, issueText } from '@yikao/model/kernel/validate/issues.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { update } from '../../../engine/write/save.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { lockExam, refused } from '../seats/arrangement-rules.ts';
import { isEntered, isSecond, secondShownTo, settles, writerOf } from './blind-entry.ts';
import { markFacts, markProblems, whyNoMarks } from './mark-rules.ts';

const mockRegIs = codesOf(mockRegStatus);

const { mockExam, mockScore, mockStudent } = registry;

/** Most differences in one answer. */
const mostTold = 200;

/** An exam with double entry. Throws `notFound`, and `unmetNeeds` for any other exam, and for an agency. */
async function doubleExam(engine: Engine, db: Db, actor: Actor, examId: number): Promise<void> {
  const exam = await findRow(engine, db, mockExam, actor, examId);
  if (!exam) throw failure('notFound');
  if (actor.agentId !== null) throw refused('机构不能复录成绩', 'Agencies take no part in the second entry');
  if (exam.doubleEntry !== 1) throw refused('本次考试未要求双人录分', 'The exam asks for no second entry');
}

/** The second entries of these candidates that the actor may see. */
async function secondMarks(
  db: Db,
  actor: Actor,
  examId: number,
  studentIds: readonly number[],
): Promise<StandingMark[]> {
  const found = await sql<StandingMark>`
    select null as score_id, x.student_id, x.info_id, x.score, x.absent_flag, x.cheat_flag, x.version
    from t_mock_second_mark as x left join t_mock_score as m on m.exam_id = x.exam_id and m.student_id = x.student_id
      and m.info_id = x.info_id and not m.deleted
    where x.exam_id = ${examId} and x.student_id = any(${[...studentIds]}::bigint[])
      and ${secondShownTo('x', 'm', actor)}`.execute(db);
  return found.rows;
}

/**
 * The second entries of candidates, for the entry grid, and the cells closed to the actor: those they entered first,
 * and those somebody else has entered a second time. Throws as {@link saveSecond}.
 */
export async function secondGrid(
  engine: Engine,
  actor: Actor,
  examId: number,
  studentIds: readonly number[],
): Promise<Pick<MarkGrid, 'marks' | 'closed'>> {
  const { db } = engine;
  await doubleExam(engine, db, actor, examId);
  const closed = await sql<MarkGrid['closed'][number]>`
    select m.student_id, m.info_id,
      case when x.student_id is null then 'own' else 'entered' end as why
    from t_mock_score as m
      left join t_mock_second_mark as x on x.exam_id = m.exam_id and x.student_id = m.student_id
        and x.info_id = m.info_id and ${isSecond('x', 'm')} and x.user_id <> ${actor.userId}
    where m.exam_id = ${examId} and m.student_id = any(${[...studentIds]}::bigint[]) and not m.deleted
      and (x.student_id is not null or ${writerOf('m')} = ${actor.userId})`.execute(db);
  const marks = await secondMarks(db, actor, examId, studentIds);
  return { marks, closed: withoutShown(closed.rows, marks) };
}

/** The closed cells whose content is hidden. */
export function withoutShown(closed: MarkGrid['closed'], marks: readonly StandingMark[]): MarkGrid['closed'] {
  const shown = new Set(marks.map(({ studentId, infoId }) => `${studentId}:${infoId}`));
  return closed.filter(({ studentId, infoId }) => !shown.has(`${studentId}:${infoId}`));
}

/**
 * Writes one second entry if it is unchanged since it was read; false if somebody else was first. The caller has
 * checked that the writer did not make the first entry; earlier second entries by that person are invalid and replaced.
 */
async function writeSecond(
  db: Db,
  actor: Actor,
  now: Date,
  {
    examId,
    mark,
    writer,
  }: {
    readonly examId: number;
    readonly mark: MarksAsk['marks'][number];
    readonly writer: number | null;
  },
): Promise<boolean> {
  const { studentId, infoId, score, absentFlag, cheatFlag, version } = mark;
  const done =
    version === null
      ? await sql`
          insert into t_mock_second_mark (exam_id, student_id, info_id, score, absent_flag, cheat_flag, user_id, update_time)
          values (${examId}, ${studentId}, ${infoId}, ${score}::numeric, ${absentFlag}, ${cheatFlag}, ${actor.userId}, ${now})
          on conflict (exam_id, student_id, info_id) do update set score = excluded.score,
            absent_flag = excluded.absent_flag, cheat_flag = excluded.cheat_flag, user_id = excluded.user_id,
            update_time = excluded.update_time, version = t_mock_second_mark.version + 1
          where t_mock_second_mark.user_id = ${writer} and t_mock_second_mark.settled_by is null`.execute(db)
      : await sql`
          update t_mock_second_mark set score = ${score}::numeric, absent_flag = ${absentFlag},
            cheat_flag = ${cheatFlag}, user_id = ${actor.userId}, update_time = ${now}, settled_by = null,
            version = version + 1
          where exam_id = ${examId} and student_id = ${studentId} and info_id = ${infoId}
            and version = ${version} and user_id = ${actor.userId}`.execute(db);
  return Number(done.numAffectedRows ?? 0n) > 0;
}

const enteredTwice = issue<'score'>('score', 'rule', {
  zh: '已由他人复录',
  en: 'Somebody else has entered this mark a second time',
});

/** The last writers of candidates' marks, by `student:session`. */
async function writersOf(db: Db, examId: number, studentIds: readonly number[]) {
  const found = await sql<{ key: string; userId: number | null }>`
    select m.student_id || ':' || m.info_id as key, ${writerOf('m')} as user_id from t_mock_score as m
    where m.exam_id = ${examId} and m.student_id = any(${[...studentIds]}::bigint[]) and not m.deleted`.execute(
    db,
  );
  return new Map(found.rows.map(({ key, userId }) => [key, userId]));
}

/**
 * Saves cells of the second entry independently, as the grid does for the first one. A mark that the same person
 * entered first is refused: two people must read it. Throws `notFound`, and `unmetNeeds` for an exam without double
 * entry, and for an agency.
 */
export async function saveSecond(engine: Engine, actor: Actor, { examId, marks }: MarksAsk) {
  const now = engine.clock.now();
  return transact(engine.db, async db => {
    await doubleExam(engine, db, actor, examId);
    const { examStatus } = await lockExam(engine, db, actor, examId);
    const closed = whyNoMarks(examStatus);
    const studentIds = [...new Set(marks.map(({ studentId }) => studentId))];
    const reached = await sql<Columns<typeof registry.mockStudent, 'studentId'>>`
      select s.student_id from t_mock_student as s
      where s.exam_id = ${examId} and s.student_id = any(${studentIds}::bigint[]) and not s.deleted
        and ${scopeCondition(mockStudent, actor, 's')}`.execute(db);
    const within = new Set(reached.rows.map(({ studentId }) => studentId));
    const facts = await markFacts(db, marks);
    const writers = await writersOf(db, examId, studentIds);
    const keyOf = (one: { studentId: number; infoId: number }) => `${one.studentId}:${one.infoId}`;
    const problemOf = (mark: MarksAsk['marks'][number]): Issue | undefined => {
      const known = within.has(mark.studentId) ? facts.get(keyOf(mark)) : undefined;
      if (closed) return closed;
      if (!known) return issue('studentId', 'outOfScope');
      if (writers.get(keyOf(mark)) === actor.userId) {
        return issue('score', 'rule', {
          zh: '初录由您完成，须由另一人复录',
          en: 'You entered this mark first: somebody else has to enter it again',
        });
      }
      return markProblems(mark, known, true)[0];
    };
    const troubles = new Map<string, string>();
    for (const mark of marks) {
      const problem = problemOf(mark);
      if (problem) {
        const { label } = mockScore.fields[problem.field as 'score'];
        troubles.set(keyOf(mark), issueText(problem, label, actor.language));
      } else if (
        !(await writeSecond(db, actor, now, { examId, mark, writer: writers.get(keyOf(mark)) ?? null }))
      ) {
        troubles.set(keyOf(mark), issueText(enteredTwice, mockScore.fields.score.label, actor.language));
      }
    }
    const after = new Map((await secondMarks(db, actor, examId, studentIds)).map(one => [keyOf(one), one]));
    return {
      saved: marks.flatMap(one => (troubles.has(keyOf(one)) ? [] : (after.get(keyOf(one)) ?? []))),
      refused: marks.flatMap(one => {
        const reason = troubles.get(keyOf(one));
        if (reason === undefined) return [];
        const now = after.get(keyOf(one)) ?? null;
        const moved = now !== null && now.version !== one.version;
        return [{ studentId: one.studentId, infoId: one.infoId, reason, standing: moved ? now : null }];
      }),
    };
  });
}

/** A mark with its second entry; only for marks with a first entry. `m` and `x` are the two. */
function bothEntries(examId: number): RawBuilder<unknown> {
  return sql`
    t_mock_score as m
      join t_mock_student as s on s.student_id = m.student_id and s.reg_status = ${mockRegIs.registered}
        and not s.deleted
      join t_exam_info as i on i.info_id = m.info_id and i.joint_category_id = s.joint_category_id and not i.deleted
      left join t_mock_second_mark as x on x.exam_id = m.exam_id and x.student_id = m.student_id
        and x.info_id = m.info_id and ${isSecond('x', 'm')}
    where m.exam_id = ${examId} and not m.deleted and ${isEntered('m')}`;
}

const differ = sql`(x.score, x.absent_flag, x.cheat_flag) is distinct from (m.score, m.absent_flag, m.cheat_flag)`;

/** The numbers of an exam's marks without a second entry, and of differing ones. */
export async function countEntries(db: Db, examId: number): Promise<{ missing: number; different: number }> {
  const found = await sql<{ missing: number; different: number }>`
    select count(*) filter (where x.student_id is null)::integer as missing,
      count(*) filter (where x.student_id is not null and ${differ})::integer as different
    from ${bothEntries(examId)}`.execute(db);
  return found.rows[0] ?? { missing: 0, different: 0 };
}

/**
 * Progress of an exam's second entry, and the differing marks: visible to people who resolve them, without those they
 * entered themselves. Throws `notFound`.
 */
export async function compareEntries(engine: Engine, actor: Actor, examId: number): Promise<EntryComparison> {
  const { db } = engine;
  const exam = await findRow(engine, db, mockExam, actor, examId);
  if (!exam || actor.agentId !== null) throw failure('notFound');
  if (exam.doubleEntry !== 1) return { doubleEntry: 0, missing: 0, different: null, list: [] };
  const { missing, different } = await countEntries(db, examId);
  if (!settles(actor)) return { doubleEntry: 1, missing, different: null, list: [] };
  const found = await sql<{ one: EntryComparison['list'][number] }>`
    select json_build_object('studentId', s.student_id, 'studentName', s.student_name, 'ticketNo', s.ticket_no,
      'infoId', i.info_id, 'subjectName', i.subject_name,
      'first', json_build_object('score', m.score::text, 'absentFlag', m.absent_flag, 'cheatFlag', m.cheat_flag,
        'version', m.version, 'userName', a.nick_name),
      'second', json_build_object('score', x.score::text, 'absentFlag', x.absent_flag, 'cheatFlag', x.cheat_flag,
        'version', x.version, 'userName', b.nick_name)) as one
    from (select m.student_id as m_student, m.info_id as m_info from ${bothEntries(examId)}
        and x.student_id is not null and ${differ}) as k
      join t_mock_score as m on m.exam_id = ${examId} and m.student_id = k.m_student and m.info_id = k.m_info
        and not m.deleted
      join t_mock_second_mark as x on x.exam_id = ${examId} and x.student_id = k.m_student and x.info_id = k.m_info
      join t_mock_student as s on s.student_id = k.m_student join t_exam_info as i on i.info_id = k.m_info
      left join t_admin_user as a on a.user_id = ${writerOf('m')}
      left join t_admin_user as b on b.user_id = x.user_id
    where ${scopeCondition(mockStudent, actor, 's')} and ${scopeCondition(mockScore, actor, 'm')}
      and (x.settled_by is not null or x.user_id <> ${actor.userId})
    order by s.ticket_no, s.student_id, i.order_num, i.info_id limit ${mostTold}`.execute(db);
  return { doubleEntry: 1, missing, different, list: found.rows.map(({ one }) => one) };
}

/**
 * Resolves a difference: the first entry is kept, or the mark becomes the second one, with its history. Throws
 * `notFound`, also for the second writer, who may not see the first entry, `staleVersion` if one of the two was changed
 * since it was read, and the errors of any change of a mark.
 */
export async function settleEntry(engine: Engine, actor: Actor, ask: SettleAsk) {
  const { examId, studentId, infoId, take, firstVersion, secondVersion } = ask;
  await doubleExam(engine, engine.db, actor, examId);
  const found = await sql<
    Columns<typeof mockScore, 'scoreId' | 'version'> & Columns<typeof mockExam, 'examStatus'>
  >`
    select m.score_id, m.version, e.exam_status
    from t_mock_score as m join t_mock_exam as e on e.exam_id = m.exam_id
    where m.exam_id = ${examId} and m.student_id = ${studentId} and m.info_id = ${infoId} and not m.deleted
      and ${scopeCondition(mockScore, actor, 'm', 'write')}`.execute(engine.db);
  const [mark] = found.rows;
  const seconds = await secondMarks(engine.db, actor, examId, [studentId]);
  const second = seconds.find(one => one.infoId === infoId);
  if (!mark || !second) throw failure('notFound');
  if (mark.version !== firstVersion || second.version !== secondVersion) throw failure('staleVersion');
  if (whyNoMarks(mark.examStatus)) throw failure('notAllowedNow');
  if (take === 2) {
    const { score, absentFlag, cheatFlag } = second;
    const { scoreId, version } = mark;
    await update(engine, mockScore, actor, { scoreId, version, score, absentFlag, cheatFlag });
  }
  // Both are equal from now on; a later change of the mark makes them differ again.
  await sql`
    update t_mock_second_mark as x set score = m.score, absent_flag = m.absent_flag, cheat_flag = m.cheat_flag,
      settled_by = ${actor.userId}, version = x.version + 1, update_time = ${engine.clock.now()}
    from t_mock_score as m
    where x.exam_id = ${examId} and x.student_id = ${studentId} and x.info_id = ${infoId}
      and x.version = ${secondVersion} and m.score_id = ${mark.scoreId}`.execute(engine.db);
  return countEntries(engine.db, examId);
}
