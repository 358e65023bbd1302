import { registry } from '@yikao/model/contexts/datasets.ts';
import { upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { type Offer, wrongOrder } from './sellable.ts';

const upIs = codesOf(upStatus);
const liveIs = codesOf(registry.live.fields.liveStatus.of);

/** Goods of a live room as an order needs them. */
interface LiveGoods extends Columns<typeof registry.liveRoomGoods, 'liveId' | 'goodsId' | 'livePrice'> {
  readonly sold: boolean;
}

const isSold = sql<SqlBool>`w.up_status = ${upIs.on} and r.live_status = ${liveIs.living} and not r.deleted`;

/**
 * An offer at the price of a live room (domain J6). Throws `invalidFields` if the room does not sell these goods now,
 * and for goods of live rooms that are ordered elsewhere.
 */
export async function liveOffer(
  db: Db,
  offer: Offer,
  liveGoodsId: number | undefined,
): Promise<Offer & { readonly liveId: number | null }> {
  if (liveGoodsId === undefined) {
    if (offer.liveOnly)
      throw wrongOrder('goodsId', '直播专享商品只能在直播间购买', 'These goods are sold in live rooms alone');
    return { ...offer, liveId: null };
  }
  const found = await sql<LiveGoods>`
    select w.live_id, w.goods_id, w.live_price, ${isSold} as sold
    from t_live_room_goods as w join t_live as r on r.id = w.live_id
    where w.id = ${liveGoodsId} and not w.deleted`.execute(db);
  const [row] = found.rows;
  if (!row?.sold || row.goodsId !== offer.goodsId)
    throw wrongOrder(
      'goodsId',
      '直播间当前没有在售该商品',
      'The live room does not sell these goods at present',
    );
  return { ...offer, price: row.livePrice ?? offer.price, liveId: row.liveId };
}

/**
 * Takes a piece from the stock of a live room while it is live; returns whether that stock is limited. Of two orders
 * for the last piece the second finds none: throws `unmetNeeds`.
 */
export async function takeFromLiveStock(db: Db, liveGoodsId: number): Promise<boolean> {
  const found = await sql<{ limited: boolean }>`
    update t_live_room_goods as w set stock = case when w.stock > 0 then w.stock - 1 else w.stock end
    from t_live as r
    where w.id = ${liveGoodsId} and r.id = w.live_id and w.stock <> 0 and not w.deleted and ${isSold}
    returning w.stock >= 0 as limited`.execute(db);
  const [taken] = found.rows;
  if (!taken)
    throw failure('unmetNeeds', {
      params: { zh: '直播间的商品已售罄', en: 'The goods of the live room are sold out' },
    });
  return taken.limited;
}

/** Returns pieces to the stocks of live rooms; stocks that are no longer limited are skipped. */
export async function putBackToLiveStock(db: Db, liveGoodsIds: readonly number[]): Promise<void> {
  await sql`
    update t_live_room_goods as w set stock = w.stock + r.n
    from (select id, count(*)::integer as n from unnest(${[...liveGoodsIds]}::bigint[]) as id group by id) as r
    where w.id = r.id and w.stock >= 0`.execute(db);
}
