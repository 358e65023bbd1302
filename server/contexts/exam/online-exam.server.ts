import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import type { Db } from '../../engine/table/sql.ts';
import { progressOf } from './marking/progress.ts';

/** The end of a subject for a candidate who began at a time: its minutes, its own end, or the end of the exam. */
export const endOfSitting = (start: ReturnType<typeof sql>) => sql`least(
  case when sub.duration_min is null then null else ${start} + make_interval(mins => sub.duration_min) end,
  coalesce(sub.end_time, e.exam_end))`;

/** Puts the ends of sittings that are not handed in right, after the times of exams or subjects were changed. */
async function refreshEnds(
  db: Db,
  of: 'e.exam_id' | 'sub.subject_id',
  keys: readonly number[],
): Promise<void> {
  await sql`
    update t_exam_sitting as s set end_time = ${endOfSitting(sql`s.start_time`)}, update_time = now()
    from t_exam_subject as sub join t_online_exam as e on e.exam_id = sub.exam_id
    where sub.subject_id = s.subject_id and ${sql.ref(of)} = any(${[...keys]}::bigint[]) and s.submit_time is null
      and s.end_time is distinct from ${endOfSitting(sql`s.start_time`)}`.execute(db);
}

/** Server side of online exams: changed times move the ends of papers that are being answered. */
export const onlineExamServer = defineServer(registry.onlineExam, {
  routes(app, engine) {
    handle(app, examCalls.progress, ({ actor, query }) => progressOf(engine, actor, query.examId));
  },
  async changed(db, keys, what, { step }) {
    if (what === 'updated' && step === undefined) await refreshEnds(db, 'e.exam_id', keys);
  },
});

/** Server side of subjects: the same for a changed duration or end. */
export const examSubjectServer = defineServer(registry.examSubject, {
  async changed(db, keys, what) {
    if (what === 'updated') await refreshEnds(db, 'sub.subject_id', keys);
  },
});

/** Server side of sittings: the state follows from the times, so that no clock has to close 5,000 papers at once. */
export const examSittingServer = defineServer(registry.examSitting, {
  expressions: {
    sittingState: alias => sql`(case when ${sql.ref(`${alias}.submit_time`)} is not null then 2
      when ${sql.ref(`${alias}.end_time`)} <= now() then 3 else 1 end)`,
    answerNum: alias => sql`(select count(*)::integer from t_exam_answer as given
      where given.apply_id = ${sql.ref(`${alias}.apply_id`)} and given.subject_id = ${sql.ref(`${alias}.subject_id`)}
        and not given.deleted)`,
  },
});
