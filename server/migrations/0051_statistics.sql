-- 日汇总 Daily roll-ups for dashboards and statistics (domain E5, 2.P, 4.13). Every statement that changes a row which
-- counts adds what it changes to yikao_stat_change, in its own transaction and without waiting for anybody; a job adds
-- those up into yikao_stat. A figure is both of them together, so it is true at every moment, and costs the days and
-- organisations it is asked for rather than the rows that were counted. Whose a figure is, is said by columns called as in
-- the tables that are counted; 0 stands for nobody.
--
-- figure: 1 users added, 2 users active (people by day), 3 visits, 4 profiles completed (`kind` is the source of all four);
-- 5 orders (`kind` is order type * 10 + 1 paid, 2 closed, 3 refunded or voided); 6 activation codes (`kind` is card type
-- * 10 + 3 activated, 4 voided); 7 codes activated (`kind` is the card); 8 commission of orders; 9 the share in it of the
-- partner above.

-- 访问事件 Visits by the number that the app gave each, for as long as one may come again
create table yikao_visit_event (
  event_id varchar(64) primary key,
  receive_time timestamptz(0) not null
);
create index yikao_visit_event_received on yikao_visit_event (receive_time);

-- 每日访问 Who came on which day, how often, and whose the person was on the first visit of that day
create table yikao_visit_day (
  day date not null,
  user_id bigint not null,
  source_id bigint,
  channel_id bigint,
  province_id bigint,
  partners_id bigint,
  agent_id bigint,
  sale_user_id bigint,
  visit_num integer not null,
  primary key (day, user_id)
);

-- 资料完善 Users whose profile is complete (domain E1), since when, and whose they are
create table yikao_profile_done (
  user_id bigint primary key,
  done_time timestamptz(0) not null,
  source_id bigint,
  channel_id bigint,
  province_id bigint,
  partners_id bigint,
  agent_id bigint,
  sale_user_id bigint
);

create table yikao_stat_change (
  change_id bigint generated always as identity primary key,
  figure smallint not null,
  kind bigint not null,
  day date not null,
  channel_id bigint not null,
  province_id bigint not null,
  partners_id bigint not null,
  agent_id bigint not null,
  sale_user_id bigint not null,
  num bigint not null,
  amount numeric(20,2) not null
);

-- grain: 1 by day, channel and organisation; 2 by day and channel; 3 by day; 4 of all time by organisation; 5 of all time.
-- What a grain does not tell apart is 0, its day the first of 1970.
create table yikao_stat (
  grain smallint not null,
  figure smallint not null,
  kind bigint not null,
  day date not null,
  channel_id bigint not null,
  province_id bigint not null,
  partners_id bigint not null,
  agent_id bigint not null,
  sale_user_id bigint not null,
  num bigint not null,
  amount numeric(20,2) not null,
  primary key (grain, figure, day, kind, channel_id, province_id, partners_id, agent_id, sale_user_id)
);
create index yikao_stat_partners on yikao_stat (grain, figure, partners_id, day);
create index yikao_stat_sale_user on yikao_stat (grain, figure, sale_user_id, day);
create index yikao_stat_province on yikao_stat (grain, figure, province_id, day);

-- What rows count, as a query over `source_rows`: once for the tables themselves, and once for each trigger, so that a
-- full count and the changes can never mean different things.
create function yikao_stat_query(counted text) returns text language sql immutable as $query$
  select case counted
    when 't_wish_user' then $q$
      select 1 as figure, coalesce(u.source_id, 0) as kind, (u.create_time at time zone 'Asia/Shanghai')::date as day,
        u.channel_id, u.province_id, u.partners_id, u.agent_id, u.sale_user_id, 1 as num, 0::numeric as amount
      from source_rows as u where not u.deleted $q$
    when 'yikao_visit_day' then $q$
      select f.figure, coalesce(v.source_id, 0) as kind, v.day, v.channel_id, v.province_id, v.partners_id, v.agent_id,
        v.sale_user_id, case f.figure when 2 then 1 else v.visit_num end as num, 0::numeric as amount
      from source_rows as v cross join (values (2), (3)) as f(figure) $q$
    when 'yikao_profile_done' then $q$
      select 4 as figure, coalesce(p.source_id, 0) as kind, (p.done_time at time zone 'Asia/Shanghai')::date as day,
        p.channel_id, p.province_id, p.partners_id, p.agent_id, p.sale_user_id, 1 as num, 0::numeric as amount
      from source_rows as p $q$
    when 't_service_order' then $q$
      select 5 as figure, o.order_type * 10 + case o.status when 4 then 1 else o.status end as kind,
        (case o.status when 2 then coalesce(o.close_time, o.create_time) when 3 then coalesce(o.refund_time, o.create_time)
          else coalesce(o.pay_time, o.create_time) end at time zone 'Asia/Shanghai')::date as day,
        o.channel_id, o.province_id, o.partners_id, o.agent_id, o.sale_user_id, 1 as num,
        case o.status when 2 then 0 when 3 then o.refund_amount else o.pay_amount - o.refund_amount end as amount
      from source_rows as o where o.status in (1, 2, 3, 4) and not o.deleted
      union all
      select f.figure, 0 as kind, (coalesce(o.pay_time, o.create_time) at time zone 'Asia/Shanghai')::date as day,
        o.channel_id, o.province_id, f.partners_id, o.agent_id, o.sale_user_id, 1 as num,
        round(greatest(o.pay_amount - o.refund_amount, 0) * f.rate, 2) as amount
      from source_rows as o
      cross join lateral (values (8, o.partners_id, o.commission_rate), (9, o.parent_partners_id, o.parent_rate))
        as f(figure, partners_id, rate)
      where o.status = 1 and o.pay_type not in (6, 9) and f.rate > 0 and f.partners_id is not null and not o.deleted $q$
    when 't_user_card' then $q$
      select f.figure, case f.figure when 6 then coalesce(c.card_type, 0) * 10 + case c.status when 3 then 4 else 3 end
          else c.card_id end as kind,
        (case c.status when 3 then c.update_time else coalesce(c.start_time, c.create_time) end
          at time zone 'Asia/Shanghai')::date as day,
        u.channel_id, u.province_id, u.partners_id, u.agent_id, u.sale_user_id, 1 as num, 0::numeric as amount
      from source_rows as c cross join (values (6), (7)) as f(figure) left join t_wish_user as u on u.user_id = c.user_id
      where c.source_type = 2 and not c.deleted
        and (f.figure = 6 or (c.status <> 3 and c.card_id is not null)) $q$
  end
$query$;

-- Gives a table the triggers by which its rows count.
create function yikao_stat_counts(counted text) returns void language plpgsql as $$
declare
  fresh text := replace(yikao_stat_query(counted), 'source_rows', 'new_rows');
  stale text := replace(yikao_stat_query(counted), 'source_rows', 'old_rows');
  body text := $body$
    create function yikao_stat_%1$s_%2$s() returns trigger language plpgsql as $trigger$
    begin
      insert into yikao_stat_change
        (figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, num, amount)
      select figure, kind, day, coalesce(channel_id, 0), coalesce(province_id, 0), coalesce(partners_id, 0),
        coalesce(agent_id, 0), coalesce(sale_user_id, 0), sum(num), sum(amount)
      from (%3$s) as counted
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(num) <> 0 or sum(amount) <> 0;
      return null;
    end $trigger$ $body$;
  taken text := 'select figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, -num as num,
    -amount as amount from (' || stale || ') as before';
begin
  execute format('create view yikao_stat_of_%s as %s', counted,
    replace(yikao_stat_query(counted), 'source_rows', counted));
  execute format(body, counted, 'insert', fresh);
  execute format(body, counted, 'delete', taken);
  execute format(body, counted, 'update', fresh || ' union all ' || taken);
  execute format('create trigger yikao_stat_insert after insert on %1$s referencing new table as new_rows
    for each statement execute function yikao_stat_%1$s_insert()', counted);
  execute format('create trigger yikao_stat_delete after delete on %1$s referencing old table as old_rows
    for each statement execute function yikao_stat_%1$s_delete()', counted);
  execute format('create trigger yikao_stat_update after update on %1$s referencing old table as old_rows
    new table as new_rows for each statement execute function yikao_stat_%1$s_update()', counted);
end $$;

select yikao_stat_counts(name) from unnest(array[
  't_wish_user', 'yikao_visit_day', 'yikao_profile_done', 't_service_order', 't_user_card']) as name;

-- Codes count where their user belongs: a user who moves takes them along. Whoever changes a code holds its user
-- meanwhile, so that neither passes the other unseen. Runs before the trigger that counts (triggers fire by name).
create function yikao_hold_users_of_new_codes() returns trigger language plpgsql as $$
begin
  perform from t_wish_user where user_id in (select user_id from new_rows where source_type = 2)
    order by user_id for no key update;
  return null;
end $$;
create trigger yikao_hold_insert after insert on t_user_card referencing new table as new_rows
  for each statement execute function yikao_hold_users_of_new_codes();

create function yikao_hold_users_of_changed_codes() returns trigger language plpgsql as $$
begin
  perform from t_wish_user where user_id in (
      select b.user_id from old_rows as a join new_rows as b using (id) where 2 in (a.source_type, b.source_type)
        and (a.user_id, a.source_type, a.status, a.card_id, a.card_type, a.start_time, a.deleted)
          is distinct from (b.user_id, b.source_type, b.status, b.card_id, b.card_type, b.start_time, b.deleted))
    order by user_id for no key update;
  return null;
end $$;
create trigger yikao_hold_update after update on t_user_card referencing old table as old_rows new table as new_rows
  for each statement execute function yikao_hold_users_of_changed_codes();

create function yikao_move_codes() returns trigger language plpgsql as $$
begin
  insert into yikao_stat_change
    (figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, num, amount)
  select s.figure, s.kind, s.day, coalesce(m.channel_id, 0), coalesce(m.province_id, 0), coalesce(m.partners_id, 0),
    coalesce(m.agent_id, 0), coalesce(m.sale_user_id, 0), sum(m.sign), 0
  from old_rows as a join new_rows as b using (user_id)
  join t_user_card as c on c.user_id = b.user_id and c.source_type = 2 and not c.deleted
  cross join lateral (values
    (-1, a.channel_id, a.province_id, a.partners_id, a.agent_id, a.sale_user_id),
    (1, b.channel_id, b.province_id, b.partners_id, b.agent_id, b.sale_user_id))
    as m(sign, channel_id, province_id, partners_id, agent_id, sale_user_id)
  cross join lateral (
    select f.figure,
      case f.figure when 6 then coalesce(c.card_type, 0) * 10 + case c.status when 3 then 4 else 3 end
        else c.card_id end as kind,
      (case c.status when 3 then c.update_time else coalesce(c.start_time, c.create_time) end
        at time zone 'Asia/Shanghai')::date as day
    from (values (6), (7)) as f(figure)
    where f.figure = 6 or (c.status <> 3 and c.card_id is not null)) as s
  where (a.channel_id, a.province_id, a.partners_id, a.agent_id, a.sale_user_id)
    is distinct from (b.channel_id, b.province_id, b.partners_id, b.agent_id, b.sale_user_id)
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(m.sign) <> 0;
  return null;
end $$;
create trigger yikao_stat_move_codes after update on t_wish_user referencing old table as old_rows new table as new_rows
  for each statement execute function yikao_move_codes();

-- The users whose profile is complete, as `completeFlag` says (server/datasets/wish-user.server.ts).
create view yikao_profile_complete as
  select user_id, source_id, channel_id, province_id, partners_id, agent_id, sale_user_id, create_time, update_time
  from t_wish_user
  where province_id is not null and data_year is not null and joint_category_id is not null and aos is not null
    and coalesce(culture_score, prof_score) is not null and not deleted;

-- Keeps yikao_profile_done for these users, or for all of them; answers how many it changed. A profile is complete since
-- its row was last changed, one of a fresh row since that was made.
create function yikao_note_profiles(users bigint[], fresh boolean) returns bigint language plpgsql as $$
declare
  gone bigint;
  kept bigint;
begin
  delete from yikao_profile_done as d
  where (users is null or d.user_id = any(users))
    and not exists (select from yikao_profile_complete as c where c.user_id = d.user_id);
  get diagnostics gone = row_count;
  insert into yikao_profile_done as d
    (user_id, done_time, source_id, channel_id, province_id, partners_id, agent_id, sale_user_id)
  select user_id, case when fresh then create_time else update_time end, source_id, channel_id, province_id, partners_id,
    agent_id, sale_user_id
  from yikao_profile_complete where users is null or user_id = any(users)
  order by user_id
  on conflict (user_id) do update set source_id = excluded.source_id, channel_id = excluded.channel_id,
    province_id = excluded.province_id, partners_id = excluded.partners_id, agent_id = excluded.agent_id,
    sale_user_id = excluded.sale_user_id
  where (d.source_id, d.channel_id, d.province_id, d.partners_id, d.agent_id, d.sale_user_id) is distinct from
    (excluded.source_id, excluded.channel_id, excluded.province_id, excluded.partners_id, excluded.agent_id,
      excluded.sale_user_id);
  get diagnostics kept = row_count;
  return gone + kept;
end $$;

create function yikao_note_profiles_of() returns trigger language plpgsql as $$
begin
  perform yikao_note_profiles(array(select user_id from changed_rows), tg_op = 'INSERT');
  return null;
end $$;
create trigger yikao_profile_insert after insert on t_wish_user referencing new table as changed_rows
  for each statement execute function yikao_note_profiles_of();
create trigger yikao_profile_update after update on t_wish_user referencing new table as changed_rows
  for each statement execute function yikao_note_profiles_of();
create trigger yikao_profile_delete after delete on t_wish_user referencing old table as changed_rows
  for each statement execute function yikao_note_profiles_of();

-- Adds up to `most` changes to the roll-ups; answers how many. Nodes that fold at once take different ones.
create function yikao_stat_fold(most integer) returns bigint language sql as $$
  with taken as (
    select change_id from yikao_stat_change order by change_id limit most for update skip locked
  ), gone as (
    delete from yikao_stat_change where change_id in (select change_id from taken) returning *
  ), folded as (
    insert into yikao_stat as s
      (grain, figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, num, amount)
    select case grouping(day, channel_id, province_id) when 0 then 1 when 1 then 2 when 3 then 3 when 6 then 4 else 5 end,
      figure, kind, coalesce(day, 'epoch'), coalesce(channel_id, 0), coalesce(province_id, 0), coalesce(partners_id, 0),
      coalesce(agent_id, 0), coalesce(sale_user_id, 0), sum(num), sum(amount)
    from gone
    group by grouping sets (
      (figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id), (figure, kind, day, channel_id),
      (figure, kind, day), (figure, kind, province_id, partners_id, agent_id, sale_user_id), (figure, kind))
    having sum(num) <> 0 or sum(amount) <> 0
    order by 1, 2, 4, 3, 5, 6, 7, 8, 9
    on conflict (grain, figure, day, kind, channel_id, province_id, partners_id, agent_id, sale_user_id)
      do update set num = s.num + excluded.num, amount = s.amount + excluded.amount
  )
  select count(*) from gone
$$;

-- The full count, of the tables themselves.
create view yikao_stat_full as
  select * from yikao_stat_of_t_wish_user
  union all select * from yikao_stat_of_yikao_visit_day
  union all select * from yikao_stat_of_yikao_profile_done
  union all select * from yikao_stat_of_t_service_order
  union all select * from yikao_stat_of_t_user_card;

-- Counts wholly, and adds what the roll-ups lack or have too much to the changes, all in one snapshot; answers how many
-- figures were wrong.
create function yikao_stat_mend() returns bigint language sql as $$
  with wrong as (
    insert into yikao_stat_change
      (figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, num, amount)
    select figure, kind, day, coalesce(channel_id, 0), coalesce(province_id, 0), coalesce(partners_id, 0),
      coalesce(agent_id, 0), coalesce(sale_user_id, 0), sum(num), sum(amount)
    from (
      select * from yikao_stat_full
      union all
      select figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, -num, -amount
      from yikao_stat_change
      union all
      select figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, -num, -amount
      from yikao_stat where grain = 1) as both_counts
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(num) <> 0 or sum(amount) <> 0
    returning 1
  )
  select count(*) from wrong
$$;

-- Makes the coarser grains what the first one adds up to; answers how many sums were wrong. Nobody folds meanwhile.
create function yikao_stat_mend_grains() returns bigint language plpgsql as $$
declare
  wrong bigint;
begin
  lock table yikao_stat in share row exclusive mode;
  insert into yikao_stat as s
    (grain, figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, num, amount)
  select grain, figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, sum(num), sum(amount)
  from (
    select case grouping(day, channel_id, province_id) when 1 then 2 when 3 then 3 when 6 then 4 else 5 end as grain,
      figure, kind, coalesce(day, 'epoch') as day, coalesce(channel_id, 0) as channel_id,
      coalesce(province_id, 0) as province_id, coalesce(partners_id, 0) as partners_id, coalesce(agent_id, 0) as agent_id,
      coalesce(sale_user_id, 0) as sale_user_id, sum(num) as num, sum(amount) as amount
    from yikao_stat where grain = 1
    group by grouping sets ((figure, kind, day, channel_id), (figure, kind, day),
      (figure, kind, province_id, partners_id, agent_id, sale_user_id), (figure, kind))
    union all
    select grain, figure, kind, day, channel_id, province_id, partners_id, agent_id, sale_user_id, -num, -amount
    from yikao_stat where grain > 1) as both_sums
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(num) <> 0 or sum(amount) <> 0
  on conflict (grain, figure, day, kind, channel_id, province_id, partners_id, agent_id, sale_user_id)
    do update set num = s.num + excluded.num, amount = s.amount + excluded.amount;
  get diagnostics wrong = row_count;
  return wrong;
end $$;

-- What stands already.
select yikao_note_profiles(null, false);
select yikao_stat_mend();
