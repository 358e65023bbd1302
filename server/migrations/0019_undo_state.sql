-- Whether what a job did stands, seen from the job that takes it back (`t_biz_log.undone_by`): `none` when nothing was
-- taken back, `running` while it is being, `done`, or `partly` where rows were kept or the undo was stopped. An undo
-- can be taken back itself, and so can that one; an undo that has changed nothing counts for nothing.
create function job_undo_state(undoing bigint) returns text stable language plpgsql as $$
declare
  taking t_biz_log;
  later text;
begin
  if undoing is null then
    return 'none';
  end if;
  select * into taking from t_biz_log where id = undoing;
  if taking.status = 'processing' then
    return 'running';
  end if;
  if taking.insert_num + taking.update_num = 0 then
    return 'none';
  end if;
  later := job_undo_state(taking.undone_by);
  return case
    when later = 'done' then 'none'
    when later <> 'none' then later
    when taking.status = 'success' then 'done'
    else 'partly'
  end;
end $$;
