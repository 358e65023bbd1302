import { registry } from '@yikao/model/datasets/index.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { mockOrderSteps } from '@yikao/model/machines/mock/mock-order.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { insertRows } from '../../engine/internal-write.ts';
import { readParameter } from '../../engine/parameter.ts';
import type { Db } from '../../engine/sql.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { madeNumber } from '../../payments/numbers.ts';

const { mockOrder } = registry;

const hourMs = 3_600_000;
/** Paid by nobody: the exam is free for the candidate (domain 0.5, `@payType`). */
const free = 9;

type Student = Pick<RowOf<typeof registry.mockStudent>, 'examId' | 'agentId' | 'studentName' | 'idNo'> & {
  readonly rowKey: number;
};

/** The fee of a candidate of an exam and agency, and who pays it: 0 nobody, 1 the candidate, 2 the agency. */
interface Terms {
  readonly fee: string;
  readonly payMode: number;
  readonly partnersId: number;
}

/** The terms of exams and of agencies in them, by `exam:agency`; the exam alone where there is no agency. */
async function termsOf(
  db: Db,
  students: readonly Student[],
): Promise<(student: Student) => Terms | undefined> {
  const examIds = [...new Set(students.map(({ examId }) => examId))];
  const found = await sql<Terms & { examId: number; agentId: number | null }>`
    select e.exam_id::integer as "examId", a.agent_id::integer as "agentId", e.partners_id::integer as "partnersId",
      coalesce(a.fee, e.fee)::text as fee,
      case when e.pay_mode = 0 then 0 else coalesce(nullif(a.pay_mode, 0), e.pay_mode) end::integer as "payMode"
    from t_mock_exam as e
      left join t_exam_agent as a on a.exam_id = e.exam_id and a.status = 1 and not a.deleted
    where e.exam_id = any(${examIds}::bigint[])
    union
    select exam_id::integer, null, partners_id::integer, fee::text, pay_mode::integer from t_mock_exam
    where exam_id = any(${examIds}::bigint[])`.execute(db);
  const known = new Map(found.rows.map(row => [`${row.examId}:${row.agentId ?? ''}`, row]));
  return ({ examId, agentId }) => known.get(`${examId}:${agentId ?? ''}`) ?? known.get(`${examId}:`);
}

/** So many order numbers, of which no order has one. */
async function freshNumbers(db: Db, count: number, now: Date): Promise<string[]> {
  const fresh = new Set<string>();
  while (fresh.size < count) {
    const tried = Array.from({ length: count - fresh.size }, () => madeNumber('M', now));
    const taken = await sql<{ orderNo: string }>`
      select order_no as "orderNo" from t_mock_order where order_no = any(${tried}::text[])`.execute(db);
    const known = new Set(taken.rows.map(({ orderNo }) => orderNo));
    for (const orderNo of tried) if (!known.has(orderNo)) fresh.add(orderNo);
  }
  return [...fresh];
}

/**
 * Places an order for each candidate who has registered (domain 3.7), all in one statement. Whoever has nothing to
 * pay is registered at once; a candidate who pays alone has until `mock.cancelHours` have passed, an agency until the
 * staff close its orders.
 */
export async function placeMockOrders(
  engine: Engine,
  db: Db,
  students: readonly Student[],
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<void> {
  if (students.length === 0) return;
  const terms = await termsOf(db, students);
  const hours = Number(await readParameter(db, 'mock.cancelHours'));
  const expireTime = shanghaiTime(new Date(now.getTime() + hours * hourMs));
  const numbers = await freshNumbers(db, students.length, now);
  const rows = students.flatMap((student, at) => {
    const of = terms(student);
    if (!of) return [];
    const amount = of.payMode === 0 ? '0.00' : of.fee;
    return [
      {
        orderNo: numbers[at],
        examId: student.examId,
        studentId: student.rowKey,
        studentName: student.studentName,
        idNo: student.idNo,
        agentId: student.agentId,
        partnersId: of.partnersId,
        amount,
        expireTime: of.payMode === 1 && compare(amount, '0') > 0 ? expireTime : null,
      },
    ];
  });
  const keys = await insertRows(engine, db, mockOrder, rows, { by: actor });
  const nothing = keys.filter((_, at) => compare(rows[at]?.amount ?? '0', '0') === 0);
  if (nothing.length === 0) return;
  await takeStep(engine, mockOrderSteps, 'pay', {
    keys: nothing,
    by: { kind: 'step', cause: 'mockStudent.add', actor },
    given: { payType: free, payTime: null, transactionId: null, batchNo: null },
    within: db,
  });
}
