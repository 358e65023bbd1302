import { registry } from '@yikao/model/datasets/index.ts';
import { leadSteps } from '@yikao/model/machines/lead.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';
import { column } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';

/** Server side of the leads: what a salesperson adds is that person's from the beginning (domain 3.8). */
export const leadServer = defineServer(registry.lead, {
  expressions: {
    followNum: alias => sql`(
      select count(*)::int from t_lead_follow as follows
      where follows.lead_id = ${column(alias, 'lead_id')} and not follows.deleted)`,
  },
  on: {
    'lead.add': async (engine, db, { rows, by, name }) => {
      for (const { rowKey, saleUserId } of rows) {
        if (saleUserId === null) continue;
        await takeStep(engine, leadSteps, 'assign', {
          keys: rowKey,
          given: { saleUserId },
          by: { kind: 'step', actor: by.actor, cause: name },
          within: db,
        });
      }
    },
  },
});
