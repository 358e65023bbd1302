-- Published totals and places of mock exams rest on the data of now, see docs/architecture/figures.md.
insert into t_figure_basis (figure, row_id, whole_id, basis, made_time, used, used_time)
select 'mockResult', r.student_id, r.exam_id,
  md5(concat_ws(':', r.total_score::text, coalesce(r.rank_no::text, '-'), coalesce(r.agent_rank::text, '-'))),
  now(), jsonb_build_object('total', r.total_score::text, 'rankNo', r.rank_no, 'agentRank', r.agent_rank), now()
from t_mock_result as r join t_mock_exam as e on e.exam_id = r.exam_id and e.exam_status >= 7 and not e.deleted;

-- Tickets that were printed rest on the data of now.
insert into t_figure_basis (figure, row_id, whole_id, basis, made_time)
select 'ticketPrint', tick.ticket_id, tick.exam_id, md5(jsonb_build_array(
    tick.ticket_no, pup.student_name, pup.id_no, pup.photo, spot.area_name, spot.address, hall.room_no,
    hall.room_name, hall.building, chair.seat_no, (
      select jsonb_agg(jsonb_build_array(sess.subject_name, extract(epoch from sess.start_time)::bigint,
        extract(epoch from sess.end_time)::bigint) order by sess.start_time, sess.info_id)
      from t_exam_info as sess where sess.exam_id = tick.exam_id
        and sess.joint_category_id = pup.joint_category_id and not sess.deleted))::text), now()
from t_ticket as tick join t_mock_student as pup on pup.student_id = tick.student_id
  join t_area as spot on spot.area_id = pup.area_id
  left join t_seat as chair on chair.exam_id = tick.exam_id and chair.student_id = tick.student_id
    and not chair.deleted
  left join t_mock_room as hall on hall.room_id = chair.room_id
where tick.print_num > 0 and not tick.deleted;
