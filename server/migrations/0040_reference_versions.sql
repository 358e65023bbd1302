-- 参考数据的版本 Versions of the data that look-ups are kept of: every change of a row raises it, whichever road it takes
create table t_reference_version (
  dataset varchar(32) primary key,
  version bigint not null default 1
);
insert into t_reference_version (dataset)
values ('province'), ('region'), ('jointCategory'), ('batch'), ('rankCategory'), ('typeDict'), ('source'), ('country'),
  ('column');
create function raise_reference_version() returns trigger language plpgsql as $$
begin
  update t_reference_version set version = version + 1 where dataset = tg_argv[0];
  return null;
end $$;
create trigger t_province_version after insert or update or delete on t_province
  for each statement execute function raise_reference_version('province');
create trigger t_region_version after insert or update or delete on t_region
  for each statement execute function raise_reference_version('region');
create trigger t_joint_category_version after insert or update or delete on t_joint_category
  for each statement execute function raise_reference_version('jointCategory');
create trigger t_batch_version after insert or update or delete on t_batch
  for each statement execute function raise_reference_version('batch');
create trigger t_rank_category_version after insert or update or delete on t_rank_category
  for each statement execute function raise_reference_version('rankCategory');
create trigger t_type_dict_version after insert or update or delete on t_type_dict
  for each statement execute function raise_reference_version('typeDict');
create trigger t_source_version after insert or update or delete on t_source
  for each statement execute function raise_reference_version('source');
create trigger t_country_version after insert or update or delete on t_country
  for each statement execute function raise_reference_version('country');
create trigger t_column_version after insert or update or delete on t_column
  for each statement execute function raise_reference_version('column');
