import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { column, type Db } from '../../engine/sql.ts';

/** The facts of an exam that its rows need. */
export interface ExamFacts {
  readonly examId: number;
  readonly dataYear: number;
  readonly provinceId: number;
  readonly partnersId: number;
  readonly examStatus: number;
}

/** The exams of these numbers, by number. */
export async function examFacts(
  db: Db,
  examIds: Iterable<number | null | undefined>,
): Promise<ReadonlyMap<number, ExamFacts>> {
  const ids = [...new Set([...examIds].flatMap(id => (id == null ? [] : [Number(id)])))];
  if (ids.length === 0) return new Map();
  const found = await sql<ExamFacts>`
    select exam_id::integer as "examId", data_year as "dataYear", province_id::integer as "provinceId",
      partners_id::integer as "partnersId", exam_status as "examStatus"
    from t_mock_exam where exam_id = any(${ids}::bigint[]) and not deleted`.execute(db);
  return new Map(found.rows.map(row => [row.examId, row]));
}

/** The partner of a row's exam, by which lists of its rows are asked. */
export function examPartner(alias: string): RawBuilder<unknown> {
  return sql`(select owner.partners_id from t_mock_exam as owner where owner.exam_id = ${column(alias, 'exam_id')})`;
}
