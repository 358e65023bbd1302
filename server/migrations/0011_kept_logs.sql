-- History and audit log only grow, but for the scheduled clean-up, which keeps at least 30 and 180 days (parameters
-- `history.keepDays` and `audit.keepDays`). The database holds to that itself, whoever asks.
create function refuse_early_removal() returns trigger language plpgsql as $$
declare
  early boolean;
begin
  execute format('select exists (select 1 from gone where %I > now() - %L::interval)', tg_argv[0], tg_argv[1])
    into early;
  if early then
    raise exception 'Entries of % are kept for % at least', tg_table_name, tg_argv[1];
  end if;
  return null;
end $$;
create trigger t_row_history_stays after delete on t_row_history referencing old table as gone
  for each statement execute function refuse_early_removal('time', '30 days');
create trigger t_audit_log_stays after delete on t_audit_log referencing old table as gone
  for each statement execute function refuse_early_removal('create_time', '180 days');
create trigger t_row_history_never_empty before truncate on t_row_history
  for each statement execute function refuse_change();
create trigger t_audit_log_never_empty before truncate on t_audit_log
  for each statement execute function refuse_change();
