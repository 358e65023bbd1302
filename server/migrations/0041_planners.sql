-- Lists of wishes are planned by teachers of partners; who stood there was an account.
update t_voluntary_list set teacher_id = null where teacher_id is not null;
