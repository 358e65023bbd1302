import type { OpenExam, RegisterAsk, Registered } from '@yikao/model/calls/mock-register.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { mockStudentSteps } from '@yikao/model/machines/mock/mock-student.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { elevated } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { add } from '../../engine/save.ts';
import type { Db } from '../../engine/sql.ts';
import { takeStep } from '../../engine/steps/take-step.ts';

const { mockStudent } = registry;

/** The fields that candidates give of themselves; whatever else comes is passed over. */
const own = [
  'areaId',
  'jointCategoryId',
  'aos',
  'studentName',
  'idNo',
  'mobile',
  'parentMobile',
  'highSchool',
  'grade',
  'teacherName',
] as const;

interface CodeExam {
  readonly examId: number;
  /** The agency whose code it is. */
  readonly agentId: number | null;
  readonly examStatus: number;
  readonly regStartTime: Date;
  readonly regEndTime: Date;
  readonly dataYear: number;
  readonly provinceId: number;
}

const refused = (zh: string, en: string) => failure('unmetNeeds', { params: { zh, en } });

/**
 * The exam of a code while it takes registrations. Throws `unmetNeeds` for a code that is none, or was changed, and
 * for an exam whose registration has not begun or is over. A draft is told from nothing by nobody.
 */
async function examOfCode(db: Db, regCode: string, now: Date): Promise<CodeExam> {
  const found = await sql<CodeExam>`
    select e.exam_id::integer as "examId", c.agent_id::integer as "agentId", e.exam_status as "examStatus",
      e.reg_start_time as "regStartTime", e.reg_end_time as "regEndTime", e.data_year as "dataYear",
      e.province_id::integer as "provinceId"
    from (
      select exam_id, null::bigint as agent_id from t_mock_exam where reg_code = ${regCode} and not deleted
      union all
      select exam_id, agent_id from t_exam_agent where agent_reg_code = ${regCode} and status = 1 and not deleted
    ) as c join t_mock_exam as e on e.exam_id = c.exam_id and not e.deleted
    where e.exam_status > 0 limit 1`.execute(db);
  const [exam] = found.rows;
  if (!exam)
    throw refused(
      '报名码无效或已更换，请向主办方或机构核对',
      'The code is wrong or was changed: ask the organiser or your agency',
    );
  if (exam.examStatus === 1 && exam.regStartTime > now)
    throw refused('报名还没有开始', 'Registration has not begun yet');
  if (exam.examStatus !== 1 || exam.regEndTime <= now)
    throw refused('报名已截止，请联系主办方补报', 'Registration is over: ask the organiser to register late');
  return exam;
}

/** The exam that a code opens, with its areas and categories. Throws as {@link examOfCode}. */
export async function lookUp({ db, clock }: Engine, regCode: string): Promise<OpenExam> {
  const { examId, agentId } = await examOfCode(db, regCode, clock.now());
  const found = await sql<
    Omit<OpenExam, 'areas' | 'categories' | 'regEndTime' | 'examStartTime' | 'examEndTime'> &
      Record<'regEndTime' | 'examStartTime' | 'examEndTime', Date>
  >`
    select e.exam_name as "examName", p.province_name as "provinceName", e.data_year as "dataYear",
      e.reg_end_time as "regEndTime", e.exam_start_time as "examStartTime", e.exam_end_time as "examEndTime", e.notice,
      (select agent_name from t_agent where agent_id = ${agentId}::bigint) as "agentName"
    from t_mock_exam as e join t_province as p on p.province_id = e.province_id
    where e.exam_id = ${examId}`.execute(db);
  const [exam] = found.rows;
  if (!exam) throw failure('notFound');
  const areas = await sql<OpenExam['areas'][number]>`
    select r.area_id::integer as "areaId", r.area_name as "areaName", r.address
    from t_exam_area as a join t_area as r on r.area_id = a.area_id
    where a.exam_id = ${examId} and a.status = 1 and not a.deleted order by a.area_no`.execute(db);
  const categories = await sql<OpenExam['categories'][number]>`
    select distinct c.joint_category_id::integer as "jointCategoryId", c.joint_category_name as "jointCategoryName"
    from t_exam_info as i join t_joint_category as c on c.joint_category_id = i.joint_category_id
      and c.data_year = i.data_year and c.province_id = i.province_id and not c.deleted
    where i.exam_id = ${examId} and not i.deleted order by 1`.execute(db);
  return {
    ...exam,
    regEndTime: shanghaiTime(exam.regEndTime),
    examStartTime: shanghaiTime(exam.examStartTime),
    examEndTime: shanghaiTime(exam.examEndTime),
    areas: areas.rows,
    categories: categories.rows,
  };
}

/**
 * Registers a candidate with a code; the agency whose code it is sends the candidate. Somebody whose order was closed
 * registers again under the same name and number. Throws as {@link examOfCode}, and what adding a candidate throws:
 * `invalidFields` with every problem, `duplicate` for an ID number that is registered already.
 */
export async function register(engine: Engine, { regCode, ...given }: RegisterAsk): Promise<Registered> {
  const { db, clock } = engine;
  const { examId, agentId, dataYear, provinceId } = await examOfCode(db, regCode, clock.now());
  const actor = elevated();
  const said: Readonly<Record<string, unknown>> = given;
  const values = Object.fromEntries(own.map(name => [name, said[name]]));
  const before = await cancelledBefore(db, examId, said);
  if (before !== undefined) {
    await takeStep(engine, mockStudentSteps, 'registerAgain', {
      keys: before,
      by: { kind: 'person', actor },
    });
    return outcome(db, before);
  }
  const added = await add(engine, mockStudent, actor, { ...values, examId, agentId, dataYear, provinceId });
  return outcome(db, Number(added.studentId));
}

/** The cancelled registration of the same person in an exam. */
async function cancelledBefore(
  db: Db,
  examId: number,
  { idNo, studentName, mobile }: Readonly<Record<string, unknown>>,
): Promise<number | undefined> {
  if (typeof idNo !== 'string' || typeof studentName !== 'string' || typeof mobile !== 'string')
    return undefined;
  const found = await sql<{ id: number }>`
    select student_id::integer as id from t_mock_student
    where exam_id = ${examId} and id_no = ${idNo.trim().toUpperCase()} and student_name = ${studentName.trim()}
      and mobile = ${mobile.trim()} and reg_status = 2 and not deleted`.execute(db);
  return found.rows[0]?.id;
}

/** How a registration stands, with its latest order. */
async function outcome(db: Db, studentId: number): Promise<Registered> {
  const found = await sql<Omit<Registered, 'expireTime'> & { expireTime: Date | null }>`
    select s.student_id::integer as "studentId", s.reg_status::integer as "regStatus", o.order_no as "orderNo",
      o.amount::text as amount, o.expire_time as "expireTime"
    from t_mock_student as s join t_mock_order as o on o.student_id = s.student_id and not o.deleted
    where s.student_id = ${studentId} order by o.order_id desc limit 1`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return { ...row, expireTime: row.expireTime && shanghaiTime(row.expireTime) };
}
