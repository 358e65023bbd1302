import type { registry } from '@yikao/model/contexts/datasets.ts';
import { liveRoomGoodsSteps } from '@yikao/model/contexts/teaching/live-room-goods.machine.ts';
import { liveStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { restocked } from '../sales/goods.steps.ts';
import { setExplained } from './live/explain.ts';

const liveIs = codesOf(liveStatus);

/** The effects of the steps of goods in a live room (domain J6). */
export const liveRoomGoodsStepServer = defineStepServer(liveRoomGoodsSteps, {
  needs: {
    living: async ({ db, rows }) => {
      const found = await sql<Columns<typeof registry.live, 'id'>>`
        select id from t_live where id = any(${rows.map(row => row.liveId)}::bigint[])
          and live_status = ${liveIs.living}`.execute(db);
      const living = new Set(found.rows.map(({ id }) => id));
      return new Set(rows.filter(row => !living.has(row.liveId)).map(row => row.rowKey));
    },
    explained: async ({ db, rows }) => {
      const keys = rows.map(row => row.rowKey);
      const found = await sql<Columns<typeof registry.live, 'explainId'>>`
        select explain_id from t_live where explain_id = any(${keys}::bigint[])`.execute(db);
      const explained = new Set(found.rows.map(({ explainId }) => explainId));
      return new Set(keys.filter(key => !explained.has(key)));
    },
  },
  effects: {
    async explain({ engine, db, rows, by }) {
      for (const { liveId, rowKey: goodsRowId } of rows) {
        await setExplained(engine, db, by.actor, { liveId, goodsRowId, on: true });
      }
    },
    async unexplain({ engine, db, rows, by }) {
      for (const { liveId, rowKey: goodsRowId } of rows) {
        await setExplained(engine, db, by.actor, { liveId, goodsRowId, on: false });
      }
    },
    async off({ engine, db, rows, by }) {
      for (const { liveId, rowKey: goodsRowId } of rows) {
        await setExplained(engine, db, by.actor, { liveId, goodsRowId, on: false });
      }
    },
    restock: async ({ rows, given }) =>
      new Map(rows.map(row => [row.rowKey, { values: { stock: restocked(row.stock, given.stockChange) } }])),
  },
});
