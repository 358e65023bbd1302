import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, column } from '../../engine/table/sql.ts';

/** The condition that the lead on `alias` has the number: its own, or one of the leads that were merged into it. */
export function hasNumber(alias: string, number: RawBuilder<unknown>): Condition {
  const others = column(alias, 'other_mobiles');
  // Written as its index is (migration 0098).
  return sql<SqlBool>`(${column(alias, 'mobile')} = ${number}
    or string_to_array(${others}, ', ') @> array[${number}]::text[])`;
}
