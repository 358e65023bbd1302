-- Whom an application belongs to: under its former name, the list showed the applicant's own name instead of the partner's.
alter table t_partners_apply rename column partners_id to owner_id;
alter index t_partners_apply_partners_id rename to t_partners_apply_owner_id;
