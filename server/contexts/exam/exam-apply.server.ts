import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import {
  examPayStatus,
  examResult,
  examSwitch,
  onlineExamState,
} from '@yikao/model/contexts/exam/exam.codes.ts';
import { examApplySteps } from '@yikao/model/contexts/exam/exam-apply.machine.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { usersOf } from './users-of.ts';

const { examApply } = registry;
type Fields = typeof examApply.fields;

interface ExamFacts {
  readonly id: number;
  readonly examState: number;
  readonly status: number;
  readonly applyStart: Date;
  readonly applyEnd: Date;
}

async function examsOf(db: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ExamFacts>> {
  const found = await sql<ExamFacts>`
    select exam_id as id, exam_state, status, apply_start, apply_end from t_online_exam
    where exam_id = any(${[...ids]}::bigint[]) and not deleted for share`.execute(db);
  return new Map(found.rows.map(exam => [exam.id, exam]));
}

const rule = (zh: string, en: string): Issue<keyof Fields & string> => issue('examId', 'rule', { zh, en });

/** The reason why nobody, or no candidate, can apply for an exam now. */
function closed(exam: ExamFacts, byCandidate: boolean, now: Date): Issue<keyof Fields & string> | undefined {
  if (exam.examState === onlineExamState.is.draft || (byCandidate && exam.status !== examSwitch.is.enabled))
    return rule('考试还没有开放报名', 'The exam takes no applications yet');
  if (exam.examState >= onlineExamState.is.running)
    return rule('考试已开始，不能再报名', 'The exam has begun: it takes no applications');
  if (!byCandidate) return undefined;
  if (now < exam.applyStart) return rule('报名还没有开始', 'Registration has not begun yet');
  if (exam.examState !== onlineExamState.is.applying || now >= exam.applyEnd)
    return rule('报名已截止，请联系考务补报', 'Registration is over: ask the organiser to register late');
  return undefined;
}

/** Server side of the applications: when one may apply, the account of the candidate, and the specification's review. */
export const examApplyServer = defineServer(examApply, {
  reads: ['examId', 'profId', 'mobile', 'userId'],
  async before(db, changes) {
    const exams = await examsOf(
      db,
      changes.flatMap(({ row }) => row.examId ?? []),
    );
    const majors = await sql<Columns<typeof registry.examProf, 'id' | 'status'>>`
      select id, status from t_exam_prof
      where id = any(${changes.flatMap(({ row }) => row.profId ?? [])}::bigint[]) and not deleted`.execute(
      db,
    );
    const off = new Set(majors.rows.filter(({ status }) => status !== enable.is.enabled).map(({ id }) => id));
    const userOf = await usersOf(
      db,
      changes.map(({ row }) => row.mobile ?? ''),
    );
    return changes.map(({ key, row, values, actor, now }) => {
      const issues: Issue<keyof Fields & string>[] = [];
      const exam = exams.get(row.examId ?? 0);
      const why = key === undefined && exam ? closed(exam, actor.elevated === true, now) : undefined;
      if (why) issues.push(why);
      if (row.profId && off.has(row.profId) && (key === undefined || 'profId' in values))
        issues.push(issue('profId', 'rule', { zh: '该专业已停用', en: 'This major is disabled' }));
      return {
        issues,
        values: {
          userId: row.userId ?? userOf.get(row.mobile ?? '') ?? null,
          ...(key === undefined &&
            ({ payStatus: examPayStatus.is.unpaid, resultFlag: examResult.is.pending } as const)),
        },
      };
    });
  },
  routes(app, engine) {
    handle(app, examCalls.audit, async ({ actor, body: { applyId, auditStatus, auditRemark } }) => {
      const by = { kind: 'person', actor } as const;
      if (auditStatus === reviewStatus.is.approved) {
        const given = { auditRemark: auditRemark || null };
        await takeStep(engine, examApplySteps, 'pass', { keys: applyId, by, given });
        return undefined;
      }
      if (auditRemark === '')
        throw failure('invalidFields', {
          issues: [issue('auditRemark', 'required')],
          labels: () => examApply.fields.auditRemark.label,
        });
      await takeStep(engine, examApplySteps, 'reject', { keys: applyId, by, given: { auditRemark } });
      return undefined;
    });
  },
});
