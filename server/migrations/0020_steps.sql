-- The step by which a row changed, who took it (a person, a vendor, the clock, another step), its cause and its inputs.
alter table t_row_history add column step jsonb;

-- What a step answered to a call that carried a key, so that a repeated call gets the same answer and does nothing.
create table t_step_answer (
  user_id bigint not null,
  call_key varchar(64) not null,
  call varchar(128) not null,
  answer jsonb not null,
  time timestamptz not null default now(),
  primary key (user_id, call_key)
);
create index t_step_answer_time on t_step_answer (time);
