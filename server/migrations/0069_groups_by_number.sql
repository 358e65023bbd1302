-- 专业组按编号唯一 One group of majors has one row, however its number is written: 102 and 第102组 (model/rules/group-number.ts).
-- Rows of before that differ by the way of writing alone: the first keeps its name, the others get their number behind
-- theirs, with a line in their history, so that people find them and say which one is right. Nothing is deleted, since
-- other rows refer to them. Each is also named in the log of the database.
do $$
declare
  of record;
  clash record;
  mark text := '''（重号'' || d.%3$I || ''）''';
begin
  for of in select * from (values
      ('admission', 't_admission', 'data_id', 'schProfName', 'sch_prof_name', 128, 'data_year, province_id, joint_category_id, aos, batch, school_id, yikao_group_number(coalesce(group_no, '''')), yikao_fold(sch_prof_name), yikao_fold(coalesce(prof_no, '''')), admit_type, exception_flag'),
      ('archive', 't_archive', 'data_id', 'profName', 'prof_name', 128, 'data_year, province_id, joint_category_id, aos, batch, round_no, school_id, yikao_group_number(coalesce(group_no, '''')), yikao_fold(coalesce(prof_name, ''''))')
    ) as keys(dataset, table_name, key, field, name, longest, parts)
  loop
    for clash in execute format('
      with twin as (
        select unnest((array_agg(%3$I order by %3$I))[2:]) as key, (array_agg(%3$I order by %3$I))[1] as first
        from %2$I where not deleted group by ' || of.parts || ' having count(*) > 1
      ), renamed as (
        update %2$I as d set %5$I = left(coalesce(d.%5$I, ''''), %6$s - length(' || mark || ')) || ' || mark || ',
          version = d.version + 1, update_time = now()
        from twin join %2$I as former on former.%3$I = twin.key
        where d.%3$I = twin.key
        returning d.%3$I as key, twin.first, d.version, former.%5$I as before, d.%5$I as after
      ), kept as (
        insert into t_row_history (dataset, row_id, op, version, changes)
        select %1$L, key, 2, version, jsonb_build_object(%4$L, jsonb_build_array(before, after)) from renamed
      )
      select key, first from renamed order by key',
      of.dataset, of.table_name, of.key, of.field, of.name, of.longest)
    loop
      raise warning '%: row % repeats row % with its group written otherwise', of.table_name, clash.key, clash.first;
    end loop;
  end loop;
end $$;

drop index t_admission_nk;
create unique index t_admission_nk on t_admission
  (data_year, province_id, joint_category_id, aos, batch, school_id, yikao_group_number(coalesce(group_no, '')), yikao_fold(sch_prof_name), yikao_fold(coalesce(prof_no, '')), admit_type, exception_flag) where not deleted;
drop index t_archive_nk;
create unique index t_archive_nk on t_archive
  (data_year, province_id, joint_category_id, aos, batch, round_no, school_id, yikao_group_number(coalesce(group_no, '')), yikao_fold(coalesce(prof_name, ''))) where not deleted;

-- 商户证书 File with the certificate of a merchant
alter table t_pay_account add column cert_path varchar(255);

-- 综合分待计算 Candidates of before, whose composite scores a working node works out; their rows here go with that
create table t_composite_pending (user_id bigint primary key);
insert into t_composite_pending
  select user_id from t_wish_user
  where composite_score is null and (culture_score is not null or prof_score is not null);
