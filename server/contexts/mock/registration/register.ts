import { registry } from '@yikao/model/contexts/datasets.ts';
import type {
  OpenExam,
  RegisterAsk,
  Registered,
} from '@yikao/model/contexts/mock/calls/mock-register.calls.ts';
import { mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { mockStudentSteps } from '@yikao/model/contexts/mock/mock-student.machine.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { plainMobile } from '@yikao/model/fields/mobile.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { foldText, plainForm } from '@yikao/model/rules/compare-text.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { add, addWithin } from '../../../engine/write/save.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { tell } from '../../notice/tell.ts';
import { organisationStands } from '../../people/accounts/organisation.ts';
import { enabled } from '../../shared/enabled.ts';
import { freeIdNumber, rehearse } from '../../shared/rehearse.ts';

const mockExamIs = codesOf(mockExamStatus);

const { mockStudent } = registry;

/** The fields that candidates may set; others are ignored. */
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

interface CodeExam
  extends Columns<
    typeof registry.mockExam,
    'examId' | 'examStatus' | 'regStartTime' | 'regEndTime' | 'dataYear' | 'provinceId'
  > {
  /** The agency that the code belongs to. */
  readonly agentId: number | null;
}

/** Messages about one registration. */
const onceADay: RateLimit = { max: 1, windowMs: 86_400_000 };

const refused = (zh: string, en: string) => failure('unmetNeeds', { params: { zh, en } });

/**
 * Finds the exam of a code while it takes registrations. Throws `unmetNeeds` for an unknown or changed code, or that of
 * a disabled agency, and for an exam whose registration has not begun or is over. Drafts are treated as unknown.
 */
async function examOfCode(db: Db, regCode: string, now: Date): Promise<CodeExam> {
  const found = await sql<CodeExam>`
    select e.exam_id, c.agent_id, e.exam_status, e.reg_start_time, e.reg_end_time, e.data_year, e.province_id
    from (
      select exam_id, null::bigint as agent_id from t_mock_exam where reg_code = ${regCode} and not deleted
      union all
      select x.exam_id, x.agent_id from t_exam_agent as x join t_agent as a on a.agent_id = x.agent_id
      where x.agent_reg_code = ${regCode} and x.status = ${enabled} and not x.deleted
        and ${organisationStands(sql`a.partners_id`, sql`a.agent_id`)}
    ) as c join t_mock_exam as e on e.exam_id = c.exam_id and not e.deleted
    where e.exam_status > ${mockExamIs.draft} limit 1`.execute(db);
  const [exam] = found.rows;
  if (!exam)
    throw refused(
      '报名码无效或已更换，请向主办方或机构核对',
      'The code is wrong or was changed: ask the organiser or your agency',
    );
  if (exam.examStatus === mockExamStatus.is.registering && exam.regStartTime > now)
    throw refused('报名还没有开始', 'Registration has not begun yet');
  if (exam.examStatus !== mockExamStatus.is.registering || exam.regEndTime <= now)
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
    select e.exam_name, p.province_name, e.data_year, e.reg_end_time, e.exam_start_time, e.exam_end_time,
      e.notice,
      (select agent_name from t_agent where agent_id = ${agentId}::bigint) as agent_name
    from t_mock_exam as e join t_province as p on p.province_id = e.province_id
    where e.exam_id = ${examId}`.execute(db);
  const [exam] = found.rows;
  if (!exam) throw failure('notFound');
  const areas = await sql<OpenExam['areas'][number]>`
    select r.area_id, r.area_name, r.address
    from t_exam_area as a join t_area as r on r.area_id = a.area_id
    where a.exam_id = ${examId} and a.status = ${enabled} and not a.deleted order by a.area_no`.execute(db);
  const categories = await sql<OpenExam['categories'][number]>`
    select distinct c.joint_category_id, c.joint_category_name
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
 * Registers a candidate with a code; an agency's code assigns the candidate to it. A person whose order was closed can
 * register again with the same name and numbers, and one already registered gets the existing order. If an ID number is
 * registered with another name or mobile number, nothing is changed, the answer is that of a new registration (see
 * {@link rehearsed}), and the registered candidate is notified. Throws as {@link examOfCode}, and `invalidFields` with
 * every problem.
 */
export async function register(engine: Engine, { regCode, ...given }: RegisterAsk): Promise<Registered> {
  const { db, clock } = engine;
  const { examId, agentId, dataYear, provinceId } = await examOfCode(db, regCode, clock.now());
  const actor = elevated();
  const said: Readonly<Record<string, unknown>> = given;
  const values = Object.fromEntries(own.map(name => [name, said[name]]));
  const before = await registeredBefore(db, examId, said);
  if (before?.regStatus === mockRegStatus.is.cancelled) {
    await takeStep(engine, mockStudentSteps, 'registerAgain', {
      keys: before.id,
      by: { kind: 'person', actor },
    });
  }
  if (before) return outcome(db, before.id);
  const candidate = { ...values, examId, agentId, dataYear, provinceId };
  try {
    const added = await add(engine, mockStudent, actor, candidate);
    return await outcome(db, Number(added.studentId));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'duplicate')) throw error;
    const { idNo } = validateRow(mockStudent, candidate, 'create', clock.now()).values;
    await tellRegistered(engine, examId, String(idNo));
    return rehearsed(engine, candidate, String(idNo));
  }
}

/** The registration of the same person in an exam. */
async function registeredBefore(
  db: Db,
  examId: number,
  { idNo, studentName, mobile }: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: number; readonly regStatus: number } | undefined> {
  if (typeof idNo !== 'string' || typeof studentName !== 'string' || typeof mobile !== 'string')
    return undefined;
  const found = await sql<Columns<typeof mockStudent, 'regStatus'> & { id: number }>`
    select student_id as id, reg_status from t_mock_student
    where exam_id = ${examId} and id_no = ${formats.idNumber.tidy(plainForm(idNo))}
      and yikao_fold(student_name) = ${foldText(studentName)} and mobile = ${plainMobile(mobile)} and not deleted`.execute(
    db,
  );
  return found.rows[0];
}

/**
 * Produces the answer a new candidate would get, by registering one with a generated ID number and rolling it back, so
 * that neither the answer nor its duration reveals which ID numbers are registered. It has no order.
 */
function rehearsed(
  engine: Engine,
  candidate: Readonly<Record<string, unknown>>,
  idNo: string,
): Promise<Registered> {
  return rehearse(engine, async db => {
    const isTaken = async (one: string) => {
      const taken = await sql`
        select 1 from t_mock_student
        where exam_id = ${Number(candidate.examId)} and id_no = ${one} and not deleted`.execute(db);
      return taken.rows.length > 0;
    };
    const made = { ...candidate, idNo: await freeIdNumber(idNo, isTaken) };
    return outcome(db, await addWithin(engine, db, mockStudent, elevated(), made));
  });
}

/** Notifies a candidate, once a day, that somebody has sent a registration with the same ID number. */
async function tellRegistered(engine: Engine, examId: number, idNo: string): Promise<void> {
  const now = engine.clock.now();
  const found = await sql<
    Columns<typeof mockStudent, 'mobile' | 'provinceId' | 'agentId'> &
      Columns<typeof registry.mockExam, 'partnersId'> & { id: number; name: string; exam: string }
  >`
    select s.student_id as id, s.student_name as name, s.mobile, e.exam_name as exam, e.partners_id,
      s.province_id, s.agent_id
    from t_mock_student as s join t_mock_exam as e on e.exam_id = s.exam_id
    where s.exam_id = ${examId} and s.id_no = ${idNo} and not s.deleted`.execute(engine.db);
  const [known] = found.rows;
  if (!known) return;
  const { id, name, mobile, exam, partnersId, provinceId, agentId } = known;
  // The attempt counts with the message only, so that a crash in between loses neither.
  await transact(engine.db, async db => {
    if (!(await takeAttempt(db, `mock-registered:${id}`, onceADay, now)).allowed) return;
    await tell(engine, db, 'registeredAgain', {
      occasion: `mockStudent:${id}/${now.toISOString()}`,
      people: sql`
        select ${`mockStudent:${id}`}::text as person, null::bigint as account_id, null::bigint as consumer_id,
          ${mobile}::text as mobile, ${name}::text as name, ${partnersId}::bigint as partners_id,
          ${provinceId}::bigint as province_id, ${agentId}::bigint as agent_id`,
      values: { exam },
      rowId: id,
      own: { topic: 'registered', values: { exam } },
    });
  });
}

/** The state of a registration, with its latest order. */
async function outcome(db: Db, studentId: number): Promise<Registered> {
  const found = await sql<Omit<Registered, 'expireTime'> & { expireTime: Date | null }>`
    select s.student_id, s.reg_status, o.order_no, o.amount, o.expire_time
    from t_mock_student as s join t_mock_order as o on o.student_id = s.student_id and not o.deleted
    where s.student_id = ${studentId} order by o.order_id desc limit 1`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  return { ...row, expireTime: row.expireTime && shanghaiTime(row.expireTime) };
}
