-- 概率回测结果 What was foretold of a year that is over, and how far it came true (domain 0.7, 6)
create table t_prob_back_test (
  province_id bigint not null,
  data_year smallint not null,
  method smallint not null,
  cases integer not null,
  candidates integer not null,
  brier numeric(6,4),
  gap numeric(6,4),
  reliability jsonb not null,
  create_time timestamptz(0) not null default now(),
  create_by bigint,
  primary key (province_id, data_year, method)
);
