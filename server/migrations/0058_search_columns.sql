-- By which words and sounds rows are found (server/engine/search/columns.ts): the text folded, and its pinyin. Rows that
-- lack it are found by their words alone, until a node that works has filled it in.
alter table t_province
  add column province_name_search text,
  add column province_short_name_search text;
create index t_province_unsearched on t_province (province_id)
  where (province_name is not null and province_name_search is null) or (province_short_name is not null and province_short_name_search is null);
alter table t_region
  add column region_name_search text;
create index t_region_unsearched on t_region (id)
  where (region_name is not null and region_name_search is null);
alter table t_city
  add column city_name_search text;
create index t_city_unsearched on t_city (code)
  where (city_name is not null and city_name_search is null);
alter table t_joint_category
  add column joint_category_name_search text;
create index t_joint_category_unsearched on t_joint_category (data_id)
  where (joint_category_name is not null and joint_category_name_search is null);
alter table t_source
  add column source_name_search text,
  add column source_code_search text;
create index t_source_unsearched on t_source (source_id)
  where (source_name is not null and source_name_search is null) or (source_code is not null and source_code_search is null);
alter table t_school
  add column school_no_search text,
  add column school_name_search text,
  add column former_name_search text;
create index t_school_unsearched on t_school (school_id)
  where (school_no is not null and school_no_search is null) or (school_name is not null and school_name_search is null) or (former_name is not null and former_name_search is null);
alter table t_type_dict
  add column type_name_search text;
create index t_type_dict_unsearched on t_type_dict (type_id)
  where (type_name is not null and type_name_search is null);
alter table t_website
  add column title_search text;
create index t_website_unsearched on t_website (site_id)
  where (title is not null and title_search is null);
alter table t_exam_school
  add column school_no_search text,
  add column school_name_search text;
create index t_exam_school_unsearched on t_exam_school (school_id)
  where (school_no is not null and school_no_search is null) or (school_name is not null and school_name_search is null);
alter table t_country
  add column country_name_search text,
  add column en_name_search text;
create index t_country_unsearched on t_country (country_id)
  where (country_name is not null and country_name_search is null) or (en_name is not null and en_name_search is null);
alter table t_column
  add column column_name_search text;
create index t_column_unsearched on t_column (column_id)
  where (column_name is not null and column_name_search is null);
alter table t_batch
  add column batch_name_search text;
create index t_batch_unsearched on t_batch (data_id)
  where (batch_name is not null and batch_name_search is null);
alter table t_rank_category
  add column category_name_search text;
create index t_rank_category_unsearched on t_rank_category (category_id)
  where (category_name is not null and category_name_search is null);
alter table t_prof
  add column prof_code_search text,
  add column prof_name_search text;
create index t_prof_unsearched on t_prof (prof_id)
  where (prof_code is not null and prof_code_search is null) or (prof_name is not null and prof_name_search is null);
alter table t_school_prof
  add column sch_prof_name_search text,
  add column prof_name_search text;
create index t_school_prof_unsearched on t_school_prof (data_id)
  where (sch_prof_name is not null and sch_prof_name_search is null) or (prof_name is not null and prof_name_search is null);
alter table t_site
  add column site_name_search text;
create index t_site_unsearched on t_site (site_id)
  where (site_name is not null and site_name_search is null);
alter table t_schedule_exam
  add column title_search text;
create index t_schedule_exam_unsearched on t_schedule_exam (schedule_id)
  where (title is not null and title_search is null);
alter table t_formula
  add column formula_name_search text;
create index t_formula_unsearched on t_formula (id)
  where (formula_name is not null and formula_name_search is null);
alter table t_algorithm
  add column algorithm_name_search text;
create index t_algorithm_unsearched on t_algorithm (id)
  where (algorithm_name is not null and algorithm_name_search is null);
alter table t_admission
  add column group_no_search text,
  add column sch_prof_name_search text;
create index t_admission_unsearched on t_admission (data_id)
  where (group_no is not null and group_no_search is null) or (sch_prof_name is not null and sch_prof_name_search is null);
alter table t_archive
  add column group_no_search text,
  add column prof_name_search text;
create index t_archive_unsearched on t_archive (data_id)
  where (group_no is not null and group_no_search is null) or (prof_name is not null and prof_name_search is null);
alter table t_exceptions
  add column prof_name_search text;
create index t_exceptions_unsearched on t_exceptions (id)
  where (prof_name is not null and prof_name_search is null);
alter table t_rank
  add column prof_name_search text;
create index t_rank_unsearched on t_rank (rank_id)
  where (prof_name is not null and prof_name_search is null);
alter table t_remark
  add column prof_name_search text;
create index t_remark_unsearched on t_remark (remark_id)
  where (prof_name is not null and prof_name_search is null);
alter table t_occupation
  add column occupation_name_search text,
  add column code_search text,
  add column industry_search text;
create index t_occupation_unsearched on t_occupation (id)
  where (occupation_name is not null and occupation_name_search is null) or (code is not null and code_search is null) or (industry is not null and industry_search is null);
alter table t_guide_info
  add column title_search text;
create index t_guide_info_unsearched on t_guide_info (id)
  where (title is not null and title_search is null);
alter table t_partners
  add column partners_name_search text;
create index t_partners_unsearched on t_partners (partners_id)
  where (partners_name is not null and partners_name_search is null);
alter table t_channel
  add column channel_name_search text;
create index t_channel_unsearched on t_channel (channel_id)
  where (channel_name is not null and channel_name_search is null);
alter table t_agent
  add column agent_name_search text,
  add column contact_search text;
create index t_agent_unsearched on t_agent (agent_id)
  where (agent_name is not null and agent_name_search is null) or (contact is not null and contact_search is null);
alter table t_teacher_partners
  add column teacher_name_search text;
create index t_teacher_partners_unsearched on t_teacher_partners (id)
  where (teacher_name is not null and teacher_name_search is null);
alter table t_perm
  add column description_search text,
  add column perm_url_search text,
  add column perm_code_search text;
create index t_perm_unsearched on t_perm (perm_id)
  where (description is not null and description_search is null) or (perm_url is not null and perm_url_search is null) or (perm_code is not null and perm_code_search is null);
alter table t_role
  add column role_name_search text,
  add column role_code_search text;
create index t_role_unsearched on t_role (role_id)
  where (role_name is not null and role_name_search is null) or (role_code is not null and role_code_search is null);
alter table t_admin_user
  add column nick_name_search text;
create index t_admin_user_unsearched on t_admin_user (user_id)
  where (nick_name is not null and nick_name_search is null);
alter table t_sys_job
  add column job_name_search text,
  add column job_group_search text;
create index t_sys_job_unsearched on t_sys_job (job_id)
  where (job_name is not null and job_name_search is null) or (job_group is not null and job_group_search is null);
alter table t_partners_apply
  add column partners_name_search text,
  add column user_name_search text;
create index t_partners_apply_unsearched on t_partners_apply (apply_id)
  where (partners_name is not null and partners_name_search is null) or (user_name is not null and user_name_search is null);
alter table t_lead
  add column tags_search text;
create index t_lead_unsearched on t_lead (lead_id)
  where (tags is not null and tags_search is null);
alter table t_pay_account
  add column account_name_search text;
create index t_pay_account_unsearched on t_pay_account (account_id)
  where (account_name is not null and account_name_search is null);
alter table t_wish_user
  add column user_name_search text;
create index t_wish_user_unsearched on t_wish_user (user_id)
  where (user_name is not null and user_name_search is null);
alter table t_card
  add column card_name_search text;
create index t_card_unsearched on t_card (card_id)
  where (card_name is not null and card_name_search is null);
alter table t_goods
  add column goods_name_search text;
create index t_goods_unsearched on t_goods (goods_id)
  where (goods_name is not null and goods_name_search is null);
alter table t_coupon
  add column coupon_name_search text;
create index t_coupon_unsearched on t_coupon (coupon_id)
  where (coupon_name is not null and coupon_name_search is null);
alter table t_mock_exam
  add column exam_name_search text;
create index t_mock_exam_unsearched on t_mock_exam (exam_id)
  where (exam_name is not null and exam_name_search is null);
alter table t_exam_info
  add column subject_name_search text;
create index t_exam_info_unsearched on t_exam_info (info_id)
  where (subject_name is not null and subject_name_search is null);
alter table t_area
  add column area_name_search text,
  add column contact_search text;
create index t_area_unsearched on t_area (area_id)
  where (area_name is not null and area_name_search is null) or (contact is not null and contact_search is null);
alter table t_mock_student
  add column student_name_search text;
create index t_mock_student_unsearched on t_mock_student (student_id)
  where (student_name is not null and student_name_search is null);
alter table t_mock_rule
  add column rule_name_search text;
create index t_mock_rule_unsearched on t_mock_rule (rule_id)
  where (rule_name is not null and rule_name_search is null);
alter table t_mock_room
  add column room_name_search text;
create index t_mock_room_unsearched on t_mock_room (room_id)
  where (room_name is not null and room_name_search is null);
alter table t_print_template
  add column template_name_search text;
create index t_print_template_unsearched on t_print_template (template_id)
  where (template_name is not null and template_name_search is null);

-- A text that is changed by anybody who does not say how it is found from then on is not found by its former sound: the
-- search column is emptied, and filled in anew.
create function yikao_forget_search() returns trigger language plpgsql as $$
begin
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
end $$;

-- Gives every search column its trigger; run after the migrations, so that no later one has to think of it.
create function yikao_watch_search() returns void language plpgsql as $$
declare
  of record;
begin
  for of in
    select c.relname as table_name, a.attname as searched, replace(a.attname, '_search', '') as name,
      left('yikao_search_' || a.attname, 63) as trigger_name
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname like 't\_%'
      and a.attname like '%\_search' and not a.attisdropped
      and not exists (
        select from pg_trigger as g
        where g.tgrelid = c.oid and g.tgname = left('yikao_search_' || a.attname, 63))
  loop
    execute format(
      'create trigger %I before update of %I on %I for each row
        when (old.%2$I is distinct from new.%2$I and old.%4$I is not distinct from new.%4$I)
        execute function yikao_forget_search(%4$L)', of.trigger_name, of.name, of.table_name, of.searched);
  end loop;
end $$;

select yikao_watch_search();
