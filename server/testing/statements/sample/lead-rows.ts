import { registry } from '@yikao/model/contexts/datasets.ts';
import { type SqlBool, sql } from 'kysely';
import { defineServer } from '../../../engine/table/server-side.ts';

/** A server side of the leads with a condition, which the engine puts into its statements. */
export const leadRows = defineServer(registry.lead, {
  shownTo: alias => sql<SqlBool>`${sql.ref(`${alias}.partners_id`)} is not null`,
});
