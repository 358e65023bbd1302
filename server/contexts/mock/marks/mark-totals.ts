import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Condition } from '../../../engine/table/sql.ts';

const mockRegIs = codesOf(mockRegStatus);

/**
 * The totals of the registered candidates `s` that meet a condition: marks times weights (domain 4.4), and whether they
 * count. Who was absent from a session or cheated in one, or still lacks a mark, has a total of the rest, and no place.
 * Columns: `exam_id`, `student_id`, `area_id`, `agent_id`, `joint_category_id`, `total`, `counts`, `absent`.
 */
function totalsWhere(condition: Condition): RawBuilder<unknown> {
  return sql`
    select m.exam_id, s.student_id, s.area_id, s.agent_id, s.joint_category_id,
      round(coalesce(sum(m.score * i.weight) filter (where m.cheat_flag = 0), 0), 2) as total,
      bool_and(m.absent_flag = 0 and m.cheat_flag = 0 and m.score is not null) and count(*) = (
        select count(*) from t_exam_info as whole where whole.exam_id = m.exam_id and not whole.deleted
          and whole.joint_category_id = s.joint_category_id) as counts,
      bool_or(m.absent_flag = 1) as absent
    from t_mock_score as m
      join t_mock_student as s on s.student_id = m.student_id and s.reg_status = ${mockRegIs.registered}
        and not s.deleted
      join t_exam_info as i on i.info_id = m.info_id and i.joint_category_id = s.joint_category_id and not i.deleted
    where ${condition} and not m.deleted
    group by m.exam_id, s.student_id, s.area_id, s.agent_id, s.joint_category_id`;
}

/** The totals of an exam's registered candidates; see {@link totalsWhere}. */
export function totalsOf(examId: number): RawBuilder<unknown> {
  return totalsWhere(sql<SqlBool>`m.exam_id = ${examId}`);
}

/**
 * Totals and places by the present marks of the exams in a query of keys (domain 4.4). Columns: `exam_id`, `student_id`,
 * `total_score`, `rank_no`, `agent_rank`.
 */
export function presentResults(examIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select exam_id, student_id, total::numeric(15, 2) as total_score,
      case when counts then rank() over (partition by exam_id, joint_category_id, counts order by total desc)
        end::integer as rank_no,
      case when counts and agent_id is not null
        then rank() over (partition by exam_id, joint_category_id, agent_id, counts order by total desc)
        end::integer as agent_rank
    from (${totalsWhere(sql<SqlBool>`m.exam_id in (${examIds})`)}) as totals`;
}
