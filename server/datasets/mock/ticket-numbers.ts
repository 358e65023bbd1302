import type { GenerateAsk, ReleaseAsk } from '@yikao/model/calls/mock.ts';
import { mockExamSteps } from '@yikao/model/machines/mock/mock-exam.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { isSeatPattern, ticketNumber } from '@yikao/model/rules/mock/ticket-number.ts';
import { sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Db } from '../../engine/sql.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { transact } from '../../engine/transaction.ts';
import { candidatesOf, inOrder, type LockedExam, lockExam, patternOf, refused } from './arrangement-rules.ts';

/** Numbers are given from the end of registration until tickets are out (domain 4.3). */
const numberable: readonly number[] = [2, 3, 4];

interface Area {
  readonly areaId: number;
  readonly areaNo: number;
  /** The highest place in the order that a candidate of the area has. */
  readonly last: number;
}

interface Given {
  readonly studentId: number;
  readonly ticketNo: string;
}

/** The areas of an exam in the order of their numbers, all or one. */
async function areasOf(db: Db, examId: number, areaId: number | null | undefined): Promise<readonly Area[]> {
  const found = await sql<Area>`
    select a.area_id::integer as "areaId", a.area_no as "areaNo",
      (select count(*) from t_ticket as t where t.exam_id = a.exam_id and t.area_id = a.area_id)::integer as last
    from t_exam_area as a
    where a.exam_id = ${examId} and not a.deleted ${areaId == null ? sql`` : sql`and a.area_id = ${areaId}`}
    order by a.area_no`.execute(db);
  return found.rows;
}

/** Rooms and seats of an area's candidates, by candidate. */
async function seatsOf(db: Db, examId: number, areaId: number) {
  const found = await sql<{ studentId: number; roomNo: number; seatNo: number }>`
    select t.student_id::integer as "studentId", r.room_no as "roomNo", t.seat_no as "seatNo"
    from t_seat as t join t_mock_room as r on r.room_id = t.room_id
    where t.exam_id = ${examId} and t.area_id = ${areaId} and not t.deleted`.execute(db);
  return new Map(found.rows.map(row => [row.studentId, row]));
}

/** The numbers of those candidates of an area who have none. */
async function numbersOf(db: Db, exam: LockedExam, area: Area, now: Date): Promise<Given[]> {
  const rule = await patternOf(db, exam.examId);
  const candidates = (await candidatesOf(db, exam.examId, area.areaId)).filter(one => one.ticketNo === null);
  const seed = rule.seed ?? `${exam.examId}${shanghaiTime(now).slice(0, 10).replaceAll('-', '')}`;
  // Numbers do not follow themselves.
  const order = { ...rule, orderMode: rule.orderMode === 3 ? 1 : rule.orderMode };
  const ordered = inOrder(candidates, order, seed);
  const parts = { ...exam, areaNo: area.areaNo };
  if (!isSeatPattern(rule.ticketPattern)) {
    return ordered.map(({ studentId }, at) => ({
      studentId,
      ticketNo: ticketNumber(rule.ticketPattern, { ...parts, sequence: area.last + at + 1 }),
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
    return { studentId, ticketNo: ticketNumber(rule.ticketPattern, { ...parts, sequence, roomNo, seatNo }) };
  });
}

/** Writes numbers to candidates and makes their tickets. */
async function write(db: Db, examId: number, given: readonly Given[], actor: Actor): Promise<void> {
  if (given.length === 0) return;
  const keys = given.map(({ studentId }) => studentId);
  const numbers = given.map(({ ticketNo }) => ticketNo);
  // A number belongs to the registration and is no edit of it: its version stays.
  await sql`
    update t_mock_student as s set ticket_no = r.ticket_no
    from unnest(${keys}::bigint[], ${numbers}::text[]) as r(student_id, ticket_no)
    where s.student_id = r.student_id`.execute(db);
  await sql`
    insert into t_ticket (exam_id, area_id, student_id, agent_id, ticket_no, release_flag, print_num, create_by, update_by)
    select s.exam_id, s.area_id, s.student_id, s.agent_id, s.ticket_no,
      case when e.exam_status = 5 then 1 else 0 end, 0, ${actor.userId}::bigint, ${actor.userId}::bigint
    from t_mock_student as s join t_mock_exam as e on e.exam_id = s.exam_id
    where s.exam_id = ${examId} and s.student_id = any(${keys}::bigint[])`.execute(db);
}

/** How many registered candidates of an exam have no number. */
async function unnumbered(db: Db, examId: number): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::integer as n from t_mock_student
    where exam_id = ${examId} and reg_status = 1 and ticket_no is null and not deleted`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/**
 * Gives numbers to the registered candidates who have none: of one area, or of all (domain 4.3). Once everybody has one the
 * exam is numbered. Throws `notFound`, and `unmetNeeds` where the exam is in another state or somebody has no seat that the
 * number is to tell.
 */
export function generateTickets(engine: Engine, actor: Actor, { examId, areaId }: GenerateAsk) {
  return transact(engine.db, async db => {
    const exam = await lockExam(engine, db, actor, examId);
    if (!numberable.includes(exam.examStatus)) {
      throw refused(
        '报名截止后、准考证发布前才能编号',
        'Numbers are given once registration is over, before tickets are released',
      );
    }
    const { ticketPattern } = await patternOf(db, examId);
    if (isSeatPattern(ticketPattern) && exam.examStatus !== 4) {
      throw refused(
        '按座位编号须先锁定全部考区的编排',
        'Numbers that tell the seat come once every arrangement is locked',
      );
    }
    const given: Given[] = [];
    for (const area of await areasOf(db, examId, areaId)) {
      const numbers = await numbersOf(db, exam, area, engine.clock.now());
      await write(db, examId, numbers, actor);
      given.push(...numbers);
    }
    if (exam.examStatus === 2 && (await unnumbered(db, examId)) === 0) {
      if (given.length === 0) throw refused('没有已报名的考生', 'Nobody is registered');
      await takeStep(engine, mockExamSteps, 'number', {
        keys: examId,
        by: { kind: 'step', cause: 'ticket.generate', actor },
        within: db,
      });
    }
    return { count: given.length, first: given[0]?.ticketNo ?? null, last: given.at(-1)?.ticketNo ?? null };
  });
}

/**
 * Releases the tickets of an exam, or withdraws them (domain 3.7). Throws `notFound`, `notAllowedNow` where the exam is in
 * another state, and `unmetNeeds` before the time for tickets, or where somebody has no number.
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
    }
    await takeStep(engine, mockExamSteps, flag === 1 ? 'release' : 'withdraw', {
      keys: examId,
      by,
      within: db,
    });
    return { count: await markReleased(db, examId, flag === 1) };
  });
}

/** Marks all tickets of an exam as released or not; answers how many there are. */
export async function markReleased(db: Db, examId: number, released: boolean): Promise<number> {
  const done = await sql<{ n: number }>`
    with marked as (
      update t_ticket set release_flag = ${released ? 1 : 0}, update_time = now()
      where exam_id = ${examId} and not deleted returning 1)
    select count(*)::integer as n from marked`.execute(db);
  return done.rows[0]?.n ?? 0;
}
