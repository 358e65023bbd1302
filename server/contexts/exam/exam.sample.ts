import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** An exam is published with a subject and a major before its registration ends; its candidates are judged. */
export const onlineExamSample = defineSample(registry.onlineExam, {
  values: () => ({
    ...{ applyStart: '2020-01-01 00:00:00', applyEnd: '2098-01-01 00:00:00' },
    ...{ examStart: '2098-02-01 00:00:00', examEnd: '2098-02-02 00:00:00' },
  }),
  async beside(db, key) {
    await sql`update t_online_exam set apply_end = '2098-01-01' where exam_id = ${key}`.execute(db);
    await sql`insert into t_exam_subject (exam_id, subject_name, full_score, score_mode, mark_bound, order_num)
      values (${key}, 'x', 100, 1, 2, 0) on conflict do nothing`.execute(db);
    await sql`insert into t_exam_prof (exam_id, prof_name, quota, order_num, status)
      values (${key}, 'x', 0, 0, 1) on conflict do nothing`.execute(db);
  },
  async alone(db, key) {
    await sql`delete from t_exam_subject where exam_id = ${key}`.execute(db);
    await sql`delete from t_exam_prof where exam_id = ${key}`.execute(db);
  },
});

/** Subjects that any question and mark fits, at any time. */
export const examSubjectSample = defineSample(registry.examSubject, {
  values: () => ({
    ...{ fullScore: '9999.00', passScore: '1.00', scoreMode: 2, durationMin: 60 },
    ...{ startTime: '2020-02-01 09:00:00', endTime: '2020-02-01 11:00:00' },
    ...{ markerIds: null, arbiterIds: null },
  }),
});

/** Majors without places to run out, and with all subjects of their exam. */
export const examProfSample = defineSample(registry.examProf, {
  values: () => ({ quota: 0, subjectIds: null }),
});

/** Choices with a right answer. */
export const questionSample = defineSample(registry.question, {
  values: () => ({ questionType: 1, optionA: '甲', optionB: '乙', answer: 'A', score: '1.00' }),
});

/** A paper has questions of its subject. */
export const examPaperSample = defineSample(registry.examPaper, {
  ready: (db, { questionIds }) =>
    sql`update t_question set status = 1
      where question_id = any(string_to_array(${String(questionIds)}, ',')::bigint[])`.execute(db),
});

/** Candidates apply for an exam of their province whose registration is open; one is decided when the exam is over. */
export const examApplySample = defineSample(registry.examApply, {
  ready: (db, { examId, provinceId = null }) =>
    sql`update t_online_exam set exam_state = 1, apply_start = '2020-01-01', apply_end = '2098-01-01',
        province_id = coalesce(${provinceId}::bigint, province_id)
      where exam_id = ${examId}::bigint`.execute(db),
  takenBy: async (db, key, step) => {
    await sql`update t_online_exam set exam_state = ${step === 'decide' ? 4 : 1}
      where exam_id = (select exam_id from t_exam_apply where apply_id = ${key})`.execute(db);
    if (step.endsWith('Number'))
      await sql`update t_exam_apply set claim_flag = 1, claim_mobile = '13911113333' where apply_id = ${key}`.execute(
        db,
      );
  },
  given: { score: null, resultFlag: 1, payStatus: 1, line: '0.00' },
});

/** One late answer to a question waits at a time. */
export const examLateSample = defineSample(registry.examLate, { fresh: 'questionId' });
