import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { sittingState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { outdatedCount } from '../../engine/figures/figures.ts';
import { handle } from '../../engine/http/handle.ts';
import type { StepBy } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column, type Db, type Tx } from '../../engine/table/sql.ts';
import { quotaIssues } from '../shared/quota.ts';
import { progressOf } from './marking/progress.ts';
import { reopenResults } from './results/reopen-results.ts';
import { resultChanges } from './results/result-changes.ts';
import { resultFigure } from './results/result-figure.ts';

const sittingIs = codesOf(sittingState);

const reviewIs = codesOf(reviewStatus);

/** The end of a subject for a candidate who began at a time: its minutes, its own end, or that of the exam, the first of them. */
export const endOfSitting = (start: ReturnType<typeof sql>) => sql`least(
  case when sub.duration_min is null then null else ${start} + make_interval(mins => sub.duration_min) end,
  sub.end_time, e.exam_end)`;

/** Puts the ends of sittings that are not handed in right, after the times of exams or subjects were changed. */
async function refreshEnds(
  db: Db,
  of: 'e.exam_id' | 'sub.subject_id',
  keys: readonly number[],
): Promise<void> {
  await sql`
    update t_exam_sitting as s set end_time = ${endOfSitting(sql`s.start_time`)}, update_time = now()
    from t_exam_subject as sub join t_online_exam as e on e.exam_id = sub.exam_id
    where sub.subject_id = s.subject_id and ${sql.ref(of)} = any(${[...keys]}::bigint[]) and s.submit_time is null
      and s.end_time is distinct from ${endOfSitting(sql`s.start_time`)}`.execute(db);
}

/** Server side of online exams: changed times move the ends of papers that are being answered. */
export const onlineExamServer = defineServer(registry.onlineExam, {
  expressions: { outdatedNum: alias => outdatedCount(resultFigure, column(alias, 'exam_id')) },
  routes(app, engine) {
    handle(app, examCalls.changes, ({ actor, query }) => resultChanges(engine, actor, query.examId));
    handle(app, examCalls.progress, ({ actor, query }) => progressOf(engine, actor, query.examId));
  },
  async changed(db, keys, what, { step }) {
    if (what === 'updated' && step === undefined) await refreshEnds(db, 'e.exam_id', keys);
  },
});

interface Most {
  readonly id: number;
  readonly total: string | null;
  readonly score: string | null;
}

/** The most marks that a paper and a question of these subjects have. */
async function mostMarks(db: Db, keys: readonly number[]): Promise<ReadonlyMap<number, Most>> {
  if (keys.length === 0) return new Map();
  const found = await sql<Most>`
    select k.id, (select max(total_score) from t_exam_paper as p
        where p.subject_id = k.id and not p.deleted) as total,
      (select max(score) from t_question as q where q.subject_id = k.id and not q.deleted) as score
    from unnest(${[...keys]}::bigint[]) as k(id)`.execute(db);
  return new Map(found.rows.map(most => [most.id, most]));
}

/** Results depend on the subjects of the majors and on their pass marks. */
async function subjectsChanged(
  engine: Engine,
  db: Tx,
  {
    name,
    rows,
    by,
  }: { readonly name: string; readonly rows: readonly { examId: number }[]; readonly by: StepBy },
): Promise<void> {
  await reopenResults(engine, db, [...new Set(rows.map(row => row.examId))], by, name);
}

/** Server side of subjects: the full mark holds the papers that are there, and changed times move the ends of papers. */
export const examSubjectServer = defineServer(registry.examSubject, {
  async before(db, changes) {
    const lowered = changes.flatMap(({ key, values }) =>
      key !== undefined && values.fullScore ? [key] : [],
    );
    const most = await mostMarks(db, lowered);
    return changes.map(({ key, values }) => {
      const { total = null, score = null } = most.get(key ?? 0) ?? {};
      const needed = [total, score].find(one => one !== null && compare(one, values.fullScore ?? one) > 0);
      if (!needed) return {};
      const why = {
        zh: `已有 ${needed} 分的试卷或试题，满分不能更低`,
        en: `A paper or a question has ${needed} marks: the full mark is no less`,
      };
      return { issues: [issue('fullScore', 'rule', why)] };
    });
  },
  async changed(db, keys, what) {
    if (what === 'updated') await refreshEnds(db, 'sub.subject_id', keys);
  },
  on: {
    'examSubject.add': subjectsChanged,
    'examSubject.update': subjectsChanged,
    'examSubject.delete': subjectsChanged,
    'examSubject.restore': subjectsChanged,
    'examProf.update': subjectsChanged,
  },
});

/** Server side of majors: their places are no fewer than those that are taken. */
export const examProfServer = defineServer(registry.examProf, {
  async before(db, changes) {
    const issues = await quotaIssues(
      db,
      changes,
      keys => sql`select prof_id as key, count(*) as taken from t_exam_apply
        where prof_id = any(${[...keys]}::bigint[]) and audit_status = ${reviewIs.approved}
          and not deleted group by 1`,
    );
    return issues.map(one => ({ issues: one }));
  },
});

/** Server side of sittings: the state follows from the times, so that no clock has to close 5,000 papers at once. */
export const examSittingServer = defineServer(registry.examSitting, {
  expressions: {
    sittingState:
      alias => sql`(case when ${sql.ref(`${alias}.submit_time`)} is not null then ${sittingIs.handedIn}
      when ${sql.ref(`${alias}.end_time`)} <= now() then ${sittingIs.timeUp} else ${sittingIs.answering} end)`,
    answerNum: alias => sql`(select count(*)::integer from t_exam_answer as given
      where given.apply_id = ${sql.ref(`${alias}.apply_id`)} and given.subject_id = ${sql.ref(`${alias}.subject_id`)}
        and not given.deleted)`,
  },
});
