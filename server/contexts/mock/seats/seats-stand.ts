import type { seat } from '@yikao/model/contexts/mock/seat.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { type RoomRow, recount, seatsOf } from './arrange-area.ts';
import { refused, ruleOfArrangement } from './arrangement-rules.ts';

/** Rooms or candidates that were changed. */
interface Changed {
  readonly roomIds?: readonly number[];
  readonly studentIds?: readonly number[];
}

interface Taken extends RoomRow {
  readonly arrangeId: number;
  readonly seatNo: number;
  readonly rowNo: number;
  readonly colNo: number;
  readonly toldRoom: number | null;
  readonly category: number;
  readonly sameArea: boolean;
}

/**
 * Throws `unmetNeeds` if taken seats no longer fit the room or the candidate, however those were changed: forms and
 * files are refused earlier, at the field; this also covers undoing a job.
 */
export async function assertSeatsStand(db: Db, { roomIds, studentIds }: Changed): Promise<void> {
  const found = await sql<Taken>`
    select r.room_id, r.room_no, r.layout, r.disabled_seats, r.joint_category_id, t.arrange_id, t.seat_no,
      t.row_no, t.col_no, s.room_no as told_room, s.joint_category_id as category,
      s.area_id = t.area_id as same_area
    from t_seat as t join t_mock_room as r on r.room_id = t.room_id
      join t_mock_student as s on s.student_id = t.student_id
    where not t.deleted and ${
      roomIds
        ? sql`t.room_id = any(${[...roomIds]}::bigint[])`
        : sql`t.student_id = any(${[...(studentIds ?? [])]}::bigint[])`
    }`.execute(db);
  for (const [arrangeId, taken] of Map.groupBy(found.rows, one => one.arrangeId)) {
    const rule = await ruleOfArrangement(db, arrangeId);
    const seats = new Map(
      taken.map(room => [
        room.roomId,
        new Map(seatsOf(room, rule.snakeMode).map(seat => [seat.seatNo, seat])),
      ]),
    );
    const stands = taken.every(one => {
      const seat = seats.get(one.roomId)?.get(one.seatNo);
      return (
        seat?.row === one.rowNo &&
        seat.column === one.colNo &&
        one.toldRoom === one.roomNo &&
        one.sameArea &&
        (one.jointCategoryId === null || one.jointCategoryId === one.category)
      );
    });
    if (!stands)
      throw refused(
        '有考生已按此编排就座，请先撤销该考区的编排',
        'Candidates are seated by it: cancel the arrangement of the area first',
      );
  }
}

/** Moves candidates' tickets and seats with them to another agency, and recounts neighbours of one agency. */
export async function followAgencies(db: Db, studentIds: readonly number[]): Promise<void> {
  const keys = [...studentIds];
  await sql`
    update t_ticket as t set agent_id = s.agent_id, update_time = now() from t_mock_student as s
    where s.student_id = any(${keys}::bigint[]) and t.student_id = s.student_id and not t.deleted
      and t.agent_id is distinct from s.agent_id`.execute(db);
  const moved = await sql<Columns<typeof seat, 'arrangeId'>>`
    update t_seat as t set agent_id = s.agent_id, update_time = now() from t_mock_student as s
    where s.student_id = any(${keys}::bigint[]) and t.student_id = s.student_id and not t.deleted
      and t.agent_id is distinct from s.agent_id
    returning t.arrange_id`.execute(db);
  for (const arrangeId of new Set(moved.rows.map(one => one.arrangeId))) await recount(db, arrangeId);
}
