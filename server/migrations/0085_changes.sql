-- The changes of a dataset, newest first, from any time on (the page of changes).
create index t_row_history_recent on t_row_history (dataset, time, history_id);

-- What a line of the audit log tells besides the call: names as they were, numbers of rows, the job that was started
-- (JSON, model/calls/audit-facts.ts).
alter table t_audit_log add column facts text;
