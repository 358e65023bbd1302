-- 公开页面 Public pages: what tells every node that a page is to be made anew, visits by channel, logos of partners.

-- A row for each change of a table that public pages are made of. Writers add rows and so never wait for each other;
-- readers compare counts and sums (server/contexts/portal/serving/source-versions.ts) and remove old rows.
create table yikao_public_change (
  change_id bigint generated always as identity primary key,
  source varchar(32) not null
);

create function note_public_change() returns trigger language plpgsql as $$
begin
  insert into yikao_public_change (source) values (tg_argv[0]);
  return null;
end $$;

do $$
declare
  one text[];
begin
  foreach one slice 1 in array array[
    ['t_website', 'website'], ['t_config', 'config'], ['t_province', 'province'], ['t_region', 'province'],
    ['t_column', 'column'], ['t_carousel', 'carousel'], ['t_app_menu', 'appMenu'], ['t_partners', 'partners'],
    ['t_joint_category', 'jointCategory'], ['t_batch', 'batch'], ['t_score', 'score'],
    ['t_guide_info', 'guideInfo'], ['t_schedule_exam', 'scheduleExam'], ['t_country', 'abroad'],
    ['t_abroad_direction', 'abroad'], ['t_abroad_school', 'abroad'], ['t_abroad_item', 'abroad']
  ] loop
    execute format('create trigger %I after insert or update or delete on %I
      for each statement execute function note_public_change(%L)', one[1] || '_public', one[1], one[2]);
  end loop;
end $$;

-- Each sale counts in the row of its goods, and each reader in that of an article: only what a page shows is a change.
create trigger t_goods_public after insert or delete on t_goods
  for each statement execute function note_public_change('goods');
create trigger t_goods_public_update after update on t_goods for each row
  when (old.version is distinct from new.version or (old.stock = 0) is distinct from (new.stock = 0))
  execute function note_public_change('goods');
create trigger t_article_public after insert or delete on t_article
  for each statement execute function note_public_change('article');
create trigger t_article_public_update after update on t_article for each row
  when (old.version is distinct from new.version) execute function note_public_change('article');

-- Visits of public pages by the code of a channel, by day in Asia/Shanghai.
create table yikao_channel_visit (
  day date not null,
  channel_id bigint not null,
  visit_num integer not null,
  primary key (day, channel_id)
);
create index yikao_channel_visit_channel on yikao_channel_visit (channel_id);

alter table t_partners add column logo varchar(255);
