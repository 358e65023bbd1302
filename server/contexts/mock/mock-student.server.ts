import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { mockOrderSteps } from '@yikao/model/contexts/mock/mock-order.machine.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { readIdNumber } from '@yikao/model/rules/id-number.ts';
import { sql } from 'kysely';
import { tryStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import { column, type Db, type Tx } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';
import { type ExamFacts, examFacts, examPartner } from './exam-facts.ts';
import { placeMockOrders } from './orders/place-mock-orders.ts';
import { freeSeatCount, lateStates, placeLate } from './seats/late-seat.ts';
import { assertSeatsStand, followAgencies } from './seats/seats-stand.ts';

const mockRegIs = codesOf(mockRegStatus);
const userListIs = codesOf(registry.userPerm.fields.permType.of);
const permIs = codesOf(registry.userPerm.fields.status.of);
const orderIs = codesOf(orderStatus);

const { mockStudent } = registry;
type Fields = typeof mockStudent.fields;

/** State of an exam whose registration is open. */
const { registering } = mockExamStatus.is;

const rule = (field: keyof Fields & string, zh: string, en: string): Issue<keyof Fields & string> =>
  issue(field, 'rule', { zh, en });

/** The offer of an exam: places, categories with sessions, and agencies that take part, each as `exam:id`. */
interface Offered {
  readonly areas: ReadonlyMap<string, number>;
  readonly categories: ReadonlySet<string>;
  readonly agents: ReadonlyMap<string, number>;
}

/**
 * Reads what exams offer, and locks places and agencies in id order, so that transactions taking places of one quota
 * run in sequence. One statement, whose parts run in sequence.
 */
async function offered(db: Tx, examIds: readonly number[]): Promise<Offered> {
  const ids = [...examIds];
  const found = await sql<{ part: keyof Offered; key: string; quota: number }>`
    with area as (
      select exam_id || ':' || area_id as key, quota from t_exam_area
      where exam_id = any(${ids}::bigint[]) and status = ${enabled} and not deleted order by id for no key update
    ), agent as (
      select exam_id || ':' || agent_id as key, quota from t_exam_agent
      where exam_id = any(${ids}::bigint[]) and status = ${enabled} and not deleted order by id for no key update
    )
    select 'areas' as part, key, quota from area
    union all select 'agents', key, quota from agent
    union all select distinct 'categories', exam_id || ':' || joint_category_id, 0 from t_exam_info
      where exam_id = any(${ids}::bigint[]) and not deleted`.execute(db);
  const parts = Map.groupBy(found.rows, ({ part }) => part);
  const quotas = (part: 'areas' | 'agents') =>
    new Map(parts.get(part)?.map(({ key, quota }) => [key, quota] as const));
  return {
    areas: quotas('areas'),
    agents: quotas('agents'),
    categories: new Set(parts.get('categories')?.map(({ key }) => key)),
  };
}

/** Candidates that places and agencies of exams have, by `exam:id`. */
interface Taken {
  readonly areas: Map<string, number>;
  readonly agents: Map<string, number>;
}

/**
 * The numbers of candidates in places and agencies of exams: registered, or yet to pay. Call it after {@link offered}
 * has locked both, in a separate statement: only the next statement sees the changes a lock has waited for.
 */
async function takenPlaces(db: Db, examIds: readonly number[]): Promise<Taken> {
  const found = await sql<{ byArea: boolean; key: string; n: number }>`
    select grouping(agent_id) = 1 as by_area, exam_id || ':' || coalesce(area_id, agent_id) as key,
      count(*)::integer as n
    from t_mock_student
    where exam_id = any(${[...examIds]}::bigint[])
      and reg_status in (${mockRegIs.pending}, ${mockRegIs.registered}) and not deleted
    group by grouping sets ((exam_id, area_id), (exam_id, agent_id))
    having coalesce(area_id, agent_id) is not null`.execute(db);
  const counts = (byArea: boolean) =>
    new Map(found.rows.filter(row => row.byArea === byArea).map(({ key, n }) => [key, n]));
  return { areas: counts(true), agents: counts(false) };
}

/** The reason a candidate cannot be registered or changed at present. */
function whyNot(
  { row, key, values, actor }: Change<Fields>,
  exam: ExamFacts,
  { areas, categories, agents }: Offered,
): Issue<keyof Fields & string>[] {
  const { examId, areaId, agentId, jointCategoryId } = row;
  const isNew = key === undefined;
  const touched = (name: keyof Fields & string) => isNew || Object.hasOwn(values, name);
  const issues: Issue<keyof Fields & string>[] = [];
  if (isNew && exam.examStatus !== registering) {
    const late = lateStates.includes(exam.examStatus);
    if (!late) issues.push(rule('examId', '考试不在报名中', 'Registration of the exam is not open'));
    else if (sourceOf(actor) !== 3)
      issues.push(
        rule(
          'examId',
          '报名已截止，请联系主办方补报',
          'Registration is over: ask the organiser to register late',
        ),
      );
  }
  if (exam.dataYear !== row.dataYear || exam.provinceId !== Number(row.provinceId)) {
    issues.push(rule('examId', '年份和省份必须与考试一致', 'Year and province must be those of the exam'));
  }
  if (touched('areaId') && areaId && !areas.has(`${examId}:${areaId}`)) {
    issues.push(
      rule('areaId', '该考区未参加本次考试或已停用', 'The area is none of this exam, or is disabled'),
    );
  }
  if (touched('agentId') && agentId && !agents.has(`${examId}:${agentId}`)) {
    issues.push(
      rule(
        'agentId',
        '该机构未参加本次考试或已停用',
        'The agency does not take part in this exam, or is disabled',
      ),
    );
  }
  if (touched('jointCategoryId') && jointCategoryId && !categories.has(`${examId}:${jointCategoryId}`)) {
    issues.push(
      rule('jointCategoryId', '本次考试没有该类别的科目', 'The exam has no session of this category'),
    );
  }
  if (!isNew && (row.ticketNo || row.seatNo)) {
    for (const name of ['areaId', 'jointCategoryId'] as const) {
      if (Object.hasOwn(values, name))
        issues.push(
          row.ticketNo
            ? rule(name, '已有准考证号，不能更换考区或类别', 'With a ticket number, area and category stay')
            : rule(
                name,
                '已编排座位，请先撤销该考区的编排再更换考区或类别',
                'With a seat, area and category stay: cancel the arrangement of the area first',
              ),
        );
    }
  }
  return issues;
}

/** The new candidates whose mobile number is on the black list of the exam's year (domain 4.9). */
async function blacklisted(db: Db, changes: readonly Change<Fields>[]): Promise<ReadonlySet<string>> {
  const fresh = changes.filter(({ key }) => key === undefined);
  const found = await sql<{ who: string }>`
    select u.mobile || '/' || p.data_year as who from t_user_perm as p join t_wish_user as u on u.user_id = p.user_id
    where u.mobile = any(${fresh.map(({ row }) => row.mobile ?? '')}::text[])
      and p.perm_type = ${userListIs.black} and p.status = ${permIs.enabled}
      and p.expire_time > now() and not p.deleted and not u.deleted`.execute(db);
  return new Set(found.rows.map(({ who }) => who));
}

/** Checks candidates: place, category and agency belong to the exam, and are within their quotas. */
async function judge(db: Tx, changes: readonly Change<Fields>[]): Promise<Verdict<Fields>[]> {
  const exams = await examFacts(
    db,
    changes.map(({ row }) => row.examId),
  );
  const examIds = [...exams.keys()];
  const offer = await offered(db, examIds);
  const takenBy = await takenPlaces(db, examIds);
  const black = await blacklisted(db, changes);
  const late = new Map<string, number>();
  const judgeOne = async (change: Change<Fields>): Promise<Verdict<Fields>> => {
    const { row, key, values, before, actor } = change;
    const exam = exams.get(Number(row.examId));
    if (!exam) return {};
    const issues = whyNot(change, exam, offer);
    if (key === undefined && black.has(`${row.mobile}/${row.dataYear}`)) {
      // People who register without a session learn nothing about the list.
      issues.push(
        actor.elevated
          ? rule(
              'mobile',
              '该手机号暂不能报名，请联系主办方',
              'This number cannot register: ask the organiser',
            )
          : rule(
              'mobile',
              '该考生在黑名单中，不能报名',
              'The candidate is on the block list and cannot register',
            ),
      );
    }
    for (const [name, quotas, taken] of [
      ['areaId', offer.areas, takenBy.areas],
      ['agentId', offer.agents, takenBy.agents],
    ] as const) {
      const id = row[name];
      if (!id || (key !== undefined && (!Object.hasOwn(values, name) || before?.[name] === id))) continue;
      const place = `${row.examId}:${id}`;
      const quota = quotas.get(place) ?? 0;
      const now = (taken.get(place) ?? 0) + 1;
      taken.set(place, now);
      if (quota > 0 && now > quota)
        issues.push(rule(name, `名额已满（${quota} 人）`, `All ${quota} places are taken`));
    }
    if (key === undefined && exam.examStatus !== registering && issues.length === 0) {
      const place = `${row.examId}:${row.areaId}:${row.jointCategoryId}`;
      const left = late.get(place) ?? (await freeSeatCount(db, placeOf(row)));
      if (left !== undefined) {
        late.set(place, left - 1);
        if (left <= 0)
          issues.push(
            rule(
              'areaId',
              '该考区已编排且没有空座位，请先增加考场',
              'The area is arranged and has no free seat: add a room first',
            ),
          );
      }
    }
    if (key !== undefined) return { issues };
    return { issues, values: { regSource: sourceOf(actor) } };
  };
  const verdicts: Verdict<Fields>[] = [];
  // In sequence: each counts the ones before it.
  for (const change of changes) verdicts.push(await judgeOne(change));
  return verdicts;
}

/** The source of a registration: the candidate, for whom the product itself acts; an agency; or staff. */
function sourceOf({ elevated, agentId }: Change<Fields>['actor']): 1 | 2 | 3 {
  if (elevated) return 1;
  return agentId === null ? 3 : 2;
}

/** The seat of a candidate. */
function placeOf({ examId, areaId, jointCategoryId }: Change<Fields>['row']) {
  return { examId: Number(examId), areaId: Number(areaId), jointCategoryId: Number(jointCategoryId) };
}

/** Server side of the candidates of mock exams. */
export const mockStudentServer = defineServer(mockStudent, {
  reads: [
    'mobile',
    'examId',
    'dataYear',
    'provinceId',
    'areaId',
    'agentId',
    'jointCategoryId',
    'ticketNo',
    'seatNo',
    'idNo',
  ],
  expressions: {
    partnersId: examPartner,
    orderNo: alias => sql`(
      select bill.order_no from t_mock_order as bill
      where bill.student_id = ${column(alias, 'student_id')} and not bill.deleted
      order by bill.order_id desc limit 1)`,
  },
  normalise({ idNo }) {
    const read = idNo ? readIdNumber(idNo) : undefined;
    return read ? { gender: read.gender } : {};
  },
  before: judge,
  async changed(db, keys, what, { step }) {
    if (what !== 'updated' || step !== undefined) return;
    await assertSeatsStand(db, { studentIds: keys });
    await followAgencies(db, keys);
  },
  on: {
    async 'mockStudent.add'(engine, db, { rows, by, now }) {
      await placeMockOrders(engine, db, rows, { actor: by.actor, now });
    },
    async 'mockStudent.register'(engine, db, { rows, by }) {
      await placeLate(engine, db, by.actor, rows);
    },
    async 'mockStudent.registerAgain'(engine, db, { rows, by, now }) {
      await placeMockOrders(engine, db, rows, { actor: by.actor, now });
    },
    async 'mockStudent.restore'(engine, db, { rows, by, now }) {
      const waiting = rows.filter(row => row.regStatus === mockRegStatus.is.pending);
      await placeMockOrders(engine, db, waiting, { actor: by.actor, now });
    },
    async 'mockStudent.delete'(engine, db, { rows }) {
      await closeOrdersOf(
        engine,
        db,
        rows.map(row => row.rowKey),
        'mockStudent.delete',
      );
    },
  },
});

/** Closes the orders of candidates that wait for their money. */
export async function closeOrdersOf(
  engine: Parameters<typeof tryStep>[0],
  db: Tx,
  studentIds: readonly number[],
  cause: string,
): Promise<void> {
  const open = await sql<Columns<typeof registry.mockOrder, 'orderId'>>`
    select order_id from t_mock_order
    where student_id = any(${[...studentIds]}::bigint[]) and status = ${orderIs.pending} and not deleted
      order by 1`.execute(db);
  if (open.rows.length === 0) return;
  await tryStep(engine, mockOrderSteps, 'close', {
    keys: open.rows.map(({ orderId }) => orderId),
    by: { kind: 'step', cause },
    given: { reason: '考生的报名已取消' },
    within: db,
  });
}
