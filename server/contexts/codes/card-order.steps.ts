import { cardOrderSteps } from '@yikao/model/contexts/codes/card-order.machine.ts';
import { codeRuleType } from '@yikao/model/contexts/codes/codes.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { codesFor } from '@yikao/model/contexts/sales/rules/code-price.ts';
import { failure } from '@yikao/model/errors.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, equal, plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { defineStepServer, type StepBy, type StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { cancelPayments } from '../payment/messages.ts';
import { enabled } from '../shared/enabled.ts';
import { holdCodes, settleHeld } from './order-codes.ts';
import { reserveSerials } from './serials.ts';

type Order = MachineRow<typeof cardOrderSteps>;
type OrderRow = StepRow<Order>;

/** Code purchases among the payments (domain 0.5, `@payBizType`). */
export const purchaseBizType = payBizType.is.codes;

/** Payment types that a person may record by hand (domain 0.5, `@payType`). */
const byHand: readonly number[] = [4, 5];

/** The payment type of a purchase; a person records a transfer or cash. */
function payTypeOf(given: Order['payType'], by: StepBy): Order['payType'] {
  if (by.kind === 'vendor') return given;
  const chosen = given ?? 5;
  if (!byHand.includes(chosen)) {
    throw failure('invalidFields', {
      issues: [
        issue('payType', 'rule', {
          zh: '线下收款只能是对公转账或线下',
          en: 'What is booked by hand is a transfer or offline',
        }),
      ],
      labels: () => registry.cardOrder.fields.payType.label,
    });
  }
  return chosen;
}

/**
 * Makes the rule of a paid purchase, which starts the generation of its codes as every new rule does; the unique key
 * refuses a second one.
 */
async function makeRule(engine: Engine, db: Tx, order: OrderRow): Promise<number> {
  const found = await sql<Columns<typeof registry.card, 'cardName' | 'codePrefix' | 'dataYear'>>`
    select card_name, code_prefix, data_year from t_card where card_id = ${order.cardId}`.execute(db);
  const [card] = found.rows;
  if (!card) throw new Error(`The card of purchase ${order.orderNo} is not there`);
  const range = await reserveSerials(db, card.codePrefix, card.dataYear, order.quantity);
  const [ruleId = 0] = await insertRows(
    engine,
    db,
    registry.cardCodeRule,
    [
      {
        ruleName: `${card.cardName} ${order.orderNo}`.slice(0, 64),
        ruleType: codeRuleType.is.batch,
        prefix: card.codePrefix,
        ...range,
        orderId: order.rowKey,
        ...{ cardId: order.cardId, quantity: order.quantity, codeExpireTime: order.codeExpireTime },
        ...{ partnersId: order.partnersId, channelId: order.channelId, unitPrice: order.unitPrice },
      },
    ],
    { by: elevated() },
  );
  return ruleId;
}

/** Closes purchases with their payments; those that money comes for all the same are given back. */
async function closePurchases(engine: Engine, db: Tx, rows: readonly OrderRow[], now: Date) {
  for (const { orderNo } of rows) await cancelPayments(engine, db, purchaseBizType, orderNo);
  return new Map<number, { values: Partial<Order> }>(
    rows.map(row => [row.rowKey, { values: { closeTime: shanghaiTime(now), expireTime: null } }]),
  );
}

/** Partners of purchases that are disabled by now. */
async function closed(db: Db, rows: readonly OrderRow[]): Promise<ReadonlySet<number>> {
  const found = await sql<Columns<typeof registry.partners, 'partnersId'>>`
    select partners_id from t_partners
    where partners_id = any(${rows.map(row => row.partnersId)}::bigint[]) and (status <> ${enabled}
      or deleted)`.execute(db);
  const ids = new Set(found.rows.map(({ partnersId }) => partnersId));
  return new Set(rows.flatMap(row => (ids.has(row.partnersId) ? [row.rowKey] : [])));
}

/** The effects of the steps of a purchase, each in the step's transaction (domain 3.1, G4). */
export const cardOrderStepServer = defineStepServer(cardOrderSteps, {
  needs: {
    owned: ({ db, rows }) => closed(db, rows),
    async own({ rows, by: { actor } }) {
      const isOwn = (row: OrderRow) =>
        row.userId === actor.userId || (actor.partnersIds?.includes(row.partnersId) ?? false);
      return new Set(rows.flatMap(row => (isOwn(row) ? [] : [row.rowKey])));
    },
  },
  effects: {
    async pay({ engine, db, rows, given, by, now }) {
      const outcomes = new Map<number, { values: Partial<Order> }>();
      for (const row of rows) {
        const ruleId = await makeRule(engine, db, row);
        outcomes.set(row.rowKey, {
          values: {
            ruleId,
            payAmount: row.amount,
            payType: payTypeOf(given.payType, by),
            payTime: given.payTime ?? shanghaiTime(now),
            transactionId: given.transactionId,
            expireTime: null,
          },
        });
      }
      return outcomes;
    },
    close: ({ engine, db, rows, now }) => closePurchases(engine, db, rows, now),
    withdraw: ({ engine, db, rows, now }) => closePurchases(engine, db, rows, now),
    async beginRefund({ engine, db, rows, given: { asked, refundNo } }) {
      for (const row of rows) {
        await holdCodes(engine, db, {
          ...{ orderId: row.rowKey, orderNo: row.orderNo, refundNo },
          count: codesFor(asked, row.unitPrice) ?? row.quantity,
        });
      }
    },
    async endRefund({ engine, db, rows, given: { refunded, refundNo }, now }) {
      const gone = compare(refunded, '0') > 0;
      const outcomes = new Map<number, { to: 'paid' | 'refunded'; values: Partial<Order> }>();
      for (const row of rows) {
        const { rowKey: orderId, orderNo } = row;
        await settleHeld(engine, db, { orderId, orderNo, refundNo, gone });
        // Codes that were never made go back, too, and have no row.
        const count = codesFor(refunded, row.unitPrice) ?? 0;
        const refundAmount = plus(row.refundAmount, refunded);
        outcomes.set(row.rowKey, {
          to: equal(refundAmount, row.payAmount) ? 'refunded' : 'paid',
          values: {
            refundAmount,
            ...(gone && { refundNum: row.refundNum + count, refundTime: shanghaiTime(now) }),
          },
        });
      }
      return outcomes;
    },
  },
});
