-- A pass line has one value for undergraduates and one for junior colleges (省控线 Provincial control lines, 统考类别 Joint
-- categories). Until now a line of a junior batch had its own in the one column there was.
alter table t_score add column junior_pass_line numeric(15,2);
alter table t_joint_category add column junior_pass_score numeric(15,2);
update t_score set junior_pass_line = pass_line, pass_line = null where diploma = 2 and pass_line is not null;
