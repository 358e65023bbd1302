-- The name of a lead: its person's, without numbers, and the masked mobile number (model/contexts/crm/lead.ts).
alter table t_lead add column lead_name varchar(64) generated always as (
  btrim(regexp_replace(coalesce(student_name, ''), '\d{4,}', '****', 'g') || ' ' || left(mobile, 3) || '****' || right(mobile, 4))
) stored;

-- Whether it is won, invalid or lost. Lists begin with the open ones, the earliest appointment first.
alter table t_lead add column closed smallint generated always as (
  case when lead_status in (4, 5, 6) then 1 else 0 end
) stored;
drop index t_lead_list;
create index t_lead_list on t_lead (closed, next_follow_time, lead_id desc) where not deleted;
