import { type RefundAsk, type RefundFacts, salesCalls } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { refundSteps } from '@yikao/model/machines/sales/refund.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, halfUp2, minus, plus } from '@yikao/model/rules/money.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { handle } from '../engine/http/handle.ts';
import { insertRows } from '../engine/internal-write.ts';
import { lockRows } from '../engine/lock-rows.ts';
import { readParameter } from '../engine/parameter.ts';
import { scopeCondition } from '../engine/scope.ts';
import { defineServer } from '../engine/server-side.ts';
import { allOf, type Condition, type Db } from '../engine/sql.ts';
import { takeStep } from '../engine/steps/take-step.ts';
import { transact } from '../engine/transaction.ts';
import { madeNumber } from '../payments/numbers.ts';

const { refund, serviceOrder } = registry;

/** The order of that number within the actor's reach; undefined when there is none. */
async function orderNumbered(db: Db, actor: Actor, orderNo: string): Promise<number | undefined> {
  const where: Condition = allOf([
    sql<SqlBool>`d.order_no = ${orderNo}`,
    scopeCondition(serviceOrder, actor, 'd'),
  ]);
  const found = await sql<{ id: number }>`
    select d.order_id as id from t_service_order as d where ${where} and not d.deleted`.execute(db);
  const [row] = found.rows;
  return row && Number(row.id);
}

interface Entitled {
  readonly cardName: string | null;
  readonly usedNum: number;
  readonly countLimit: number | null;
  readonly startTime: Date | null;
  readonly expireTime: Date;
  readonly status: number;
}

/** The entitlements of an order, and their use. */
async function entitlementsOf(db: Db, orderNo: string): Promise<Entitled[]> {
  const found = await sql<Entitled>`
    select c.card_name as "cardName", u.used_num as "usedNum", u.count_limit as "countLimit",
      u.start_time as "startTime", u.expire_time as "expireTime", u.status
    from t_user_card as u left join t_card as c on c.card_id = u.card_id
    where u.source_type = 1 and u.source_no = ${orderNo} and not u.deleted order by u.id`.execute(db);
  return found.rows;
}

/** `GET /api/pay/refund/facts`. Throws `notFound` for an order out of reach. */
async function facts(engine: Engine, actor: Actor, orderNo: string): Promise<RefundFacts> {
  const orderId = await orderNumbered(engine.db, actor, orderNo);
  if (orderId === undefined) throw failure('notFound');
  const found = await sql<{ payAmount: string; refundAmount: string }>`
    select pay_amount::text as "payAmount", refund_amount::text as "refundAmount"
    from t_service_order where order_id = ${orderId}`.execute(engine.db);
  const { payAmount = '0', refundAmount = '0' } = found.rows[0] ?? {};
  const given = await entitlementsOf(engine.db, orderNo);
  return {
    orderNo,
    payAmount: Number(payAmount),
    refundAmount: Number(refundAmount),
    refundable: Number(minus(payAmount, refundAmount)),
    entitlements: given.map(row => ({
      ...row,
      startTime: row.startTime && shanghaiTime(row.startTime),
      expireTime: shanghaiTime(row.expireTime),
    })),
  };
}

/**
 * `POST /api/pay/apply_refund` (spec section 7, domain G9): applies for money to go back of a paid order. Up to
 * `pay.autoRefundMax` in all of an entitlement that was not used it is approved by itself. Throws `notFound` for an
 * order out of reach, `notAllowedNow` for one that is not paid, `invalidFields` for more than is left, `unmetNeeds`
 * while another refund of it is open.
 */
async function apply(engine: Engine, actor: Actor, { bizType, orderNo, amount: asked, reason }: RefundAsk) {
  const wrong = (field: 'bizType' | 'amount', zh: string, en: string) =>
    failure('invalidFields', {
      issues: [issue(field, 'rule', { zh, en })],
      labels: () => refund.fields[field].label,
    });
  if (bizType !== 1)
    throw wrong('bizType', '目前只支持服务订单退款', 'Service orders alone can be refunded yet');
  const amount = halfUp2(asked);
  return transact(engine.db, async db => {
    const orderId = await orderNumbered(db, actor, orderNo);
    const [order] = orderId === undefined ? [] : await lockRows(engine, db, serviceOrder, [orderId], actor);
    if (!order) throw failure('notFound');
    if (order.status !== 1) throw failure('notAllowedNow');
    const left = minus(String(order.payAmount), String(order.refundAmount));
    if (compare(amount, '0') <= 0)
      throw wrong('amount', '退款金额须大于 0', 'The refund must be more than 0');
    if (compare(amount, left) > 0)
      throw wrong('amount', `最多可退 ${left} 元`, `At most ${left} yuan can go back`);
    const open = await sql`
      select 1 from t_refund where biz_type = ${bizType} and order_no = ${orderNo} and refund_status in (1, 2, 5)
        and not deleted`.execute(db);
    if (open.rows.length > 0) {
      throw failure('unmetNeeds', {
        params: { zh: '该订单已有未完成的退款', en: 'A refund of this order is open already' },
      });
    }
    const used = await entitlementsOf(db, orderNo);
    const usedNum = used.reduce((total, row) => total + row.usedNum, 0);
    const [refundId = 0] = await insertRows(
      engine,
      db,
      refund,
      [
        {
          refundNo: madeNumber('R', engine.clock.now()),
          bizType,
          orderNo,
          amount,
          payAmount: order.payAmount,
          usedNum,
          countLimit: used[0]?.countLimit ?? null,
          reason,
          applyBy: actor.userId,
          orderId,
          partnersId: order.partnersId,
          provinceId: order.provinceId,
          saleUserId: order.saleUserId,
        },
      ],
      { by: actor },
    );
    const most = await readParameter(db, 'pay.autoRefundMax');
    // All that went back counts: many small refunds are no way round the review.
    const inAll = plus(String(order.refundAmount), amount);
    if (usedNum > 0 || compare(inAll, most) > 0) return { refundId, refundStatus: 1 };
    await takeStep(engine, refundSteps, 'passBySelf', {
      keys: refundId,
      by: { kind: 'step', actor, cause: 'refund.apply' },
      within: db,
    });
    return { refundId, refundStatus: 2 };
  });
}

function refundRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, salesCalls.applyRefund, ({ actor, body }) => apply(engine, actor, body));
  handle(app, salesCalls.refundFacts, ({ actor, query }) => facts(engine, actor, query.orderNo));
}

/** The refunds that somebody applied for, of those that a vendor tells of; money that should not have come has none. */
async function appliedFor(
  db: Db,
  refundNos: readonly string[],
  statuses: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select refund_id as id from t_refund where refund_no = any(${[...refundNos]}::text[])
      and refund_status = any(${[...statuses]}::smallint[]) and not deleted`.execute(db);
  return found.rows.map(({ id }) => Number(id));
}

/** Server side of the refunds: how one ends at its vendor ends it here, in the same transaction. */
export const refundServer = defineServer(refund, {
  routes: refundRoutes,
  on: {
    async 'payRefund.done'(engine, db, { rows, given }) {
      const keys = await appliedFor(
        db,
        rows.map(row => row.refundNo),
        [2, 5],
      );
      if (keys.length === 0) return;
      const { channelRefundNo, refundTime } = given;
      await takeStep(engine, refundSteps, 'succeed', {
        keys,
        by: { kind: 'step', cause: 'payRefund.done' },
        given: { channelRefundNo, refundTime },
        within: db,
      });
    },
    async 'payRefund.fail'(engine, db, { rows, given }) {
      const keys = await appliedFor(
        db,
        rows.map(row => row.refundNo),
        [2],
      );
      if (keys.length === 0) return;
      await takeStep(engine, refundSteps, 'fail', {
        keys,
        by: { kind: 'step', cause: 'payRefund.fail' },
        given: { errorMsg: given.errorMsg },
        within: db,
      });
    },
  },
});
