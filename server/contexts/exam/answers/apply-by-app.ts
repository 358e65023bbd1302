import { registry } from '@yikao/model/contexts/datasets.ts';
import { examResult, examSwitch, onlineExamState } from '@yikao/model/contexts/exam/exam.codes.ts';
import type { Applied, ApplyAsk, ExamOutcome, OpenExam } from '@yikao/model/contexts/exam/exam-app.calls.ts';
import { examApplySteps } from '@yikao/model/contexts/exam/exam-apply.machine.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { plainMobile } from '@yikao/model/fields/mobile.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { foldText, plainForm } from '@yikao/model/rules/compare-text.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import { postMessages } from '../../../engine/outbox/post.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { add, addWithin, update } from '../../../engine/write/save.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { enabled } from '../../shared/enabled.ts';
import { freeIdNumber, rehearse } from '../../shared/rehearse.ts';
import { ownWorks, pathsOf } from './own-works.ts';

const onlineExamIs = codesOf(onlineExamState);
const examSwitchIs = codesOf(examSwitch);
const orderIs = codesOf(orderStatus);

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

/** The fields with pictures. Candidates upload them for an application that they have. */
const pictures = ['photo', 'works'] as const;

/** Messages about one application. */
const onceADay: RateLimit = { max: 1, windowMs: 86_400_000 };

/** The exams that take applications now, with their majors. */
export async function openExams({ db, clock }: Engine): Promise<OpenExam[]> {
  const now = clock.now();
  const exams = await sql<
    Pick<OpenExam, 'examId' | 'examName' | 'mode' | 'notice'> &
      Record<'applyStart' | 'applyEnd' | 'examStart' | 'examEnd', Date>
  >`
    select exam_id, exam_name, mode, notice, apply_start, apply_end, exam_start, exam_end from t_online_exam
    where exam_state = ${onlineExamIs.applying} and status = ${examSwitchIs.enabled} and apply_end > ${now}
      and not deleted
    order by apply_start, exam_id limit 200`.execute(db);
  const profs = await sql<OpenExam['profs'][number] & { examId: number }>`
    select m.exam_id, m.id, m.prof_name, coalesce(m.fee, e.fee) as fee
    from t_exam_prof as m join t_online_exam as e on e.exam_id = m.exam_id
    where m.exam_id = any(${exams.rows.map(({ examId }) => examId)}::bigint[]) and m.status = ${enabled}
      and not m.deleted
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
  const found = await sql<Columns<typeof examApply, 'applyId' | 'auditStatus' | 'version'>>`
    select apply_id, audit_status, version from t_exam_apply
    where exam_id = ${Number(examId)} and prof_id = ${Number(profId)}
      and id_no = ${formats.idNumber.tidy(plainForm(idNo))} and yikao_fold(student_name) = ${foldText(studentName)}
      and mobile = ${plainMobile(mobile)} and not deleted`.execute(db);
  return found.rows[0];
}

/**
 * `POST /api/exam/app/apply`: a candidate applies for a major. The same person who applies twice gets the first
 * application: its pictures change while it waits, and one that was refused is submitted again with what is given now. If
 * somebody else has applied with the ID number, the answer is that of a new application (see {@link rehearsed}), the
 * candidate is notified, and a new mobile number waits for staff to confirm it. Throws `invalidFields`.
 */
export async function applyByApp(engine: Engine, said: ApplyAsk): Promise<Applied> {
  const given: Readonly<Record<string, unknown>> = said;
  const values = Object.fromEntries(
    own.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  const before = await appliedBefore(engine.db, given);
  await assertOwnPictures(engine.db, before?.applyId, values);
  if (before?.auditStatus === reviewStatus.is.submitted) await changePictures(engine, before, values);
  if (before?.auditStatus === reviewStatus.is.rejected) await applyAgain(engine, before, values);
  if (before) return standingOf(engine.db, before.applyId);
  try {
    const { applyId = 0 } = await add(engine, examApply, elevated(), values);
    return await standingOf(engine.db, applyId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'duplicate')) throw error;
    // Two calls of one person at once: the first has won.
    const first = await appliedBefore(engine.db, given);
    if (first) return standingOf(engine.db, first.applyId);
    const { idNo, mobile } = validateRow(examApply, values, 'create', engine.clock.now()).values;
    await tellApplied(engine, values, String(idNo), String(mobile));
    return rehearsed(engine, values, String(idNo));
  }
}

/** Throws `invalidFields` for a picture that was not uploaded for this application. */
async function assertOwnPictures(
  db: Db,
  applyId: number | undefined,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const named = pictures.flatMap(name =>
    pathsOf(values[name]).map(path => ({ name, applyId: applyId ?? 0, path })),
  );
  const isOwn = await ownWorks(db, named);
  const wrong = new Set(named.filter(one => !isOwn(one)).map(({ name }) => name));
  if (wrong.size === 0) return;
  throw failure('invalidFields', {
    issues: [...wrong].map(name =>
      issue(name, 'rule', { zh: '请先上传图片', en: 'must be uploaded for this application first' }),
    ),
    labels: name => examApply.fields[name as (typeof pictures)[number]]?.label,
  });
}

/** Changes the pictures of an application that waits for its review, if any are given. */
async function changePictures(
  engine: Engine,
  { applyId, version }: { readonly applyId: number; readonly version: number },
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given = pictures.flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]]));
  if (given.length > 0)
    await update(engine, examApply, elevated(), { ...Object.fromEntries(given), applyId, version });
}

/** Submits a refused application again: by the edit that changes it, or by itself if nothing else was said. */
async function applyAgain(
  engine: Engine,
  { applyId, version }: { readonly applyId: number; readonly version: number },
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { examId: _, ...changed } = values;
  await update(engine, examApply, elevated(), { ...changed, applyId, version });
  // One that was changed has taken the step already, and is refused here.
  await tryStep(engine, examApplySteps, 'resubmit', {
    keys: applyId,
    by: { kind: 'vendor', cause: 'examApply.app' },
  });
}

/**
 * Produces the answer a new candidate would get, by adding an application with a generated ID number and taking it back,
 * so that neither the answer nor its duration reveals which ID numbers have applied.
 */
function rehearsed(
  engine: Engine,
  candidate: Readonly<Record<string, unknown>>,
  idNo: string,
): Promise<Applied> {
  return rehearse(engine, async db => {
    const isTaken = async (one: string) => {
      const taken = await sql`
        select 1 from t_exam_apply
        where exam_id = ${Number(candidate.examId)} and id_no = ${one} and not deleted`.execute(db);
      return taken.rows.length > 0;
    };
    const made = { ...candidate, idNo: await freeIdNumber(idNo, isTaken) };
    return standingOf(db, await addWithin(engine, db, examApply, elevated(), made));
  });
}

/**
 * Notifies a candidate, once a day, that somebody has sent an application with the same ID number. If it came with another
 * mobile number, staff are asked to confirm it with the candidate: until they have decided, later numbers are left out.
 */
async function tellApplied(
  engine: Engine,
  { examId, profId }: Readonly<Record<string, unknown>>,
  idNo: string,
  claimMobile: string,
): Promise<void> {
  const found = await sql<
    Columns<typeof examApply, 'applyId' | 'studentName' | 'mobile' | 'provinceId'> &
      Columns<typeof registry.onlineExam, 'examName'>
  >`
    select p.apply_id, p.student_name, p.mobile, e.exam_name, p.province_id
    from t_exam_apply as p join t_online_exam as e on e.exam_id = p.exam_id
    where p.exam_id = ${Number(examId)} and p.prof_id = ${Number(profId)} and p.id_no = ${idNo} and not p.deleted`.execute(
    engine.db,
  );
  const [known] = found.rows;
  const now = engine.clock.now();
  if (known && known.mobile !== claimMobile) {
    const by = { kind: 'vendor', cause: 'examApply.app' } as const;
    await tryStep(engine, examApplySteps, 'claim', { keys: known.applyId, by, given: { claimMobile } });
  }
  if (!known) return;
  const { applyId, studentName, mobile, examName, provinceId } = known;
  const owner = { userId: null, partnersId: null, provinceId, agentId: null };
  // The attempt counts with the message only, so that a crash in between loses neither.
  await transact(engine.db, async db => {
    if (!(await takeAttempt(db, `exam-applied:${applyId}`, onceADay, now)).allowed) return;
    await postMessages(engine, db, [
      {
        topic: 'sms',
        subject: `examApply:${applyId}`,
        content: { mobile, topic: 'registered', values: { name: studentName, exam: examName }, owner },
      },
    ]);
  });
}

/** An application as its candidate sees it. */
async function standingOf(db: Db, applyId: number): Promise<Applied> {
  const found = await sql<Omit<Applied, 'expireTime'> & { expireTime: Date | null }>`
    select p.apply_id, p.audit_status, p.audit_remark, p.pay_status, p.ticket_no, o.order_no, o.amount, o.expire_time
    from t_exam_apply as p left join t_exam_order as o on o.apply_id = p.apply_id
      and o.status = ${orderIs.pending} and not o.deleted
    where p.apply_id = ${applyId} order by o.order_id desc limit 1`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return { ...row, expireTime: row.expireTime && shanghaiTime(row.expireTime) };
}

/** `POST /api/exam/app/result`: marks and result, once they are published. Throws `notFound`. */
export async function outcomeOf({ db }: Engine, applyId: number): Promise<ExamOutcome> {
  const found = await sql<
    Columns<typeof examApply, 'score' | 'resultFlag'> & Columns<typeof registry.onlineExam, 'examState'>
  >`
    select p.score, p.result_flag, e.exam_state from t_exam_apply as p join t_online_exam as e on e.exam_id = p.exam_id
    where p.apply_id = ${applyId} and not p.deleted`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  if (row.examState !== onlineExamState.is.published)
    return { published: false, score: null, resultFlag: examResult.is.pending, subjects: [] };
  const subjects = await sql<ExamOutcome['subjects'][number]>`
    select s.subject_name, t.score, s.full_score from t_exam_sitting as t
      join t_exam_subject as s on s.subject_id = t.subject_id
    where t.apply_id = ${applyId} and not t.deleted order by s.order_num, s.subject_id`.execute(db);
  return { published: true, score: row.score, resultFlag: row.resultFlag, subjects: subjects.rows };
}
