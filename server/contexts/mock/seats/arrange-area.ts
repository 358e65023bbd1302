import { registry } from '@yikao/model/contexts/datasets.ts';
import { arrangeSteps } from '@yikao/model/contexts/mock/arrange.machine.ts';
import type { ArrangeAsk, RoomGrid } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { arrangeStatus, mockExamStatus, mockRuleType } from '@yikao/model/contexts/mock/mock.codes.ts';
import {
  arrangeSeats,
  type SeatRoom,
  type SeatRule,
} from '@yikao/model/contexts/mock/rules/arrange-seats.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import {
  numberSeats,
  placeKey,
  readLayout,
  readPlaces,
  type SnakeMode,
} from '@yikao/model/rules/room-layout.ts';
import { isSeatPattern } from '@yikao/model/rules/ticket-number.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, type Db, type Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { enabled } from '../../shared/enabled.ts';
import { assertNoRun } from '../exam-runs.ts';
import {
  type ArrangementRule,
  candidatesOf,
  inOrder,
  type LockedExam,
  lockExam,
  patternOf,
  refused,
  ruleOf,
  ruleOfArrangement,
} from './arrangement-rules.ts';

const arrangeIs = codesOf(arrangeStatus);

const { arrange, mockRoom, seat } = registry;

/** States of an exam in which seats are given: registration is over, and no ticket is out (domain 3.7). */
const arrangeable: readonly number[] = [2, 3];

/** A room in the form used for seating. */
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
 * Arranges the seats of one area of an exam (domain 4.1), replacing the former arrangement, all or nothing. Throws
 * `notFound`, and `unmetNeeds` if the exam is in another state, a job is processing the exam, or the area is locked or
 * has too few seats.
 */
export function arrangeArea(engine: Engine, actor: Actor, ask: ArrangeAsk): Promise<ArrangeResult> {
  return transact(engine.db, async db => {
    await lockArrangeable(engine, db, actor, ask.examId);
    await assertNoRun(db, ask.examId);
    return seatArea(engine, db, actor, ask);
  });
}

/** Locks an exam in a state that allows seating. Throws `notFound`, and `unmetNeeds` in another state. */
export async function lockArrangeable(
  engine: Engine,
  db: Tx,
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
  if (exam.examStatus === mockExamStatus.is.closed && !isSeatPattern(pattern)) {
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
    select room_id, room_no, layout, disabled_seats, joint_category_id, area_id
    from t_mock_room
    where exam_id = ${examId} and ${areaId === null ? sql`true` : sql`area_id = ${areaId}`}
      and status = ${enabled} and not deleted
    order by room_no`.execute(db);
  return Map.groupBy(found.rows, row => row.areaId);
}

/** A rule in the form used for seating. */
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
  db: Tx,
  actor: Actor,
  { examId, areaId, ruleId }: ArrangeAsk,
): Promise<ArrangeResult> {
  await cancelStanding(engine, db, actor, examId, areaId);
  const rule = await ruleOf(db, { examId, areaId, ruleType: mockRuleType.is.seats, ruleId });
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

/** Cancels an area's arrangement; a locked one is kept and reported. */
async function cancelStanding(
  engine: Engine,
  db: Tx,
  actor: Actor,
  examId: number,
  areaId: number,
): Promise<void> {
  const standing = await sql<Columns<typeof arrange, 'arrangeId' | 'arrangeStatus'>>`
    select arrange_id, arrange_status from t_arrange
    where exam_id = ${examId} and area_id = ${areaId}
      and arrange_status in (${arrangeIs.executed}, ${arrangeIs.locked}) and not deleted`.execute(db);
  const [one] = standing.rows;
  if (one?.arrangeStatus === arrangeStatus.is.locked)
    throw refused('该考区的编排已锁定，请先解锁', 'The arrangement of this area is locked: unlock it first');
  if (one) {
    await takeStep(engine, arrangeSteps, 'cancel', {
      keys: one.arrangeId,
      by: { kind: 'step', cause: 'arrange.execute', actor },
      within: db,
    });
  }
}

/**
 * Copies room and seat of an arrangement to the candidates. This is not an edit of their registration, so its version
 * stays.
 */
export async function tellSeats(db: Db, arrangeId: number): Promise<void> {
  await sql`
    update t_mock_student as s set room_no = r.room_no, seat_no = t.seat_no
    from t_seat as t join t_mock_room as r on r.room_id = t.room_id
    where t.arrange_id = ${arrangeId} and not t.deleted and s.student_id = t.student_id`.execute(db);
}

/** Candidates who have seats by an arrangement. */
export async function seatedBy(db: Db, arrangeId: number): Promise<number[]> {
  const found = await sql<Columns<typeof registry.seat, 'studentId'>>`
    select student_id from t_seat where arrange_id = ${arrangeId} and not deleted`.execute(db);
  return found.rows.map(({ studentId }) => studentId);
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

/** The current seats of a room, by row and column. Throws `notFound` for a room out of reach. */
export async function gridOf(engine: Engine, actor: Actor, roomId: number): Promise<RoomGrid> {
  const { db } = engine;
  const found = await findRow(engine, db, mockRoom, actor, roomId, { stored: true });
  if (!found) throw failure('notFound');
  const { layout, disabledSeats, roomNo, roomName } = found;
  const heights = readLayout(layout) ?? [];
  const inReach = allOf([
    sql<SqlBool>`t.room_id = ${roomId} and not t.deleted`,
    scopeCondition(seat, actor, 't'),
  ]);
  const taken = await sql<RoomGrid['seats'][number]>`
    select t.row_no, t.col_no, t.seat_no, t.student_id, s.student_name, a.agent_name, s.ticket_no,
      t.conflict_flag
    from t_seat as t join t_mock_student as s on s.student_id = t.student_id
      left join t_agent as a on a.agent_id = t.agent_id
    where ${inReach}`.execute(db);
  const byPlace = new Map(taken.rows.map(one => [placeKey({ row: one.rowNo, column: one.colNo }), one]));
  const standing = await sql<{ mode: SnakeMode; locked: boolean }>`
    select coalesce(u.snake_mode, 1)::integer as mode, e.arrange_status = ${arrangeIs.locked} as locked
    from t_seat as t join t_arrange as e on e.arrange_id = t.arrange_id
      left join t_mock_rule as u on u.rule_id = e.rule_id
    where t.room_id = ${roomId} and not t.deleted limit 1`.execute(db);
  const { mode, locked } = standing.rows[0] ?? { mode: 1, locked: false };
  const numbers = new Map(
    numberSeats(heights, mode, readPlaces(disabledSeats ?? '') ?? []).map(one => [placeKey(one), one.seatNo]),
  );
  const seats = numberSeats(heights, 3).map(({ row, column }): RoomGrid['seats'][number] => {
    const key = placeKey({ row, column });
    const free = { studentId: null, studentName: null, agentName: null, ticketNo: null, conflictFlag: 0 };
    return byPlace.get(key) ?? { rowNo: row, colNo: column, seatNo: numbers.get(key) ?? null, ...free };
  });
  return {
    roomId,
    roomNo,
    roomName,
    rows: Math.max(0, ...heights),
    columns: heights.length,
    locked,
    seats,
  };
}

/**
 * Recounts an arrangement after candidates were added, removed or moved, and marks neighbours from the same agency if
 * its rule separates agencies. Returns the number of such pairs.
 */
export async function recount(db: Db, arrangeId: number): Promise<number> {
  const { separateAgent } = await ruleOfArrangement(db, arrangeId);
  await sql`
    update t_seat as t set conflict_flag = case when ${separateAgent === 1}::boolean and exists (
      select 1 from t_seat as n where n.room_id = t.room_id and not n.deleted and n.agent_id = t.agent_id
        and n.seat_id <> t.seat_id and abs(n.row_no - t.row_no) + abs(n.col_no - t.col_no) = 1
        and (n.seat_no < t.seat_no)) then 1 else 0 end
    where t.arrange_id = ${arrangeId} and not t.deleted`.execute(db);
  const found = await sql<Columns<typeof arrange, 'conflictNum'>>`
    update t_arrange set conflict_num = (
      select count(*) from t_seat where arrange_id = ${arrangeId} and conflict_flag = 1 and not deleted),
      student_num = (select count(*) from t_seat where arrange_id = ${arrangeId} and not deleted),
      room_num = (select count(distinct room_id) from t_seat where arrange_id = ${arrangeId} and not deleted)
    where arrange_id = ${arrangeId} returning conflict_num`.execute(db);
  return found.rows[0]?.conflictNum ?? 0;
}
