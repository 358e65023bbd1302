-- Payment or refund that a notice was about, and how it stood: another one under the same number is no repeat.
alter table t_pay_notice add column subject varchar(64);
