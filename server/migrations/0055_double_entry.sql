-- Exams whose marks are entered by two people.
alter table t_mock_exam add column double_entry smallint not null default 0;

-- What the second person entered, beside the marks that stand. `settled_by`: who decided where the two differed.
create table t_mock_second_mark (
  exam_id bigint not null,
  student_id bigint not null,
  info_id bigint not null,
  score numeric(15,2),
  absent_flag smallint not null,
  cheat_flag smallint not null,
  version integer not null default 1,
  user_id bigint not null,
  settled_by bigint,
  update_time timestamptz(0) not null default now(),
  primary key (exam_id, student_id, info_id)
);
