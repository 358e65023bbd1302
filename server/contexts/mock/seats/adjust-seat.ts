import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AdjustAsk } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { arrangeStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { isSeatPattern } from '@yikao/model/rules/ticket-number.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { changesBetween, type HistoryEntry, recordHistory } from '../../../engine/history/history.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Condition, Db, Tx } from '../../../engine/table/sql.ts';
import { setRows } from '../../../engine/write/set-rows.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { enabled } from '../../shared/enabled.ts';
import { assertNoRun } from '../exam-runs.ts';
import { type RoomRow, recount, seatsOf, tellSeats } from './arrange-area.ts';
import {
  type ArrangementRule,
  lockExam,
  patternOf,
  refused,
  ruleOfArrangement,
} from './arrangement-rules.ts';
import { dropNumbers } from './ticket-numbers.ts';

/** A seated candidate. */
interface Sitting
  extends Columns<
      typeof registry.seat,
      'seatId' | 'arrangeId' | 'examId' | 'areaId' | 'roomId' | 'studentId' | 'agentId'
    >,
    Columns<typeof registry.mockStudent, 'studentName'> {
  readonly category: number;
}

async function sittingAt(db: Db, where: Condition): Promise<Sitting | undefined> {
  const found = await sql<Sitting>`
    select t.seat_id, t.arrange_id, t.exam_id, t.area_id, t.room_id, t.student_id, s.student_name, t.agent_id,
      s.joint_category_id as category
    from t_seat as t join t_mock_student as s on s.student_id = t.student_id
    where ${where} and not t.deleted`.execute(db);
  return found.rows[0];
}

async function roomAt(db: Tx, { examId, areaId }: Sitting, roomId: number): Promise<RoomRow | undefined> {
  const found = await sql<RoomRow>`
    select room_id, room_no, layout, disabled_seats, joint_category_id
    from t_mock_room
    where room_id = ${roomId} and exam_id = ${examId} and area_id = ${areaId} and status = ${enabled} and not deleted
    for share`.execute(db);
  return found.rows[0];
}

/** Locks an arrangement's row, so that nobody locks the arrangement meanwhile. Throws `unmetNeeds` if it is locked. */
async function assertOpen(db: Tx, arrangeId: number): Promise<void> {
  const found = await sql<Columns<typeof registry.arrange, 'arrangeStatus'>>`
    select arrange_status from t_arrange where arrange_id = ${arrangeId} for update`.execute(db);
  if (found.rows[0]?.arrangeStatus !== arrangeStatus.is.executed)
    throw refused('编排已锁定，请先解锁', 'The arrangement is locked: unlock it first');
}

/**
 * Throws `unmetNeeds` if a candidate may not sit in a room: it is for another category, people of another category sit
 * there and the rule does not mix them, or only its reserved seats are left. `leaves` is the candidate who gives up the
 * seat.
 */
async function assertFits(
  db: Db,
  rule: ArrangementRule,
  person: Sitting,
  room: RoomRow,
  leaves: Sitting | undefined,
): Promise<void> {
  const whom = {
    zh: `${person.studentName}不能坐到${room.roomNo}考场`,
    en: `${person.studentName} cannot sit in room ${room.roomNo}`,
  };
  if (room.jointCategoryId !== null && room.jointCategoryId !== person.category) {
    throw refused(`${whom.zh}：该考场只供其他类别使用`, `${whom.en}: it is for another category`);
  }
  if (room.roomId === person.roomId) return;
  const others = await sql<Columns<typeof registry.mockStudent, 'jointCategoryId'>>`
    select s.joint_category_id
    from t_seat as t join t_mock_student as s on s.student_id = t.student_id
    where t.room_id = ${room.roomId} and not t.deleted and t.seat_id <> ${leaves?.seatId ?? 0}`.execute(db);
  if (rule.mixCategory !== 1 && others.rows.some(other => other.jointCategoryId !== person.category)) {
    throw refused(
      `${whom.zh}：该考场坐的是其他类别的考生，编排规则未允许类别混排`,
      `${whom.en}: candidates of another category sit there, and the rule does not mix categories`,
    );
  }
  const usable = seatsOf(room, rule.snakeMode).length - rule.spareNum;
  if (!leaves && others.rows.length >= usable) {
    throw refused(
      `${whom.zh}：该考场只剩预留座位`,
      `${whom.en}: only the seats that are kept for late candidates are free`,
    );
  }
}

/**
 * Gives a candidate another seat in the same area; a candidate sitting there gets the first one's seat, and both must
 * fit. Throws `notFound`, and `unmetNeeds` for a locked arrangement, a room of another area, an invalid seat, and a
 * room in which one of them may not sit.
 */
export function adjustSeat(engine: Engine, actor: Actor, { studentId, roomId, seatNo }: AdjustAsk) {
  return transact(engine.db, async db => {
    const seen = await sittingAt(db, sql<SqlBool>`t.student_id = ${studentId}`);
    if (!seen) throw failure('notFound');
    await lockExam(engine, db, actor, seen.examId);
    await assertNoRun(db, seen.examId);
    // Checked again: an exam's seats change only under its lock.
    const one = await sittingAt(db, sql<SqlBool>`t.student_id = ${studentId}`);
    if (!one) throw failure('notFound');
    await assertOpen(db, one.arrangeId);
    const rule = await ruleOfArrangement(db, one.arrangeId);
    const [room, own] = [await roomAt(db, one, roomId), await roomAt(db, one, one.roomId)];
    const to = room && seatsOf(room, rule.snakeMode).find(seat => seat.seatNo === seatNo);
    if (!room || !to) throw refused('该考区没有这个座位', 'The area has no such seat');
    const sits = await sittingAt(db, sql<SqlBool>`t.room_id = ${roomId} and t.seat_no = ${seatNo}`);
    const swapped = sits !== undefined && sits.seatId !== one.seatId;
    await assertFits(db, rule, one, room, sits);
    if (swapped && own) await assertFits(db, rule, sits, own, one);
    if (swapped) {
      // Places stay and people move. One seat is set aside meanwhile, since nobody may have two even for a moment.
      await sql`update t_seat set deleted = true where seat_id = ${sits.seatId}`.execute(db);
      const entries = [await seatSomebody(db, one, sits), await seatSomebody(db, sits, one)];
      await recordHistory(db, registry.seat, actor, entries);
    } else if (!sits) {
      const where = sql<SqlBool>`d.seat_id = ${one.seatId}`;
      const values = () => ({ roomId, seatNo, rowNo: to.row, colNo: to.column });
      await setRows(engine, db, registry.seat, { where, values }, { by: actor });
    }
    await tellSeats(db, one.arrangeId);
    if (isSeatPattern(await patternOf(db, one.examId))) {
      // A number with the former seat becomes invalid; the next generation assigns a new one.
      await dropNumbers(db, [studentId, ...(swapped ? [sits.studentId] : [])]);
    }
    return { swapped: sits !== undefined, conflictNum: await recount(db, one.arrangeId) };
  });
}

/** Puts a candidate on the seat of another one; returns the change of the seat for its history. */
async function seatSomebody(db: Tx, seat: Sitting, { studentId, agentId }: Sitting): Promise<HistoryEntry> {
  const { rows } = await sql<{ version: number }>`
    update t_seat set student_id = ${studentId}, agent_id = ${agentId}::bigint, deleted = false, update_time = now(),
      version = version + 1
    where seat_id = ${seat.seatId} returning version`.execute(db);
  return {
    rowId: seat.seatId,
    op: 'updated',
    version: rows[0]?.version ?? 1,
    changes: changesBetween({ studentId: seat.studentId, agentId: seat.agentId }, { studentId, agentId }),
  };
}
