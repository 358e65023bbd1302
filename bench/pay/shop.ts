import { registry } from '@yikao/model/datasets/index.ts';
import { elevated } from '@yikao/server/engine/actor.ts';
import type { Engine } from '@yikao/server/engine/engine.ts';
import { insertRows } from '@yikao/server/engine/internal-write.ts';
import type { WechatServer } from '@yikao/server/testing/payment/wechat-server.ts';
import type { Product } from '@yikao/server/testing/product.ts';
import { sql } from 'kysely';
import { inTurns } from './in-turns.ts';

/** An order that waits for its money. */
export interface WaitingOrder {
  readonly orderNo: string;
  /** Number of the payment that the vendor has been asked to take. */
  readonly payNo: string;
}

/** What is sold, and at whom it is paid. */
export interface Shop {
  readonly accountId: number;
  readonly goodsId: number;
  readonly couponId: number;
}

/** Orders of others that the list has beside those of the measurement. */
const standing = 100_000;
/** Persons whom one call gives a coupon. */
const givenAtOnce = 200;

async function data<Data>(product: Product, path: string, body: object): Promise<Data> {
  const answer = await product.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.message}`);
  return answer.data;
}

/**
 * Opens a shop in a running product: one kind of goods and one coupon for everybody, the hardest case, since each payment
 * counts both up; with a merchant's account at `vendor`, and orders of the last year beside.
 */
export async function openShop(
  product: Product,
  engine: Engine,
  vendor: WechatServer,
  stock: number,
): Promise<Shop> {
  const { db } = engine;
  const by = elevated();
  await sql`
    insert into t_config (config_key, config_value) values ('pay.gatewayHosts', '127.0.0.1'), ('pay.expireMin', '600')
    on conflict (config_key) do update set config_value = excluded.config_value`.execute(db);
  const { apiV3Key: apiKey, ...merchant } = vendor.merchant;
  const account = { accountName: '测量账户', payChannel: 1, ...merchant, apiKey, gatewayUrl: vendor.url };
  const { accountId } = await data<{ accountId: number }>(product, registry.payAccount.path, account);
  const price = '199.00';
  const card = {
    ...{ cardName: '测量概率卡', cardType: 2, dataYear: 2026, price },
    ...{ expireTime: '2099-08-31 23:59:59', codePrefix: 'GL' },
  };
  const [cardId = 0] = await insertRows(engine, db, registry.card, [card], { by });
  const goods = { goodsName: '测量概率', goodsType: 2, cardId, dataYear: 2026, price, stock, perLimit: 0 };
  const [goodsId = 0] = await insertRows(engine, db, registry.goods, [goods], { by });
  await sql`update t_goods set up_status = 1 where goods_id = ${goodsId}`.execute(db);
  const coupon = {
    ...{ couponName: '测量立减', couponType: 3, amount: '30.00', totalNum: stock },
    ...{ validType: 2, validDays: 3, perLimit: 1 },
  };
  const [couponId = 0] = await insertRows(engine, db, registry.coupon, [coupon], { by });
  await sql`
    insert into t_service_order (order_no, order_type, goods_id, card_id, user_id, user_name, mobile, data_year,
      total_amount, discount_amount, pay_amount, refund_amount, status, pay_type, pay_time, stock_taken, create_time)
    select 'S2025' || n, 2, ${goodsId}::bigint + 1, ${cardId}, 1, '考生' || n, '139' || lpad(n::text, 8, '0'), 2025,
      199, 0, 199, 0, case n % 10 when 0 then 2 else 1 end, 1, now() - n * interval '5 minutes', 0,
      now() - n * interval '5 minutes'
    from generate_series(1, ${standing}::integer) as n`.execute(db);
  await sql`analyze t_service_order`.execute(db);
  return { accountId, goodsId, couponId };
}

/** Places orders as a clerk does, each of another consumer with a coupon, and has the vendor ready to take their money. */
export async function placeOrders(
  product: Product,
  engine: Engine,
  { goodsId, couponId }: Shop,
  count: number,
): Promise<WaitingOrder[]> {
  const consumers = Array.from({ length: count }, (_, n) => ({
    mobile: `138${String(n).padStart(8, '0')}`,
    userName: `测量${n}`,
  }));
  const userIds = await insertRows(engine, engine.db, registry.wishUser, consumers, { by: elevated() });
  for (let from = 0; from < count; from += givenAtOnce) {
    const some = userIds.slice(from, from + givenAtOnce);
    await data(product, `${registry.coupon.path}/grant`, { couponId, userIds: some });
  }
  const coupons = await sql<{ userId: number; couponNo: string }>`
    select user_id as "userId", coupon_no as "couponNo" from t_user_coupon where coupon_id = ${couponId}`.execute(
    engine.db,
  );
  return inTurns(coupons.rows, 8, async ({ userId, couponNo }) => {
    const ask = { userId: Number(userId), goodsId, couponNo };
    const { orderNo } = await data<{ orderNo: string }>(product, registry.serviceOrder.path, ask);
    const { payNo } = await data<{ payNo: string }>(product, '/api/pay/prepay', {
      bizType: 1,
      orderNo,
      payType: 1,
    });
    return { orderNo, payNo };
  });
}
