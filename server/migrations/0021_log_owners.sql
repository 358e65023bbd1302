-- Whose a line of the audit log and a text message are: the organisation of the person who acted, or whom the message
-- went to, as it was then. Lines from before have none, and are read by people of no organisation only.
alter table t_audit_log
  add column partners_id bigint,
  add column province_id bigint,
  add column agent_id bigint;
create index t_audit_log_partners_id on t_audit_log (partners_id) where partners_id is not null;
create index t_audit_log_province_id on t_audit_log (province_id) where province_id is not null;
create index t_audit_log_agent_id on t_audit_log (agent_id) where agent_id is not null;
alter table t_sms_message
  add column user_id bigint,
  add column partners_id bigint,
  add column province_id bigint,
  add column agent_id bigint;
