-- Where a file stands that a job is writing, so that another attempt goes on with it; and how often in a row a job was
-- taken up without getting further, by which one that always crashes at the same place is told from one that is often
-- interrupted.
alter table t_biz_log
  add column resume jsonb,
  add column fruitless integer not null default 0;
