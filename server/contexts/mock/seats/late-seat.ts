import type { registry } from '@yikao/model/contexts/datasets.ts';
import { arrangeStatus, mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { agencyKey } from '@yikao/model/contexts/mock/rules/seat-candidate.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { placeKey, type RoomSeat } from '@yikao/model/rules/room-layout.ts';
import { isSeatPattern } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { countFrom, type Db, type Tx } from '../../../engine/table/sql.ts';
import { type RoomRow, recount, roomsOf, seatsOf } from './arrange-area.ts';
import { examUnderLock, patternOf, ruleOfArrangement } from './arrangement-rules.ts';
import { areasOf, numberArea } from './ticket-numbers.ts';

const arrangeIs = codesOf(arrangeStatus);
const mockRegIs = codesOf(mockRegStatus);

/** States of an exam in which staff register late candidates: after registration, before tickets are out (domain 3.7). */
export const lateStates: readonly number[] = [2, 3, 4];

type Candidate = Pick<
  RowOf<typeof registry.mockStudent>,
  'examId' | 'areaId' | 'agentId' | 'jointCategoryId'
>;

type Sitting = Columns<
  typeof registry.seat,
  'roomId' | 'seatNo' | 'rowNo' | 'colNo' | 'studentId' | 'agentId'
> &
  Columns<typeof registry.mockStudent, 'jointCategoryId'>;

/** A free seat. */
interface FreeSeat {
  readonly room: RoomRow;
  readonly seat: RoomSeat;
  /** Agencies of the neighbours. */
  readonly beside: ReadonlySet<string>;
}

/** The current arrangement of an area, with the free seats for a category; undefined if there is none. */
async function freeSeats(
  db: Db,
  { examId, areaId, jointCategoryId }: Pick<Candidate, 'examId' | 'areaId' | 'jointCategoryId'>,
): Promise<
  { readonly arrangeId: number; readonly apart: boolean; readonly free: readonly FreeSeat[] } | undefined
> {
  const standing = await sql<Columns<typeof registry.arrange, 'arrangeId'>>`
    select arrange_id from t_arrange
    where exam_id = ${examId} and area_id = ${areaId}
      and arrange_status in (${arrangeIs.executed}, ${arrangeIs.locked}) and not deleted`.execute(db);
  const [one] = standing.rows;
  if (!one) return undefined;
  const rule = await ruleOfArrangement(db, one.arrangeId);
  const sitting = await sql<Sitting>`
    select t.room_id, t.seat_no, t.row_no, t.col_no, t.student_id, t.agent_id, s.joint_category_id
    from t_seat as t join t_mock_student as s on s.student_id = t.student_id
    where t.arrange_id = ${one.arrangeId} and not t.deleted`.execute(db);
  const inRoom = Map.groupBy(sitting.rows, ({ roomId }) => roomId);
  const rooms = (await roomsOf(db, examId, areaId)).get(areaId) ?? [];
  const free = rooms.flatMap(room => {
    const people = inRoom.get(room.roomId) ?? [];
    const foreign = people.some(person => person.jointCategoryId !== jointCategoryId);
    if (room.jointCategoryId !== null && room.jointCategoryId !== jointCategoryId) return [];
    if (foreign && rule.mixCategory !== 1) return [];
    const taken = new Set(people.map(({ seatNo }) => seatNo));
    const byPlace = new Map(
      people.map(person => [placeKey({ row: person.rowNo, column: person.colNo }), agencyKey(person)]),
    );
    const near = ({ row, column }: RoomSeat) =>
      new Set(
        [
          { row: row - 1, column },
          { row: row + 1, column },
          { row, column: column - 1 },
          { row, column: column + 1 },
        ].flatMap(place => byPlace.get(placeKey(place)) ?? []),
      );
    return seatsOf(room, rule.snakeMode)
      .filter(({ seatNo }) => !taken.has(seatNo))
      .map(seat => ({ room, seat, beside: near(seat) }));
  });
  return { arrangeId: one.arrangeId, apart: rule.separateAgent === 1, free };
}

/**
 * The number of further candidates of a category that an arranged area can take: its free seats less late candidates
 * yet to pay. Undefined if the area is not arranged yet.
 */
export async function freeSeatCount(
  db: Db,
  candidate: Pick<Candidate, 'examId' | 'areaId' | 'jointCategoryId'>,
): Promise<number | undefined> {
  const standing = await freeSeats(db, candidate);
  if (!standing) return undefined;
  const { examId, areaId } = candidate;
  const waiting = await countFrom(
    db,
    sql`t_mock_student
      where exam_id = ${examId} and area_id = ${areaId}
        and reg_status in (${mockRegIs.pending}, ${mockRegIs.registered}) and seat_no is null and not deleted`,
  );
  return standing.free.length - waiting;
}

/**
 * Gives a seat and the next number to candidates registered after registration closed (domain 3.7): the first free
 * seat, apart from their agency if possible; nobody else moves. A candidate who finds no seat stays without one, which
 * releasing tickets reports.
 */
export async function placeLate(
  engine: Engine,
  db: Tx,
  actor: Actor,
  students: readonly (Candidate & { readonly rowKey: number })[],
): Promise<void> {
  for (const [examId, late] of Map.groupBy(students, student => student.examId)) {
    const seen = await examUnderLock(db, examId, lateStates);
    if (!seen) continue;
    const ticketPattern = await patternOf(db, examId);
    const seatTold = isSeatPattern(ticketPattern);
    for (const student of late) {
      const seated = await giveSeat(db, actor, student);
      const numbered = seatTold
        ? seen.examStatus === mockExamStatus.is.arranged && seated
        : seen.examStatus >= mockExamStatus.is.numbered;
      if (!numbered) continue;
      const [area] = await areasOf(db, examId, student.areaId);
      if (area) await numberArea(engine, db, seen, area, actor, student.rowKey);
    }
  }
}

/** Returns true if a candidate got a seat in the current arrangement. */
async function giveSeat(
  db: Db,
  { userId }: Actor,
  student: Candidate & { readonly rowKey: number },
): Promise<boolean> {
  const standing = await freeSeats(db, student);
  if (!standing) return false;
  const own = agencyKey({ ...student, studentId: student.rowKey });
  const { arrangeId, apart, free } = standing;
  const place = (apart ? free.find(({ beside }) => !beside.has(own)) : undefined) ?? free[0];
  if (!place) return false;
  const { room, seat } = place;
  await sql`
    insert into t_seat (arrange_id, exam_id, area_id, room_id, seat_no, row_no, col_no, student_id, agent_id,
      conflict_flag, absent_flag, create_by, update_by)
    values (${arrangeId}, ${student.examId}, ${student.areaId}, ${room.roomId}, ${seat.seatNo}, ${seat.row},
      ${seat.column}, ${student.rowKey}, ${student.agentId}, 0, 0, ${userId}, ${userId})`.execute(db);
  await sql`
    update t_mock_student set room_no = ${room.roomNo}, seat_no = ${seat.seatNo}
    where student_id = ${student.rowKey}`.execute(db);
  await recount(db, arrangeId);
  return true;
}
