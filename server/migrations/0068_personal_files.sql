-- Who may read a stored picture: 0 its sender, until a row holds it; 1 everybody who knows its path; 2 whoever reaches a
-- row that holds it. A node of the former version goes on storing pictures for everybody.
alter table t_upload_file add column audience smallint not null default 1;
-- How far its sender reached then; null for what came before.
alter table t_upload_file add column reach jsonb;

update t_upload_file set audience = 2 where path in (
  select photo from t_mock_student where photo is not null
  union select unnest(images) from t_mock_score where images is not null
  union select license from t_agent where license is not null
  union select pay_voucher from t_partners_settle where pay_voucher is not null
  union select seal_img from t_print_template where seal_img is not null);

-- A picture is found by the row that holds it.
create index t_mock_student_photo on t_mock_student (photo) where photo is not null;
create index t_mock_score_images on t_mock_score using gin (images) where images is not null;
create index t_agent_license on t_agent (license) where license is not null;
create index t_partners_settle_pay_voucher on t_partners_settle (pay_voucher) where pay_voucher is not null;
