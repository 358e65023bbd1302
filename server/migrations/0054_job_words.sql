-- What became of a job is kept in both languages: it is read by others than whoever started it. Jobs of before have the
-- sentence in the language of their starter alone, and are read so.
alter table t_biz_log add column message_en text not null default '';
