import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Condition, Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';

const leadIs = codesOf(leadStatus);

/** A lead whose number somebody else has. */
interface Clash extends Columns<typeof registry.lead, 'leadId' | 'mobile' | 'dataYear'> {
  readonly toPartnersId: number | null;
  readonly holderId: number;
  readonly fromPartnersId: number | null;
}

/**
 * Creates a request to a manager for each lead whose number another partner, or the house, has in the same year (0.7,
 * 14), once per pair. The answer to the person who added the lead is unaffected. `which` is a condition on the new
 * leads as `mine`, and the existing ones as `other`. Returns the number of requests.
 */
export async function requestTransfers(engine: Engine, db: Tx, which: Condition): Promise<number> {
  const found = await sql<Clash>`
    select mine.lead_id, mine.partners_id as to_partners_id, other.lead_id as holder_id,
      other.partners_id as from_partners_id, mine.mobile, mine.data_year
    from t_lead as mine
      join t_lead as other on other.mobile = mine.mobile and other.data_year = mine.data_year
        and other.lead_id <> mine.lead_id and other.partners_id is distinct from mine.partners_id
        and other.lead_status <> ${leadIs.invalid} and not other.deleted
    where ${which} and mine.lead_status <> ${leadIs.invalid} and not mine.deleted
      and not exists (select 1 from t_lead_transfer as t
        where (t.lead_id, t.holder_id) in ((mine.lead_id, other.lead_id), (other.lead_id, mine.lead_id))
          and not t.deleted)
    order by mine.lead_id, other.lead_id`.execute(db);
  const { rows } = found;
  // Without a person: neither the person who added the lead nor any history must show it.
  await insertRows(engine, db, registry.leadTransfer, rows, { by: elevated() });
  return rows.length;
}

/** The condition that the new lead is one of these. */
export function amongLeads(keys: readonly number[]): Condition {
  return sql<SqlBool>`mine.lead_id = any(${[...keys]}::bigint[])`;
}
