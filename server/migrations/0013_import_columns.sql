-- What an import found out about the columns of its file, which the dialogs show without reading sentences; and
-- whether the files of a job have been removed since, for being old.
alter table t_biz_log
  add column finding jsonb,
  add column file_expired boolean not null default false;
