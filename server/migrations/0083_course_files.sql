-- Files of course videos that are stored, or about to be, and that no row has yet: what a crash leaves is removed.
create table t_course_pending_file (
  path varchar(255) primary key,
  create_time timestamptz not null
);
create index t_course_pending_file_create_time on t_course_pending_file (create_time);
