import { registry } from '@yikao/model/contexts/datasets.ts';
import { machines } from '@yikao/model/contexts/machines.ts';
import type { PayBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payBizType } from '@yikao/model/contexts/payment/payment.codes.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { codesFor } from '@yikao/model/contexts/sales/rules/code-price.ts';
import { entitlementSource } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { halfUp2, times } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { tableName } from '../../../engine/table/naming.ts';
import { allOf, type Db, type Tx } from '../../../engine/table/sql.ts';
import { movedSentence, purchasedCodes } from './purchased-codes.ts';

const entitlementSourceIs = codesOf(entitlementSource);
const codeIs = codesOf(registry.cardCode.fields.codeStatus.of);

/** An order of any kind as seen by its refund; the states are those of `@orderStatus`. */
export interface RefundableOrder {
  readonly orderId: number;
  readonly status: number;
  readonly payAmount: string;
  readonly refundAmount: string;
  readonly payType: number | null;
  readonly partnersId: number | null;
  readonly provinceId: number | null;
  readonly saleUserId: number | null;
}

/**
 * The used and total uses of an order; for a mock exam, an assigned number or seat is one use, for study abroad a
 * service that has begun.
 */
export interface OrderUse {
  readonly usedNum: number;
  readonly countLimit: number | null;
}

/** States of an exam in which a refund must be confirmed, and in which none is possible (domain 3.7). */
const examStates = { late: [3, 4, 5], over: [6, 7, 9] } as const;

/** The stage of a service abroad from which its work counts as use (domain O4; 0.7, 10). */
const materialsStage = 3;

/** A refund that begins, or goes on after a failure. */
export interface BegunRefund {
  readonly refundNo: string;
  readonly amount: string;
  readonly cause: string;
}

/** A refund that has ended, with the amount that went back. */
export interface EndedRefund extends Omit<BegunRefund, 'amount'> {
  readonly refunded: string;
}

/** The way in which refunds find and move one kind of order (0.7, 21). */
export interface RefundableOrders {
  readonly dataset: AnyDataset;
  readonly bizType: PayBizType;
  /** Field of the refund that refers to the order. */
  readonly ref: 'orderId' | 'mockOrderId' | 'abroadOrderId' | 'cardOrderId' | 'examOrderId';
  /** Columns read from the order, on its table as `d`. */
  readonly columns: ReturnType<typeof sql>;
  /** Uses of orders by number, locked so that none is added meanwhile. */
  uses(db: Tx, orderNos: readonly string[]): Promise<ReadonlyMap<string, OrderUse>>;
  /** Throws `unmetNeeds` if the order cannot be refunded at present, and `invalidFields` for an impossible amount. */
  assertOpen?(
    db: Tx,
    orderId: number,
    asked: { readonly force: boolean; readonly amount: string },
  ): Promise<void>;
  /** The most that can go back by what the order gave; left out, all that was paid and not refunded. */
  mostOf?(db: Db, orderId: number): Promise<string>;
  begin(engine: Engine, db: Tx, orderId: number, of: BegunRefund): Promise<void>;
  end(engine: Engine, db: Tx, orderId: number, of: EndedRefund): Promise<void>;
}

/** The two moves of an order that is given back; its machine has them from `refunding`. */
function refundSteps(
  machine:
    | typeof orderSteps
    | typeof machines.mockOrder
    | typeof machines.abroadOrder
    | typeof machines.examOrder,
): Pick<RefundableOrders, 'begin' | 'end'> {
  return {
    async begin(engine, db, keys, { cause }) {
      await takeStep(engine, machine, 'beginRefund', { keys, by: { kind: 'step', cause }, within: db });
    },
    async end(engine, db, keys, { refunded, cause }) {
      const by = { kind: 'step', cause } as const;
      await takeStep(engine, machine, 'endRefund', { keys, by, given: { refunded }, within: db });
    },
  };
}

const serviceOrders: RefundableOrders = {
  dataset: registry.serviceOrder,
  bizType: payBizType.is.service,
  ref: 'orderId',
  columns: sql`d.province_id, d.sale_user_id`,
  async uses(db, orderNos) {
    const found = await sql<
      Columns<typeof registry.userCard, 'usedNum' | 'countLimit'> & { orderNo: string }
    >`
      select source_no as order_no, used_num, count_limit from t_user_card
      where source_type = ${entitlementSourceIs.order} and source_no = any(${[...orderNos]}::text[]) and not deleted
      order by id for update`.execute(db);
    const uses = new Map<string, OrderUse>();
    for (const { orderNo, usedNum, countLimit } of found.rows) {
      const before = uses.get(orderNo);
      uses.set(orderNo, {
        usedNum: (before?.usedNum ?? 0) + usedNum,
        countLimit: before ? before.countLimit : countLimit,
      });
    }
    return uses;
  },
  ...refundSteps(orderSteps),
};

const mockOrders: RefundableOrders = {
  dataset: registry.mockOrder,
  bizType: payBizType.is.mock,
  ref: 'mockOrderId',
  columns: sql`(select e.province_id from t_mock_exam as e where e.exam_id = d.exam_id) as province_id,
    null::bigint as sale_user_id`,
  async uses(db, orderNos) {
    const found = await sql<Columns<typeof registry.mockOrder, 'orderNo'> & { used: boolean }>`
      select d.order_no,
        s.ticket_no is not null or s.seat_no is not null or e.exam_status = any(${[...examStates.late, ...examStates.over]}::integer[]) as used
      from t_mock_order as d join t_mock_exam as e on e.exam_id = d.exam_id
        left join t_mock_student as s on s.student_id = d.student_id
      where d.order_no = any(${[...orderNos]}::text[]) and not d.deleted order by d.order_id for update of d`.execute(
      db,
    );
    return new Map(
      found.rows.map(({ orderNo, used }) => [orderNo, { usedNum: used ? 1 : 0, countLimit: 1 }]),
    );
  },
  async assertOpen(db, orderId, { force }) {
    const found = await sql<Columns<typeof registry.mockExam, 'examStatus'>>`
      select e.exam_status from t_mock_exam as e join t_mock_order as d on d.exam_id = e.exam_id
      where d.order_id = ${orderId}`.execute(db);
    const status = found.rows[0]?.examStatus ?? 0;
    const { needs } = machines.mockOrder.steps.refund ?? { needs: [] };
    const unmet = (name: string) =>
      failure('unmetNeeds', { params: { ...needs.find(need => need.name === name)?.reason } });
    if (examStates.over.some(state => state === status)) throw unmet('before');
    if (!force && examStates.late.some(state => state === status)) throw unmet('early');
  },
  ...refundSteps(machines.mockOrder),
};

const abroadOrders: RefundableOrders = {
  dataset: registry.abroadOrder,
  bizType: payBizType.is.abroad,
  ref: 'abroadOrderId',
  columns: sql`null::bigint as province_id, d.consultant_id as sale_user_id`,
  async uses(db, orderNos) {
    const found = await sql<Columns<typeof registry.abroadOrder, 'orderNo' | 'serviceStage'>>`
      select order_no, service_stage from t_abroad_order
      where order_no = any(${[...orderNos]}::text[]) and not deleted order by order_id for update`.execute(
      db,
    );
    return new Map(
      found.rows.map(({ orderNo, serviceStage }) => [
        orderNo,
        { usedNum: serviceStage >= materialsStage ? 1 : 0, countLimit: 1 },
      ]),
    );
  },
  ...refundSteps(machines.abroadOrder),
};

const purchases: RefundableOrders = {
  dataset: registry.cardOrder,
  bizType: payBizType.is.codes,
  ref: 'cardOrderId',
  columns: sql`null::bigint as province_id, null::bigint as sale_user_id`,
  async uses(db, orderNos) {
    const found = await sql<Columns<typeof registry.cardOrder, 'orderNo' | 'quantity'> & { usedNum: number }>`
      select d.order_no, d.quantity, (select count(*)::integer from t_card_code as k
        where k.order_no = d.order_no and k.code_status = ${codeIs.activated} and not k.deleted) as used_num
      from t_card_order as d where d.order_no = any(${[...orderNos]}::text[]) and not d.deleted
      order by d.order_id for update of d`.execute(db);
    return new Map(
      found.rows.map(({ orderNo, usedNum, quantity }) => [orderNo, { usedNum, countLimit: quantity }]),
    );
  },
  async assertOpen(db, orderId, { amount }) {
    const found = await sql<Columns<typeof registry.cardOrder, 'unitPrice'>>`
      select unit_price from t_card_order where order_id = ${orderId}`.execute(db);
    const [order] = found.rows;
    if (!order) throw failure('notAllowedNow');
    const { unitPrice } = order;
    const codes = await purchasedCodes(db, orderId);
    if (codes.making) {
      throw failure('unmetNeeds', {
        params: {
          zh: '激活码还在生成，请完成后再退',
          en: 'The codes are still being made: refund them afterwards',
        },
      });
    }
    const count = codesFor(amount, unitPrice);
    const wrong = (zh: string, en: string) =>
      failure('invalidFields', {
        issues: [issue('amount', 'rule', { zh, en })],
        labels: () => registry.refund.fields.amount.label,
      });
    if (count === undefined) {
      throw wrong(
        `须为单价 ${unitPrice} 元的整数倍，激活码按个退`,
        `must be a multiple of ${unitPrice}: codes go back whole`,
      );
    }
    const left = codes.returnable;
    if (count > left) {
      const most = times(unitPrice, left);
      const moved = movedSentence(codes);
      throw wrong(
        `可退的激活码有 ${left} 个，最多可退 ${most} 元${moved ? `（${moved.zh}，不能退）` : ''}`,
        `can be ${most} at most: ${left} codes can go back${moved ? ` (${moved.en} and cannot)` : ''}`,
      );
    }
  },
  async mostOf(db, orderId) {
    const found = await sql<Columns<typeof registry.cardOrder, 'unitPrice'>>`
      select unit_price from t_card_order where order_id = ${orderId}`.execute(db);
    const { returnable, making } = await purchasedCodes(db, orderId);
    return making ? '0.00' : halfUp2(times(found.rows[0]?.unitPrice ?? '0', returnable));
  },
  async begin(engine, db, orderId, { cause, amount, refundNo }) {
    const by = { kind: 'step', cause } as const;
    const given = { asked: amount, refundNo };
    await takeStep(engine, machines.cardOrder, 'beginRefund', { keys: orderId, by, given, within: db });
  },
  async end(engine, db, orderId, { cause, refunded, refundNo }) {
    const by = { kind: 'step', cause } as const;
    const given = { refunded, refundNo };
    await takeStep(engine, machines.cardOrder, 'endRefund', { keys: orderId, by, given, within: db });
  },
};

const examOrders: RefundableOrders = {
  dataset: registry.examOrder,
  bizType: payBizType.is.exam,
  ref: 'examOrderId',
  columns: sql`(select e.province_id from t_online_exam as e where e.exam_id = d.exam_id) as province_id,
    null::bigint as sale_user_id`,
  async uses(db, orderNos) {
    // A paper that was begun is the one use of an application.
    const found = await sql<Columns<typeof registry.examOrder, 'orderNo'> & { used: boolean }>`
      select d.order_no, exists (select 1 from t_exam_sitting as s where s.apply_id = d.apply_id and not s.deleted) as used
      from t_exam_order as d where d.order_no = any(${[...orderNos]}::text[]) and not d.deleted
      order by d.order_id for update of d`.execute(db);
    return new Map(
      found.rows.map(({ orderNo, used }) => [orderNo, { usedNum: used ? 1 : 0, countLimit: 1 }]),
    );
  },
  ...refundSteps(machines.examOrder),
};

/** The kinds of orders that can be refunded; further kinds join here and take the same road (domain 3.2; 0.7, 21). */
const refundableKinds: Partial<Record<PayBizType, RefundableOrders>> = {
  1: serviceOrders,
  2: mockOrders,
  3: abroadOrders,
  4: purchases,
  5: examOrders,
};

/** Refund support for a kind of order; undefined for kinds the product does not have. */
export const refundableOrders = (bizType: number): RefundableOrders | undefined =>
  (refundableKinds as Readonly<Record<number, RefundableOrders>>)[bizType];

/**
 * The order with that number, locked; with an actor only within that person's reach. Undefined if there is none, or no
 * orders of that kind.
 */
export async function findRefundable(
  db: Db,
  bizType: number,
  orderNo: string,
  { actor, locked = true }: { readonly actor?: Actor; readonly locked?: boolean } = {},
): Promise<RefundableOrder | undefined> {
  const of = refundableOrders(bizType);
  if (!of) return undefined;
  const where = allOf([
    sql<SqlBool>`d.order_no = ${orderNo}`,
    ...(actor ? [scopeCondition(of.dataset, actor, 'd')] : []),
  ]);
  const found = await sql<RefundableOrder>`
    select d.order_id, d.status, d.pay_amount, d.refund_amount, d.pay_type, d.partners_id,
      ${of.columns}
    from ${sql.table(tableName(of.dataset))} as d where ${where} and not d.deleted
    ${locked ? sql`for update of d` : sql``}`.execute(db);
  return found.rows[0];
}
