-- 可提现佣金 What commission settlements hold that were sent on (domain 4.10), so that what can be withdrawn is told by the
-- roll-ups: figure 10 is commission of orders that such a settlement holds, 11 the share in it of the partner above.
create table yikao_held_order (
  order_id bigint not null,
  item_kind smallint not null,
  primary key (order_id, item_kind)
);
create index yikao_order_paid on t_service_order (pay_time) where status = 1 and not deleted;

create view yikao_order_held as
  select distinct i.order_id, i.item_kind
  from t_settle_item as i join t_partners_settle as s on s.settle_id = i.settle_id
  where i.item_kind in (1, 2) and i.order_id is not null and i.live = 1 and not i.deleted and s.settle_status in (1, 2, 3);

-- What held orders count, as a query over `held_rows` and `order_rows`; figures 8 and 9 of the same orders mean the same.
create function yikao_held_query(held_rows text, order_rows text) returns text language sql immutable as $query$
  select format($q$
    select f.figure, 0 as kind, (coalesce(o.pay_time, o.create_time) at time zone 'Asia/Shanghai')::date as day,
      o.channel_id, o.province_id, f.partners_id, o.agent_id, o.sale_user_id, 1 as num,
      round(greatest(o.pay_amount - o.refund_amount, 0) * f.rate, 2) as amount
    from %1$s as h join %2$s as o on o.order_id = h.order_id
    cross join lateral (values (10, 1, o.partners_id, o.commission_rate), (11, 2, o.parent_partners_id, o.parent_rate))
      as f(figure, item_kind, partners_id, rate)
    where f.item_kind = h.item_kind and o.status = 1 and o.pay_type not in (6, 9) and f.rate > 0
      and f.partners_id is not null and not o.deleted $q$, held_rows, order_rows)
$query$;

do $do$
declare
  body text := $body$
    create function yikao_held_%1$s() returns trigger language plpgsql as $trigger$
    begin
      %2$s
      insert into yikao_stat_change
        (figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, num, amount)
      select figure, kind, day, coalesce(channel_id, 0), coalesce(province_id, 0), coalesce(partners_id, 0),
        coalesce(agent_id, 0), coalesce(sale_user_id, 0), sum(sign * num), sum(sign * amount)
      from (%3$s) as counted
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(sign * num) <> 0 or sum(sign * amount) <> 0;
      return null;
    end $trigger$ $body$;
  -- An order and what holds it do not change past each other unseen.
  hold text := 'perform from t_service_order where order_id in (select order_id from held_rows)
    order by order_id for no key update;';
  of_held text := yikao_held_query('held_rows', 't_service_order');
begin
  execute 'create view yikao_stat_of_held as ' || yikao_held_query('yikao_held_order', 't_service_order');
  execute format(body, 'insert', hold, 'select 1 as sign, c.* from (' || of_held || ') as c');
  execute format(body, 'delete', hold, 'select -1 as sign, c.* from (' || of_held || ') as c');
  execute format(body, 'order', '',
    'select 1 as sign, c.* from (' || yikao_held_query('yikao_held_order', 'new_rows') || ') as c
      union all select -1 as sign, c.* from (' || yikao_held_query('yikao_held_order', 'old_rows') || ') as c');
end $do$;

create trigger yikao_held_insert after insert on yikao_held_order referencing new table as held_rows
  for each statement execute function yikao_held_insert();
create trigger yikao_held_delete after delete on yikao_held_order referencing old table as held_rows
  for each statement execute function yikao_held_delete();
create trigger yikao_held_update after update on t_service_order referencing old table as old_rows new table as new_rows
  for each statement execute function yikao_held_order();

-- Keeps yikao_held_order for these orders, or for all of them; answers how many it changed.
create function yikao_note_held(orders bigint[]) returns bigint language plpgsql as $$
declare
  gone bigint;
  kept bigint;
begin
  delete from yikao_held_order as h
  where (orders is null or h.order_id = any(orders))
    and not exists (select from yikao_order_held as n where n.order_id = h.order_id and n.item_kind = h.item_kind);
  get diagnostics gone = row_count;
  insert into yikao_held_order (order_id, item_kind)
  select order_id, item_kind from yikao_order_held where orders is null or order_id = any(orders)
  order by 1, 2 on conflict do nothing;
  get diagnostics kept = row_count;
  return gone + kept;
end $$;

create function yikao_note_held_of_items() returns trigger language plpgsql as $$
begin
  perform yikao_note_held(array(select distinct order_id from changed_rows where item_kind in (1, 2)));
  return null;
end $$;
create trigger yikao_held_insert after insert on t_settle_item referencing new table as changed_rows
  for each statement execute function yikao_note_held_of_items();
create trigger yikao_held_update after update on t_settle_item referencing new table as changed_rows
  for each statement execute function yikao_note_held_of_items();
create trigger yikao_held_delete after delete on t_settle_item referencing old table as changed_rows
  for each statement execute function yikao_note_held_of_items();

create function yikao_note_held_of_settlements() returns trigger language plpgsql as $$
begin
  perform yikao_note_held(array(
    select distinct i.order_id from old_rows as a join new_rows as b using (settle_id)
    join t_settle_item as i on i.settle_id = b.settle_id
    where i.item_kind in (1, 2) and (a.settle_status in (1, 2, 3)) <> (b.settle_status in (1, 2, 3))));
  return null;
end $$;
create trigger yikao_held_update after update on t_partners_settle referencing old table as old_rows
  new table as new_rows for each statement execute function yikao_note_held_of_settlements();

create or replace view yikao_stat_full as
  select * from yikao_stat_of_t_wish_user
  union all select * from yikao_stat_of_yikao_visit_day
  union all select * from yikao_stat_of_yikao_profile_done
  union all select * from yikao_stat_of_t_service_order
  union all select * from yikao_stat_of_t_user_card
  union all select * from yikao_stat_of_held;

-- Who empties a table has everything counted anew: no row tells what it took along.
create function yikao_recount() returns trigger language plpgsql as $$
begin
  perform yikao_note_profiles(null, false);
  perform yikao_note_held(null);
  perform yikao_stat_mend();
  return null;
end $$;
create trigger yikao_recount after truncate on t_wish_user for each statement execute function yikao_recount();
create trigger yikao_recount after truncate on t_service_order for each statement execute function yikao_recount();
create trigger yikao_recount after truncate on t_user_card for each statement execute function yikao_recount();
create trigger yikao_recount after truncate on yikao_visit_day for each statement execute function yikao_recount();
create trigger yikao_recount after truncate on t_settle_item for each statement execute function yikao_recount();
create trigger yikao_recount after truncate on t_partners_settle for each statement execute function yikao_recount();

select yikao_note_held(null);
