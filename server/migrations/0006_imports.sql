-- What a dry run found that an import would change: old and new by field, row by row of the file.
create table t_biz_log_difference (
  job_id bigint not null references t_biz_log,
  row_number integer not null,
  row_id bigint not null,
  changes jsonb not null,
  primary key (job_id, row_number)
);
-- The file's content, by which the same file is known again; the job that undid this one; and how far a job
-- has come that does not read a sheet from its first row to its last.
alter table t_biz_log
  add column file_sha256 char(64),
  add column undone_by bigint,
  add column position bigint not null default 0;
create index t_biz_log_file on t_biz_log (dataset, file_sha256) where file_sha256 is not null;
-- The columns that a person has met with fields by hand, by dataset.
create table t_column_mapping (
  user_id bigint not null,
  dataset varchar(64) not null,
  mapping jsonb not null,
  update_time timestamptz not null default now(),
  primary key (user_id, dataset)
);
