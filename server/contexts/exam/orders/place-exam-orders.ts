import { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { madeNumber } from '../../payment/numbers.ts';

const { examApply, examOrder } = registry;

/** An application that is approved. */
type Application = Pick<RowOf<typeof examApply>, 'examId' | 'profId' | 'studentName' | 'userId'> & {
  readonly rowKey: number;
};

/** The fees of applications by key: that of the major, else that of the exam. */
export async function feesOf(db: Db, rows: readonly Application[]): Promise<ReadonlyMap<number, string>> {
  const found = await sql<Columns<typeof examApply, 'applyId'> & Columns<typeof registry.onlineExam, 'fee'>>`
    select p.apply_id, coalesce(m.fee, e.fee) as fee
    from t_exam_apply as p join t_exam_prof as m on m.id = p.prof_id join t_online_exam as e on e.exam_id = p.exam_id
    where p.apply_id = any(${rows.map(row => row.rowKey)}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ applyId, fee }) => [applyId, fee]));
}

/** Places the orders of applications; they can be paid until the exam ends. */
export async function placeExamOrders(
  engine: Engine,
  db: Tx,
  rows: readonly Application[],
  fees: ReadonlyMap<number, string>,
  actor: Actor,
): Promise<void> {
  const ends = await sql<Columns<typeof registry.onlineExam, 'examId' | 'examEnd'>>`
    select exam_id, exam_end from t_online_exam
    where exam_id = any(${rows.map(row => row.examId)}::bigint[])`.execute(db);
  const endOf = new Map(ends.rows.map(({ examId, examEnd }) => [examId, shanghaiTime(examEnd)]));
  const partners = await sql<Columns<typeof registry.wishUser, 'userId' | 'partnersId'>>`
    select user_id, partners_id from t_wish_user
    where user_id = any(${rows.flatMap(row => row.userId ?? [])}::bigint[])`.execute(db);
  const partnerOf = new Map(partners.rows.map(({ userId, partnersId }) => [userId, partnersId]));
  await insertRows(
    engine,
    db,
    examOrder,
    rows.map(({ rowKey, examId, studentName, userId }) => ({
      orderNo: madeNumber('E', engine.clock.now()),
      applyId: rowKey,
      ...{ examId, studentName },
      partnersId: userId === null ? null : (partnerOf.get(userId) ?? null),
      amount: fees.get(rowKey) ?? '0.00',
      expireTime: endOf.get(examId) ?? null,
    })),
    { by: actor },
  );
}
