import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { tableName } from '../../../engine/table/naming.ts';
import { type Db, readKeys } from '../../../engine/table/sql.ts';
import { createdBefore, living } from './living.ts';

/** Counts leads by their keys: a statement made of parts of two files, with a branch. */
export async function countLeads(db: Db, day: Date, mobile?: string): Promise<unknown> {
  const found = await sql`
    select l.lead_id as key, count(*)::integer as count from ${sql.table(tableName(registry.lead))} as l
    where ${living} and ${createdBefore('l', day)}
      and ${mobile === undefined ? sql`true` : sql`l.mobile = ${mobile}`}
    group by l.lead_id`.execute(db);
  return found.rows;
}

/** The last lead after another one: a statement that a helper runs. */
export function lastLead(db: Db, after: number): Promise<number[]> {
  return readKeys(db, sql`select max(l.lead_id) as key from t_lead as l where l.lead_id > ${after}::integer`);
}
