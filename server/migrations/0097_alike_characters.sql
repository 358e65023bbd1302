-- 名称的相似字符 Names compare as one in which readers see no difference: middle dots (阿依•努尔 and 阿依·努尔), dashes, and the
-- radicals and strokes that copied PDF text has in place of characters (⻄ and 西). Stored names keep their characters
-- (model/rules/compare-text.ts and alike-characters.ts say the same, and a test compares the two for every character).
-- The former function keeps its indexes until each is built with the new one; at the end it must have none.
alter function yikao_fold(text) rename to yikao_fold_before;
create function yikao_fold(value text) returns text language sql immutable parallel safe
return case
  when value ~ '^([!--/-~\u4E00-\u9FFF]|\.(?![\u4E00-\u9FFF]))*$' then lower(value)
  when value ~ '^[ !--/-~\u00B7\u2018-\u201D\u2026\u3000-\u301F\u4E00-\u9FFF\uFF01-\uFF0D\uFF0F-\uFF5E]*$'
    then lower(replace(normalize(value, nfkc), ' ', ''))
  else lower(translate(regexp_replace(regexp_replace(regexp_replace(normalize(regexp_replace(value,
    '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+', '', 'g'), nfkc),
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', '', 'g'),
    '[‐‒–—―−]', '-', 'g'),
    '[•‧∙⋅・᛫⸱⸳ꞏᐧ⦁𐄁ᆞ]|(?<=[\u2E80-\u2EFF\u3007\u31C0-\u31EF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])\.(?=[\u2E80-\u2EFF\u3007\u31C0-\u31EF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])', '·', 'g'),
    case when value ~ '[\u2E80-\u2EFF\u31C0-\u31EF]' then
      '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲㇆㇏㇐㇑㇒㇓㇔㇕㇖㇗㇘㇙㇚㇛㇜㇝㇞㇟㇠㇡'
      else '' end,
      '厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑𫜹忄心扌攵旡日月歺民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀𠃌乀一丨丿丿丶𠃍乛𠃊𠃎𠄌亅𡿨𠃋乀𠃑乚乙𠄎')) end;

-- Words by which rows are found: those that are written otherwise now are filled in anew by the working nodes.
do $$
declare
  of record;
begin
  for of in
    select c.relname as table_name, a.attname as searched from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname like 't\_%'
      and a.attname like '%\_search' and not a.attisdropped
  loop
    execute format('update %I set %2$I = null where %2$I ~ %3$L', of.table_name, of.searched,
      '[‐‒–—―−•‧∙⋅・᛫⸱⸳ꞏᐧ⦁𐄁ᆞ\u2E80-\u2EFF\u31C0-\u31EF]|[\u2E80-\u2EFF\u3007\u31C0-\u31EF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]\.[\u2E80-\u2EFF\u3007\u31C0-\u31EF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]');
  end loop;
end $$;

-- Every index of folded names is built anew. Rows of before that are one now: the first keeps its name, the others get their
-- number behind theirs, with a line in their history, so that people find them and say which one is right. Nothing is
-- deleted, since other rows refer to them. Each is also named in the log of the database.
do $$
declare
  of record;
  clash record;
begin
  for of in
    select i.indexrelid::regclass as index_name, pg_get_indexdef(i.indexrelid) as definition, i.indisunique,
      t.relname as table_name, k.attname as key, parts.list as parts, pg_get_expr(i.indpred, i.indrelid) as condition,
      n.attname as name, n.longest,
      -- t_joint_category is the table of jointCategory, category_name the column of categoryName.
      lower(substr(t.relname, 3, 1)) || substr(replace(initcap(replace(substr(t.relname, 3), '_', ' ')), ' ', ''), 2) as dataset,
      left(n.attname::text, 1) || substr(replace(initcap(replace(n.attname::text, '_', ' ')), ' ', ''), 2) as field
    from pg_index as i
      join pg_class as t on t.oid = i.indrelid and t.relnamespace = current_schema()::regnamespace
      join pg_index as p on p.indrelid = i.indrelid and p.indisprimary
      join pg_attribute as k on k.attrelid = i.indrelid and k.attnum = p.indkey[0]
      cross join lateral (
        select replace(string_agg(pg_get_indexdef(i.indexrelid, at, false), ', ' order by at), 'yikao_fold_before(', 'yikao_fold(') as list
        from generate_series(1, i.indnkeyatts) as at) as parts
      -- The longest name in the key has room for a number; a question's title, the only one of type text, has 800 characters.
      cross join lateral (
        select a.attname, case when a.atttypid = 'text'::regtype then 800 else a.atttypmod - 4 end as longest
        from pg_attribute as a, generate_series(1, i.indnkeyatts) as at
        where a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
          and pg_get_indexdef(i.indexrelid, at, false) ~ ('yikao_fold_before\(\(*(COALESCE\()?' || a.attname || '\M')
        order by longest desc, at limit 1) as n
    where pg_get_indexdef(i.indexrelid) like '%yikao_fold_before(%'
    order by t.relname, i.indexrelid
  loop
    execute format('drop index %s', of.index_name);
    if of.indisunique then
      for clash in execute format('
        with twin as (
          select unnest((array_agg(%3$I order by %3$I))[2:]) as key, (array_agg(%3$I order by %3$I))[1] as first
          from %2$I where (%8$s) and row(%7$s) is not null group by %7$s having count(*) > 1
        ), renamed as (
          update %2$I as d set %5$I = left(coalesce(d.%5$I, ''''), %6$s - length(''（重名'' || d.%3$I || ''）''))
              || ''（重名'' || d.%3$I || ''）'', version = d.version + 1, update_time = now()
          from twin join %2$I as former on former.%3$I = twin.key
          where d.%3$I = twin.key
          returning d.%3$I as key, twin.first, d.version, former.%5$I as before, d.%5$I as after
        ), kept as (
          insert into t_row_history (dataset, row_id, op, version, changes)
          select %1$L, key, 2, version, jsonb_build_object(%4$L, jsonb_build_array(before, after)) from renamed
        )
        select key, first from renamed order by key',
        of.dataset, of.table_name, of.key, of.field, of.name, of.longest, of.parts, of.condition)
      loop
        raise warning '%: row % repeats row % with its name written otherwise', of.table_name, clash.key, clash.first;
      end loop;
    end if;
    execute replace(of.definition, 'yikao_fold_before(', 'yikao_fold(');
  end loop;
end $$;

drop function yikao_fold_before(text);
