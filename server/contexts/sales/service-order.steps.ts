import { registry } from '@yikao/model/contexts/datasets.ts';
import { payType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { cardType, entitlementSource } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, equal, plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { defineStepServer, type StepBy, type StepRow } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { cancelPayments } from '../payment/messages.ts';
import { countSold, putBackToStock } from './goods.steps.ts';
import { putBackToLiveStock } from './live-offer.ts';
import type { CardTerms } from './sellable.ts';
import { isBlacklisted } from './usage.ts';
import { grantCards, revokeCardsOf } from './user-card.steps.ts';
import { moveCouponsOf } from './user-coupon.steps.ts';

const cardIs = codesOf(cardType);

type Order = MachineRow<typeof orderSteps>;
type OrderRow = StepRow<Order>;

const { serviceOrder } = registry;

/** Payment types that a person may record: a transfer, cash, or free of charge. */
const byHand: readonly number[] = [payType.is.transfer, payType.is.offline];
const { free } = payType.is;

/** The payment type of an order recorded as paid by a person, or of a free one. */
function payTypeOf(row: OrderRow, given: Order['payType'], by: StepBy): Order['payType'] {
  if (by.kind === 'vendor') return given;
  if (compare(row.payAmount, '0') === 0) return free;
  const chosen = given ?? row.payType ?? 5;
  if (by.kind === 'person' && !byHand.includes(chosen)) {
    throw failure('invalidFields', {
      issues: [
        issue('payType', 'rule', {
          zh: '线下收款只能是对公转账或线下',
          en: 'What is booked by hand is a transfer or offline',
        }),
      ],
      labels: () => serviceOrder.fields.payType.label,
    });
  }
  return chosen;
}

/** The owners of orders and their rates at the time of payment; settlements read them from the order (0.7, 11). */
export async function attributionOf(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Partial<Order>>> {
  const found = await sql<Partial<Order> & { orderId: number }>`
    select o.order_id, u.channel_id, nullif(c.parent_id, 0) as parent_channel_id,
      coalesce(u.partners_id, c.partners_id) as partners_id, u.agent_id, u.source_id,
      coalesce(o.sale_user_id, u.sale_user_id) as sale_user_id,
      (case when c.commission_rate > 0 then c.commission_rate
        else case o.order_type when ${cardIs.guide} then p.guide_rate when ${cardIs.probability} then p.prob_rate
          when ${cardIs.list} then p.list_rate end
        end)::text as commission_rate,
      (case when above.partners_id is not null then c.parent_rate end)::text as parent_rate,
      above.partners_id as parent_partners_id, a.commission_rate::text as agent_rate
    from t_service_order as o
      join t_wish_user as u on u.user_id = o.user_id
      left join t_channel as c on c.channel_id = u.channel_id
      left join t_channel as above on above.channel_id = c.parent_id and c.parent_id > 0
      left join t_partners as p on p.partners_id = coalesce(u.partners_id, c.partners_id)
      left join t_agent as a on a.agent_id = u.agent_id
    where o.order_id = any(${[...orderIds]}::bigint[])`.execute(db);
  const id = (value: number | null | undefined) => (value == null ? null : Number(value));
  return new Map(
    found.rows.map(({ orderId, ...row }) => [
      orderId,
      {
        channelId: id(row.channelId),
        parentChannelId: id(row.parentChannelId),
        partnersId: id(row.partnersId),
        parentPartnersId: id(row.parentPartnersId),
        agentId: id(row.agentId),
        sourceId: id(row.sourceId),
        saleUserId: id(row.saleUserId),
        commissionRate: row.commissionRate ?? '0.0000',
        parentRate: row.parentRate ?? '0.0000',
        agentRate: row.agentRate ?? '0.0000',
      },
    ]),
  );
}

/** Reports whether the consumer of an order was put on the black list since it was placed (domain 4.9). */
export function isKeptFrom(
  db: Db,
  { userId, dataYear, cardTerms }: Pick<Order, 'userId' | 'dataYear' | 'cardTerms'>,
  now: Date,
): Promise<boolean> {
  const terms = cardTerms as CardTerms | null;
  return isBlacklisted(db, userId, [dataYear, ...(terms ? [terms.dataYear] : [])], now);
}

/** Releases what an order held or gave: the item of goods and the coupon. */
async function giveBack(engine: Engine, db: Tx, rows: readonly OrderRow[], cause: string): Promise<void> {
  await putBackToStock(
    db,
    rows.filter(row => row.stockTaken === 1).map(row => row.goodsId),
  );
  await putBackToLiveStock(
    db,
    rows.flatMap(row => (row.liveStockTaken === 1 && row.liveGoodsId !== null ? [row.liveGoodsId] : [])),
  );
  await moveCouponsOf(
    engine,
    db,
    rows.map(row => row.orderNo),
    'giveBack',
    cause,
  );
}

/**
 * The effects of the steps of an order, each in the step's transaction (domain 3.1): paying it grants the entitlement,
 * uses the coupon, counts the sale, and freezes owners and rates; closing, voiding or fully refunding it reverses that.
 */
export const serviceOrderStepServer = defineStepServer(orderSteps, {
  needs: {
    allowed: async ({ db, rows, now }) => {
      const kept = new Set<number>();
      for (const row of rows) if (await isKeptFrom(db, row, now)) kept.add(row.rowKey);
      return kept;
    },
  },
  effects: {
    async pay({ engine, db, rows, given, by, now }) {
      const attributions = await attributionOf(
        db,
        rows.map(row => row.rowKey),
      );
      await grantCards(
        engine,
        db,
        rows.flatMap(({ userId, cardId, cardTerms, orderNo, provinceId }) =>
          cardId === null
            ? []
            : [
                {
                  ...{
                    userId,
                    cardId,
                    sourceType: entitlementSource.is.order,
                    sourceNo: orderNo,
                    provinceId,
                  },
                  // Written only by `placeOrder`; older orders have none.
                  terms: (cardTerms ?? undefined) as CardTerms | undefined,
                },
              ],
        ),
        by.actor,
      );
      await moveCouponsOf(
        engine,
        db,
        rows.map(row => row.orderNo),
        'use',
        'serviceOrder.pay',
      );
      await countSold(
        db,
        rows.map(row => row.goodsId),
      );
      return new Map(
        rows.map(row => [
          row.rowKey,
          {
            values: {
              ...attributions.get(row.rowKey),
              payType: payTypeOf(row, given.payType, by),
              payTime: given.payTime ?? shanghaiTime(now),
              transactionId: given.transactionId,
              expireTime: null,
            },
          },
        ]),
      );
    },
    async close({ engine, db, rows, now }) {
      await giveBack(engine, db, rows, 'serviceOrder.close');
      for (const { orderNo } of rows) await cancelPayments(engine, db, 1, orderNo);
      return new Map(
        rows.map(row => [row.rowKey, { values: { closeTime: shanghaiTime(now), expireTime: null } }]),
      );
    },
    async void({ engine, db, rows, given, now }) {
      const orderNos = rows.map(row => row.orderNo);
      for (const orderNo of orderNos) await cancelPayments(engine, db, 1, orderNo);
      await revokeCardsOf(engine, db, orderNos, { reason: given.reason, cause: 'serviceOrder.void' });
      await giveBack(engine, db, rows, 'serviceOrder.void');
      return new Map(
        rows.map(row => [row.rowKey, { values: { refundTime: shanghaiTime(now), expireTime: null } }]),
      );
    },
    async endRefund({ engine, db, rows, given, now }) {
      const outcomes = rows.map(row => {
        const refundAmount = plus(row.refundAmount, given.refunded);
        if (compare(refundAmount, row.payAmount) > 0) {
          throw new Error(`${row.orderNo} would give back ${refundAmount} of ${row.payAmount}`);
        }
        return { row, refundAmount, whole: equal(refundAmount, row.payAmount) };
      });
      const whole = outcomes.flatMap(({ row, whole: all }) => (all ? [row] : []));
      if (whole.length > 0) {
        const cause = 'serviceOrder.endRefund';
        await revokeCardsOf(
          engine,
          db,
          whole.map(row => row.orderNo),
          { reason: null, cause },
        );
        await giveBack(engine, db, whole, cause);
      }
      const refundTime = shanghaiTime(now);
      return new Map(
        outcomes.map(({ row, refundAmount, whole: all }) => [
          row.rowKey,
          {
            to: all ? ('refunded' as const) : ('paid' as const),
            values: { refundAmount, ...(compare(given.refunded, '0') > 0 && { refundTime }) },
          },
        ]),
      );
    },
  },
});
