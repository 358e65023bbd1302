import { type RawBuilder, sql } from 'kysely';
import { column } from '../../engine/table/sql.ts';

/** The province that the school of a row lies in (domain 8.8, `schprovinceId`). */
export function schoolProvince(alias: string): RawBuilder<unknown> {
  return sql`(select h.province_id from t_school as h where h.school_id = ${column(alias, 'school_id')})`;
}
