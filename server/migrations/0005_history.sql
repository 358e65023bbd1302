-- The history of rows as people see it: who and from where as it was then, for changes made without a job (a job
-- has both in its frozen actor); and what the trash is listed by.
alter table t_row_history add column user_name varchar(32), add column address varchar(45);
create index t_row_history_trash on t_row_history (dataset, history_id desc) where op = 3;

-- What is written stays as it was written: nothing in the product changes an entry, and the database refuses to.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of % are never changed', tg_table_name;
end $$;
create trigger t_row_history_kept before update on t_row_history
  for each statement execute function refuse_change();
