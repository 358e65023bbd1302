-- The media type of a workbook alone has 65 characters.
alter table t_upload_file alter column mime type varchar(128);
