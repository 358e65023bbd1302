import { registry } from '@yikao/model/contexts/datasets.ts';
import { liveSteps } from '@yikao/model/contexts/teaching/live.machine.ts';
import { liveStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { endSessions } from './live/sessions.ts';

const liveIs = codesOf(liveStatus);

const hourMs = 3_600_000;

/** The effects of the steps of a live room (domain 3.12). A session is a separate row, whose figures stay. */
export const liveStepServer = defineStepServer(liveSteps, {
  needs: {
    anchorFree: async ({ db, rows }) => {
      const found = await sql<Columns<typeof registry.live, 'anchorId'>>`
        select anchor_id from t_live
        where anchor_id = any(${rows.map(row => row.anchorId)}::bigint[]) and live_status = ${liveIs.living}
          and not deleted`.execute(db);
      const busy = new Set(found.rows.map(({ anchorId }) => anchorId));
      return new Set(rows.filter(row => busy.has(row.anchorId)).map(row => row.rowKey));
    },
  },
  effects: {
    async start({ engine, db, rows, by, now }) {
      const startTime = shanghaiTime(now);
      const stopDue = shanghaiTime(new Date(now.getTime() + limits.liveHours * hourMs));
      const sessions = rows.map(row => ({ liveId: row.rowKey, startTime }));
      await insertRows(engine, db, registry.liveSession, sessions, { by: by.actor });
      return new Map(rows.map(row => [row.rowKey, { values: { startTime, stopDue, stopTime: null } }]));
    },
    async stop({ engine, db, rows, by, now }) {
      const stopTime = shanghaiTime(now);
      const liveIds = rows.map(row => row.rowKey);
      await endSessions(engine, db, { liveIds, stopTime, byClock: by.kind === 'clock', actor: by.actor });
      return new Map(rows.map(row => [row.rowKey, { values: { stopTime, stopDue: null, explainId: null } }]));
    },
    reopen: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { startTime: null, stopTime: null } }])),
  },
});
