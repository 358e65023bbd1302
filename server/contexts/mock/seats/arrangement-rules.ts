import { createHash } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  candidateOrder,
  mockRegStatus,
  mockRuleType,
  roomFilling,
  seatSnake,
} from '@yikao/model/contexts/mock/mock.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { SnakeMode } from '@yikao/model/rules/room-layout.ts';
import { sequentialPattern } from '@yikao/model/rules/ticket-number.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';

const mockRuleIs = codesOf(mockRuleType);
const orderIs = codesOf(orderStatus);
const mockRegIs = codesOf(mockRegStatus);

const { mockExam } = registry;

/** A refusal with a custom message. */
export function refused(zh: string, en: string): Error {
  return failure('unmetNeeds', { params: { zh, en } });
}

/** An exam that is worked on. */
export interface LockedExam {
  readonly examId: number;
  readonly examNo: number;
  readonly dataYear: number;
  readonly provinceId: number;
  readonly examStatus: number;
  readonly ticketTime: Date | null;
}

const lockedColumns = sql`exam_id, exam_no, data_year,
  province_id, exam_status, ticket_time`;

/**
 * Locks an exam for the consequences of a step, without checking its actor, if it is in one of these states;
 * undefined in other states, which is checked without a lock.
 */
export async function examUnderLock(
  db: Tx,
  examId: number,
  states: readonly number[],
): Promise<LockedExam | undefined> {
  const seen = await sql`
    select 1 from t_mock_exam where exam_id = ${examId} and exam_status = any(${[...states]}::integer[])`.execute(
    db,
  );
  if (seen.rows.length === 0) return undefined;
  const found = await sql<LockedExam>`
    select ${lockedColumns} from t_mock_exam where exam_id = ${examId} for update`.execute(db);
  return found.rows.find(({ examStatus }) => states.includes(examStatus));
}

/**
 * Locks an exam that the actor may change until the transaction ends: numbers and seats of an exam are assigned one
 * after the other, and its marks are published as a whole. Throws `notFound`, also for people with read-only access
 * such as agencies.
 */
export async function lockExam(engine: Engine, db: Tx, actor: Actor, examId: number): Promise<LockedExam> {
  const row = await findRow(engine, db, mockExam, actor, examId, { stored: true, forUpdate: true });
  if (!row) throw failure('notFound');
  const found = await sql<LockedExam>`
    select ${lockedColumns} from t_mock_exam as d where exam_id = ${examId} and ${scopeCondition(mockExam, actor, 'd', 'write')}`.execute(
    db,
  );
  const [exam] = found.rows;
  if (!exam) throw failure('notFound');
  return exam;
}

/** The order of candidates (domain H8, 4.1). */
export interface OrderRule {
  readonly orderMode: number;
  readonly seed: string | null;
}

/** A rule of an exam; unset options have the defaults of the form. */
export interface ArrangementRule extends OrderRule {
  readonly ruleId: number | null;
  readonly ticketPattern: string;
  readonly separateAgent: number;
  readonly snakeMode: SnakeMode;
  readonly fillMode: 1 | 2;
  readonly mixCategory: number;
  readonly spareNum: number;
}

const usual: ArrangementRule = {
  ...{ ruleId: null, ticketPattern: sequentialPattern, orderMode: candidateOrder.is.random, seed: null },
  ...{
    separateAgent: 1,
    snakeMode: seatSnake.is.snakeColumns,
    fillMode: roomFilling.is.full,
    mixCategory: 0,
    spareNum: 0,
  },
};

const ruleColumns = sql`rule_id, ticket_pattern,
  order_mode, seed, separate_agent, snake_mode, fill_mode, mix_category, spare_num`;

/**
 * The rule of an area, else of the exam, else the default; or the named one. Throws `notFound` if it does not exist.
 */
export async function ruleOf(
  db: Db,
  {
    examId,
    areaId,
    ruleType,
    ruleId,
  }: {
    readonly examId: number;
    readonly areaId: number;
    readonly ruleType: 1 | 2;
    readonly ruleId?: number | null | undefined;
  },
): Promise<ArrangementRule> {
  const found = await sql<ArrangementRule>`
    select ${ruleColumns} from t_mock_rule
    where exam_id = ${examId} and rule_type = ${ruleType} and not deleted and area_id in (0, ${areaId})
      ${ruleId == null ? sql`` : sql`and rule_id = ${ruleId}`}
    order by area_id desc limit 1`.execute(db);
  if (ruleId != null && !found.rows[0]) throw failure('notFound');
  return found.rows[0] ?? usual;
}

/** The rule that produced an arrangement, even if it was deleted since; the default if there was none. */
export async function ruleOfArrangement(db: Db, arrangeId: number): Promise<ArrangementRule> {
  const found = await sql<ArrangementRule>`
    select ${ruleColumns} from t_mock_rule
    where rule_id = (select rule_id from t_arrange where arrange_id = ${arrangeId})`.execute(db);
  return found.rows[0] ?? usual;
}

/**
 * The pattern of an exam's numbers: one for all of its areas, fixed from the first number until all numbers are reset
 * (domain 4.3).
 */
export async function patternOf(db: Db, examId: number): Promise<string> {
  const found = await sql<Columns<typeof registry.mockExam, 'ticketPattern'>>`
    select ticket_pattern from t_mock_exam where exam_id = ${examId}`.execute(db);
  return found.rows[0]?.ticketPattern ?? (await rulePatternOf(db, examId));
}

/** The pattern in the rules of an exam. */
export async function rulePatternOf(db: Db, examId: number): Promise<string> {
  return (await ruleOf(db, { examId, areaId: 0, ruleType: mockRuleType.is.ticketNumbers })).ticketPattern;
}

/** 1 for an exam whose numbers contain the seat, else 0; the same as `isSeatPattern` of {@link patternOf}. */
export function numberedBySeat(examId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select case when pattern like '%{rrr}%' or pattern like '%{ss}%' then 1 else 0 end
    from (select coalesce(
      (select ticket_pattern from t_mock_exam as kept where kept.exam_id = ${examId}),
      (select ticket_pattern from t_mock_rule as rule where rule.exam_id = ${examId}
        and rule.rule_type = ${mockRuleIs.ticketNumbers}
        and rule.area_id = 0 and not rule.deleted limit 1)) as pattern) as of_exam)`;
}

/** Stores the pattern of an exam's numbers, if none is stored yet. */
export async function keepPattern(db: Db, examId: number, pattern: string): Promise<void> {
  await sql`
    update t_mock_exam set ticket_pattern = ${pattern}
    where exam_id = ${examId} and ticket_pattern is null`.execute(db);
}

/** A candidate to number or seat. */
export interface PlacedCandidate
  extends Columns<
    typeof registry.mockStudent,
    'studentId' | 'agentId' | 'jointCategoryId' | 'studentName' | 'ticketNo'
  > {
  /** Time of payment, or else of registration. */
  readonly since: string;
}

/** The registered candidates of an area. */
export async function candidatesOf(
  db: Db,
  examId: number,
  areaId: number,
): Promise<readonly PlacedCandidate[]> {
  const found = await sql<PlacedCandidate>`
    select s.student_id, s.agent_id, s.joint_category_id, s.student_name, s.ticket_no,
      coalesce(o.pay_time, s.create_time)::text as since
    from t_mock_student as s
      left join lateral (select pay_time from t_mock_order where student_id = s.student_id
        and status = ${orderIs.paid} and not deleted
        order by order_id desc limit 1) as o on true
    where s.exam_id = ${examId} and s.area_id = ${areaId} and s.reg_status = ${mockRegIs.registered} and not s.deleted
    order by s.student_id`.execute(db);
  return found.rows;
}

const byPinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin');

/** Candidates in the order of a rule; the same seed gives the same order (domain 4.1, 2). */
export function inOrder<C extends PlacedCandidate>(
  candidates: readonly C[],
  { orderMode }: OrderRule,
  seed: string,
): C[] {
  const first = (one: C, other: C) => one.studentId - other.studentId;
  const text = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  switch (orderMode) {
    case 2:
      return candidates.toSorted((a, b) => text(a.since, b.since) || first(a, b));
    case 3:
      return candidates.toSorted((a, b) => text(a.ticketNo ?? '~', b.ticketNo ?? '~') || first(a, b));
    case 4:
      return candidates.toSorted((a, b) => byPinyin.compare(a.studentName, b.studentName) || first(a, b));
    default: {
      const drawn = new Map(
        candidates.map(({ studentId }) => [
          studentId,
          createHash('sha256').update(`${seed}:${studentId}`).digest('hex'),
        ]),
      );
      const lot = ({ studentId }: C) => drawn.get(studentId) ?? '';
      return candidates.toSorted((a, b) => text(lot(a), lot(b)) || first(a, b));
    }
  }
}
