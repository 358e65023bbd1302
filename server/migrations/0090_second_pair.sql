-- A second pair of eyes: who drew, corrected or submitted a settlement does not pay it, and a correction has a reason and,
-- over a limit, an approval. The previous version knows none of these columns and writes none of them.
alter table t_partners_settle
  add column adjust_reason varchar(64),
  add column adjust_ok_by bigint,
  add column handled_by bigint[];
update t_partners_settle set handled_by = array_remove(array[nullif(create_by, 0), submit_by], null);
create index t_partners_settle_adjust_ok_by on t_partners_settle (adjust_ok_by) where not deleted;
create index t_partners_settle_handled_by on t_partners_settle using gin (handled_by);

-- Money that was received is written off by two people.
alter table t_pay_record add column settle_asked_by bigint;
create index t_pay_record_settle_asked_by on t_pay_record (settle_asked_by) where not deleted;

-- A code rule that was paid for is voided by two people, together with its refund.
alter table t_card_code_rule add column cancel_asked_by bigint;
create index t_card_code_rule_cancel_asked_by on t_card_code_rule (cancel_asked_by) where not deleted;

-- Codes that a running export has issued: another attempt at it finds them again, whatever its filters say of their state.
create table yikao_handed_out (
  job_id bigint not null,
  row_id bigint not null,
  primary key (job_id, row_id)
);
