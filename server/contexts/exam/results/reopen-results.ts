import type { registry } from '@yikao/model/contexts/datasets.ts';
import { examResult } from '@yikao/model/contexts/exam/exam.codes.ts';
import { examApplySteps } from '@yikao/model/contexts/exam/exam-apply.machine.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { outdatedCount, outdatedFigures, refreshOutdated } from '../../../engine/figures/figures.ts';
import type { StepBy } from '../../../engine/steps/step-server.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { holdersOf } from '../../notice/people.ts';
import { tell } from '../../notice/tell.ts';
import { hasOutdatedMarks } from '../marking/mark-by-key.ts';
import { resultFigure } from './result-figure.ts';
import { sits } from './sits.ts';

const examResultIs = codesOf(examResult);
const reviewIs = codesOf(reviewStatus);

/** States of an exam whose results may have been worked out. */
const [ended, published] = [4, 5];

/**
 * Locks exams until the transaction ends. Publishing, judging, and every change of what results depend on take this lock,
 * so that a change is either in the published results or reported after them.
 */
export async function lockExams(db: Tx, examIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  await sql`select 1 from t_online_exam where exam_id = any(${[...examIds]}::bigint[]) order by exam_id
    for no key update`.execute(db);
  // Read in a separate statement: it sees what the lock has waited for.
  const found = await sql<Columns<typeof registry.onlineExam, 'examId' | 'examState'>>`
    select exam_id, exam_state from t_online_exam where exam_id = any(${[...examIds]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ examId, examState }) => [examId, examState]));
}

/** Locks the exams of these rows, given as a query of their keys; see {@link lockExams}. */
export async function lockExamsOf(
  db: Tx,
  query: ReturnType<typeof sql>,
): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ examId: number }>`
    select distinct exam_id from (${query}) as of where exam_id is not null`.execute(db);
  const examIds = found.rows.map(({ examId }) => examId);
  return examIds.length === 0 ? new Map() : lockExams(db, examIds);
}

/** Opens the results of exams again that were decided from other data than the present. */
export async function reopenOutdated(
  engine: Engine,
  db: Tx,
  examIds: readonly number[],
  by: StepBy,
  cause: string,
): Promise<void> {
  const decided = await sql<Columns<typeof registry.examApply, 'applyId'>>`
    select apply_id from t_exam_apply
    where exam_id = any(${[...examIds]}::bigint[]) and result_flag <> ${examResultIs.pending}
      and audit_status = ${reviewIs.approved} and not deleted
    order by apply_id`.execute(db);
  const keys = await outdatedFigures(
    db,
    resultFigure,
    decided.rows.map(({ applyId }) => applyId),
  );
  if (keys.size === 0) return;
  await tryStep(engine, examApplySteps, 'reopen', {
    keys: [...keys],
    by: { kind: 'step', actor: by.actor, cause },
    within: db,
  });
}

/**
 * The exams with a result that rests on other data than the present, or an answer that was marked by an earlier key. The
 * caller holds the lock of the exams.
 */
export async function outdatedResults(db: Db, examIds: readonly number[]): Promise<Set<number>> {
  const found = await sql<Columns<typeof registry.examApply, 'applyId' | 'examId'>>`
    select p.apply_id, p.exam_id from t_exam_apply as p
    where p.exam_id = any(${[...examIds]}::bigint[]) and p.result_flag <> ${examResultIs.pending}
      and ${sits}`.execute(db);
  const keys = await outdatedFigures(
    db,
    resultFigure,
    found.rows.map(({ applyId }) => applyId),
  );
  return new Set([
    ...(await hasOutdatedMarks(db, examIds)),
    ...found.rows.filter(({ applyId }) => keys.has(applyId)).map(({ examId }) => examId),
  ]);
}

/** Tells the people who publish results that those of an exam are no longer what the answers give. */
async function tellOutdated(engine: Engine, db: Tx, examId: number): Promise<void> {
  const found = await sql<
    Columns<typeof registry.onlineExam, 'examName' | 'version' | 'provinceId'> & { count: number }
  >`
    select exam_name, version, province_id, ${outdatedCount(resultFigure, sql`exam_id`)} as count
    from t_online_exam where exam_id = ${examId}`.execute(db);
  const [exam] = found.rows;
  if (!exam) return;
  await tell(engine, db, 'resultsOutdated', {
    // Once for each publication and number of candidates.
    occasion: `onlineExam:${examId}/${exam.version}/${exam.count}`,
    people: holdersOf(
      'exam:exam:publish',
      sql<SqlBool>`u.partners_id is null and u.agent_id is null
        and (u.province_id is null or u.province_id is not distinct from ${exam.provinceId})`,
    ),
    values: { exam: exam.examName, count: String(exam.count) },
    rowId: examId,
  });
}

/**
 * Opens the results of exams again that no longer are what the answers give, after something that they depend on has
 * changed. Results that are published stay as they are, are marked as outdated, and staff are notified. Call it after the
 * change, in its transaction.
 */
export async function reopenResults(
  engine: Engine,
  db: Tx,
  examIds: readonly number[],
  by: StepBy,
  cause: string,
): Promise<void> {
  if (examIds.length === 0) return;
  const states = await lockExams(db, examIds);
  const inState = (state: number) => [...states].filter(([, one]) => one === state).map(([examId]) => examId);
  const open = inState(ended);
  if (open.length > 0) await reopenOutdated(engine, db, open, by, cause);
  const out = inState(published);
  if (out.length === 0) return;
  const newly = await refreshOutdated(db, resultFigure, out, engine.clock.now());
  for (const examId of newly.keys()) await tellOutdated(engine, db, examId);
}
