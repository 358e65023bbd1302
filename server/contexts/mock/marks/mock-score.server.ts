import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockAnalysisCalls } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { mockDoubleCalls } from '@yikao/model/contexts/mock/calls/mock-double.calls.ts';
import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { mockMarkCalls } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { exportScoreStat } from '@yikao/model/contexts/mock/mock-files.jobs.ts';
import { toFen } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import { startFeatureJob } from '../../../engine/jobs/feature/start-feature-job.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { type Change, defineServer, type Verdict } from '../../../engine/table/server-side.ts';
import { column, type Tx } from '../../../engine/table/sql.ts';
import { examFacts, examPartner } from '../exam-facts.ts';
import { refused } from '../seats/arrangement-rules.ts';
import { markShownTo } from './blind-entry.ts';
import { compareEntries, settleEntry } from './double-entry.ts';
import { gridOf, saveMarks } from './mark-grid.ts';
import { markFacts, markProblems, published, scoring, whyNoMarks } from './mark-rules.ts';
import { examOfMarks, statisticsOf, statPartsOf } from './mark-statistics.ts';
import { markChanges } from './outdated-marks.ts';
import { publishMarks } from './publish-marks.ts';
import { analysisOf } from './score-analysis.ts';

const { mockScore } = registry;
type Fields = typeof mockScore.fields;

/**
 * Locks exams in their state until the transaction ends: a mark being entered is either included in the publication or
 * too late and refused.
 */
async function holdExams(db: Tx, examIds: Iterable<number | null | undefined>): Promise<void> {
  const ids = [...new Set([...examIds].map(id => Number(id ?? 0)))];
  await sql`select 1 from t_mock_exam where exam_id = any(${ids}::bigint[]) order by exam_id for share`.execute(
    db,
  );
}

/** The comparable form of a value: a mark as a number, everything else as it is stored. */
const amounts = (name: string, value: unknown) =>
  value == null || value === '' ? null : name === 'score' ? toFen(String(value)) : JSON.stringify(value);

/**
 * Reports whether a change of a published mark is one of its comment alone. The comment is in no total and no place. A
 * file gives the other columns too: they must be as they are. An agency reads comments of published marks, and writes none.
 */
function isCommentOfPublished(
  { key, values, row, before, actor }: Change<Fields>,
  examStatus: number,
): boolean {
  if (key === undefined || examStatus !== published || actor.agentId !== null) return false;
  const given = Object.keys(values) as (keyof Fields & string)[];
  return given.every(
    name => name === 'comment' || amounts(name, row[name]) === amounts(name, before?.[name]),
  );
}

/** Judges marks: entered between the exam and its publishing, of a candidate of that category, within the full mark. */
async function judge(db: Tx, changes: readonly Change<Fields>[]): Promise<Verdict<Fields>[]> {
  const examIds = changes.map(({ row }) => row.examId);
  await holdExams(db, examIds);
  const exams = await examFacts(db, examIds);
  const keyOf = ({ row }: Change<Fields>) => ({
    studentId: Number(row.studentId ?? 0),
    infoId: Number(row.infoId ?? 0),
  });
  const facts = await markFacts(db, changes.map(keyOf));
  return changes.map(change => {
    const { row, key } = change;
    const exam = exams.get(Number(row.examId));
    if (!exam) return {};
    const closed = whyNoMarks(exam.examStatus);
    if (closed && isCommentOfPublished(change, exam.examStatus)) return {};
    if (closed) return { issues: [closed] };
    const known = facts.get(`${row.studentId}:${row.infoId}`);
    return { issues: known ? markProblems(row, known, key === undefined) : [] };
  });
}

/** A value of the mark's candidate. */
const ofStudent = (name: string) => (alias: string) =>
  sql`(select pup.${sql.id(name)} from t_mock_student as pup where pup.student_id = ${column(alias, 'student_id')})`;

/** Totals and ranks of the candidate, calculated at publication. */
const ofResult = (name: string) => (alias: string) =>
  sql`(
  select res.${sql.id(name)} from t_mock_result as res
  where res.exam_id = ${column(alias, 'exam_id')} and res.student_id = ${column(alias, 'student_id')})`;

/** Server side of the marks of mock exams. */
export const mockScoreServer = defineServer(mockScore, {
  reads: ['examId', 'studentId', 'infoId', 'score', 'absentFlag'],
  expressions: {
    partnersId: examPartner,
    ticketNo: ofStudent('ticket_no'),
    agentId: ofStudent('agent_id'),
    totalScore: ofResult('total_score'),
    rankNo: ofResult('rank_no'),
    agentRank: ofResult('agent_rank'),
  },
  shownTo: markShownTo,
  before: judge,
  async changed(db, keys, what) {
    if (what !== 'deleted' && what !== 'restored') return;
    const found = await sql<Columns<typeof mockScore, 'examId'>>`
      select distinct exam_id from t_mock_score
      where score_id = any(${[...keys]}::bigint[])`.execute(db);
    const examIds = found.rows.map(({ examId }) => examId);
    await holdExams(db, examIds);
    const exams = await examFacts(db, examIds);
    if ([...exams.values()].some(({ examStatus }) => examStatus > scoring))
      throw refused('成绩已发布，请先撤回再修改', 'The marks are published: withdraw them first');
  },
  routes(app, engine) {
    handle(app, mockMarkCalls.markGrid, ({ actor, query }) => gridOf(engine, actor, query));
    handle(app, mockMarkCalls.saveMarks, ({ actor, body }) => saveMarks(engine, actor, body));
    handle(app, mockDoubleCalls.differences, ({ actor, query }) =>
      compareEntries(engine, actor, query.examId),
    );
    handle(app, mockDoubleCalls.settle, ({ actor, body }) => settleEntry(engine, actor, body));
    handle(app, mockMarkCalls.publish, ({ actor, body }) => publishMarks(engine, actor, body));
    handle(app, mockMarkCalls.changes, ({ actor, query }) => markChanges(engine, actor, query.examId));
    handle(app, mockAnalysisCalls.analyse, ({ actor, query }) => analysisOf(engine, actor, query));
    handle(app, mockMarkCalls.scoreStat, ({ actor, query }) => statisticsOf(engine, actor, query));
    handle(app, mockMarkCalls.statParts, ({ actor, query }) => statPartsOf(engine, actor, query.examId));
    handle(app, mockFileCalls.exportScoreStat, async ({ actor, body }) => {
      await examOfMarks(engine, actor, body.examId);
      return startFeatureJob(engine, exportScoreStat, actor, body);
    });
  },
});
