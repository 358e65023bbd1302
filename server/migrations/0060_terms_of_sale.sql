-- What is granted or sold keeps its terms: a coupon those of its grant, an order those of its card.
alter table t_user_coupon add column coupon_type smallint;
alter table t_user_coupon add column threshold numeric(12,2);
alter table t_user_coupon add column amount numeric(12,2);
alter table t_user_coupon add column discount numeric(15,2);
alter table t_user_coupon add column max_amount numeric(12,2);
alter table t_user_coupon add column goods_ids bigint[];
alter table t_user_coupon add column card_types smallint[];
alter table t_user_coupon add column start_time timestamptz(0);
create index t_user_coupon_goods_ids on t_user_coupon using gin (goods_ids);
update t_user_coupon as u set coupon_type = c.coupon_type, threshold = c.threshold, amount = c.amount,
  discount = c.discount, max_amount = c.max_amount, goods_ids = c.goods_ids, card_types = c.card_types,
  start_time = c.start_time
from t_coupon as c where c.coupon_id = u.coupon_id and u.status = 1 and u.order_no is null;

alter table t_service_order add column card_terms jsonb;

-- Salespeople place orders for their own candidates; discounts stay with finance.
insert into t_role_perm (role_id, perm_id)
select r.role_id, p.perm_id from t_role as r join t_perm as p on p.perm_code = 'order:service:add'
where r.role_code in ('sale', 'saleLead') and not r.deleted and not p.deleted
on conflict do nothing;
update t_access_version set version = version + 1;
