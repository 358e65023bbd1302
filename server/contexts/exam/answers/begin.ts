import {
  examMode,
  examPayStatus,
  examSwitch,
  onlineExamState,
} from '@yikao/model/contexts/exam/exam.codes.ts';
import type { Started } from '@yikao/model/contexts/exam/exam-app.calls.ts';
import type { examPaper } from '@yikao/model/contexts/exam/exam-paper.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { enabled } from '../../shared/enabled.ts';
import { endOfSitting } from '../online-exam.server.ts';
import { questionsOf } from '../papers/shown-paper.ts';
import { refused } from '../refused.ts';
import { skewOf } from './save-answers.ts';

interface Candidate {
  readonly examId: number;
  readonly auditStatus: number;
  readonly payStatus: number;
  readonly examState: number;
  readonly mode: number;
  readonly status: number;
}

interface Subject {
  readonly subjectId: number;
  readonly subjectName: string;
  readonly begins: Date;
  readonly ends: Date;
}

interface Sitting {
  readonly sittingId: number;
  readonly paperId: number;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly submitTime: Date | null;
}

async function candidateOf(db: Db, applyId: number): Promise<Candidate> {
  const found = await sql<Candidate>`
    select p.exam_id, p.audit_status, p.pay_status, e.exam_state, e.mode, e.status
    from t_exam_apply as p join t_online_exam as e on e.exam_id = p.exam_id
    where p.apply_id = ${applyId} and not p.deleted`.execute(db);
  const [candidate] = found.rows;
  if (!candidate) throw failure('notFound');
  if (candidate.auditStatus !== reviewStatus.is.approved)
    throw refused('报名还没有通过审核', 'The application is not approved');
  if (candidate.payStatus === examPayStatus.is.unpaid)
    throw refused('报名费还没有支付', 'The fee is not paid');
  if (candidate.examState === onlineExamState.is.draft || candidate.status !== examSwitch.is.enabled)
    throw refused('考试没有开放', 'The exam is not open');
  if (candidate.mode === examMode.is.onSite) throw refused('该考试在现场进行', 'The exam is held on site');
  return candidate;
}

/** The subject to begin: the one asked for, or the only one of the candidate's major. */
async function subjectOf(db: Db, applyId: number, asked: number | undefined): Promise<Subject> {
  const found = await sql<Subject>`
    select s.subject_id, s.subject_name, greatest(s.start_time, e.exam_start) as begins,
      least(s.end_time, e.exam_end) as ends
    from t_exam_apply as p join t_online_exam as e on e.exam_id = p.exam_id
      join t_exam_prof as m on m.id = p.prof_id
      join t_exam_subject as s on s.exam_id = p.exam_id and not s.deleted
        and (m.subject_ids is null or m.subject_ids = '{}' or s.subject_id = any(m.subject_ids))
    where p.apply_id = ${applyId} ${asked === undefined ? sql`` : sql`and s.subject_id = ${asked}`}
    order by s.order_num, s.subject_id`.execute(db);
  const [only, ...others] = found.rows;
  if (!only) throw refused('该专业没有这个科目', 'The major has no such subject');
  if (others.length > 0) throw refused('请选择科目', 'Choose a subject');
  return only;
}

async function sittingOf(db: Db, applyId: number, subjectId: number): Promise<Sitting | undefined> {
  const found = await sql<Sitting>`
    select sitting_id, paper_id, start_time, end_time, submit_time from t_exam_sitting
    where apply_id = ${applyId} and subject_id = ${subjectId} and not deleted`.execute(db);
  return found.rows[0];
}

/** Gives a candidate a paper, once: of several that are enabled the one that the number of the application picks. */
async function beginNew(db: Db, applyId: number, subject: Subject, examId: number, now: Date): Promise<void> {
  if (now < subject.begins) throw refused('考试还没有开始', 'The exam has not begun yet');
  if (now >= subject.ends) throw refused('考试已结束', 'The exam is over');
  const papers = await sql<Columns<typeof examPaper, 'paperId'>>`
    select paper_id from t_exam_paper
    where subject_id = ${subject.subjectId} and status = ${enabled} and question_num > 0 and not deleted
    order by paper_id`.execute(db);
  const paper = papers.rows[applyId % Math.max(1, papers.rows.length)];
  if (!paper) throw refused('试卷还没有准备好，请联系考务', 'There is no paper yet: ask the organiser');
  await sql`
    insert into t_exam_sitting (exam_id, apply_id, subject_id, paper_id, start_time, end_time)
    select ${examId}::bigint, ${applyId}::bigint, sub.subject_id, ${paper.paperId}::bigint, ${now}::timestamptz,
      ${endOfSitting(sql`${now}::timestamptz`)}
    from t_exam_subject as sub join t_online_exam as e on e.exam_id = sub.exam_id
    where sub.subject_id = ${subject.subjectId}
    on conflict (apply_id, subject_id) where not deleted do nothing`.execute(db);
}

/**
 * `POST /api/exam/app/start`: begins a paper, or resumes it with the answers that are stored; a second call changes
 * nothing. Questions are shown until the paper is handed in or its time is up. Throws `notFound` and `unmetNeeds`.
 */
export async function begin(
  engine: Engine,
  {
    applyId,
    subjectId: asked,
    sentAt,
  }: {
    readonly applyId: number;
    readonly subjectId?: number | undefined;
    readonly sentAt?: number | undefined;
  },
): Promise<Started> {
  const now = engine.clock.now();
  return transact(engine.db, async db => {
    const { examId } = await candidateOf(db, applyId);
    const subject = await subjectOf(db, applyId, asked);
    const { subjectId, subjectName } = subject;
    let sitting = await sittingOf(db, applyId, subjectId);
    if (!sitting) {
      await beginNew(db, applyId, subject, examId, now);
      sitting = await sittingOf(db, applyId, subjectId);
    }
    if (!sitting) throw failure('notFound');
    const skewMs = skewOf(sentAt, now);
    if (skewMs !== undefined)
      await sql`
        update t_exam_sitting set skew_ms = least(skew_ms, ${skewMs})
        where sitting_id = ${sitting.sittingId} and (skew_ms is null or skew_ms > ${skewMs})`.execute(db);
    const { sittingId, paperId, startTime, endTime, submitTime } = sitting;
    const leftMs = submitTime === null ? Math.max(0, endTime.getTime() - now.getTime()) : 0;
    const stored = await sql<Started['answers'][number]>`
      select question_id, seq, coalesce(nullif(array_to_string(files, ','), ''), value, '') as value
      from t_exam_answer where apply_id = ${applyId} and subject_id = ${subjectId} and not deleted
      order by question_id`.execute(db);
    return {
      ...{ sittingId, subjectId, subjectName, paperId, leftMs, answers: stored.rows, now: now.getTime() },
      questions: leftMs > 0 ? await questionsOf(db, paperId) : [],
      startTime: shanghaiTime(startTime),
      endTime: shanghaiTime(endTime),
      submitTime: submitTime && shanghaiTime(submitTime),
    };
  });
}
