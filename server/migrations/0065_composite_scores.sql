-- 综合分 Composite scores of candidates, worked out by the province's formula
alter table t_wish_user add column composite_score numeric(15,2),
  add column composite_provisional smallint not null default 0;

-- 院校标签 Tags of exam schools may be as long as their field
alter table t_exam_school alter column tag_names type varchar(255);
