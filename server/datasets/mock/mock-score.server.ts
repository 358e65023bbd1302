import { mockMarkCalls } from '@yikao/model/calls/mock-marks.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { toFen } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { type Change, defineServer, type Verdict } from '../../engine/server-side.ts';
import { column, type Db } from '../../engine/sql.ts';
import { refused } from './arrangement-rules.ts';
import { examFacts, examPartner } from './exam-facts.ts';
import { gridOf, saveMarks } from './mark-grid.ts';
import { statisticsOf } from './mark-statistics.ts';
import { publishMarks } from './publish-marks.ts';

const { mockScore } = registry;
type Fields = typeof mockScore.fields;

/** States of an exam: marks come in, and marks that are out stay as they are (domain 3.7). */
const scoring = 6;
const published = 7;

/** What a candidate and a session say of a mark. */
interface Facts {
  readonly registered: boolean;
  readonly sameCategory: boolean;
  readonly fullScore: string;
}

/** Candidates with sessions, by `student:session`, in one statement for a whole chunk of an import. */
async function factsOf(db: Db, changes: readonly Change<Fields>[]): Promise<ReadonlyMap<string, Facts>> {
  const students = changes.map(({ row }) => Number(row.studentId ?? 0));
  const sessions = changes.map(({ row }) => Number(row.infoId ?? 0));
  const found = await sql<Facts & { key: string }>`
    select distinct s.student_id || ':' || i.info_id as key, s.reg_status = 1 as registered,
      s.joint_category_id = i.joint_category_id as "sameCategory", i.full_score::text as "fullScore"
    from unnest(${students}::bigint[], ${sessions}::bigint[]) as r(student_id, info_id)
      join t_mock_student as s on s.student_id = r.student_id join t_exam_info as i on i.info_id = r.info_id`.execute(
    db,
  );
  return new Map(found.rows.map(({ key, ...facts }) => [key, facts]));
}

const rule = (field: keyof Fields & string, zh: string, en: string): Issue<keyof Fields & string> =>
  issue(field, 'rule', { zh, en });

/** Why a mark cannot be entered so. */
function whyNot({ row, key }: Change<Fields>, facts: Facts | undefined): Issue<keyof Fields & string>[] {
  if (!facts) return [];
  const issues: Issue<keyof Fields & string>[] = [];
  if (key === undefined && !facts.registered) {
    issues.push(rule('studentId', '该考生未报名成功', 'The candidate is not registered'));
  }
  if (key === undefined && !facts.sameCategory) {
    issues.push(rule('infoId', '该科目不属于考生的类别', "The session is none of the candidate's category"));
  }
  if (row.score != null && row.absentFlag === 1) {
    issues.push(rule('score', '缺考的考生不能有成绩', 'Who was absent has no mark'));
  }
  if (row.score != null && toFen(row.score) > toFen(facts.fullScore)) {
    issues.push(rule('score', `成绩不能高于满分 ${facts.fullScore}`, `The full mark is ${facts.fullScore}`));
  }
  return issues;
}

/**
 * Keeps exams in the state they are in until the transaction ends: a mark that is on its way is there when the marks are
 * published, or comes too late and is refused.
 */
async function holdExams(db: Db, examIds: Iterable<number | null | undefined>): Promise<void> {
  const ids = [...new Set([...examIds].map(id => Number(id ?? 0)))];
  await sql`select 1 from t_mock_exam where exam_id = any(${ids}::bigint[]) order by exam_id for share`.execute(
    db,
  );
}

/** Judges marks: entered between the exam and its publishing, of a candidate of that category, within the full mark. */
async function judge(db: Db, changes: readonly Change<Fields>[]): Promise<Verdict<Fields>[]> {
  const examIds = changes.map(({ row }) => row.examId);
  await holdExams(db, examIds);
  const exams = await examFacts(db, examIds);
  const facts = await factsOf(db, changes);
  return changes.map(change => {
    const { row } = change;
    const exam = exams.get(Number(row.examId));
    if (!exam) return {};
    if (exam.examStatus !== scoring) {
      const issueOf =
        exam.examStatus >= published
          ? rule('examId', '成绩已发布，请先撤回再修改', 'The marks are published: withdraw them first')
          : rule('examId', '考试结束后才能录入成绩', 'Marks are entered once the exam is over');
      return { issues: [issueOf] };
    }
    return { issues: whyNot(change, facts.get(`${row.studentId}:${row.infoId}`)) };
  });
}

/** A value of the candidate whose mark it is. */
const ofStudent = (name: string) => (alias: string) =>
  sql`(select pup.${sql.id(name)} from t_mock_student as pup where pup.student_id = ${column(alias, 'student_id')})`;

/** What the candidate's marks came to when they were published. */
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
  before: judge,
  async changed(db, keys, what) {
    if (what !== 'deleted' && what !== 'restored') return;
    const found = await sql<{ examId: number }>`
      select distinct exam_id::integer as "examId" from t_mock_score
      where score_id = any(${[...keys]}::bigint[])`.execute(db);
    const examIds = found.rows.map(({ examId }) => examId);
    await holdExams(db, examIds);
    const exams = await examFacts(db, examIds);
    if ([...exams.values()].some(({ examStatus }) => examStatus >= published))
      throw refused('成绩已发布，请先撤回再修改', 'The marks are published: withdraw them first');
  },
  routes(app, engine) {
    handle(app, mockMarkCalls.markGrid, ({ actor, query }) => gridOf(engine, actor, query));
    handle(app, mockMarkCalls.saveMarks, ({ actor, body }) => saveMarks(engine, actor, body));
    handle(app, mockMarkCalls.publish, ({ actor, body }) => publishMarks(engine, actor, body));
    handle(app, mockMarkCalls.scoreStat, ({ actor, query }) => statisticsOf(engine, actor, query));
  },
});
