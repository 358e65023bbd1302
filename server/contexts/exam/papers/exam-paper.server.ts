import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { examScoreMode, onlineExamState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { isMarkedByRule } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { compare, sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { type Change, defineServer, type Verdict } from '../../../engine/table/server-side.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { drawPaper } from './draw-paper.ts';
import { bankOf } from './question-bank.ts';
import { shownPaper } from './shown-paper.ts';

const { examPaper } = registry;
type Fields = typeof examPaper.fields;

interface Asked {
  readonly id: number;
  readonly questionType: number;
  readonly score: string;
  readonly status: number;
}

const wrong = (zh: string, en: string): Verdict<Fields> => ({
  issues: [issue('questionIds', 'rule', { zh, en })],
});

/** Checks a paper: its questions are of the subject, can be marked and stay within the full mark. */
async function judge(db: Db, { row, key, values }: Change<Fields>): Promise<Verdict<Fields>> {
  if (key !== undefined && !('questionIds' in values)) return {};
  const ids = [...(row.questionIds ?? [])];
  const asked = await sql<Asked>`
    select question_id as id, question_type, score, status from t_question
    where question_id = any(${ids}::bigint[]) and not deleted`.execute(db);
  const found = await sql<
    Columns<typeof registry.examSubject, 'fullScore' | 'scoreMode'> &
      Columns<typeof registry.onlineExam, 'examState'> & { used: boolean }
  >`
    select s.full_score, s.score_mode, e.exam_state, exists (select 1 from t_exam_sitting as given
      where given.paper_id = ${key ?? 0}) as used
    from t_exam_subject as s join t_online_exam as e on e.exam_id = s.exam_id
    where s.subject_id = ${row.subjectId ?? 0}`.execute(db);
  const [subject] = found.rows;
  if (!subject || asked.rows.length < ids.length) return {};
  if (subject.used)
    return wrong(
      '已有考生领取该试卷，不能更换试题',
      'Candidates have this paper already: its questions stay',
    );
  if (subject.examState >= onlineExamState.is.ended) return wrong('考试已结束', 'The exam is over');
  const out = asked.rows.find(one => one.status !== enable.is.enabled);
  if (out) return wrong(`试题 ${out.id} 已停用`, `Question ${out.id} is disabled`);
  if (
    subject.scoreMode === examScoreMode.is.rules &&
    asked.rows.some(one => !isMarkedByRule(one.questionType))
  )
    return wrong(
      '自动评分的科目不能有简答和作品题',
      'A subject that is marked automatically has no short answers and works',
    );
  const totalScore = sum(asked.rows.map(({ score }) => score));
  if (compare(totalScore, subject.fullScore) > 0)
    return wrong(
      `总分 ${totalScore} 超过科目满分 ${subject.fullScore}`,
      `${totalScore} marks are above the full mark of ${subject.fullScore}`,
    );
  return { values: { totalScore, questionNum: ids.length } };
}

/** Server side of the papers. */
export const examPaperServer = defineServer(examPaper, {
  reads: ['subjectId', 'questionIds'],
  before: async (db, changes) => {
    const verdicts: Verdict<Fields>[] = [];
    for (const change of changes) verdicts.push(await judge(db, change));
    return verdicts;
  },
  routes(app, engine) {
    handle(app, examCalls.draw, ({ actor, body }) => drawPaper(engine, actor, body));
    handle(app, examCalls.bank, ({ actor, query }) => bankOf(engine, actor, query.subjectId));
    handle(app, examCalls.preview, ({ actor, query }) => shownPaper(engine, actor, query.paperId));
  },
});
