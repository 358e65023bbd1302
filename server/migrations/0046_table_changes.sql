-- Which transactions have changed which tables: a total that was counted in a snapshot is still true as long as none has
-- that the snapshot does not see (server/engine/totals.ts). One row for each transaction and table, inserted and never
-- waited for; those that every remembered total knows of are deleted.
create table yikao_table_change (
  table_name text not null,
  xid xid8 not null default pg_current_xact_id(),
  -- When somebody first saw it, and so after its transaction had ended.
  seen_time timestamptz,
  primary key (table_name, xid)
);

create function yikao_note_change() returns trigger language plpgsql as $$
begin
  insert into yikao_table_change (table_name) values (tg_table_name) on conflict do nothing;
  return null;
end $$;

-- Gives every table the triggers that it does not have yet; run after the migrations, so that no later one has to think
-- of it. Left out are tables that no list is counted of and that are written with every call or by the million.
create function yikao_note_changes() returns void language plpgsql as $$
declare
  of record;
begin
  for of in
    select c.relname as name from pg_class as c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname like 't\_%'
      and c.relname <> all (array[
        't_session', 't_call_token', 't_api_token', 't_captcha', 't_rate_limit', 't_login_challenge',
        't_known_device', 't_sms_code', 't_biz_log', 't_biz_log_error', 't_biz_log_difference', 't_row_history',
        't_audit_log', 't_step_answer', 't_sys_job_log', 't_user_usage', 't_pay_notice', 't_vendor_notice'])
      and not exists (select from pg_trigger as g where g.tgrelid = c.oid and g.tgname = 'yikao_change')
  loop
    execute format(
      'create trigger yikao_change after insert or update or delete or truncate on %I
        for each statement execute function yikao_note_change()', of.name);
  end loop;
end $$;

select yikao_note_changes();
