import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';

/** Server side of the audit log: the facts of a line have the job that its call started, as the job is by now. */
export const auditLogServer = defineServer(registry.auditLog, {
  expressions: {
    // Only texts that the recorder wrote are objects.
    facts: alias => sql`(case when ${column(alias, 'facts')} not like '{%' then null else (
      ${column(alias, 'facts')}::jsonb || coalesce((
        select jsonb_build_object('job', jsonb_build_object('id', started.id, 'op', started.op, 'status', started.status,
          'batch', started.import_batch, 'total', started.total, 'success', started.success_num,
          'inserted', started.insert_num, 'updated', started.update_num, 'same', started.same_num,
          'failed', started.fail_num))
        from t_biz_log as started where started.id = (${column(alias, 'facts')}::jsonb ->> 'jobId')::bigint),
        '{}'::jsonb))::text end)`,
  },
});
