import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ResultChanges } from '@yikao/model/contexts/exam/exam.calls.ts';
import { examResult } from '@yikao/model/contexts/exam/exam.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { outdatedFigures } from '../../../engine/figures/figures.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, type Db } from '../../../engine/table/sql.ts';
import { resultFigure } from './result-figure.ts';
import { sits } from './sits.ts';
import { resultOf, type SubjectMark, subjectMarks } from './subject-marks.ts';

/** Candidates that are listed. */
const listed = 200;

type Outcome = ResultChanges['list'][number]['before'];

interface Candidate
  extends Columns<
    typeof registry.examApply,
    'applyId' | 'studentName' | 'ticketNo' | 'score' | 'resultFlag'
  > {
  readonly used: Outcome | null;
}

/** The result by the present marks; one that was decided by hand stays while its marks do. */
function presentResult(
  { score, resultFlag }: Candidate,
  marks: readonly SubjectMark[],
  line: string | null,
  outdated: boolean,
): Outcome {
  if (resultFlag !== examResult.is.pending && !outdated) return { score, resultFlag };
  const present = resultOf(marks, score, line ?? '0');
  return { score: present.score, resultFlag: line === null ? 0 : present.passes ? 1 : 2 };
}

const same = (one: Outcome, other: Outcome) =>
  one.resultFlag === other.resultFlag &&
  (one.score === null || other.score === null
    ? one.score === other.score
    : compare(one.score, other.score) === 0);

async function candidatesOf(db: Db, examId: number): Promise<Candidate[]> {
  const found = await sql<Candidate>`
    select p.apply_id, p.student_name, p.ticket_no, p.score, p.result_flag, f.used
    from t_exam_apply as p left join t_figure_basis as f on f.figure = ${resultFigure.name} and f.row_id = p.apply_id
    where p.exam_id = ${examId} and ${sits} order by p.ticket_no, p.apply_id`.execute(db);
  return found.rows;
}

/**
 * `GET /api/exam/exam/outdated`: the candidates whose result would change if the exam were judged by its line and published
 * now, with the result before and after. Before means as published last, or as judged where nothing was published. Throws
 * `notFound`.
 */
export async function resultChanges(engine: Engine, actor: Actor, examId: number): Promise<ResultChanges> {
  const { db } = engine;
  const where = allOf([sql<SqlBool>`d.exam_id = ${examId}`, scopeCondition(registry.onlineExam, actor, 'd')]);
  const exam = await sql<Columns<typeof registry.onlineExam, 'judgeLine'>>`
    select d.judge_line from t_online_exam as d where ${where} and not d.deleted`.execute(db);
  const [found] = exam.rows;
  if (!found) throw failure('notFound');
  const candidates = await candidatesOf(db, examId);
  const published = candidates.some(({ used }) => used !== null);
  const keys = candidates.map(({ applyId }) => applyId);
  const outdated = await outdatedFigures(db, resultFigure, keys);
  const marks = await subjectMarks(db, keys);
  const changed = candidates.flatMap(candidate => {
    const { applyId, studentName, ticketNo, score, resultFlag, used } = candidate;
    // Nothing was known of a candidate who has no result yet.
    if (!published && resultFlag === examResult.is.pending && score === null) return [];
    const before = published
      ? (used ?? { score: null, resultFlag: examResult.is.pending })
      : { score, resultFlag };
    const after = presentResult(candidate, marks.get(applyId) ?? [], found.judgeLine, outdated.has(applyId));
    return same(before, after) ? [] : [{ applyId, studentName, ticketNo, before, after }];
  });
  return { published, total: changed.length, list: changed.slice(0, listed) };
}
