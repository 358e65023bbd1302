-- 专业组按编号比较 The number by which groups of majors are compared: 第102组 and 102 are one (model/rules/group-number.ts says the same)
create function yikao_group_number(written text) returns text language plpgsql immutable parallel safe as $$
declare
  plain text;
  parts text[];
  digits constant text := '一二三四五六七八九';
begin
  if written is null or written ~ '^([1-9][0-9]*)?$' then
    return coalesce(written, '');
  end if;
  plain := translate(normalize(written, NFKC), E' \t\r\n()[]【】〔〕「」《》', '');
  plain := regexp_replace(plain, '^(院校)?(专业)?组?第?', '');
  plain := regexp_replace(plain, '(院校)?(专业)?组?$', '');
  plain := translate(plain, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  if plain ~ '^[零〇一二三四五六七八九]+$' then
    plain := translate(plain, '零〇一二三四五六七八九', '00123456789');
  elsif plain <> '' then
    parts := regexp_match(plain,
      '^(?:([一二三四五六七八九])百)?[零〇]?(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?$');
    if parts is not null then
      plain := (100 * coalesce(position(parts[1] in digits), 0)
        + case when parts[3] is null then 0 else 10 * coalesce(position(parts[2] in digits), 1) end
        + coalesce(position(parts[4] in digits), 0))::text;
    end if;
  end if;
  return case when plain ~ '^[0-9]+$' then regexp_replace(plain, '^0+(?=[0-9])', '') else plain end;
end $$;

-- 预测未换算 Whether a prediction rests on a year without like totals
alter table t_admission add column predict_unscaled smallint not null default 0;

-- 位次未换算、未核对的要求 What a chance that was told rests on
alter table t_prob_record add column unscaled smallint not null default 0,
  add column unchecked smallint not null default 0;
