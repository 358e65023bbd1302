-- What a person said of a file beside its columns, by the shape of its heading: values that all rows have, and values that
-- upper headings give. Offered again for files of the same shape.
alter table t_column_mapping add column layouts jsonb not null default '{}';
