import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import { holds } from '../engine/access.ts';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { scopeCondition } from '../engine/scope.ts';
import { allOf } from '../engine/sql.ts';
import type { PayableOrders } from '../payments/payable.ts';

interface Found {
  readonly status: number;
  readonly amount: string;
  readonly title: string;
  readonly expireTime: Date | null;
  readonly partnersId: number | null;
  readonly saleUserId: number | null;
}

async function find(engine: Engine, actor: Actor, orderNo: string): Promise<Found | undefined> {
  const where = allOf([
    sql<SqlBool>`d.order_no = ${orderNo}`,
    scopeCondition(registry.serviceOrder, actor, 'd'),
  ]);
  const found = await sql<Found>`
    select d.status, d.pay_amount::text as amount, g.goods_name as title, d.expire_time as "expireTime",
      d.partners_id as "partnersId", d.sale_user_id as "saleUserId"
    from t_service_order as d join t_goods as g on g.goods_id = d.goods_id
    where ${where} and not d.deleted`.execute(engine.db);
  return found.rows[0];
}

/** How service orders are found that are to be paid: by whoever may place them, within reach, while they wait for money. */
export const payableServiceOrders: PayableOrders = {
  async find(engine, actor, orderNo) {
    if (!holds(actor, 'order:service:add')) throw failure('forbidden');
    const order = await find(engine, actor, orderNo);
    if (!order) return undefined;
    const { status, amount, title, expireTime, partnersId, saleUserId } = order;
    if (status !== 0 || expireTime === null || expireTime <= engine.clock.now() || compare(amount, '0') <= 0)
      throw failure('notPayable');
    return {
      orderNo,
      amount,
      title,
      expireTime,
      partnersId: partnersId === null ? null : Number(partnersId),
      saleUserId: saleUserId === null ? null : Number(saleUserId),
      siteKey: null,
    };
  },
  async see(engine, actor, orderNo) {
    return holds(actor, 'order:service:list') && (await find(engine, actor, orderNo)) !== undefined;
  },
};
