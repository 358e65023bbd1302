import { lateState, questionType as questionTypes } from '@yikao/model/contexts/exam/exam.codes.ts';
import type {
  AnswerOutcome,
  AnswersAsk,
  AnswersTaken,
  GivenAnswer,
} from '@yikao/model/contexts/exam/exam-app.calls.ts';
import { isRight } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { keyHash } from '../marking/mark-by-key.ts';
import { ownWorks, pathsOf } from './own-works.ts';
import { type AnswerKey, type StoredAnswer, storeAnswers } from './store-answers.ts';

const lateIs = codesOf(lateState);

/** Most pictures of a work. */
const worksMax = 9;

/** Milliseconds that the first call of a sitting with a clock may have been on its way. */
const firstWayMs = 30_000;

/** An answer that is stored. */
type Standing = NonNullable<AnswersTaken['outcomes'][number]['stored']>;

/** The place of an answer: its sitting, question and what is stored. */
interface Place {
  /** The sitting whose paper has the question. */
  readonly sittingId: number | null;
  readonly subjectId: number | null;
  readonly examId: number | null;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly submitTime: Date | null;
  /** The least difference of clocks seen in the sitting; see {@link skewOf}. */
  readonly skewMs: number | null;
  readonly questionType: number;
  readonly answer: string | null;
  readonly score: string;
  /** Digest of the key; see `keyHash`. */
  readonly keyHash: number | null;
  /** Sequence of the stored answer, and its text where that is not of a lower sequence. */
  readonly storedSeq: number | null;
  readonly storedValue: string | null;
  /** Reports whether the candidate has begun any paper. */
  readonly begun: boolean;
}

async function placesOf(db: Db, answers: readonly GivenAnswer[]): Promise<Place[]> {
  const found = await sql<Place & { n: string }>`
    select given.n, s.sitting_id, s.subject_id, s.exam_id, s.start_time, s.end_time, s.submit_time, s.skew_ms,
      q.question_type, q.answer, q.score, ${keyHash('q')} as key_hash, a.seq as stored_seq,
      case when a.seq >= given.seq then coalesce(nullif(array_to_string(a.files, ','), ''), a.value, '') end as stored_value,
      exists (select 1 from t_exam_sitting as any_of where any_of.apply_id = given.apply_id and not any_of.deleted) as begun
    from unnest(${answers.map(one => one.applyId)}::bigint[], ${answers.map(one => one.questionId)}::bigint[],
        ${answers.map(one => one.seq)}::integer[]) with ordinality as given(apply_id, question_id, seq, n)
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
  /** The earliest time at which it may have been given. */
  readonly at: Date;
}

/** The outcome of an answer by the times of its sitting: the server's clock decides (0.7, 26). */
function byTime({ place, at }: Placed, now: Date): 'saved' | 'late' | 'tooLate' {
  const { startTime, endTime, submitTime } = place;
  if (submitTime === null && now <= endTime) return 'saved';
  const until = submitTime !== null && submitTime < endTime ? submitTime : endTime;
  return at >= startTime && at <= until ? 'late' : 'tooLate';
}

/** Keeps the least difference of clocks of the sittings. */
async function keepSkew(db: Tx, places: readonly Place[], skewMs: number | undefined): Promise<void> {
  if (skewMs === undefined) return;
  const less = places.flatMap(({ sittingId, skewMs: known }) =>
    sittingId !== null && (known === null || skewMs < known) ? [sittingId] : [],
  );
  if (less.length === 0) return;
  await sql`
    update t_exam_sitting set skew_ms = least(skew_ms, ${skewMs})
    where sitting_id in (select sitting_id from t_exam_sitting
      where sitting_id = any(${[...new Set(less)]}::bigint[]) order by sitting_id for no key update)`.execute(
    db,
  );
}

/**
 * The earliest time at which an answer may have been given. The way of a call counts as a slow clock, so the least
 * difference of the sitting is nearest to that of the clocks; before there is another one, the way may have been long.
 */
function timeOf(answer: GivenAnswer, { skewMs: known }: Place, skewMs: number | undefined, now: Date): Date {
  const seen =
    known !== null ? Math.min(known, skewMs ?? known) : skewMs === undefined ? 0 : skewMs - firstWayMs;
  return new Date(Math.min(answer.at + seen, now.getTime()));
}

/** Lists answers that came late, and returns those that are listed. */
async function listLate(db: Db, late: readonly Placed[], now: Date): Promise<readonly AnswerKey[]> {
  if (late.length === 0) return [];
  const rows = late.toSorted(
    ({ answer: one }, { answer: other }) => one.applyId - other.applyId || one.questionId - other.questionId,
  );
  const listed = await sql<AnswerKey>`
    insert into t_exam_late as stored (apply_id, exam_id, subject_id, question_id, seq, value, files, at, receive_time,
      late_reason, late_state)
    select apply_id, exam_id, subject_id, question_id, seq, case when is_work then null else value end,
      case when is_work then string_to_array(nullif(value, ''), ',') else '{}' end::varchar[], at, ${now}, reason, 0
    from unnest(${rows.map(({ answer }) => answer.applyId)}::bigint[],
      ${rows.map(({ place }) => place.examId)}::bigint[], ${rows.map(({ place }) => place.subjectId)}::bigint[], ${rows.map(({ answer }) => answer.questionId)}::bigint[],
      ${rows.map(({ answer }) => answer.seq)}::integer[], ${rows.map(({ answer }) => answer.value)}::text[],
      ${rows.map(({ place }) => place.questionType === questionTypes.is.work)}::boolean[], ${rows.map(({ at }) => at)}::timestamptz[],
      ${rows.map(({ place }) => (place.submitTime === null ? 1 : 2))}::smallint[])
      as given(apply_id, exam_id, subject_id, question_id, seq, value, is_work, at, reason)
    where not exists (select 1 from t_exam_late as decided where decided.apply_id = given.apply_id
      and decided.question_id = given.question_id and decided.seq >= given.seq
        and decided.late_state <> ${lateIs.waiting}
      and not decided.deleted)
    on conflict (apply_id, question_id) where not deleted
      and late_state in (${lateIs.waiting}) do update set seq = excluded.seq,
      value = excluded.value, files = excluded.files, at = excluded.at, receive_time = excluded.receive_time,
      late_reason = excluded.late_reason, update_time = now()
    where stored.seq < excluded.seq returning apply_id, question_id`.execute(db);
  return listed.rows;
}

/** The answers of a table, by key: of several the one with the highest sequence. */
async function standingIn(
  db: Db,
  table: 't_exam_answer' | 't_exam_late',
  keys: readonly AnswerKey[],
): Promise<ReadonlyMap<string, Standing>> {
  if (keys.length === 0) return new Map();
  const found = await sql<AnswerKey & Standing>`
    select distinct on (apply_id, question_id) apply_id, question_id, seq,
      coalesce(nullif(array_to_string(files, ','), ''), value, '') as value
    from ${sql.table(table)} where (apply_id, question_id) in (
        select * from unnest(${keys.map(one => one.applyId)}::bigint[], ${keys.map(one => one.questionId)}::bigint[]))
      and not deleted
    order by apply_id, question_id, seq desc`.execute(db);
  return new Map(found.rows.map(({ seq, value, ...key }) => [keyOf(key), { seq, value }]));
}

const keyOf = ({ applyId, questionId }: AnswerKey) => `${applyId}:${questionId}`;

/** The outcome of an answer beside the one that is stored: a repeat has the same text, not only the same number. */
function beside({ seq, value }: GivenAnswer, stored: Standing, same: 'saved' | 'late') {
  if (stored.seq > seq) return { outcome: 'older', stored } as const;
  return stored.value === value ? ({ outcome: same } as const) : ({ outcome: 'differs', stored } as const);
}

/** The answers to store and to list, each the highest of its question, with those that are. */
interface Written {
  readonly highest: ReadonlyMap<string, Placed>;
  /** The stored answers in place of those that lost against a call of the same moment. */
  readonly instead: ReadonlyMap<string, Standing>;
}

/** Writes the highest of the answers that have this outcome. */
async function write(
  db: Db,
  placed: readonly (Placed & { readonly outcome: AnswerOutcome })[],
  outcome: 'saved' | 'late',
  now: Date,
): Promise<Written> {
  const highest = new Map<string, Placed>();
  for (const one of placed) {
    if (one.outcome !== outcome) continue;
    const before = highest.get(keyOf(one.answer));
    if (before === undefined || before.answer.seq < one.answer.seq) highest.set(keyOf(one.answer), one);
  }
  const all = [...highest.values()];
  const done = new Set(
    (outcome === 'saved' ? await storeAnswers(db, all.map(toStore), now) : await listLate(db, all, now)).map(
      keyOf,
    ),
  );
  const lost = all.map(({ answer }) => answer).filter(answer => !done.has(keyOf(answer)));
  const table = outcome === 'saved' ? 't_exam_answer' : 't_exam_late';
  return { highest, instead: await standingIn(db, table, lost) };
}

function toStore({ answer: { applyId, questionId, seq, value }, place, at }: Placed): StoredAnswer {
  const { examId, subjectId, questionType, answer, score, keyHash } = place;
  const right = answer !== null && isRight(questionType, answer, value);
  return {
    ...{ applyId, questionId, examId: examId ?? 0, subjectId: subjectId ?? 0, questionType },
    ...{ seq, value, at, ruled: right ? score : '0.00', keyHash },
  };
}

/**
 * Saves answers in the caller's transaction and returns the outcome of each, in their order. Repeats change nothing; of
 * several to one question the highest sequence is stored. `skewMs` is that of {@link skewOf}.
 */
export async function saveWithin(
  db: Tx,
  answers: readonly GivenAnswer[],
  { now, skewMs }: { readonly now: Date; readonly skewMs: number | undefined },
): Promise<AnswersTaken['outcomes']> {
  if (answers.length === 0) return [];
  const places = await placesOf(db, answers);
  const isOwn = await ownWorks(
    db,
    answers.flatMap(({ applyId, value }, at) =>
      places[at]?.questionType === questionTypes.is.work
        ? pathsOf(value).map(path => ({ applyId, path }))
        : [],
    ),
  );
  const placed = answers.map((given, index) => {
    const place = places[index] as Place;
    const paths = place.questionType === questionTypes.is.work ? pathsOf(given.value) : [];
    const answer =
      place.questionType === questionTypes.is.work ? { ...given, value: paths.join(',') } : given;
    const one: Placed = { answer, place, at: timeOf(given, place, skewMs, now) };
    const outcome = (): AnswerOutcome => {
      if (place.subjectId === null) return place.begun ? 'notOnPaper' : 'notStarted';
      if (paths.length > worksMax || paths.some(path => !isOwn({ applyId: given.applyId, path })))
        return 'notReady';
      return byTime(one, now);
    };
    const isNew = (place.storedSeq ?? 0) < given.seq;
    return { ...one, outcome: outcome(), isNew };
  });
  await keepSkew(db, places, skewMs);
  const fresh = placed.filter(one => one.isNew);
  const written = { saved: await write(db, fresh, 'saved', now), late: await write(db, fresh, 'late', now) };
  return placed.map(({ answer, place, outcome, isNew }) => {
    const { applyId, questionId, seq } = answer;
    const key = { applyId, questionId, seq };
    if (place.subjectId === null || outcome === 'notReady') return { ...key, outcome };
    if (!isNew)
      return {
        ...key,
        ...beside(answer, { seq: place.storedSeq ?? 0, value: place.storedValue ?? '' }, 'saved'),
      };
    if (outcome !== 'saved' && outcome !== 'late') return { ...key, outcome };
    const { highest, instead } = written[outcome];
    const winner = highest.get(keyOf(answer))?.answer ?? answer;
    return { ...key, ...beside(answer, instead.get(keyOf(answer)) ?? winner, outcome) };
  });
}

/**
 * The difference between the server's clock and the device's, in milliseconds, with the time that the call was on its way;
 * undefined where the device says none.
 */
export function skewOf(sentAt: number | undefined, now: Date): number | undefined {
  return sentAt === undefined ? undefined : now.getTime() - sentAt;
}

/** `POST /api/exam/app/answer`: what it answers as saved is stored. */
export async function saveAnswers(engine: Engine, { answers, sentAt }: AnswersAsk): Promise<AnswersTaken> {
  const now = engine.clock.now();
  const context = { now, skewMs: skewOf(sentAt, now) };
  const outcomes = await transact(engine.db, db => saveWithin(db, answers, context));
  return { outcomes, now: now.getTime() };
}
