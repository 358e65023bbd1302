import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { refundSteps } from '@yikao/model/contexts/sales/refund.machine.ts';
import { type RefundFacts, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { entitlementSource, refundStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { halfUp2 } from '@yikao/model/rules/money.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { defineServer } from '../../../engine/table/server-side.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { tellOfRefunds } from '../order-notice.ts';
import { applyForRefund, leftOf } from './apply-refund.ts';
import { purchasedCodes } from './purchased-codes.ts';
import { refundsTold } from './refund-vendor.ts';
import { findRefundable, refundableOrders } from './refundable-orders.ts';

const entitlementSourceIs = codesOf(entitlementSource);

const { refund } = registry;

interface Entitled
  extends Columns<
    typeof registry.userCard,
    'usedNum' | 'countLimit' | 'startTime' | 'expireTime' | 'status'
  > {
  readonly cardName: string | null;
}

/** The entitlements of an order, and their use. */
async function entitlementsOf(db: Db, orderNo: string): Promise<Entitled[]> {
  const found = await sql<Entitled>`
    select c.card_name, u.used_num, u.count_limit, u.start_time, u.expire_time, u.status
    from t_user_card as u left join t_card as c on c.card_id = u.card_id
    where u.source_type = ${entitlementSourceIs.order} and u.source_no = ${orderNo} and not u.deleted
      order by u.id`.execute(db);
  return found.rows;
}

/** `GET /api/pay/refund/facts`. Throws `notFound` for an order out of reach. */
async function facts(
  engine: Engine,
  actor: Actor,
  { bizType, orderNo }: { readonly bizType: number; readonly orderNo: string },
): Promise<RefundFacts> {
  return transact(engine.db, async db => {
    const order = await findRefundable(db, bizType, orderNo, { actor, locked: false });
    if (!order) throw failure('notFound');
    const given = bizType === payBizType.is.service ? await entitlementsOf(db, orderNo) : [];
    const of = refundableOrders(bizType);
    if (!of) throw failure('notFound');
    const codes = bizType === payBizType.is.codes ? await purchasedCodes(db, order.orderId) : null;
    const use = (await of.uses(db, [orderNo])).get(orderNo);
    const { payAmount, refundAmount } = order;
    return {
      bizType,
      orderNo,
      payAmount: Number(payAmount),
      refundAmount: Number(refundAmount),
      refundable: Number(await leftOf(db, of, order)),
      used: (use?.usedNum ?? 0) > 0,
      codes: codes && { ...codes, moved: [...codes.moved] },
      entitlements: given.map(row => ({
        ...row,
        startTime: row.startTime && shanghaiTime(row.startTime),
        expireTime: shanghaiTime(row.expireTime),
      })),
    };
  });
}

function refundRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, salesCalls.applyRefund, ({ actor, body: { bizType, orderNo, amount, reason, force } }) =>
    transact(engine.db, db =>
      applyForRefund(engine, db, actor, {
        ...{ bizType, orderNo, reason, amount: halfUp2(amount), force: force === 1 },
      }),
    ),
  );
  handle(app, salesCalls.refundFacts, ({ actor, query }) => facts(engine, actor, query));
}

/** States of a refund that a vendor's answer can change. */
const states = refundStatus.is;

/** Applies the vendor's outcomes of parts to their refunds, once no part is under way any more. */
async function settle(
  engine: Engine,
  db: Tx,
  partNos: readonly string[],
  cause: string,
  { errorMsg, ...given }: { errorMsg?: string; channelRefundNo: string | null; refundTime: string | null },
): Promise<void> {
  const by = { kind: 'step', cause } as const;
  for (const { refundId: keys, refundStatus, outcome } of await refundsTold(db, partNos)) {
    if (outcome === 'waiting') continue;
    if (outcome === 'failed') {
      if (refundStatus !== states.processing) continue;
      const why = errorMsg ?? '部分款项未能退回';
      await takeStep(engine, refundSteps, 'fail', { keys, by, given: { errorMsg: why }, within: db });
    } else if (refundStatus === states.done) {
      // A person had already recorded a manual refund.
      await takeStep(engine, refundSteps, 'overpaid', {
        ...{ keys, by, within: db },
        given: { errorMsg: '已线下退款，支付渠道随后又退回一次，请向考生追回' },
      });
    } else {
      await takeStep(engine, refundSteps, 'succeed', { keys, by, given, within: db });
    }
  }
}

/** Server side of the refunds: how one ends at its vendor ends it here, in the same transaction. */
export const refundServer = defineServer(refund, {
  routes: refundRoutes,
  on: {
    'refund.audit': (engine, db, { rows }) => tellOfRefunds(engine, db, rows),
    async 'payRefund.done'(engine, db, { rows, given }) {
      const { channelRefundNo, refundTime } = given;
      const nos = rows.map(row => row.refundNo);
      await settle(engine, db, nos, 'payRefund.done', { channelRefundNo, refundTime });
    },
    async 'payRefund.fail'(engine, db, { rows, given: { errorMsg } }) {
      const nos = rows.map(row => row.refundNo);
      await settle(engine, db, nos, 'payRefund.fail', { errorMsg, channelRefundNo: null, refundTime: null });
    },
    async 'payRefund.stop'(engine, db, { rows, given: { errorMsg } }) {
      const nos = rows.map(row => row.refundNo);
      await settle(engine, db, nos, 'payRefund.stop', { errorMsg, channelRefundNo: null, refundTime: null });
    },
  },
});
