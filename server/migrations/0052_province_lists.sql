-- What is looked at province by province and year by year is read in its list's order within both.
drop index t_joint_category_province_id;
create index t_joint_category_province_id on t_joint_category (province_id, data_year, order_num, data_id desc)
  where not deleted;
drop index t_school_province_id;
create index t_school_province_id on t_school (province_id, order_num, school_id desc) where not deleted;
drop index t_sch_exam_type_province_id;
create index t_sch_exam_type_province_id on t_sch_exam_type (province_id, data_year, order_num, data_id desc)
  where not deleted;
drop index t_exam_school_province_id;
create index t_exam_school_province_id on t_exam_school (province_id, school_id desc) where not deleted;
drop index t_batch_province_id;
create index t_batch_province_id on t_batch (province_id, data_year, order_num, data_id desc) where not deleted;
drop index t_site_province_id;
create index t_site_province_id on t_site (province_id, data_year, order_num, site_id desc) where not deleted;
drop index t_schedule_exam_province_id;
create index t_schedule_exam_province_id on t_schedule_exam (province_id, data_year, order_num, schedule_id desc)
  where not deleted;
drop index t_province_stat_province_id;
create index t_province_stat_province_id on t_province_stat (province_id, data_year, data_id desc) where not deleted;
drop index t_school_stat_province_id;
create index t_school_stat_province_id on t_school_stat (province_id, data_year, data_id desc) where not deleted;
drop index t_score_province_id;
create index t_score_province_id on t_score (province_id, data_year, data_id desc) where not deleted;
drop index t_formula_province_id;
create index t_formula_province_id on t_formula (province_id, data_year, id desc) where not deleted;
drop index t_algorithm_province_id;
create index t_algorithm_province_id on t_algorithm (province_id, data_year, id desc) where not deleted;
drop index t_admission_province_id;
create index t_admission_province_id on t_admission (province_id, data_year, order_num, data_id desc)
  where not deleted;
drop index t_archive_province_id;
create index t_archive_province_id on t_archive (province_id, data_year, data_id desc) where not deleted;
drop index t_segment_province_id;
create index t_segment_province_id on t_segment (province_id, data_year, score_type, joint_category_id, aos, score desc)
  where not deleted;
drop index t_exceptions_province_id;
create index t_exceptions_province_id on t_exceptions (province_id, data_year, id desc) where not deleted;
drop index t_remark_province_id;
create index t_remark_province_id on t_remark (province_id, data_year, order_num, remark_id desc) where not deleted;
drop index t_guide_info_province_id;
create index t_guide_info_province_id on t_guide_info (province_id, data_year, order_num, id desc) where not deleted;
drop index t_channel_province_id;
create index t_channel_province_id on t_channel (province_id, order_num, channel_id desc) where not deleted;
drop index t_agent_province_id;
create index t_agent_province_id on t_agent (province_id, order_num, agent_id desc) where not deleted;
drop index t_lead_province_id;
create index t_lead_province_id on t_lead (province_id, data_year, lead_id desc) where not deleted;
drop index t_wish_user_province_id;
create index t_wish_user_province_id on t_wish_user (province_id, data_year, user_id desc) where not deleted;
drop index t_mock_student_province_id;
create index t_mock_student_province_id on t_mock_student (province_id, data_year, student_id desc) where not deleted;
drop index t_mock_room_province_id;
create index t_mock_room_province_id on t_mock_room (province_id, data_year, exam_id desc, area_id, room_no)
  where not deleted;
