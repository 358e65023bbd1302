import type { registry } from '@yikao/model/contexts/datasets.ts';
import { mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { toFen } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';

const mockRegIs = codesOf(mockRegStatus);

type MarkField = keyof (typeof registry)['mockScore']['fields'] & string;

/** A mark as entered. */
export interface GivenMark {
  readonly score?: string | null | undefined;
  readonly absentFlag?: number | null | undefined;
}

/** The bounds that a candidate and a session set to a mark. */
export interface MarkFacts {
  readonly registered: boolean;
  readonly sameCategory: boolean;
  readonly fullScore: string;
}

/** Candidates with sessions, by `student:session`, in one statement for a whole chunk of an import. */
export async function markFacts(
  db: Db,
  asked: readonly { readonly studentId: number; readonly infoId: number }[],
): Promise<ReadonlyMap<string, MarkFacts>> {
  const found = await sql<MarkFacts & { key: string }>`
    select distinct s.student_id || ':' || i.info_id as key, s.reg_status = ${mockRegIs.registered} as registered,
      s.joint_category_id = i.joint_category_id as same_category, i.full_score
    from unnest(${asked.map(({ studentId }) => studentId)}::bigint[], ${asked.map(({ infoId }) => infoId)}::bigint[])
        as r(student_id, info_id)
      join t_mock_student as s on s.student_id = r.student_id join t_exam_info as i on i.info_id = r.info_id`.execute(
    db,
  );
  return new Map(found.rows.map(({ key, ...facts }) => [key, facts]));
}

const rule = (field: MarkField, zh: string, en: string): Issue<MarkField> => issue(field, 'rule', { zh, en });

/** The reason a mark is invalid; `isNew` if the candidate has none in the session yet. */
export function markProblems(mark: GivenMark, facts: MarkFacts, isNew: boolean): Issue<MarkField>[] {
  const issues: Issue<MarkField>[] = [];
  if (isNew && !facts.registered) {
    issues.push(rule('studentId', '该考生未报名成功', 'The candidate is not registered'));
  }
  if (isNew && !facts.sameCategory) {
    issues.push(rule('infoId', '该科目不属于考生的类别', "The session is none of the candidate's category"));
  }
  if (mark.score != null && mark.absentFlag === 1) {
    issues.push(rule('score', '缺考的考生不能有成绩', 'Who was absent has no mark'));
  }
  if (mark.score != null && toFen(mark.score) > toFen(facts.fullScore)) {
    issues.push(rule('score', `成绩不能高于满分 ${facts.fullScore}`, `The full mark is ${facts.fullScore}`));
  }
  return issues;
}

/**
 * The reason marks cannot be changed in this state of the exam; undefined while they are being entered (domain 3.7).
 */
export function whyNoMarks(examStatus: number): Issue<MarkField> | undefined {
  if (examStatus === scoring) return undefined;
  return examStatus > scoring
    ? rule('examId', '成绩已发布，请先撤回再修改', 'The marks are published: withdraw them first')
    : rule('examId', '考试结束后才能录入成绩', 'Marks are entered once the exam is over');
}

/** State of an exam in which marks are entered. */
export const { scoring } = mockExamStatus.is;

/** State of an exam whose marks are published. */
export const { published } = mockExamStatus.is;
