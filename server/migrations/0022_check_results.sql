-- Findings have the levels of domain D4, 2 for a warning and 3 for an error, and remember which ones somebody has settled.
update t_data_check set level = level + 1;
alter table t_data_check add column resolved_flag smallint not null default 0;
