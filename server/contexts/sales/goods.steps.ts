import { goodsSteps } from '@yikao/model/contexts/sales/goods.machine.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { type Counter, count } from '../../engine/read/counters.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import type { Db } from '../../engine/table/sql.ts';

/** The effects of the steps of goods on their stock, under the lock that sales take too. */
export const goodsStepServer = defineStepServer(goodsSteps, {
  needs: {},
  effects: {
    async restock({ rows, given }) {
      return new Map(
        rows.map(row => [row.rowKey, { values: { stock: restocked(row.stock, given.stockChange) } }]),
      );
    },
    async unlimit({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { stock: -1 } }]));
    },
  },
});

/**
 * A stock after pieces were added or taken; one without a limit (-1) counts from 0. Throws `unmetNeeds` if it has too
 * few.
 */
export function restocked(stock: number | null, change: number): number {
  const had = Math.max(stock ?? 0, 0);
  if (had + change < 0) {
    throw failure('unmetNeeds', {
      params: { zh: `库存只有 ${had}，不能再减`, en: `Only ${had} are in stock` },
    });
  }
  return had + change;
}

/**
 * Takes one item of goods on sale from stock; returns whether the stock is limited, so that a return restores it. The
 * version stays, so that sales do not interfere with editing. Throws `unmetNeeds` if there is none left.
 */
export async function takeFromStock(db: Db, goodsId: number): Promise<boolean> {
  const found = await sql<{ limited: boolean }>`
    update t_goods set stock = case when stock > 0 then stock - 1 else stock end
    where goods_id = ${goodsId} and stock <> 0 and not deleted
    returning stock >= 0 as limited`.execute(db);
  const [taken] = found.rows;
  if (!taken) throw failure('unmetNeeds', { params: { zh: '商品已售罄', en: 'The goods are sold out' } });
  return taken.limited;
}

/** Returns items that orders had taken to stock; goods that are no longer limited are skipped. */
export async function putBackToStock(db: Db, goodsIds: readonly number[]): Promise<void> {
  await sql`
    update t_goods as g set stock = g.stock + r.n
    from (select id, count(*)::integer as n from unnest(${[...goodsIds]}::bigint[]) as id group by id) as r
    where g.goods_id = r.id and g.stock >= 0`.execute(db);
}

/** Pieces that were sold. */
const sold: Counter = { table: 't_goods', key: 'goods_id', column: 'sale_num' };

/** Counts pieces as sold. */
export function countSold(db: Db, goodsIds: readonly number[]): Promise<void> {
  return count(db, sold, goodsIds, 1);
}
