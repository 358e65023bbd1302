import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { setExplained } from './live/explain.ts';

/** Server side of the goods of live rooms: the room says which of them are explained (domain J6). */
export const liveRoomGoodsServer = defineServer(registry.liveRoomGoods, {
  expressions: {
    explainFlag: alias => sql`(case when exists (select 1 from t_live as room
      where room.id = ${column(alias, 'live_id')} and room.explain_id = ${column(alias, 'id')}) then 1 else 0 end)::smallint`,
  },
  on: {
    async 'liveRoomGoods.delete'(engine, db, { rows, by }) {
      for (const { liveId, rowKey: goodsRowId } of rows) {
        await setExplained(engine, db, by.actor, { liveId, goodsRowId, on: false });
      }
    },
  },
});
