import type {
  AnswerOutcome,
  AnswersAsk,
  AnswersTaken,
  GivenAnswer,
} from '@yikao/model/contexts/exam/exam-app.calls.ts';
import { isRight } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { ownWorks, pathsOf } from './own-works.ts';
import { type StoredAnswer, storeAnswers } from './store-answers.ts';

/** Most pictures of a work. */
const worksMax = 9;

/** The place of an answer: its sitting, question and stored sequence. */
interface Place {
  /** The sitting whose paper has the question. */
  readonly subjectId: number | null;
  readonly examId: number | null;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly submitTime: Date | null;
  readonly questionType: number;
  readonly answer: string | null;
  readonly score: string;
  /** Sequence of the stored answer. */
  readonly storedSeq: number | null;
  /** Reports whether the candidate has begun any paper. */
  readonly begun: boolean;
}

async function placesOf(db: Db, answers: readonly GivenAnswer[]): Promise<Place[]> {
  const found = await sql<Place & { n: string }>`
    select given.n, s.subject_id, s.exam_id, s.start_time, s.end_time, s.submit_time, q.question_type, q.answer, q.score,
      a.seq as stored_seq,
      exists (select 1 from t_exam_sitting as any_of where any_of.apply_id = given.apply_id and not any_of.deleted) as begun
    from unnest(${answers.map(one => one.applyId)}::bigint[], ${answers.map(one => one.questionId)}::bigint[])
        with ordinality as given(apply_id, question_id, n)
      left join t_question as q on q.question_id = given.question_id
      left join t_exam_sitting as s on s.apply_id = given.apply_id and s.subject_id = q.subject_id and not s.deleted
        and exists (select 1 from t_exam_paper as p
          where p.paper_id = s.paper_id and given.question_id = any(p.question_ids))
      left join t_exam_answer as a on a.apply_id = given.apply_id and a.question_id = given.question_id and not a.deleted
    order by given.n`.execute(db);
  return found.rows;
}

/** An answer with its place and its time on the server's clock. */
interface Placed {
  readonly answer: GivenAnswer;
  readonly place: Place;
  readonly at: Date;
}

/** The outcome of an answer by the times of its sitting: the server's clock decides (0.7, 26). */
function byTime({ place, at }: Placed, now: Date): 'saved' | 'late' | 'tooLate' {
  const { startTime, endTime, submitTime } = place;
  if (submitTime === null && now <= endTime) return 'saved';
  const until = submitTime !== null && submitTime < endTime ? submitTime : endTime;
  return at >= startTime && at <= until ? 'late' : 'tooLate';
}

async function listLate(db: Db, late: readonly Placed[], now: Date): Promise<void> {
  if (late.length === 0) return;
  const rows = late.toSorted(
    ({ answer: one }, { answer: other }) => one.applyId - other.applyId || one.questionId - other.questionId,
  );
  await sql`
    insert into t_exam_late as stored (apply_id, exam_id, subject_id, question_id, seq, value, files, at, receive_time,
      late_reason, late_state)
    select apply_id, exam_id, subject_id, question_id, seq, case when is_work then null else value end,
      case when is_work then string_to_array(nullif(value, ''), ',') else '{}' end::varchar[], at, ${now}, reason, 0
    from unnest(${rows.map(({ answer }) => answer.applyId)}::bigint[],
      ${rows.map(({ place }) => place.examId)}::bigint[], ${rows.map(({ place }) => place.subjectId)}::bigint[], ${rows.map(({ answer }) => answer.questionId)}::bigint[],
      ${rows.map(({ answer }) => answer.seq)}::integer[], ${rows.map(({ answer }) => answer.value)}::text[],
      ${rows.map(({ place }) => place.questionType === 6)}::boolean[], ${rows.map(({ at }) => at)}::timestamptz[],
      ${rows.map(({ place }) => (place.submitTime === null ? 1 : 2))}::smallint[])
      as given(apply_id, exam_id, subject_id, question_id, seq, value, is_work, at, reason)
    where not exists (select 1 from t_exam_late as decided where decided.apply_id = given.apply_id
      and decided.question_id = given.question_id and decided.seq >= given.seq and decided.late_state <> 0
      and not decided.deleted)
    on conflict (apply_id, question_id) where not deleted and late_state in (0) do update set seq = excluded.seq,
      value = excluded.value, files = excluded.files, at = excluded.at, receive_time = excluded.receive_time,
      late_reason = excluded.late_reason, update_time = now()
    where stored.seq < excluded.seq`.execute(db);
}

/**
 * Saves answers in the caller's transaction and returns the outcome of each, in their order. Repeats change nothing; of
 * several to one question the highest sequence is stored.
 */
export async function saveWithin(
  db: Db,
  answers: readonly GivenAnswer[],
  { now, skewMs }: { readonly now: Date; readonly skewMs: number },
): Promise<AnswersTaken['outcomes']> {
  if (answers.length === 0) return [];
  const places = await placesOf(db, answers);
  const isOwn = await ownWorks(
    db,
    answers.flatMap(({ applyId, value }, at) =>
      places[at]?.questionType === 6 ? pathsOf(value).map(path => ({ applyId, path })) : [],
    ),
  );
  const highest = new Map<string, Placed>();
  const placed = answers.map((answer, index): Placed & { refused?: AnswerOutcome } => {
    const place = places[index] as Place;
    const at = new Date(Math.min(answer.at + skewMs, now.getTime()));
    if (place.subjectId === null)
      return { answer, place, at, refused: place.begun ? 'notOnPaper' : 'notStarted' };
    const paths = place.questionType === 6 ? pathsOf(answer.value) : [];
    if (paths.length > worksMax || paths.some(path => !isOwn({ applyId: answer.applyId, path })))
      return { answer, place, at, refused: 'notReady' };
    return { answer: place.questionType === 6 ? { ...answer, value: paths.join(',') } : answer, place, at };
  });
  const outcomes = placed.map((one): AnswerOutcome => {
    if (one.refused) return one.refused;
    const { seq, applyId, questionId } = one.answer;
    const stored = one.place.storedSeq ?? 0;
    if (stored >= seq) return stored === seq ? 'saved' : 'older';
    const outcome = byTime(one, now);
    if (outcome === 'tooLate') return outcome;
    const key = `${outcome}:${applyId}:${questionId}`;
    const before = highest.get(key);
    if (before === undefined || before.answer.seq < seq) highest.set(key, one);
    return outcome;
  });
  const isHighest = new Set(highest.values());
  const kept = placed.filter(one => isHighest.has(one));
  const inTime = kept.filter(one => byTime(one, now) === 'saved');
  await storeAnswers(
    db,
    inTime.map(({ answer: { applyId, questionId, seq, value }, place, at }): StoredAnswer => {
      const { examId, subjectId, questionType, answer, score } = place;
      const right = answer !== null && isRight(questionType, answer, value);
      return {
        applyId,
        questionId,
        examId: examId ?? 0,
        subjectId: subjectId ?? 0,
        questionType,
        seq,
        value,
        at,
        ruled: right ? score : '0.00',
      };
    }),
    now,
  );
  await listLate(
    db,
    kept.filter(one => byTime(one, now) === 'late'),
    now,
  );
  return answers.map(({ applyId, questionId, seq }, index) => {
    const outcome = outcomes[index] ?? 'notStarted';
    const lower =
      (outcome === 'saved' || outcome === 'late') &&
      (highest.get(`${outcome}:${applyId}:${questionId}`)?.answer.seq ?? 0) > seq;
    return { applyId, questionId, seq, outcome: lower ? 'older' : outcome };
  });
}

/** The difference between the server's clock and the device's, in milliseconds; nought where the device says none. */
export function skewOf(sentAt: number | undefined, now: Date): number {
  return sentAt === undefined ? 0 : now.getTime() - sentAt;
}

/** `POST /api/exam/app/answer`: what it answers as saved is stored. */
export async function saveAnswers(engine: Engine, { answers, sentAt }: AnswersAsk): Promise<AnswersTaken> {
  const now = engine.clock.now();
  const context = { now, skewMs: skewOf(sentAt, now) };
  const outcomes = await transact(engine.db, db => saveWithin(db, answers, context));
  return { outcomes, now: now.getTime() };
}
