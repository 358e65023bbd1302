-- Refunds of every kind of order take one road, and money that was not owed stands beside them with its payment.
alter table t_refund add column refund_kind smallint not null default 1;
alter table t_refund add column pay_no varchar(32);
alter table t_refund add column mock_order_id bigint;
create index t_refund_mock_order_id on t_refund (mock_order_id) where not deleted;

-- Of an order one application is open at a time; money that was not owed goes back beside it.
create unique index t_refund_uk_biz_type_order_no_in_refund_status_refund_kind
  on t_refund (biz_type, order_no) where not deleted and refund_status in (1, 2, 5) and refund_kind in (1);
drop index t_refund_uk_biz_type_order_no_in_refund_status;

-- What went back without an application so far: fees of mock exams under the number of their order, and what was not owed
-- under the number of its payment.
insert into t_refund (refund_no, biz_type, refund_kind, order_no, pay_no, amount, pay_amount, reason, refund_status,
  refund_time, channel_refund_no, error_msg, mock_order_id, partners_id, create_time, update_time)
select v.refund_no, v.biz_type, case when o.order_id is null then 2 else 1 end, v.order_no,
  case when o.order_id is null then p.pay_no end, v.amount, coalesce(o.pay_amount, v.amount),
  coalesce(nullif(v.reason, ''), '原路退回'), case v.pay_refund_status when 1 then 2 when 2 then 3 else 5 end,
  v.refund_time, v.channel_refund_no, v.error_msg, o.order_id, coalesce(o.partners_id, v.partners_id),
  v.create_time, v.update_time
from t_pay_refund as v
  join t_pay_record as p on p.record_id = v.record_id
  left join t_mock_order as o on v.biz_type = 2 and v.refund_no = v.order_no and o.order_no = v.order_no and not o.deleted
where not v.deleted and not exists (select 1 from t_refund as r where r.refund_no = v.refund_no and not r.deleted);
