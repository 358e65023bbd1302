import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { column, type Db } from '../../engine/table/sql.ts';

/** The facts of an exam that its rows need. */
export type ExamFacts = Columns<
  typeof registry.mockExam,
  'examId' | 'dataYear' | 'provinceId' | 'partnersId' | 'examStatus'
>;

/** The exams of these numbers, by number. */
export async function examFacts(
  db: Db,
  examIds: Iterable<number | null | undefined>,
): Promise<ReadonlyMap<number, ExamFacts>> {
  const ids = [...new Set([...examIds].flatMap(id => (id == null ? [] : [id])))];
  if (ids.length === 0) return new Map();
  const found = await sql<ExamFacts>`
    select exam_id, data_year, province_id, partners_id, exam_status
    from t_mock_exam where exam_id = any(${ids}::bigint[]) and not deleted`.execute(db);
  return new Map(found.rows.map(row => [row.examId, row]));
}

/** The partner of a row's exam, for filtering lists of its rows. */
export function examPartner(alias: string): RawBuilder<unknown> {
  return sql`(select owner.partners_id from t_mock_exam as owner where owner.exam_id = ${column(alias, 'exam_id')})`;
}
