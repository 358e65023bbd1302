-- An exam site lies in a city (domain C6). One that was entered without gets the first city of its province, which is
-- nearly always its capital, and says that it has to be looked at.
update t_site as s
set city_id = (select min(c.code) from t_city as c where c.level = 2 and c.province_id = s.province_id),
  remark = left('城市待核对；' || coalesce(s.remark, ''), 255)
where s.city_id is null;
alter table t_site alter column city_id set not null;
