import { cardOrderSteps } from '@yikao/model/contexts/codes/card-order.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { allOf, type Tx } from '../../engine/table/sql.ts';
import { tellOfPaid } from '../notice/order-paid.ts';
import { accountWith } from '../notice/people.ts';
import type { PayableOrders } from '../payment/payable.ts';
import { receivePayments } from '../sales/receive-payments.ts';
import { enabled } from '../shared/enabled.ts';
import { purchaseBizType } from './card-order.steps.ts';

const { cardOrder } = registry;

/** A purchase that money has arrived for. */
interface OrderToPay extends Columns<typeof cardOrder, 'orderId' | 'status' | 'amount'> {
  /** Its partner is disabled or deleted by now. */
  readonly closed: boolean;
}

/** The purchase with that number, locked. */
async function lockOrder(db: Tx, orderNo: string): Promise<(OrderToPay & { kept?: string }) | undefined> {
  const found = await sql<OrderToPay>`
    select d.order_id, d.status, d.amount, p.status <> ${enabled} or p.deleted as closed
    from t_card_order as d join t_partners as p on p.partners_id = d.partners_id
    where d.order_no = ${orderNo} and not d.deleted for update of d`.execute(db);
  const [order] = found.rows;
  return order && { ...order, ...(order.closed && { kept: '合伙人已停用，原路退回' }) };
}

/** Server side of the purchases: money of a vendor pays the one that waits for it, any other is returned (domain 3.1). */
export const cardOrderServer = defineServer(cardOrder, {
  on: {
    'cardOrder.pay': (engine, db, { rows }) =>
      tellOfPaid(engine, db, rows, {
        event: 'codesPaid',
        orders: 'cardOrder',
        people: ({ userId }) => accountWith(userId),
        values: ({ amount }) => ({ amount }),
      }),
    'payRecord.pay': receivePayments(purchaseBizType, lockOrder, (engine, keys, payment) =>
      takeStep(engine, cardOrderSteps, 'pay', { keys, ...payment }),
    ),
  },
});

async function find(engine: Engine, actor: Actor, orderNo: string) {
  const where = allOf([sql<SqlBool>`d.order_no = ${orderNo}`, scopeCondition(cardOrder, actor, 'd')]);
  const found = await sql<
    Columns<typeof cardOrder, 'status' | 'amount' | 'quantity' | 'expireTime'> &
      Columns<typeof registry.card, 'cardName'>
  >`
    select d.status, d.amount, d.quantity, d.expire_time, c.card_name
    from t_card_order as d join t_card as c on c.card_id = d.card_id
    where ${where} and not d.deleted`.execute(engine.db);
  return found.rows[0];
}

/** Finds payable purchases: for people who may buy codes, within reach, while they wait for payment. */
export const payablePurchases: PayableOrders = {
  async find(engine, actor, orderNo) {
    if (!holds(actor, 'card:order:add')) throw failure('forbidden');
    const order = await find(engine, actor, orderNo);
    if (!order) return undefined;
    const { status, amount, quantity, cardName, expireTime } = order;
    if (
      status !== orderStatus.is.pending ||
      expireTime === null ||
      expireTime <= engine.clock.now() ||
      compare(amount, '0') <= 0
    )
      throw failure('notPayable');
    const title = `${cardName} × ${quantity}`;
    // The house is paid, never an account of the partner who buys.
    return { orderNo, amount, title, expireTime, partnersId: null, saleUserId: null, siteKey: null };
  },
  async see(engine, actor, orderNo) {
    return holds(actor, 'card:order:list') && (await find(engine, actor, orderNo)) !== undefined;
  },
};
