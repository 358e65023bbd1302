import { registry } from '@yikao/model/datasets/index.ts';
import { type SqlBool, sql } from 'kysely';
import { elevated } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { insertRows } from '../engine/internal-write.ts';
import type { Condition, Db } from '../engine/sql.ts';

/** A lead whose number somebody else has. */
interface Clash {
  readonly leadId: number;
  readonly toPartnersId: number | null;
  readonly holderId: number;
  readonly fromPartnersId: number | null;
  readonly mobile: string;
  readonly dataYear: number;
}

const id = (value: number | null) => (value === null ? null : Number(value));

/**
 * Asks a manager about each of the leads whose number another partner, or the house, holds in the same year (0.7, 14), once
 * for each pair. Whoever added the lead is answered as always, in the same way and from the same rows. `which` is a
 * condition on the new leads as `mine`, and on those that stand as `other`. Answers how many requests were made.
 */
export async function requestTransfers(engine: Engine, db: Db, which: Condition): Promise<number> {
  const found = await sql<Clash>`
    select mine.lead_id as "leadId", mine.partners_id as "toPartnersId", other.lead_id as "holderId",
      other.partners_id as "fromPartnersId", mine.mobile, mine.data_year as "dataYear"
    from t_lead as mine
      join t_lead as other on other.mobile = mine.mobile and other.data_year = mine.data_year
        and other.lead_id <> mine.lead_id and other.partners_id is distinct from mine.partners_id
        and other.lead_status <> 5 and not other.deleted
    where ${which} and mine.lead_status <> 5 and not mine.deleted
      and not exists (select 1 from t_lead_transfer as t
        where (t.lead_id, t.holder_id) in ((mine.lead_id, other.lead_id), (other.lead_id, mine.lead_id))
          and not t.deleted)
    order by mine.lead_id, other.lead_id`.execute(db);
  const rows = found.rows.map(row => ({
    ...row,
    leadId: Number(row.leadId),
    holderId: Number(row.holderId),
    toPartnersId: id(row.toPartnersId),
    fromPartnersId: id(row.fromPartnersId),
  }));
  // In nobody's name: who added the lead is told of nothing, in no history either.
  await insertRows(engine, db, registry.leadTransfer, rows, { by: elevated() });
  return rows.length;
}

/** The condition that the new lead is one of these. */
export function amongLeads(keys: readonly number[]): Condition {
  return sql<SqlBool>`mine.lead_id = any(${[...keys]}::bigint[])`;
}
