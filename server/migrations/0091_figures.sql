-- Figures that were computed once and are used later (published, printed), each with a digest of the data it was computed
-- from: docs/architecture/figures.md.
create table t_figure_basis (
  figure varchar(40) not null,
  row_id bigint not null,
  -- The row that the figure is used with: the exam of a result.
  whole_id bigint not null,
  basis varchar(32) not null,
  made_time timestamptz(0) not null,
  -- The figure as it was used last, and when.
  used jsonb,
  used_time timestamptz(0),
  -- Since when the data has been another than that of the figure in use.
  outdated_time timestamptz(0),
  primary key (figure, row_id)
);
create index t_figure_basis_whole on t_figure_basis (figure, whole_id);
create index t_figure_basis_outdated on t_figure_basis (figure, whole_id) where outdated_time is not null;

-- Digest of the key by which rules marked an answer; null for answers that an earlier version marked.
alter table t_exam_answer add column key_hash integer;
-- The line of the total by which results were decided last.
alter table t_online_exam add column judge_line numeric(15,2);

-- Results that are published rest on the data of now.
insert into t_figure_basis (figure, row_id, whole_id, basis, made_time, used, used_time)
select 'examResult', p.apply_id, p.exam_id,
  md5(coalesce(string_agg(concat_ws(':', s.subject_id, coalesce(s.pass_score::text, '-'), t.sitting_id is not null,
    a.total, a.unmarked), ',' order by s.subject_id) filter (where s.subject_id is not null), '')),
  now(), jsonb_build_object('score', p.score::text, 'resultFlag', p.result_flag), now()
from t_exam_apply as p join t_online_exam as e on e.exam_id = p.exam_id and e.exam_state = 5 and not e.deleted
  join t_exam_prof as m on m.id = p.prof_id
  left join t_exam_subject as s on s.exam_id = p.exam_id and not s.deleted
    and (m.subject_ids is null or m.subject_ids = '{}' or s.subject_id = any(m.subject_ids))
  left join t_exam_sitting as t on t.apply_id = p.apply_id and t.subject_id = s.subject_id and not t.deleted
  left join lateral (
    select coalesce(sum(final_score), 0)::numeric(12, 2) as total,
      count(*) filter (where mark_state in (1, 2)) as unmarked
    from t_exam_answer where apply_id = p.apply_id and subject_id = s.subject_id and not deleted) as a on true
where p.audit_status = 2 and p.pay_status in (1, 2) and not p.deleted
group by p.apply_id;

-- The least difference that was seen between the server's clock and that of the devices of a sitting, in milliseconds: a
-- slow line only adds to it.
alter table t_exam_sitting add column skew_ms bigint;
