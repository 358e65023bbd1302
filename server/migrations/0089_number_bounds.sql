-- Chances of candidates whose score lies below the score distribution (domain 0.7, 28).

-- 分数低于一分一段 The score lies below the table, so that the probability is an upper bound
alter table t_prob_record add column rank_past smallint not null default 0;
