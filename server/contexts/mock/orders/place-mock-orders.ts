import { registry } from '@yikao/model/contexts/datasets.ts';
import { agencyPayMode, mockPayMode } from '@yikao/model/contexts/mock/mock.codes.ts';
import { mockOrderSteps } from '@yikao/model/contexts/mock/mock-order.machine.ts';
import { payType } from '@yikao/model/contexts/payment/payment.codes.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { madeNumber } from '../../payment/numbers.ts';
import { enabled } from '../../shared/enabled.ts';

const agencyPayModeIs = codesOf(agencyPayMode);

const mockPayModeIs = codesOf(mockPayMode);

const { mockOrder } = registry;

const hourMs = 3_600_000;
/** No payment: the exam is free for the candidate (domain 0.5, `@payType`). */
const { free } = payType.is;

type Student = Pick<RowOf<typeof registry.mockStudent>, 'examId' | 'agentId' | 'studentName' | 'idNo'> & {
  readonly rowKey: number;
};

/** The fee for a candidate of an exam and agency, and the payer: 0 nobody, 1 the candidate, 2 the agency. */
interface Terms {
  readonly fee: string;
  readonly payMode: number;
  readonly partnersId: number;
}

/** The terms of exams and of agencies in them, by `exam:agency`; by the exam alone without an agency. */
async function termsOf(
  db: Db,
  students: readonly Student[],
): Promise<(student: Student) => Terms | undefined> {
  const examIds = [...new Set(students.map(({ examId }) => examId))];
  const found = await sql<Terms & { examId: number; agentId: number | null }>`
    select e.exam_id, a.agent_id, e.partners_id,
      coalesce(a.fee, e.fee)::text as fee,
      case when e.pay_mode = ${mockPayModeIs.free} then ${mockPayModeIs.free}
        else coalesce(nullif(a.pay_mode, ${agencyPayModeIs.asExam}), e.pay_mode) end::integer as pay_mode
    from t_mock_exam as e
      left join t_exam_agent as a on a.exam_id = e.exam_id and a.status = ${enabled} and not a.deleted
    where e.exam_id = any(${examIds}::bigint[])
    union
    select exam_id, null, partners_id, fee::text, pay_mode::integer from t_mock_exam
    where exam_id = any(${examIds}::bigint[])`.execute(db);
  const known = new Map(found.rows.map(row => [`${row.examId}:${row.agentId ?? ''}`, row]));
  return ({ examId, agentId }) => known.get(`${examId}:${agentId ?? ''}`) ?? known.get(`${examId}:`);
}

/** A number of unused order numbers. */
async function freshNumbers(db: Db, count: number, now: Date): Promise<string[]> {
  const fresh = new Set<string>();
  while (fresh.size < count) {
    const tried = Array.from({ length: count - fresh.size }, () => madeNumber('M', now));
    const taken = await sql<Columns<typeof mockOrder, 'orderNo'>>`
      select order_no from t_mock_order where order_no = any(${tried}::text[])`.execute(db);
    const known = new Set(taken.rows.map(({ orderNo }) => orderNo));
    for (const orderNo of tried) if (!known.has(orderNo)) fresh.add(orderNo);
  }
  return [...fresh];
}

/**
 * Places an order for each registered candidate (domain 3.7) in one statement. A candidate with nothing to pay is
 * registered at once; one who pays in person has `mock.cancelHours`, an agency until staff close its orders.
 */
export async function placeMockOrders(
  engine: Engine,
  db: Tx,
  students: readonly Student[],
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<void> {
  if (students.length === 0) return;
  const terms = await termsOf(db, students);
  const hours = await readParameter(db, 'mock.cancelHours');
  const expireTime = shanghaiTime(new Date(now.getTime() + hours * hourMs));
  const numbers = await freshNumbers(db, students.length, now);
  const rows = students.flatMap((student, at) => {
    const of = terms(student);
    if (!of) return [];
    const amount = of.payMode === mockPayMode.is.free ? '0.00' : of.fee;
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
        expireTime: of.payMode === mockPayMode.is.candidate && compare(amount, '0') > 0 ? expireTime : null,
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
