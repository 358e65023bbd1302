-- Paid orders of programmes, codes and exams are told of too; candidates once an operator switches a way on.
insert into t_notice_rule (event, page_flag, text_flag, push_flag) values
  ('abroadPaid', 1, 0, 0),
  ('codesPaid', 1, 0, 0),
  ('mockPaid', 0, 0, 0),
  ('examPaid', 0, 0, 0);
