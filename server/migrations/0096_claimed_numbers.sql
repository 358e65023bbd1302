-- A candidate who applies again with another mobile number waits for staff to confirm it.
alter table t_exam_apply add column claim_mobile varchar(11), add column claim_flag smallint not null default 0;
create index t_exam_apply_claim_flag on t_exam_apply (apply_id) where claim_flag = 1 and not deleted;
