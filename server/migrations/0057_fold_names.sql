-- Names compare in one way: in unique keys, searches, filters and imports (model/rules/compare-text.ts says the same).
-- Without marks that are not seen, compatibility characters as what they stand for, without gaps, in small letters.
-- Most texts are plain and compare as they are, which is found out in a tenth of the time.
create function yikao_fold(value text) returns text language sql immutable parallel safe
return case when value ~ '^[!-~\u4E00-\u9FFF]*$' then lower(value)
  else lower(regexp_replace(normalize(regexp_replace(value,
    '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+', '', 'g'), nfkc),
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', '', 'g')) end;

-- Rows of before that are told apart by width, case, gaps or unseen marks alone: the first keeps its name, the others get
-- their number behind theirs, with a line in their history, so that people find them and say which one is right. Nothing is
-- deleted, since other rows refer to them.
do $$
declare
  of record;
  mark text := '''（重名'' || d.%3$I || ''）''';
begin
  for of in select * from (values
      ('region', 't_region', 'id', 'regionName', 'region_name', 16, 'yikao_fold(region_name)'),
      ('jointCategory', 't_joint_category', 'data_id', 'jointCategoryName', 'joint_category_name', 32, 'data_year, province_id, yikao_fold(joint_category_name)'),
      ('source', 't_source', 'source_id', 'sourceName', 'source_name', 32, 'yikao_fold(source_name)'),
      ('school', 't_school', 'school_id', 'schoolName', 'school_name', 64, 'yikao_fold(school_name)'),
      ('typeDict', 't_type_dict', 'type_id', 'typeName', 'type_name', 32, 'type_flag, parent_id, yikao_fold(type_name)'),
      ('country', 't_country', 'country_id', 'countryName', 'country_name', 32, 'yikao_fold(country_name)'),
      ('column', 't_column', 'column_id', 'columnName', 'column_name', 32, 'parent_id, yikao_fold(column_name)'),
      ('rankCategory', 't_rank_category', 'category_id', 'categoryName', 'category_name', 32, 'yikao_fold(category_name)'),
      ('prof', 't_prof', 'prof_id', 'profName', 'prof_name', 64, 'yikao_fold(prof_name), diploma'),
      ('schoolProf', 't_school_prof', 'data_id', 'schProfName', 'sch_prof_name', 64, 'data_year, school_id, yikao_fold(sch_prof_name), diploma'),
      ('site', 't_site', 'site_id', 'siteName', 'site_name', 64, 'data_year, province_id, exam_category_id, yikao_fold(site_name)'),
      ('scheduleExam', 't_schedule_exam', 'schedule_id', 'title', 'title', 64, 'data_year, province_id, schedule_type, yikao_fold(title), coalesce(school_id, 0)'),
      ('formula', 't_formula', 'id', 'formulaName', 'formula_name', 32, 'data_year, province_id, joint_category_id, coalesce(batch, 0), coalesce(school_id, 0), yikao_fold(formula_name)'),
      ('algorithm', 't_algorithm', 'id', 'algorithmName', 'algorithm_name', 32, 'data_year, province_id, joint_category_id, coalesce(batch, 0), yikao_fold(algorithm_name)'),
      ('admission', 't_admission', 'data_id', 'schProfName', 'sch_prof_name', 128, 'data_year, province_id, joint_category_id, aos, batch, school_id, yikao_fold(coalesce(group_no, '''')), yikao_fold(sch_prof_name), yikao_fold(coalesce(prof_no, '''')), admit_type, exception_flag'),
      ('archive', 't_archive', 'data_id', 'profName', 'prof_name', 128, 'data_year, province_id, joint_category_id, aos, batch, round_no, school_id, yikao_fold(coalesce(group_no, '''')), yikao_fold(coalesce(prof_name, ''''))'),
      ('exceptions', 't_exceptions', 'id', 'profName', 'prof_name', 128, 'data_year, province_id, school_id, yikao_fold(prof_name), exception_type, batch'),
      ('rank', 't_rank', 'rank_id', 'profName', 'prof_name', 64, 'data_year, category_id, level, school_id, yikao_fold(coalesce(prof_name, ''''))'),
      ('remark', 't_remark', 'remark_id', 'profName', 'prof_name', 128, 'data_year, province_id, school_id, remark_type, yikao_fold(coalesce(prof_name, ''''))'),
      ('occupation', 't_occupation', 'id', 'occupationName', 'occupation_name', 64, 'yikao_fold(occupation_name)'),
      ('guideInfo', 't_guide_info', 'id', 'title', 'title', 64, 'data_year, province_id, joint_category_id, chapter, yikao_fold(title)'),
      ('partners', 't_partners', 'partners_id', 'partnersName', 'partners_name', 64, 'yikao_fold(partners_name), data_year'),
      ('agent', 't_agent', 'agent_id', 'agentName', 'agent_name', 64, 'partners_id, yikao_fold(agent_name)'),
      ('perm', 't_perm', 'perm_id', 'description', 'description', 64, 'parent_id, yikao_fold(description), perm_type'),
      ('perm', 't_perm', 'perm_id', 'permCode', 'perm_code', 64, 'yikao_fold(perm_code)'),
      ('role', 't_role', 'role_id', 'roleCode', 'role_code', 32, 'yikao_fold(role_code)'),
      ('sysJob', 't_sys_job', 'job_id', 'jobName', 'job_name', 64, 'yikao_fold(job_name), yikao_fold(job_group)'),
      ('payAccount', 't_pay_account', 'account_id', 'appId', 'app_id', 32, 'pay_channel, mch_id, yikao_fold(app_id)'),
      ('card', 't_card', 'card_id', 'cardName', 'card_name', 32, 'yikao_fold(card_name), data_year'),
      ('goods', 't_goods', 'goods_id', 'goodsName', 'goods_name', 64, 'yikao_fold(goods_name), data_year'),
      ('coupon', 't_coupon', 'coupon_id', 'couponName', 'coupon_name', 64, 'yikao_fold(coupon_name)'),
      ('mockExam', 't_mock_exam', 'exam_id', 'examName', 'exam_name', 64, 'data_year, partners_id, yikao_fold(exam_name)'),
      ('examInfo', 't_exam_info', 'info_id', 'subjectName', 'subject_name', 32, 'exam_id, joint_category_id, yikao_fold(subject_name)'),
      ('area', 't_area', 'area_id', 'areaName', 'area_name', 64, 'partners_id, yikao_fold(area_name)')
    ) as keys(dataset, table_name, key, field, name, longest, parts)
  loop
    execute format('
      with twin as (
        select unnest((array_agg(%3$I order by %3$I))[2:]) as key from %2$I where not deleted
        group by ' || of.parts || ' having count(*) > 1
      ), renamed as (
        update %2$I as d set %5$I = left(coalesce(d.%5$I, ''''), %6$s - length(' || mark || ')) || ' || mark || ',
          version = d.version + 1, update_time = now()
        from twin join %2$I as former on former.%3$I = twin.key
        where d.%3$I = twin.key
        returning d.%3$I as key, d.version, former.%5$I as before, d.%5$I as after
      )
      insert into t_row_history (dataset, row_id, op, version, changes)
      select %1$L, key, 2, version, jsonb_build_object(%4$L, jsonb_build_array(before, after)) from renamed',
      of.dataset, of.table_name, of.key, of.field, of.name, of.longest);
  end loop;
end $$;

drop index t_region_nk;
create unique index t_region_nk on t_region
  (yikao_fold(region_name)) where not deleted;
drop index t_joint_category_nk;
create unique index t_joint_category_nk on t_joint_category
  (data_year, province_id, yikao_fold(joint_category_name)) where not deleted;
drop index t_source_nk;
create unique index t_source_nk on t_source
  (yikao_fold(source_name)) where not deleted;
drop index t_school_nk;
create unique index t_school_nk on t_school
  (yikao_fold(school_name)) where not deleted;
drop index t_type_dict_nk;
create unique index t_type_dict_nk on t_type_dict
  (type_flag, parent_id, yikao_fold(type_name)) where not deleted;
drop index t_country_nk;
create unique index t_country_nk on t_country
  (yikao_fold(country_name)) where not deleted;
drop index t_column_nk;
create unique index t_column_nk on t_column
  (parent_id, yikao_fold(column_name)) where not deleted;
drop index t_rank_category_nk;
create unique index t_rank_category_nk on t_rank_category
  (yikao_fold(category_name)) where not deleted;
drop index t_prof_nk;
create unique index t_prof_nk on t_prof
  (yikao_fold(prof_name), diploma) where not deleted;
drop index t_school_prof_nk;
create unique index t_school_prof_nk on t_school_prof
  (data_year, school_id, yikao_fold(sch_prof_name), diploma) where not deleted;
drop index t_site_nk;
create unique index t_site_nk on t_site
  (data_year, province_id, exam_category_id, yikao_fold(site_name)) where not deleted;
drop index t_schedule_exam_nk;
create unique index t_schedule_exam_nk on t_schedule_exam
  (data_year, province_id, schedule_type, yikao_fold(title), coalesce(school_id, 0)) where not deleted;
drop index t_formula_nk;
create unique index t_formula_nk on t_formula
  (data_year, province_id, joint_category_id, coalesce(batch, 0), coalesce(school_id, 0), yikao_fold(formula_name)) where not deleted;
drop index t_algorithm_nk;
create unique index t_algorithm_nk on t_algorithm
  (data_year, province_id, joint_category_id, coalesce(batch, 0), yikao_fold(algorithm_name)) where not deleted;
drop index t_admission_nk;
create unique index t_admission_nk on t_admission
  (data_year, province_id, joint_category_id, aos, batch, school_id, yikao_fold(coalesce(group_no, '')), yikao_fold(sch_prof_name), yikao_fold(coalesce(prof_no, '')), admit_type, exception_flag) where not deleted;
drop index t_archive_nk;
create unique index t_archive_nk on t_archive
  (data_year, province_id, joint_category_id, aos, batch, round_no, school_id, yikao_fold(coalesce(group_no, '')), yikao_fold(coalesce(prof_name, ''))) where not deleted;
drop index t_exceptions_nk;
create unique index t_exceptions_nk on t_exceptions
  (data_year, province_id, school_id, yikao_fold(prof_name), exception_type, batch) where not deleted;
drop index t_rank_nk;
create unique index t_rank_nk on t_rank
  (data_year, category_id, level, school_id, yikao_fold(coalesce(prof_name, ''))) where not deleted;
drop index t_remark_nk;
create unique index t_remark_nk on t_remark
  (data_year, province_id, school_id, remark_type, yikao_fold(coalesce(prof_name, ''))) where not deleted;
drop index t_occupation_nk;
create unique index t_occupation_nk on t_occupation
  (yikao_fold(occupation_name)) where not deleted;
drop index t_guide_info_nk;
create unique index t_guide_info_nk on t_guide_info
  (data_year, province_id, joint_category_id, chapter, yikao_fold(title)) where not deleted;
drop index t_partners_nk;
create unique index t_partners_nk on t_partners
  (yikao_fold(partners_name), data_year) where not deleted;
drop index t_agent_nk;
create unique index t_agent_nk on t_agent
  (partners_id, yikao_fold(agent_name)) where not deleted;
drop index t_perm_nk;
create unique index t_perm_nk on t_perm
  (parent_id, yikao_fold(description), perm_type) where not deleted;
drop index t_perm_uk_perm_code;
create unique index t_perm_uk_perm_code on t_perm
  (yikao_fold(perm_code)) where not deleted;
drop index t_role_nk;
create unique index t_role_nk on t_role
  (yikao_fold(role_code)) where not deleted;
drop index t_sys_job_nk;
create unique index t_sys_job_nk on t_sys_job
  (yikao_fold(job_name), yikao_fold(job_group)) where not deleted;
drop index t_pay_account_nk;
create unique index t_pay_account_nk on t_pay_account
  (pay_channel, mch_id, yikao_fold(app_id)) where not deleted;
drop index t_card_nk;
create unique index t_card_nk on t_card
  (yikao_fold(card_name), data_year) where not deleted;
drop index t_goods_nk;
create unique index t_goods_nk on t_goods
  (yikao_fold(goods_name), data_year) where not deleted;
drop index t_coupon_nk;
create unique index t_coupon_nk on t_coupon
  (yikao_fold(coupon_name)) where not deleted;
drop index t_mock_exam_nk;
create unique index t_mock_exam_nk on t_mock_exam
  (data_year, partners_id, yikao_fold(exam_name)) where not deleted;
drop index t_exam_info_nk;
create unique index t_exam_info_nk on t_exam_info
  (exam_id, joint_category_id, yikao_fold(subject_name)) where not deleted;
drop index t_area_nk;
create unique index t_area_nk on t_area
  (partners_id, yikao_fold(area_name)) where not deleted;
