-- The pattern of an exam's ticket numbers, kept from the first number on: one exam has numbers of one pattern.
alter table t_mock_exam add column ticket_pattern varchar(64);

update t_mock_exam as e set ticket_pattern = coalesce((
  select u.ticket_pattern from t_mock_rule as u
  where u.exam_id = e.exam_id and u.rule_type = 1 and u.area_id = 0 and not u.deleted), '{yy}{pp}{ee}{aa}{nnnnn}')
where exists (select 1 from t_ticket as t where t.exam_id = e.exam_id);
