-- 名次为公布值 Whether a place was published, and is not worked out again
alter table t_rank add column rank_fixed smallint not null default 0;
alter table t_rank alter column rank_fixed drop default;
update t_rank set rank_fixed = 1 where rank_no is not null;
