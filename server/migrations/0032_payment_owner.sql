-- 支付流水 Payments: whose order was paid, so that people who see their own rows alone see no others' payments.
alter table t_pay_record add column sale_user_id bigint;
create index t_pay_record_sale_user_id on t_pay_record (sale_user_id) where not deleted;
update t_pay_record as p set sale_user_id = o.sale_user_id
from t_service_order as o where p.biz_type = 1 and o.order_no = p.order_no;
