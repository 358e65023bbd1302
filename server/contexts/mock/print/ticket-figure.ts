import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Figure, recordFigures } from '../../../engine/figures/figures.ts';
import { type Condition, column, type Db } from '../../../engine/table/sql.ts';

/**
 * The digest of all that tickets show: number, candidate, place, room, seat and times. Migration 0093 repeats it for
 * tickets that earlier versions printed.
 */
function ticketBasis(where: Condition): RawBuilder<unknown> {
  return sql`
    select tick.ticket_id as row_id, tick.exam_id as whole_id, md5(jsonb_build_array(
      tick.ticket_no, pup.student_name, pup.id_no, pup.photo, spot.area_name, spot.address, hall.room_no,
      hall.room_name, hall.building, chair.seat_no, (
        select jsonb_agg(jsonb_build_array(sess.subject_name, extract(epoch from sess.start_time)::bigint,
          extract(epoch from sess.end_time)::bigint) order by sess.start_time, sess.info_id)
        from t_exam_info as sess where sess.exam_id = tick.exam_id
          and sess.joint_category_id = pup.joint_category_id and not sess.deleted))::text) as basis
    from t_ticket as tick join t_mock_student as pup on pup.student_id = tick.student_id
      join t_area as spot on spot.area_id = pup.area_id
      left join t_seat as chair on chair.exam_id = tick.exam_id and chair.student_id = tick.student_id
        and not chair.deleted
      left join t_mock_room as hall on hall.room_id = chair.room_id
    where ${where}`;
}

/** A ticket as it was printed last. */
const ticketFigure: Figure = {
  name: 'ticketPrint',
  basisOf: keys => ticketBasis(sql<SqlBool>`tick.ticket_id = any(${[...keys]}::bigint[])`),
};

/**
 * 1 where the ticket of `alias` was printed and shows something else by now: another seat, room or time; otherwise 0.
 * It is asked of the present data, so that no way of changing them is missed.
 */
export function changedSincePrint(alias: string): RawBuilder<unknown> {
  const key = column(alias, 'ticket_id');
  return sql`(coalesce((
    select case when paper.basis is distinct from present.basis then 1 else 0 end
    from t_figure_basis as paper cross join (${ticketBasis(sql<SqlBool>`tick.ticket_id = ${key}`)}) as present
    where paper.figure = ${sql.lit(ticketFigure.name)} and paper.row_id = ${key}), 0))`;
}

/** The digest of what the ticket of `alias` shows now. */
export function ticketDigest(alias: string): RawBuilder<unknown> {
  return sql`(select shown.basis from (${ticketBasis(
    sql<SqlBool>`tick.ticket_id = ${column(alias, 'ticket_id')}`,
  )}) as shown)`;
}

/** A ticket that was printed; `digest` is that of the page, which may be older than the data by now. */
interface Printed {
  readonly ticketId: number;
  readonly digest: string | undefined;
}

/** Records what tickets showed when they were printed. */
export async function recordPrints(db: Db, printed: readonly Printed[], now: Date): Promise<void> {
  await recordFigures(
    db,
    ticketFigure,
    printed.map(({ ticketId }) => ticketId),
    now,
  );
  const read = printed.filter(({ digest }) => digest !== undefined);
  await sql`
    update t_figure_basis as f set basis = p.digest
    from unnest(${read.map(({ ticketId }) => ticketId)}::bigint[], ${read.map(({ digest }) => digest)}::text[])
      as p(ticket_id, digest)
    where f.figure = ${ticketFigure.name} and f.row_id = p.ticket_id`.execute(db);
}
