import { createHash } from 'node:crypto';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import type { SnakeMode } from '@yikao/model/rules/mock/room-layout.ts';
import { sequentialPattern } from '@yikao/model/rules/mock/ticket-number.ts';
import { sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/info.ts';
import { scopeCondition } from '../../engine/scope.ts';
import type { Db } from '../../engine/sql.ts';

const { mockExam } = registry;

/** A refusal in words of its own. */
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

const lockedColumns = sql`exam_id::integer as "examId", exam_no as "examNo", data_year as "dataYear",
  province_id::integer as "provinceId", exam_status as "examStatus", ticket_time as "ticketTime"`;

/**
 * Locks an exam for what follows from a step, whoever took it, if it is in one of these states; undefined in any other,
 * which is found out without a lock.
 */
export async function examUnderLock(
  db: Db,
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
 * Locks an exam that is the actor's to change until the transaction ends: numbers and seats of one exam are given one after
 * the other, and its marks come out as a whole. Throws `notFound`, also for who only looks on, as an agency does.
 */
export async function lockExam(engine: Engine, db: Db, actor: Actor, examId: number): Promise<LockedExam> {
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

/** How candidates are put in order (domain H8, 4.1). */
export interface OrderRule {
  readonly orderMode: number;
  readonly seed: string | null;
}

/** A rule of an exam; what nobody has said is as the form begins. */
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
  ...{ ruleId: null, ticketPattern: sequentialPattern, orderMode: 1, seed: null },
  ...{ separateAgent: 1, snakeMode: 1, fillMode: 1, mixCategory: 0, spareNum: 0 },
};

/** The rule of an area, else of the exam, else what is usual; or the one that is named. Throws `notFound` for one that is not there. */
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
    select rule_id::integer as "ruleId", ticket_pattern as "ticketPattern", order_mode::integer as "orderMode", seed,
      separate_agent::integer as "separateAgent", snake_mode::integer as "snakeMode", fill_mode::integer as "fillMode",
      mix_category::integer as "mixCategory", spare_num as "spareNum"
    from t_mock_rule
    where exam_id = ${examId} and rule_type = ${ruleType} and not deleted
      and ${ruleId == null ? sql`area_id in (0, ${areaId})` : sql`rule_id = ${ruleId}`}
    order by area_id desc limit 1`.execute(db);
  if (ruleId != null && !found.rows[0]) throw failure('notFound');
  return found.rows[0] ?? usual;
}

/** The pattern of an exam's numbers: one for all of its areas (domain 4.3). */
export async function patternOf(db: Db, examId: number): Promise<ArrangementRule> {
  return ruleOf(db, { examId, areaId: 0, ruleType: 1 });
}

/** A candidate who is to get a number or a seat. */
export interface PlacedCandidate {
  readonly studentId: number;
  readonly agentId: number | null;
  readonly jointCategoryId: number;
  readonly studentName: string;
  readonly ticketNo: string | null;
  /** When it was paid, or else registered. */
  readonly since: string;
}

/** The registered candidates of an area. */
export async function candidatesOf(
  db: Db,
  examId: number,
  areaId: number,
): Promise<readonly PlacedCandidate[]> {
  const found = await sql<PlacedCandidate>`
    select s.student_id::integer as "studentId", s.agent_id::integer as "agentId",
      s.joint_category_id::integer as "jointCategoryId", s.student_name as "studentName", s.ticket_no as "ticketNo",
      coalesce(o.pay_time, s.create_time)::text as since
    from t_mock_student as s
      left join lateral (select pay_time from t_mock_order where student_id = s.student_id and status = 1 and not deleted
        order by order_id desc limit 1) as o on true
    where s.exam_id = ${examId} and s.area_id = ${areaId} and s.reg_status = 1 and not s.deleted
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
