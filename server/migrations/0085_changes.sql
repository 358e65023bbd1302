-- The changes of a dataset, newest first, from any time on (the page of changes).
create index t_row_history_recent on t_row_history (dataset, time, history_id);
