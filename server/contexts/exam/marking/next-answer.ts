import type { MarkedSubject, MarkTask } from '@yikao/model/contexts/exam/exam.calls.ts';
import { markState, onlineExamState } from '@yikao/model/contexts/exam/exam.codes.ts';
import type { examAnswer } from '@yikao/model/contexts/exam/exam-answer.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { countFrom, type Db, type Tx } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { shown, shownColumns } from '../papers/shown-paper.ts';
import { refused } from '../refused.ts';
import { claimMs, isOver, type Marker, markerOf, needsMark, notOwnPupil } from './marker.ts';

const markIs = codesOf(markState);
const onlineExamIs = codesOf(onlineExamState);

/** Attempts at an answer that somebody else takes at the same moment. */
const tries = 10;

interface Claim {
  readonly answerId: number;
  readonly round: number;
}

/** The answer that the person has taken and not marked. */
async function openClaim(db: Db, subjectId: number, userId: number): Promise<Claim | undefined> {
  const found = await sql<Claim>`
    select m.answer_id, m.round from t_exam_mark as m join t_exam_answer as a on a.answer_id = m.answer_id
      join t_exam_apply as p on p.apply_id = a.apply_id
    where m.marker_id = ${userId} and m.score is null and a.subject_id = ${subjectId}
      and a.mark_state in (${markIs.waiting}, ${markIs.third})
      and ${notOwnPupil(userId)}
    order by m.claim_time limit 1`.execute(db);
  return found.rows[0];
}

/**
 * Takes an answer for a person: locks one that needs a mark, and then counts its marks again, since the choice was made
 * before the lock.
 */
async function claim(
  db: Tx,
  subjectId: number,
  userId: number,
  marker: Marker,
  now: Date,
): Promise<Claim | undefined> {
  const passed: number[] = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    const found = await sql<Columns<typeof examAnswer, 'answerId' | 'markState'>>`
      select a.answer_id, a.mark_state from t_exam_answer as a join t_exam_apply as p on p.apply_id = a.apply_id
      where a.subject_id = ${subjectId} and a.mark_state in (${markIs.waiting}, ${markIs.third}) and not a.deleted
        and a.answer_id <> all(${passed}::bigint[])
        and ${needsMark(userId, marker)} and ${notOwnPupil(userId)} and ${isOver(now)}
      order by a.mark_state desc, a.answer_id limit 1 for no key update of a skip locked`.execute(db);
    const [answer] = found.rows;
    if (!answer) return undefined;
    const rounds = answer.markState === markState.is.third ? [3] : [1, 2];
    const taken = await sql<Claim>`
      insert into t_exam_mark (answer_id, round, marker_id, claim_time)
      select ${answer.answerId}::bigint, r.round, ${userId}::bigint, ${now}::timestamptz
      from unnest(${rounds}::smallint[]) as r(round)
      where not exists (select 1 from t_exam_mark as m where m.answer_id = ${answer.answerId} and m.round = r.round)
        and exists (select 1 from t_exam_answer as still
          where still.answer_id = ${answer.answerId} and still.mark_state = ${answer.markState})
      order by r.round limit 1
      on conflict do nothing returning answer_id, round`.execute(db);
    if (taken.rows[0]) return taken.rows[0];
    passed.push(answer.answerId);
  }
  return undefined;
}

/** Answers of a subject that still wait for a person. */
async function waitingFor(
  db: Db,
  subjectId: number,
  userId: number,
  marker: Marker,
  now: Date,
): Promise<number> {
  return countFrom(
    db,
    sql`t_exam_answer as a join t_exam_apply as p on p.apply_id = a.apply_id
      where a.subject_id = ${subjectId} and a.mark_state in (${markIs.waiting}, ${markIs.third}) and not a.deleted
        and ${needsMark(userId, marker)} and ${notOwnPupil(userId)} and ${isOver(now)}`,
  );
}

/**
 * `POST /api/exam/answer/next`: the next answer of a subject for a marker, without anything that names the candidate or
 * tells another's mark; the one that the person has taken already comes first. Null if nothing waits. Throws
 * `unmetNeeds` for somebody who does not mark the subject.
 */
export async function nextAnswer(
  engine: Engine,
  { userId }: Actor,
  subjectId: number,
): Promise<MarkTask | null> {
  const now = engine.clock.now();
  return transact(engine.db, async db => {
    const marker = await markerOf(db, subjectId, userId);
    if (!marker.marks && !marker.arbitrates)
      throw refused('您不是该科目的评卷人', 'You are no marker of this subject');
    await sql`
      delete from t_exam_mark as m using t_exam_answer as a
      where a.answer_id = m.answer_id and a.subject_id = ${subjectId} and m.score is null
        and m.claim_time < ${new Date(now.getTime() - claimMs)}`.execute(db);
    const mine =
      (await openClaim(db, subjectId, userId)) ?? (await claim(db, subjectId, userId, marker, now));
    if (!mine) return null;
    const found = await sql<
      Parameters<typeof shown>[0] & { analysis: string | null; value: string | null; files: string[] | null }
    >`
      select ${shownColumns}, q.analysis, a.value, a.files
      from t_exam_answer as a join t_question as q on q.question_id = a.question_id
      where a.answer_id = ${mine.answerId}`.execute(db);
    const [row] = found.rows;
    if (!row) return null;
    return {
      ...mine,
      question: { ...shown(row), analysis: row.analysis },
      value: row.value,
      files: row.files ?? [],
      left: (await waitingFor(db, subjectId, userId, marker, now)) + 1,
    };
  });
}

/** `GET /api/exam/answer/marking`: the subjects that a person marks, with what waits and what is done. */
export async function markedSubjects(engine: Engine, { userId }: Actor): Promise<MarkedSubject[]> {
  const now = engine.clock.now();
  const found = await sql<Omit<MarkedSubject, 'waiting'> & Marker>`
    select s.subject_id, s.subject_name, e.exam_id, e.exam_name, coalesce(${userId}::bigint = any(s.marker_ids), false) as marks,
      coalesce(${userId}::bigint = any(s.arbiter_ids), false) as arbitrates,
      (select count(*)::integer from t_exam_mark as m join t_exam_answer as a on a.answer_id = m.answer_id
        where m.marker_id = ${userId} and m.score is not null and a.subject_id = s.subject_id) as done,
      (select count(*)::integer from t_exam_answer as a
        where a.subject_id = s.subject_id and a.mark_state = ${markIs.third} and not a.deleted
          and not exists (select 1 from t_exam_mark as mine where mine.answer_id = a.answer_id
            and mine.marker_id = ${userId})) as third
    from t_exam_subject as s join t_online_exam as e on e.exam_id = s.exam_id
    where (${userId}::bigint = any(s.marker_ids) or ${userId}::bigint = any(s.arbiter_ids)) and not s.deleted
      and not e.deleted and e.exam_state < ${onlineExamIs.published}
    order by e.exam_id desc, s.order_num, s.subject_id limit 100`.execute(engine.db);
  const subjects: MarkedSubject[] = [];
  for (const { marks, arbitrates, third, ...subject } of found.rows) {
    const marker = { marks, arbitrates };
    const claimed = await openClaim(engine.db, subject.subjectId, userId);
    const waiting =
      (await waitingFor(engine.db, subject.subjectId, userId, marker, now)) + (claimed === undefined ? 0 : 1);
    subjects.push({ ...subject, third: arbitrates ? third : 0, waiting });
  }
  return subjects;
}
