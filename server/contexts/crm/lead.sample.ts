import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Leads are assigned to salespeople who can see them. */
export const leadSample = defineSample(registry.lead, {
  beside: db =>
    sql`update t_admin_user set partners_id = null, province_id = null, agent_id = null, status = 1
      where sale_flag = 1 and (num_nonnulls(partners_id, province_id, agent_id) > 0 or status <> 1)`.execute(
      db,
    ),
});
