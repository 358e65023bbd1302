import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf } from '../../engine/table/sql.ts';
import type { PayableOrders } from '../payment/payable.ts';
import { isKeptFrom } from './service-order.steps.ts';

interface Found
  extends Columns<
    typeof registry.serviceOrder,
    'status' | 'expireTime' | 'partnersId' | 'saleUserId' | 'userId' | 'dataYear' | 'cardTerms'
  > {
  readonly amount: string;
  readonly title: string;
}

async function find(engine: Engine, actor: Actor, orderNo: string): Promise<Found | undefined> {
  const where = allOf([
    sql<SqlBool>`d.order_no = ${orderNo}`,
    scopeCondition(registry.serviceOrder, actor, 'd'),
  ]);
  const found = await sql<Found>`
    select d.status, d.pay_amount::text as amount, g.goods_name as title, d.expire_time,
      d.partners_id, d.sale_user_id, d.user_id, d.data_year, d.card_terms
    from t_service_order as d join t_goods as g on g.goods_id = d.goods_id
    where ${where} and not d.deleted`.execute(engine.db);
  return found.rows[0];
}

/** Finds payable service orders: for people who may place them, within reach, while they wait for payment. */
export const payableServiceOrders: PayableOrders = {
  async find(engine, actor, orderNo) {
    if (!holds(actor, 'order:service:add')) throw failure('forbidden');
    const order = await find(engine, actor, orderNo);
    if (!order) return undefined;
    const { status, amount, title, expireTime, partnersId, saleUserId } = order;
    if (
      status !== orderStatus.is.pending ||
      expireTime === null ||
      expireTime <= engine.clock.now() ||
      compare(amount, '0') <= 0
    )
      throw failure('notPayable');
    if (await isKeptFrom(engine.db, order, engine.clock.now())) throw failure('notPayable');
    return {
      orderNo,
      amount,
      title,
      expireTime,
      partnersId,
      saleUserId,
      siteKey: null,
    };
  },
  async see(engine, actor, orderNo) {
    return holds(actor, 'order:service:list') && (await find(engine, actor, orderNo)) !== undefined;
  },
};
