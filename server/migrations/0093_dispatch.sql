-- The step that sends a push task is also taken from the state failed.
drop index t_push_task_due_distribute;
create index t_push_task_due_distribute on t_push_task (due_time) where not deleted and push_status in (2, 6);

-- Texts handed over within the last minute, for the limit on campaigns.
create index t_sms_record_taken on t_sms_record (take_time) where take_time is not null;
