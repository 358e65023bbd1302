import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { GenerateAsk, ReleaseAsk, ResetAsk } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import {
  candidateOrder,
  mockExamStatus,
  mockRegStatus,
  mockRuleType,
} from '@yikao/model/contexts/mock/mock.codes.ts';
import { mockExamSteps } from '@yikao/model/contexts/mock/mock-exam.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { isSeatPattern, ticketNumber } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { countFrom, type Db, type Tx } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { assertNoRun } from '../exam-runs.ts';
import {
  candidatesOf,
  inOrder,
  keepPattern,
  type LockedExam,
  lockExam,
  patternOf,
  refused,
  ruleOf,
} from './arrangement-rules.ts';

const mockExamIs = codesOf(mockExamStatus);
const mockRegIs = codesOf(mockRegStatus);

/** Numbers are given from the end of registration until tickets are out (domain 4.3). */
const numberable: readonly number[] = [2, 3, 4];

/** An area whose candidates get numbers. */
export interface NumberedArea extends Columns<typeof registry.examArea, 'areaId' | 'areaNo'> {
  /** The highest place in the order that a candidate of the area has. */
  readonly last: number;
}

/** The number of a candidate. */
export interface Given {
  readonly studentId: number;
  readonly ticketNo: string;
}

/** The areas of an exam in the order of their numbers, all or one. */
export async function areasOf(
  db: Db,
  examId: number,
  areaId: number | null | undefined,
): Promise<readonly NumberedArea[]> {
  const found = await sql<NumberedArea>`
    select a.area_id, a.area_no,
      (select count(*) from t_ticket as t where t.exam_id = a.exam_id and t.area_id = a.area_id)::integer as last
    from t_exam_area as a
    where a.exam_id = ${examId} and not a.deleted ${areaId == null ? sql`` : sql`and a.area_id = ${areaId}`}
    order by a.area_no`.execute(db);
  return found.rows;
}

/** Rooms and seats of an area's candidates, by candidate. */
async function seatsOf(db: Db, examId: number, areaId: number) {
  const found = await sql<
    Columns<typeof registry.seat, 'studentId' | 'seatNo'> & Columns<typeof registry.mockRoom, 'roomNo'>
  >`
    select t.student_id, r.room_no, t.seat_no
    from t_seat as t join t_mock_room as r on r.room_id = t.room_id
    where t.exam_id = ${examId} and t.area_id = ${areaId} and not t.deleted`.execute(db);
  return new Map(found.rows.map(row => [row.studentId, row]));
}

/** Generates numbers for an area's candidates without one. */
async function numbersOf(
  db: Db,
  exam: LockedExam,
  area: NumberedArea,
  now: Date,
  only?: number,
): Promise<Given[]> {
  const { areaId } = area;
  const rule = await ruleOf(db, { examId: exam.examId, areaId, ruleType: mockRuleType.is.ticketNumbers });
  const ticketPattern = await patternOf(db, exam.examId);
  const candidates = (await candidatesOf(db, exam.examId, area.areaId)).filter(
    ({ ticketNo, studentId }) => ticketNo === null && (only === undefined || studentId === only),
  );
  const seed = rule.seed ?? `${exam.examId}${shanghaiTime(now).slice(0, 10).replaceAll('-', '')}`;
  // Numbers do not follow themselves.
  const order = { ...rule, orderMode: rule.orderMode === candidateOrder.is.ticket ? 1 : rule.orderMode };
  const ordered = inOrder(candidates, order, seed);
  const parts = { ...exam, areaNo: area.areaNo };
  if (!isSeatPattern(ticketPattern)) {
    return ordered.map(({ studentId }, at) => ({
      studentId,
      ticketNo: ticketNumber(ticketPattern, { ...parts, sequence: area.last + at + 1 }),
    }));
  }
  const seats = await seatsOf(db, exam.examId, area.areaId);
  const standing = ordered.filter(({ studentId }) => !seats.has(studentId)).length;
  if (standing > 0) {
    throw refused(
      `考区 ${area.areaNo} 还有 ${standing} 名考生没有座位`,
      `${standing} candidates of area ${area.areaNo} have no seat yet`,
    );
  }
  return ordered.map(({ studentId }, at) => {
    const { roomNo = 0, seatNo = 0 } = seats.get(studentId) ?? {};
    const sequence = area.last + at + 1;
    return { studentId, ticketNo: ticketNumber(ticketPattern, { ...parts, sequence, roomNo, seatNo }) };
  });
}

/** Writes numbers to candidates and creates their tickets. */
async function write(db: Db, examId: number, given: readonly Given[], actor: Actor): Promise<void> {
  if (given.length === 0) return;
  const keys = given.map(({ studentId }) => studentId);
  const numbers = given.map(({ ticketNo }) => ticketNo);
  // A number belongs to the registration and is not an edit of it: the version stays.
  await sql`
    update t_mock_student as s set ticket_no = r.ticket_no
    from unnest(${keys}::bigint[], ${numbers}::text[]) as r(student_id, ticket_no)
    where s.student_id = r.student_id`.execute(db);
  await sql`
    insert into t_ticket (exam_id, area_id, student_id, agent_id, ticket_no, release_flag, print_num, create_by, update_by)
    select s.exam_id, s.area_id, s.student_id, s.agent_id, s.ticket_no,
      case when e.exam_status = ${mockExamIs.released} then 1
        else 0 end, 0, ${actor.userId}::bigint, ${actor.userId}::bigint
    from t_mock_student as s join t_mock_exam as e on e.exam_id = s.exam_id
    where s.exam_id = ${examId} and s.student_id = any(${keys}::bigint[])`.execute(db);
}

/** The number of registered candidates of an exam without a number. */
async function unnumbered(db: Db, examId: number): Promise<number> {
  return countFrom(
    db,
    sql`t_mock_student
      where exam_id = ${examId} and reg_status = ${mockRegIs.registered} and ticket_no is null and not deleted`,
  );
}

/** The number of registered candidates of an exam without a seat: late ones, after the last free seat was taken. */
async function unseated(db: Db, examId: number): Promise<number> {
  return countFrom(
    db,
    sql`t_mock_student as s
      where exam_id = ${examId} and reg_status = ${mockRegIs.registered} and not deleted and not exists (
        select 1 from t_seat as t where t.student_id = s.student_id and not t.deleted)`,
  );
}

/** Locks an exam in a state that allows numbering. Throws `notFound`, and `unmetNeeds` in another state. */
export async function lockNumberable(
  engine: Engine,
  db: Tx,
  actor: Actor,
  examId: number,
): Promise<LockedExam> {
  const exam = await lockExam(engine, db, actor, examId);
  if (!numberable.includes(exam.examStatus)) {
    throw refused(
      '报名截止后、准考证发布前才能编号',
      'Numbers are given once registration is over, before tickets are released',
    );
  }
  const ticketPattern = await patternOf(db, examId);
  if (isSeatPattern(ticketPattern) && exam.examStatus !== mockExamStatus.is.arranged) {
    throw refused(
      '按座位编号须先锁定全部考区的编排',
      'Numbers that tell the seat come once every arrangement is locked',
    );
  }
  return exam;
}

/** Assigns numbers to an area's candidates without one, or to one of them; returns them in the order of the rule. */
export async function numberArea(
  engine: Engine,
  db: Db,
  exam: LockedExam,
  area: NumberedArea,
  actor: Actor,
  only?: number,
): Promise<readonly Given[]> {
  const numbers = await numbersOf(db, exam, area, engine.clock.now(), only);
  await assertUnlike(db, exam.examId, numbers);
  if (numbers.length > 0) await keepPattern(db, exam.examId, await patternOf(db, exam.examId));
  await write(db, exam.examId, numbers, actor);
  return numbers;
}

/**
 * Throws `unmetNeeds` with an example if a number is already taken, or would be assigned twice: an area that has
 * another's former number causes this.
 */
async function assertUnlike(db: Db, examId: number, given: readonly Given[]): Promise<void> {
  const seen = new Set<string>();
  const twice = given.find(({ ticketNo }) => seen.size === seen.add(ticketNo).size)?.ticketNo;
  // The smallest, so that repeated calls report the same one.
  const found = await sql<Columns<typeof registry.mockStudent, 'ticketNo'>>`
    select ticket_no from t_mock_student
    where exam_id = ${examId} and ticket_no = any(${[...seen]}::text[]) and not deleted
    order by ticket_no limit 1`.execute(db);
  const alike = twice ?? found.rows[0]?.ticketNo;
  if (alike === undefined) return;
  throw refused(
    `按当前号码格式会出现重复的准考证号，如 ${alike}，请先重置准考证号，再修改编排规则中的号码格式`,
    `The pattern would give a number twice, such as ${alike}: take all numbers back, then change it in the rules of the exam`,
  );
}

/** Advances an exam once everyone has a number. Throws `unmetNeeds` if nobody is registered. */
export async function finishNumbering(
  engine: Engine,
  db: Tx,
  { examId, examStatus }: LockedExam,
  actor: Actor,
): Promise<void> {
  if (examStatus !== mockExamStatus.is.closed || (await unnumbered(db, examId)) > 0) return;
  const anybody = await sql`
    select 1 from t_mock_student where exam_id = ${examId} and reg_status = ${mockRegIs.registered}
      and not deleted limit 1`.execute(db);
  if (anybody.rows.length === 0) throw refused('没有已报名的考生', 'Nobody is registered');
  await takeStep(engine, mockExamSteps, 'number', {
    keys: examId,
    by: { kind: 'step', cause: 'ticket.generate', actor },
    within: db,
  });
}

/**
 * Assigns numbers to registered candidates without one: of one area, or of all (domain 4.3). Once everyone has one, the
 * exam is numbered. Throws `notFound`, and `unmetNeeds` if the exam is in another state, a job is processing it, or a
 * candidate lacks the seat that the number contains.
 */
export function generateTickets(engine: Engine, actor: Actor, { examId, areaId }: GenerateAsk) {
  return transact(engine.db, async db => {
    const exam = await lockNumberable(engine, db, actor, examId);
    await assertNoRun(db, examId);
    const given: Given[] = [];
    for (const area of await areasOf(db, examId, areaId))
      given.push(...(await numberArea(engine, db, exam, area, actor)));
    await finishNumbering(engine, db, exam, actor);
    return { count: given.length, first: given[0]?.ticketNo ?? null, last: given.at(-1)?.ticketNo ?? null };
  });
}

/** Removes the numbers of candidates, with their tickets. */
export async function dropNumbers(db: Db, studentIds: readonly number[]): Promise<void> {
  const keys = [...studentIds];
  await sql`
    update t_ticket set deleted = true, update_time = now()
    where student_id = any(${keys}::bigint[]) and not deleted`.execute(db);
  await sql`
    update t_mock_student set ticket_no = null
    where student_id = any(${keys}::bigint[]) and ticket_no is not null`.execute(db);
}

/**
 * Removes all numbers of an exam before its tickets are released (domain H12), so that numbering starts again from the
 * first one. Throws `notFound`, and `unmetNeeds` if the exam is in another state, a job is processing it, or
 * arrangements are locked although numbers do not contain the seat.
 */
export function resetTickets(engine: Engine, actor: Actor, { examId }: ResetAsk) {
  return transact(engine.db, async db => {
    const exam = await lockExam(engine, db, actor, examId);
    await assertNoRun(db, examId);
    if (!numberable.includes(exam.examStatus)) {
      throw refused(
        '准考证发布前才能重置准考证号，已发布的请先撤回',
        'Numbers are taken back before tickets are released: withdraw the tickets first',
      );
    }
    const ticketPattern = await patternOf(db, examId);
    if (exam.examStatus === mockExamStatus.is.arranged && !isSeatPattern(ticketPattern)) {
      throw refused(
        '编排已锁定，请先解锁再重置准考证号',
        'The arrangement is locked: unlock it before numbers are taken back',
      );
    }
    // For good, unlike a ticket that merely ends: the sequence of an area counts all tickets it ever had.
    const gone = await sql<{ n: number }>`
      with gone as (delete from t_ticket where exam_id = ${examId} returning 1)
      select count(*)::integer as n from gone`.execute(db);
    await sql`
      update t_mock_student set ticket_no = null where exam_id = ${examId} and ticket_no is not null`.execute(
      db,
    );
    await sql`update t_mock_exam set ticket_pattern = null where exam_id = ${examId}`.execute(db);
    if (exam.examStatus === mockExamStatus.is.numbered) {
      await takeStep(engine, mockExamSteps, 'unnumber', {
        keys: examId,
        by: { kind: 'step', cause: 'ticket.reset', actor },
        within: db,
      });
    }
    return { count: gone.rows[0]?.n ?? 0 };
  });
}

/**
 * Releases the tickets of an exam, or withdraws them (domain 3.7). Throws `notFound`, `notAllowedNow` if the exam is in
 * another state, and `unmetNeeds` before the release time, or if somebody has no number.
 */
export function releaseTickets(engine: Engine, actor: Actor, { examId, flag, force }: ReleaseAsk) {
  return transact(engine.db, async db => {
    const exam = await lockExam(engine, db, actor, examId);
    const by = { kind: 'step', cause: 'ticket.release', actor } as const;
    if (flag === 1) {
      const early = exam.ticketTime !== null && exam.ticketTime > engine.clock.now();
      if (early && force !== 1)
        throw refused('还没到准考证开放时间', 'The time for tickets has not come yet');
      const lacking = await unnumbered(db, examId);
      if (lacking > 0)
        throw refused(`还有 ${lacking} 名考生没有准考证号`, `${lacking} candidates have no number yet`);
      const standing = await unseated(db, examId);
      if (standing > 0)
        throw refused(
          `还有 ${standing} 名考生没有座位，请增加考场后在该考区重新编排`,
          `${standing} candidates have no seat yet: add a room and arrange their area again`,
        );
    }
    await takeStep(engine, mockExamSteps, flag === 1 ? 'release' : 'withdraw', {
      keys: examId,
      by,
      within: db,
    });
    return { count: await markReleased(db, examId, flag === 1) };
  });
}

/** Marks all tickets of an exam as released or not; returns their number. */
export async function markReleased(db: Db, examId: number, released: boolean): Promise<number> {
  const done = await sql<{ n: number }>`
    with marked as (
      update t_ticket set release_flag = ${released ? 1 : 0}, update_time = now()
      where exam_id = ${examId} and not deleted returning 1)
    select count(*)::integer as n from marked`.execute(db);
  return done.rows[0]?.n ?? 0;
}
