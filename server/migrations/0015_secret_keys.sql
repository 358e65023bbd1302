-- Which key made the digest of a recovery code; null for those from before keys could be changed. By it one knows
-- when a former key may go.
alter table t_recovery_code add column key_id varchar(16);
