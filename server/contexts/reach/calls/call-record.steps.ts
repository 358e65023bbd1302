import { registry } from '@yikao/model/contexts/datasets.ts';
import { callRecordSteps } from '@yikao/model/contexts/reach/call-record.machine.ts';
import { sql } from 'kysely';
import { findRow } from '../../../engine/read/info.ts';
import { defineStepServer } from '../../../engine/steps/step-server.ts';

/** A call of which nothing was heard says so; one that was corrected does not any more. */
export const callRecordStepServer = defineStepServer(callRecordSteps, {
  needs: {
    // Who reaches the lead may hear the recording: only people who may work on the lead link a call to it.
    async reached({ engine, db, rows, given, by }) {
      const leadId = Number(given.leadId);
      // Shared, so that a merge at the same moment does not leave the call with a lead in the trash.
      const there =
        await sql`select 1 from t_lead where lead_id = ${leadId} and not deleted for share`.execute(db);
      const found =
        there.rows.length > 0 &&
        (await findRow(engine, db, registry.lead, by.actor, leadId, { forUpdate: true }));
      return new Set(found ? [] : rows.map(row => row.rowKey));
    },
  },
  effects: {
    async connect({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: null } }]));
    },
    async giveUp({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: '没有收到话单' } }]));
    },
  },
});
