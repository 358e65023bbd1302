import { type RawBuilder, sql } from 'kysely';

/** The leads that are not deleted. */
export const living: RawBuilder<unknown> = sql`not l.deleted`;

/** The rows that were created before a day. */
export function createdBefore(alias: string, day: Date): RawBuilder<unknown> {
  const created = sql.ref(`${alias}.create_time`);
  return sql`${created} < ${day} and ${sql.ref(`${alias}.lead_id`)} > 0`;
}
