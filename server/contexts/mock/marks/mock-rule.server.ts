import { registry } from '@yikao/model/contexts/datasets.ts';
import { arrangeStatus, mockRuleType } from '@yikao/model/contexts/mock/mock.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import {
  type Change,
  type ChangeKind,
  defineServer,
  type Verdict,
} from '../../../engine/table/server-side.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { examPartner } from '../exam-facts.ts';
import { refused, rulePatternOf } from '../seats/arrangement-rules.ts';

const arrangeIs = codesOf(arrangeStatus);

const { mockRule } = registry;
type Fields = typeof mockRule.fields;

const locked = {
  zh: '已生成准考证号，号码格式不能再改，如需修改请先重置准考证号',
  en: 'Ticket numbers have been given: their pattern stays until all numbers are taken back',
} as const;

/** Fields that interpret the seats of an arrangement after it was made. */
const readAfterwards = ['snakeMode', 'separateAgent'] as const;

/** The patterns of exams that have numbers, by exam. */
async function keptPatterns(db: Tx, examIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  // Assigning numbers locks the exam first, so the pattern is either already stored or read after this change.
  const found = await sql<Columns<typeof registry.mockExam, 'examId' | 'ticketPattern'>>`
    select exam_id, ticket_pattern from t_mock_exam
    where exam_id = any(${[...examIds]}::bigint[]) order by exam_id for share`.execute(db);
  return new Map(
    found.rows.flatMap(({ examId, ticketPattern }) =>
      ticketPattern === null ? [] : [[examId, ticketPattern]],
    ),
  );
}

/** Rules behind an arrangement in force. */
async function inUse(db: Db, ruleIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await sql<Columns<typeof mockRule, 'ruleId'>>`
    select distinct rule_id from t_arrange
    where rule_id = any(${[...ruleIds]}::bigint[])
      and arrange_status in (${arrangeIs.executed}, ${arrangeIs.locked}) and not deleted`.execute(db);
  return new Set(found.rows.map(({ ruleId }) => ruleId));
}

/** Judges rules: an exam has one pattern, which stays once there are numbers, and seats keep the rule they were given by. */
async function judge(db: Tx, changes: readonly Change<Fields>[]): Promise<Verdict<Fields>[]> {
  const patterns = await keptPatterns(
    db,
    // A row without an exam is also checked, so that its other problems are reported together.
    changes.flatMap(({ row }) => row.examId ?? []),
  );
  const used = await inUse(
    db,
    changes.flatMap(({ key }) => key ?? []),
  );
  const judgeOne = async ({ row, key, values }: Change<Fields>): Promise<Verdict<Fields>> => {
    const issues: NonNullable<Verdict<Fields>['issues']>[number][] = [];
    const touches = (['ticketPattern', 'areaId', 'ruleType'] as const).some(name =>
      Object.hasOwn(values, name),
    );
    if (row.ruleType === mockRuleType.is.ticketNumbers && touches) {
      const kept = patterns.get(Number(row.examId));
      const whole =
        kept ?? (row.areaId && row.examId ? await rulePatternOf(db, row.examId) : row.ticketPattern);
      if (row.ticketPattern !== whole)
        issues.push(
          issue(
            'ticketPattern',
            'rule',
            kept
              ? locked
              : {
                  zh: '一次考试只有一种号码格式，请在“全部考区”的规则中修改',
                  en: 'An exam has one pattern of numbers: change it in the rule for all areas',
                },
          ),
        );
    }
    if (key !== undefined && used.has(key)) {
      for (const name of readAfterwards) {
        if (Object.hasOwn(values, name))
          issues.push(
            issue(name, 'rule', {
              zh: '已有考区按此规则编排，请先撤销编排再修改',
              en: 'Seats have been arranged by this rule: cancel that arrangement first',
            }),
          );
      }
    }
    return { issues };
  };
  return Promise.all(changes.map(judgeOne));
}

/** Throws if the rules of an exam no longer match the pattern of its numbers, however they were changed. */
async function keepPatterns(db: Tx, keys: readonly number[], what: ChangeKind): Promise<void> {
  const found = await sql<Columns<typeof mockRule, 'examId'>>`
    select distinct exam_id from t_mock_rule where rule_id = any(${[...keys]}::bigint[])`.execute(db);
  const patterns = await keptPatterns(
    db,
    found.rows.map(({ examId }) => examId),
  );
  for (const [examId, pattern] of patterns) {
    if ((await rulePatternOf(db, examId)) === pattern) continue;
    if (what === 'deleted' || what === 'restored') throw refused(locked.zh, locked.en);
    throw failure('invalidFields', { issues: [issue('ticketPattern', 'rule', locked)] });
  }
}

/** Server side of the rules of arrangements. */
export const mockRuleServer = defineServer(mockRule, {
  expressions: { partnersId: examPartner },
  reads: ['examId', 'areaId', 'ruleType', 'ticketPattern', 'snakeMode', 'separateAgent'],
  before: judge,
  changed: keepPatterns,
});
