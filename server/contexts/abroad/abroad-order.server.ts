import { abroadCalls } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { abroadOrderSteps } from '@yikao/model/contexts/abroad/abroad-order.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { startExport } from '../../engine/jobs/start.ts';
import type { Query } from '../../engine/read/filters.ts';
import { page } from '../../engine/read/page.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { allOf, type Tx } from '../../engine/table/sql.ts';
import { tellOfPaid } from '../notice/order-paid.ts';
import { accountWith } from '../notice/people.ts';
import type { PayableOrders } from '../payment/payable.ts';
import { receivePayments } from '../sales/receive-payments.ts';
import { abroadBizType } from './abroad-order.steps.ts';
import { placeAbroadOrder } from './place-abroad-order.ts';

const { abroadOrder } = registry;

/** The order with that number, locked. */
async function lockOrder(db: Tx, orderNo: string) {
  const found = await sql<Columns<typeof abroadOrder, 'orderId' | 'status' | 'amount'>>`
    select order_id, status, amount from t_abroad_order
    where order_no = ${orderNo} and not deleted for update`.execute(db);
  return found.rows[0];
}

/**
 * Server side of the orders of programmes: the specification's addresses, and the money of vendors, which pays the
 * order that waits for it; money that comes late or twice is returned (domain 3.1; 0.7, 21).
 */
export const abroadOrderServer = defineServer(abroadOrder, {
  routes(app, engine) {
    handle(app, abroadCalls.orders, ({ actor, body }) =>
      page(engine, seenBy(abroadOrder, actor), actor, body as Query),
    );
    handle(app, abroadCalls.exportOrders, ({ actor, body }) =>
      startExport(engine, seenBy(abroadOrder, actor), actor, body),
    );
    handle(app, abroadCalls.place, ({ actor, body }) => placeAbroadOrder(engine, actor, body));
  },
  on: {
    'abroadOrder.pay': (engine, db, { rows }) =>
      tellOfPaid(engine, db, rows, {
        event: 'abroadPaid',
        orders: 'abroadOrder',
        people: ({ consultantId, userId }) => sql`
          ${accountWith(consultantId)}
          union all
          select 'wishUser:' || w.user_id, null, w.user_id, null, null, null, null, null
          from t_wish_user as w where w.user_id = ${userId}`,
        values: ({ amount }) => ({ amount }),
      }),
    'payRecord.pay': receivePayments(abroadBizType, lockOrder, (engine, keys, payment) =>
      takeStep(engine, abroadOrderSteps, 'pay', { keys, ...payment }),
    ),
  },
});

interface Found
  extends Columns<typeof abroadOrder, 'status' | 'amount' | 'expireTime' | 'partnersId' | 'consultantId'> {
  readonly title: string;
}

async function find(engine: Engine, actor: Actor, orderNo: string): Promise<Found | undefined> {
  const where = allOf([sql<SqlBool>`d.order_no = ${orderNo}`, scopeCondition(abroadOrder, actor, 'd')]);
  const found = await sql<Found>`
    select d.status, d.amount, i.item_name as title, d.expire_time, d.partners_id, d.consultant_id
    from t_abroad_order as d join t_abroad_item as i on i.id = d.item_id
    where ${where} and not d.deleted`.execute(engine.db);
  return found.rows[0];
}

/** Finds payable orders of programmes: for people who may place them, within reach, while they wait for payment. */
export const payableAbroadOrders: PayableOrders = {
  async find(engine, actor, orderNo) {
    if (!holds(actor, 'abroad:order:add')) throw failure('forbidden');
    const order = await find(engine, actor, orderNo);
    if (!order) return undefined;
    const { status, amount, title, expireTime, partnersId, consultantId } = order;
    if (
      status !== orderStatus.is.pending ||
      expireTime === null ||
      expireTime <= engine.clock.now() ||
      compare(amount, '0') <= 0
    )
      throw failure('notPayable');
    return { orderNo, amount, title, expireTime, partnersId, saleUserId: consultantId, siteKey: null };
  },
  async see(engine, actor, orderNo) {
    return holds(actor, 'abroad:order:list') && (await find(engine, actor, orderNo)) !== undefined;
  },
};
