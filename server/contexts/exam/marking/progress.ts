import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ExamProgress } from '@yikao/model/contexts/exam/exam.calls.ts';
import { examPayStatus, examResult, lateState, markState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { staffNameSql } from '../../../engine/read/staff-names.ts';
import { holds } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import { allOf } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

const reviewIs = codesOf(reviewStatus);
const examPayIs = codesOf(examPayStatus);
const examResultIs = codesOf(examResult);
const lateIs = codesOf(lateState);
const markIs = codesOf(markState);

/** Settled answers of a marker from which on their mean is shown: that of fewer tells the marks. */
const leastForMean = 10;

/**
 * `GET /api/exam/exam/progress`: applications, papers, and the marking with the load of each marker. It counts the
 * candidates within the actor's reach, and names markers to people who may list the subjects and know the markers. Throws
 * `notFound`.
 */
export async function progressOf(engine: Engine, actor: Actor, examId: number): Promise<ExamProgress> {
  const { db, clock } = engine;
  const where = allOf([sql<SqlBool>`d.exam_id = ${examId}`, scopeCondition(registry.onlineExam, actor, 'd')]);
  const late = scopeCondition(registry.examLate, actor, 'l');
  const exam = await sql<Omit<ExamProgress, 'subjects' | 'markers'>>`
    select d.exam_state, count(p.apply_id)::integer as applied,
      count(*) filter (where p.audit_status = ${reviewIs.approved})::integer as approved,
      count(*) filter (where p.audit_status = ${reviewIs.approved}
        and p.pay_status = ${examPayIs.unpaid})::integer as unpaid,
      count(p.ticket_no)::integer as ticketed,
      count(*) filter (where p.audit_status = ${reviewIs.approved}
        and p.pay_status in (${examPayIs.paid}, ${examPayIs.free})
        and p.result_flag = ${examResultIs.pending})::integer as undecided,
      (select count(*)::integer from t_exam_late as l join t_exam_subject as s on s.subject_id = l.subject_id
        where s.exam_id = d.exam_id and l.late_state = ${lateIs.waiting} and not l.deleted and ${late}) as late
    from t_online_exam as d left join t_exam_apply as p on p.exam_id = d.exam_id and not p.deleted
      and ${scopeCondition(registry.examApply, actor, 'p')}
    where ${where} and not d.deleted group by d.exam_id, d.exam_state`.execute(db);
  const [whole] = exam.rows;
  if (!whole) throw failure('notFound');
  const subjects = await sql<ExamProgress['subjects'][number]>`
    select s.subject_id, s.subject_name,
      (select count(*)::integer from t_exam_paper as x
        where x.subject_id = s.subject_id and x.status = ${enabled} and not x.deleted) as papers,
      t.sittings, t.handed_in, a.answers, a.waiting, a.third, a.settled
    from t_exam_subject as s,
      lateral (select count(*)::integer as sittings, count(*) filter (where submit_time is not null or end_time <= ${clock.now()})::integer
        as handed_in from t_exam_sitting as e where e.subject_id = s.subject_id and not e.deleted
          and ${scopeCondition(registry.examSitting, actor, 'e')}) as t,
      lateral (select count(*)::integer as answers, count(*)
        filter (where mark_state = ${markIs.waiting})::integer as waiting,
        count(*) filter (where mark_state = ${markIs.third})::integer as third, count(*)
          filter (where mark_state = ${markIs.done})::integer as settled
        from t_exam_answer as w where w.subject_id = s.subject_id and not w.deleted
          and ${scopeCondition(registry.examAnswer, actor, 'w')}) as a
    where s.exam_id = ${examId} and not s.deleted order by s.order_num, s.subject_id`.execute(db);
  if (!holds(actor, permissionCode(registry.examSubject, 'list')))
    return { ...whole, subjects: subjects.rows, markers: [] };
  const known = staffNameSql(sql`u.user_id`, actor);
  const markers = await sql<ExamProgress['markers'][number]>`
    select u.user_id, coalesce(u.nick_name, u.user_name) as user_name, s.subject_id, s.subject_name,
      m.done, m.open, m.mean, m.third
    from t_exam_subject as s
      join lateral (select unnest(s.marker_ids) as id union select unnest(s.arbiter_ids)
        union select x.marker_id from t_exam_mark as x join t_exam_answer as y on y.answer_id = x.answer_id
          where y.subject_id = s.subject_id) as named on true
      join t_admin_user as u on u.user_id = named.id,
      lateral (select count(k.score)::integer as done, count(*) filter (where k.score is null)::integer as open,
        count(k.score) filter (where k.round = 3)::integer as third,
        case when count(*) filter (where k.score is not null
          and a.mark_state = ${markIs.done}) >= ${leastForMean} then
          round(avg(k.score / nullif(q.score, 0))
            filter (where a.mark_state = ${markIs.done}) * 100, 1)::text end as mean
        from t_exam_mark as k join t_exam_answer as a on a.answer_id = k.answer_id
          join t_question as q on q.question_id = a.question_id
        where k.marker_id = u.user_id and a.subject_id = s.subject_id) as m
    where s.exam_id = ${examId} and not s.deleted and ${known} is not null
    order by s.order_num, s.subject_id, u.user_id`.execute(db);
  return { ...whole, subjects: subjects.rows, markers: markers.rows };
}
