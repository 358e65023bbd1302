import type { AdjustAsk, ArrangeAsk, RoomGrid } from '@yikao/model/calls/mock.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { arrangeSteps } from '@yikao/model/machines/mock/arrange.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { arrangeSeats, type SeatRoom, type SeatRule } from '@yikao/model/rules/mock/arrange-seats.ts';
import {
  numberSeats,
  placeKey,
  readLayout,
  readPlaces,
  type SnakeMode,
} from '@yikao/model/rules/mock/room-layout.ts';
import { isSeatPattern } from '@yikao/model/rules/mock/ticket-number.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/info.ts';
import { insertRows } from '../../engine/internal-write.ts';
import { scopeCondition } from '../../engine/scope.ts';
import { allOf, type Db } from '../../engine/sql.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { transact } from '../../engine/transaction.ts';
import {
  type ArrangementRule,
  candidatesOf,
  inOrder,
  type LockedExam,
  lockExam,
  patternOf,
  refused,
  ruleOf,
} from './arrangement-rules.ts';
import { assertNoRun } from './exam-runs.ts';
import { dropNumbers } from './ticket-numbers.ts';

const { arrange, mockRoom, seat } = registry;

/** States of an exam in which seats are given: registration is over, and no ticket is out (domain 3.7). */
const arrangeable: readonly number[] = [2, 3];

/** A room as its seats are worked out. */
export interface RoomRow {
  readonly roomId: number;
  readonly roomNo: number;
  readonly layout: string;
  readonly disabledSeats: string | null;
  readonly jointCategoryId: number | null;
}

/** The seats of a room in the order of their numbers. */
export function seatsOf({ layout, disabledSeats }: RoomRow, snakeMode: SnakeMode): SeatRoom['seats'] {
  return numberSeats(readLayout(layout) ?? [], snakeMode, readPlaces(disabledSeats ?? '') ?? []);
}

/** The outcome of an arrangement. */
export interface ArrangeResult {
  readonly arrangeId: number;
  readonly studentNum: number;
  readonly roomNum: number;
  readonly conflictNum: number;
}

/**
 * Arranges the seats of one area of an exam (domain 4.1), in place of what was arranged before. Everything of it
 * stands or nothing. Throws `notFound`, and `unmetNeeds` where the exam is in another state, a run over the exam goes
 * on, the area is locked, or has too few seats.
 */
export function arrangeArea(engine: Engine, actor: Actor, ask: ArrangeAsk): Promise<ArrangeResult> {
  return transact(engine.db, async db => {
    await lockArrangeable(engine, db, actor, ask.examId);
    await assertNoRun(db, ask.examId);
    return seatArea(engine, db, actor, ask);
  });
}

/** Locks an exam whose seats may be given. Throws `notFound`, and `unmetNeeds` for an exam in another state. */
export async function lockArrangeable(
  engine: Engine,
  db: Db,
  actor: Actor,
  examId: number,
): Promise<LockedExam> {
  const exam = await lockExam(engine, db, actor, examId);
  if (!arrangeable.includes(exam.examStatus)) {
    throw refused(
      '考试报名截止后、准考证发布前才能编排',
      'Seats are arranged once registration is over, before tickets are released',
    );
  }
  const pattern = await patternOf(db, examId);
  if (exam.examStatus === 2 && !isSeatPattern(pattern.ticketPattern)) {
    throw refused('请先生成准考证号', 'Give the ticket numbers first');
  }
  return exam;
}

/** The rooms of areas of an exam that can be used, by area, each with the row of its room. */
export async function roomsOf(
  db: Db,
  examId: number,
  areaId: number | null,
): Promise<ReadonlyMap<number, readonly RoomRow[]>> {
  const found = await sql<RoomRow & { areaId: number }>`
    select room_id::integer as "roomId", room_no as "roomNo", layout, disabled_seats as "disabledSeats",
      joint_category_id::integer as "jointCategoryId", area_id::integer as "areaId"
    from t_mock_room
    where exam_id = ${examId} and ${areaId === null ? sql`true` : sql`area_id = ${areaId}`} and status = 1 and not deleted
    order by room_no`.execute(db);
  return Map.groupBy(found.rows, row => row.areaId);
}

/** A rule as seats are given by it. */
export function seatRuleOf(rule: ArrangementRule): SeatRule {
  return {
    separateAgent: rule.separateAgent === 1,
    fillMode: rule.fillMode,
    mixCategory: rule.mixCategory === 1,
    spareNum: rule.spareNum,
  };
}

/** Rooms with their seats in the order of a rule's numbering. */
export function withSeats(rooms: readonly RoomRow[], { snakeMode }: ArrangementRule): SeatRoom[] {
  return rooms.map(room => ({ ...room, seats: seatsOf(room, snakeMode) }));
}

/** Arranges an area of an exam that {@link lockArrangeable} has locked. Throws as {@link arrangeArea}. */
export async function seatArea(
  engine: Engine,
  db: Db,
  actor: Actor,
  { examId, areaId, ruleId }: ArrangeAsk,
): Promise<ArrangeResult> {
  await cancelStanding(engine, db, actor, examId, areaId);
  const rule = await ruleOf(db, { examId, areaId, ruleType: 2, ruleId });
  const rooms = (await roomsOf(db, examId, areaId)).get(areaId) ?? [];
  if (rooms.length === 0) throw refused('该考区还没有启用的考场', 'The area has no room that is enabled');
  const candidates = await candidatesOf(db, examId, areaId);
  if (candidates.length === 0) throw refused('该考区没有已报名的考生', 'Nobody is registered in this area');
  const seed = rule.seed ?? `${examId}${shanghaiTime(engine.clock.now()).slice(0, 10).replaceAll('-', '')}`;
  const made = arrangeSeats(inOrder(candidates, rule, seed), withSeats(rooms, rule), seatRuleOf(rule));
  if ('missing' in made) {
    throw refused(
      `考场容量不足，缺 ${made.missing} 个座位`,
      `The rooms are too small: ${made.missing} seats are missing`,
    );
  }
  const { seated } = made;
  const result = {
    studentNum: seated.length,
    roomNum: new Set(seated.map(({ roomId }) => roomId)).size,
    conflictNum: made.conflictNum,
  };
  const [arrangeId = 0] = await insertRows(
    engine,
    db,
    arrange,
    [{ examId, areaId, ruleId: rule.ruleId, seed, ...result }],
    { by: actor },
  );
  const column = <T>(value: (one: (typeof seated)[number]) => T) => seated.map(value);
  await sql`
    insert into t_seat (arrange_id, exam_id, area_id, room_id, seat_no, row_no, col_no, student_id, agent_id,
      conflict_flag, absent_flag, create_by, update_by)
    select ${arrangeId}::bigint, ${examId}::bigint, ${areaId}::bigint, r.room_id, r.seat_no, r.row_no, r.col_no,
      r.student_id, r.agent_id, r.conflict, 0, ${actor.userId}::bigint, ${actor.userId}::bigint
    from unnest(${column(one => one.roomId)}::bigint[], ${column(one => one.seat.seatNo)}::integer[],
      ${column(one => one.seat.row)}::integer[], ${column(one => one.seat.column)}::integer[],
      ${column(one => one.candidate.studentId)}::bigint[], ${column(one => one.candidate.agentId)}::bigint[],
      ${column(one => (one.conflict ? 1 : 0))}::integer[])
      as r(room_id, seat_no, row_no, col_no, student_id, agent_id, conflict)`.execute(db);
  await tellSeats(db, arrangeId);
  return { arrangeId, ...result };
}

/** Cancels what was arranged in an area; one that is locked stays, which is told. */
async function cancelStanding(
  engine: Engine,
  db: Db,
  actor: Actor,
  examId: number,
  areaId: number,
): Promise<void> {
  const standing = await sql<{ id: number; status: number }>`
    select arrange_id::integer as id, arrange_status as status from t_arrange
    where exam_id = ${examId} and area_id = ${areaId} and arrange_status in (1, 2) and not deleted`.execute(
    db,
  );
  const [one] = standing.rows;
  if (one?.status === 2)
    throw refused('该考区的编排已锁定，请先解锁', 'The arrangement of this area is locked: unlock it first');
  if (one) {
    await takeStep(engine, arrangeSteps, 'cancel', {
      keys: one.id,
      by: { kind: 'step', cause: 'arrange.execute', actor },
      within: db,
    });
  }
}

/** Tells candidates room and seat of an arrangement. Their registration is not edited by that, so its version stays. */
async function tellSeats(db: Db, arrangeId: number): Promise<void> {
  await sql`
    update t_mock_student as s set room_no = r.room_no, seat_no = t.seat_no
    from t_seat as t join t_mock_room as r on r.room_id = t.room_id
    where t.arrange_id = ${arrangeId} and not t.deleted and s.student_id = t.student_id`.execute(db);
}

/** Candidates who have seats by an arrangement. */
export async function seatedBy(db: Db, arrangeId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select student_id::integer as id from t_seat where arrange_id = ${arrangeId} and not deleted`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Frees the seats of arrangements. */
export async function freeSeats(db: Db, arrangeIds: readonly number[]): Promise<void> {
  const ids = [...arrangeIds];
  await sql`
    update t_mock_student as s set room_no = null, seat_no = null from t_seat as t
    where t.arrange_id = any(${ids}::bigint[]) and not t.deleted and s.student_id = t.student_id`.execute(db);
  await sql`update t_seat set deleted = true, update_time = now() where arrange_id = any(${ids}::bigint[]) and not deleted`.execute(
    db,
  );
}

/** The seats of a room as they stand, by row and column. Throws `notFound` for a room that is out of reach. */
export async function gridOf(engine: Engine, actor: Actor, roomId: number): Promise<RoomGrid> {
  const { db } = engine;
  const found = await findRow(engine, db, mockRoom, actor, roomId, { stored: true });
  if (!found) throw failure('notFound');
  const layout = String(found.layout);
  const disabledSeats = found.disabledSeats == null ? null : String(found.disabledSeats);
  const heights = readLayout(layout) ?? [];
  const inReach = allOf([
    sql<SqlBool>`t.room_id = ${roomId} and not t.deleted`,
    scopeCondition(seat, actor, 't'),
  ]);
  const taken = await sql<RoomGrid['seats'][number]>`
    select t.row_no as "rowNo", t.col_no as "colNo", t.seat_no as "seatNo", t.student_id::integer as "studentId",
      s.student_name as "studentName", a.agent_name as "agentName", s.ticket_no as "ticketNo",
      t.conflict_flag::integer as "conflictFlag"
    from t_seat as t join t_mock_student as s on s.student_id = t.student_id
      left join t_agent as a on a.agent_id = t.agent_id
    where ${inReach}`.execute(db);
  const byPlace = new Map(taken.rows.map(one => [placeKey({ row: one.rowNo, column: one.colNo }), one]));
  const snake = await sql<{ mode: SnakeMode }>`
    select coalesce((select u.snake_mode from t_seat as t join t_arrange as e on e.arrange_id = t.arrange_id
      join t_mock_rule as u on u.rule_id = e.rule_id where t.room_id = ${roomId} and not t.deleted limit 1), 1)::integer as mode`.execute(
    db,
  );
  const numbers = new Map(
    numberSeats(heights, snake.rows[0]?.mode ?? 1, readPlaces(disabledSeats ?? '') ?? []).map(one => [
      placeKey(one),
      one.seatNo,
    ]),
  );
  const seats = numberSeats(heights, 3).map(({ row, column }): RoomGrid['seats'][number] => {
    const key = placeKey({ row, column });
    const free = { studentId: null, studentName: null, agentName: null, ticketNo: null, conflictFlag: 0 };
    return byPlace.get(key) ?? { rowNo: row, colNo: column, seatNo: numbers.get(key) ?? null, ...free };
  });
  return {
    roomId,
    roomNo: Number(found.roomNo),
    roomName: found.roomName == null ? null : String(found.roomName),
    rows: Math.max(0, ...heights),
    columns: heights.length,
    seats,
  };
}

interface Sitting {
  readonly seatId: number;
  readonly arrangeId: number;
  readonly examId: number;
  readonly areaId: number;
  readonly roomId: number;
  readonly seatNo: number;
}

/**
 * Gives a candidate another seat of the same area; whoever sits there takes the candidate's. Throws `notFound`, and
 * `unmetNeeds` for a locked arrangement, a room of another area or category, and a seat that is none.
 */
export function adjustSeat(engine: Engine, actor: Actor, { studentId, roomId, seatNo }: AdjustAsk) {
  return transact(engine.db, async db => {
    const own = await sql<Sitting & { status: number; category: number }>`
      select t.seat_id::integer as "seatId", t.arrange_id::integer as "arrangeId", t.exam_id::integer as "examId",
        t.area_id::integer as "areaId", t.room_id::integer as "roomId", t.seat_no as "seatNo",
        e.arrange_status as status, s.joint_category_id::integer as category
      from t_seat as t join t_arrange as e on e.arrange_id = t.arrange_id
        join t_mock_student as s on s.student_id = t.student_id
      where t.student_id = ${studentId} and not t.deleted for update of t`.execute(db);
    const [one] = own.rows;
    if (!one) throw failure('notFound');
    await lockExam(engine, db, actor, one.examId);
    await assertNoRun(db, one.examId);
    if (one.status !== 1) throw refused('编排已锁定，请先解锁', 'The arrangement is locked: unlock it first');
    const rooms = await sql<RoomRow & { mode: SnakeMode }>`
      select room_id::integer as "roomId", room_no as "roomNo", layout, disabled_seats as "disabledSeats",
        joint_category_id::integer as "jointCategoryId",
        coalesce((select u.snake_mode from t_arrange as e join t_mock_rule as u on u.rule_id = e.rule_id
          where e.arrange_id = ${one.arrangeId}), 1)::integer as mode
      from t_mock_room where room_id = ${roomId} and exam_id = ${one.examId} and area_id = ${one.areaId}
        and status = 1 and not deleted`.execute(db);
    const [room] = rooms.rows;
    const to = room && seatsOf(room, room.mode).find(({ seatNo: number }) => number === seatNo);
    if (!room || !to) throw refused('该考区没有这个座位', 'The area has no such seat');
    if (room.jointCategoryId !== null && room.jointCategoryId !== one.category) {
      throw refused('该考场只供其他类别使用', 'The room is for another category');
    }
    const other = await sql<{ seatId: number }>`
      select seat_id::integer as "seatId" from t_seat
      where room_id = ${roomId} and seat_no = ${seatNo} and not deleted for update`.execute(db);
    const [sits] = other.rows;
    let moved: number | null = null;
    if (sits && sits.seatId !== one.seatId) {
      // Places stay and people move. One seat stands aside meanwhile, since nobody may have two for a moment either.
      const whole = await sql<{ studentId: number; agentId: number | null }>`
        update t_seat set deleted = true where seat_id = ${sits.seatId}
        returning student_id::integer as "studentId", agent_id::integer as "agentId"`.execute(db);
      moved = whole.rows[0]?.studentId ?? null;
      const own = await sql<{ agentId: number | null }>`
        select agent_id::integer as "agentId" from t_seat where seat_id = ${one.seatId}`.execute(db);
      await seatSomebody(db, one.seatId, whole.rows[0]?.studentId ?? 0, whole.rows[0]?.agentId ?? null);
      await seatSomebody(db, sits.seatId, studentId, own.rows[0]?.agentId ?? null);
    } else if (!sits) {
      await sql`
        update t_seat set room_id = ${roomId}, seat_no = ${seatNo}, row_no = ${to.row}, col_no = ${to.column},
          update_time = now(), version = version + 1
        where seat_id = ${one.seatId}`.execute(db);
    }
    await tellSeats(db, one.arrangeId);
    const { ticketPattern } = await patternOf(db, one.examId);
    if (isSeatPattern(ticketPattern)) {
      // A number that tells the former seat is none any more; the next generating gives another.
      await dropNumbers(db, [studentId, ...(sits && moved !== null ? [moved] : [])]);
    }
    return { swapped: sits !== undefined, conflictNum: await recount(db, one.arrangeId) };
  });
}

/** Puts a candidate on a seat. */
async function seatSomebody(
  db: Db,
  seatId: number,
  studentId: number,
  agentId: number | null,
): Promise<void> {
  await sql`
    update t_seat set student_id = ${studentId}, agent_id = ${agentId}::bigint, deleted = false, update_time = now(),
      version = version + 1
    where seat_id = ${seatId}`.execute(db);
}

/**
 * Counts an arrangement again after somebody has come, gone or changed seats, and marks whoever sits beside somebody
 * of the same agency. Answers how many such pairs there are, counted once each.
 */
export async function recount(db: Db, arrangeId: number): Promise<number> {
  await sql`
    update t_seat as t set conflict_flag = case when exists (
      select 1 from t_seat as n where n.room_id = t.room_id and not n.deleted and n.agent_id = t.agent_id
        and n.seat_id <> t.seat_id and abs(n.row_no - t.row_no) + abs(n.col_no - t.col_no) = 1
        and (n.seat_no < t.seat_no)) then 1 else 0 end
    where t.arrange_id = ${arrangeId} and not t.deleted`.execute(db);
  const found = await sql<{ n: number }>`
    update t_arrange set conflict_num = (
      select count(*) from t_seat where arrange_id = ${arrangeId} and conflict_flag = 1 and not deleted),
      student_num = (select count(*) from t_seat where arrange_id = ${arrangeId} and not deleted),
      room_num = (select count(distinct room_id) from t_seat where arrange_id = ${arrangeId} and not deleted)
    where arrange_id = ${arrangeId} returning conflict_num as n`.execute(db);
  return found.rows[0]?.n ?? 0;
}
