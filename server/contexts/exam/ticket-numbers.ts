import type { onlineExam } from '@yikao/model/contexts/exam/online-exam.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';

/**
 * New ticket numbers of an exam: year, exam and a sequence of five digits, none of them given before. Approvals of one
 * exam wait for each other until the transaction ends.
 */
export async function newTicketNumbers(db: Tx, examId: number, count: number): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('onlineExam.ticketNo'), ${examId % 2_147_483_647}::integer)`.execute(
    db,
  );
  const found = await sql<Columns<typeof onlineExam, 'dataYear'> & { last: number }>`
    select e.data_year, coalesce((select max(right(p.ticket_no, 5)::integer) from t_exam_apply as p
      where p.exam_id = e.exam_id and p.ticket_no is not null), 0)::integer as last
    from t_online_exam as e where e.exam_id = ${examId}`.execute(db);
  const { dataYear, last } = found.rows[0] ?? { dataYear: 0, last: 0 };
  const head = `${String(dataYear).slice(-2)}${String(examId % 10_000).padStart(4, '0')}`;
  return Array.from({ length: count }, (_, at) => `${head}${String(last + 1 + at).padStart(5, '0')}`);
}
