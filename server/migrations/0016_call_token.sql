-- Tokens of softphones (domain A5): of each only the SHA-256. One belongs to a login and ends with it, however that
-- ends; one that was exchanged for the next is kept until it would have run out, so that its return is noticed.
create table t_call_token (
  token_hash bytea primary key,
  session_hash bytea not null references t_session (token_hash) on delete cascade,
  user_id bigint not null references t_admin_user,
  create_time timestamptz not null,
  expire_time timestamptz not null,
  replaced boolean not null default false
);
create index t_call_token_session on t_call_token (session_hash);
create index t_call_token_user on t_call_token (user_id);
create index t_call_token_expire on t_call_token (expire_time);
