-- What a vendor has told, by its own number of what happened, and what it was answered: told again, it gets the same answer.
create table t_vendor_notice (
  vendor varchar(32) not null,
  event_id varchar(128) not null,
  event varchar(128) not null,
  row_id bigint not null,
  answer jsonb not null,
  time timestamptz not null default now(),
  primary key (vendor, event_id)
);
create index t_vendor_notice_time on t_vendor_notice (time);
