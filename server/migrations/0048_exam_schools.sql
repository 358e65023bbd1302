-- What schools say of their exams: one row for each school, under its number (domain C2).
create table t_exam_school (
  school_id bigint primary key,
  province_id bigint not null,
  school_no varchar(10) not null,
  school_name varchar(64) not null,
  exam_type smallint not null,
  school_level smallint,
  data_status smallint not null,
  exam_info text,
  subject text,
  tag_names varchar(128),
  ask_url varchar(255),
  admission_year smallint,
  admission_num integer,
  start_time timestamptz(0),
  end_time timestamptz(0),
  parent_id bigint,
  import_batch varchar(64),
  create_time timestamptz(0) not null default now(),
  update_time timestamptz(0) not null default now(),
  create_by bigint,
  update_by bigint,
  deleted boolean not null default false,
  version integer not null default 1
);
create index t_exam_school_province_id on t_exam_school (province_id) where not deleted;
create index t_exam_school_parent_id on t_exam_school (parent_id) where not deleted;
create index t_exam_school_list on t_exam_school (school_id desc) where not deleted;
create index t_exam_school_import_batch on t_exam_school (import_batch) where import_batch is not null;

