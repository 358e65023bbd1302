-- Pictures stored before their metadata were removed on arrival may name a place; they are stripped when they are sent.
alter table t_upload_file add column stripped boolean not null default false;
