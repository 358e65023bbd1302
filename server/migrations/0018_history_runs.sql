-- A job that does the same to rows with consecutive keys keeps one entry for all of them: a million added rows make a
-- thousand entries, not a million. Such a run never reaches past a multiple of 2,000, so that the entries of one row
-- are found by looking back no further than that.
alter table t_row_history add column row_count smallint not null default 1
  constraint t_row_history_run check (row_count = 1 or (row_count between 1 and 2000 and changes is null));
create index t_row_history_runs on t_row_history (dataset, row_id) where row_count > 1;
