import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Applied, ApplyAsk, ExamOutcome, OpenExam } from '@yikao/model/contexts/exam/exam-app.calls.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { plainMobile } from '@yikao/model/fields/mobile.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { foldText, plainForm } from '@yikao/model/rules/compare-text.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { add, update } from '../../../engine/write/save.ts';
import { refused } from '../refused.ts';

const { examApply } = registry;

/** The fields that candidates set themselves; others are ignored. */
const own = [
  'examId',
  'profId',
  'studentName',
  'idNo',
  'mobile',
  'provinceId',
  'highSchool',
  'photo',
  'works',
] as const;

/** The exams that take applications now, with their majors. */
export async function openExams({ db, clock }: Engine): Promise<OpenExam[]> {
  const now = clock.now();
  const exams = await sql<
    Pick<OpenExam, 'examId' | 'examName' | 'mode' | 'notice'> &
      Record<'applyStart' | 'applyEnd' | 'examStart' | 'examEnd', Date>
  >`
    select exam_id, exam_name, mode, notice, apply_start, apply_end, exam_start, exam_end from t_online_exam
    where exam_state = 1 and status = 1 and apply_end > ${now} and not deleted
    order by apply_start, exam_id limit 200`.execute(db);
  const profs = await sql<OpenExam['profs'][number] & { examId: number }>`
    select m.exam_id, m.id, m.prof_name, coalesce(m.fee, e.fee) as fee
    from t_exam_prof as m join t_online_exam as e on e.exam_id = m.exam_id
    where m.exam_id = any(${exams.rows.map(({ examId }) => examId)}::bigint[]) and m.status = 1 and not m.deleted
    order by m.order_num, m.id`.execute(db);
  const of = Map.groupBy(profs.rows, ({ examId }) => examId);
  return exams.rows.map(exam => ({
    ...exam,
    applyStart: shanghaiTime(exam.applyStart),
    applyEnd: shanghaiTime(exam.applyEnd),
    examStart: shanghaiTime(exam.examStart),
    examEnd: shanghaiTime(exam.examEnd),
    profs: (of.get(exam.examId) ?? []).map(({ examId: _, ...prof }) => prof),
  }));
}

/** The application of the same person for a major. */
async function appliedBefore(db: Db, said: Readonly<Record<string, unknown>>) {
  const { examId, profId, idNo, studentName, mobile } = said;
  if (typeof idNo !== 'string' || typeof studentName !== 'string' || typeof mobile !== 'string')
    return undefined;
  const found = await sql<{ applyId: number; auditStatus: number; version: number }>`
    select apply_id, audit_status, version from t_exam_apply
    where exam_id = ${Number(examId)} and prof_id = ${Number(profId)}
      and id_no = ${formats.idNumber.tidy(plainForm(idNo))} and yikao_fold(student_name) = ${foldText(studentName)}
      and mobile = ${plainMobile(mobile)} and not deleted`.execute(db);
  return found.rows[0];
}

/**
 * `POST /api/exam/app/apply`: a candidate applies for a major. The same person who applies twice gets the first
 * application; one that was refused is submitted again with what is given now. Throws `invalidFields` and `unmetNeeds`;
 * of an ID number that somebody else has used it says no more than that the details do not fit.
 */
export async function applyByApp(engine: Engine, said: ApplyAsk): Promise<Applied> {
  const given: Readonly<Record<string, unknown>> = said;
  const values = Object.fromEntries(
    own.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  const before = await appliedBefore(engine.db, given);
  if (before?.auditStatus === 3) {
    const { examId: _, ...changed } = values;
    const { applyId, version } = before;
    await update(engine, examApply, elevated(), { ...changed, applyId, version });
  }
  if (before) return standingOf(engine.db, before.applyId);
  try {
    const { applyId = 0 } = await add(engine, examApply, elevated(), values);
    return await standingOf(engine.db, applyId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'duplicate')) throw error;
    // Two calls of one person at once: the first has won.
    const first = await appliedBefore(engine.db, given);
    if (first) return standingOf(engine.db, first.applyId);
    throw refused(
      '报名信息与已有记录不符，请核对姓名、证件号和手机号',
      'The details do not fit: check name, ID number and mobile',
    );
  }
}

/** An application as its candidate sees it. */
async function standingOf(db: Db, applyId: number): Promise<Applied> {
  const found = await sql<Omit<Applied, 'expireTime'> & { expireTime: Date | null }>`
    select p.apply_id, p.audit_status, p.audit_remark, p.pay_status, p.ticket_no, o.order_no, o.amount, o.expire_time
    from t_exam_apply as p left join t_exam_order as o on o.apply_id = p.apply_id and o.status = 0 and not o.deleted
    where p.apply_id = ${applyId} order by o.order_id desc limit 1`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return { ...row, expireTime: row.expireTime && shanghaiTime(row.expireTime) };
}

/** `POST /api/exam/app/result`: marks and result, once they are published. Throws `notFound`. */
export async function outcomeOf({ db }: Engine, applyId: number): Promise<ExamOutcome> {
  const found = await sql<{ score: string | null; resultFlag: number; examState: number }>`
    select p.score, p.result_flag, e.exam_state from t_exam_apply as p join t_online_exam as e on e.exam_id = p.exam_id
    where p.apply_id = ${applyId} and not p.deleted`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  if (row.examState !== 5) return { published: false, score: null, resultFlag: 0, subjects: [] };
  const subjects = await sql<ExamOutcome['subjects'][number]>`
    select s.subject_name, t.score, s.full_score from t_exam_sitting as t
      join t_exam_subject as s on s.subject_id = t.subject_id
    where t.apply_id = ${applyId} and not t.deleted order by s.order_num, s.subject_id`.execute(db);
  return { published: true, score: row.score, resultFlag: row.resultFlag, subjects: subjects.rows };
}
