import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ArrangedRooms } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { ruleOfArrangement } from './arrangement-rules.ts';

const { arrange, seat } = registry;

/**
 * The rooms of an arrangement with their people and adjacent members of one agency, if all of them are within the
 * actor's reach (domain section 10). Throws `notFound`.
 */
export async function roomsArranged(engine: Engine, actor: Actor, arrangeId: number): Promise<ArrangedRooms> {
  const { db } = engine;
  if (!(await findRow(engine, db, arrange, actor, arrangeId))) throw failure('notFound');
  const { separateAgent } = await ruleOfArrangement(db, arrangeId);
  const rooms = await sql<ArrangedRooms['rooms'][number]>`
    select r.room_id, r.room_no, r.room_name,
      coalesce(r.capacity, 0)::integer as capacity, count(*)::integer as used_num,
      count(*) filter (where t.conflict_flag = 1)::integer as conflict_num,
      string_agg(distinct c.joint_category_name, '、') as category_names
    from t_seat as t join t_mock_room as r on r.room_id = t.room_id
      join t_mock_student as s on s.student_id = t.student_id
      left join t_joint_category as c on c.joint_category_id = s.joint_category_id and c.data_year = r.data_year
        and c.province_id = r.province_id and not c.deleted
    where t.arrange_id = ${arrangeId} and not t.deleted and ${scopeCondition(seat, actor, 't')}
    group by r.room_id order by r.room_no`.execute(db);
  const conflicts = await sql<ArrangedRooms['conflicts'][number]>`
    select t.room_id, t.seat_no, s.student_name, a.agent_name,
      json_agg(json_build_object('seatNo', n.seat_no, 'studentName', o.student_name) order by n.seat_no) as beside
    from t_seat as t
      join t_seat as n on n.room_id = t.room_id and not n.deleted and n.agent_id = t.agent_id and n.seat_no < t.seat_no
        and abs(n.row_no - t.row_no) + abs(n.col_no - t.col_no) = 1
      join t_mock_student as s on s.student_id = t.student_id
      join t_mock_student as o on o.student_id = n.student_id
      join t_mock_room as r on r.room_id = t.room_id
      left join t_agent as a on a.agent_id = t.agent_id
    where t.arrange_id = ${arrangeId} and not t.deleted and ${separateAgent === 1}::boolean
      and ${scopeCondition(seat, actor, 't')} and ${scopeCondition(seat, actor, 'n')}
    group by t.seat_id, s.student_name, a.agent_name, r.room_no
    order by r.room_no, t.seat_no`.execute(db);
  return { rooms: rooms.rows, conflicts: conflicts.rows };
}
