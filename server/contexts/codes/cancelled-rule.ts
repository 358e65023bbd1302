import { cardCodeRuleSteps } from '@yikao/model/contexts/codes/card-code-rule.machine.ts';
import { codeRuleStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { refundSteps } from '@yikao/model/contexts/sales/refund.machine.ts';
import {
  orderStatus,
  refundKind,
  refundStatus as refundStatuses,
} from '@yikao/model/contexts/sales/sales.codes.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { applyForRefund, leftOf } from '../sales/refund/apply-refund.ts';
import { findRefundable, refundableOrders } from '../sales/refund/refundable-orders.ts';
import { purchaseBizType } from './card-order.steps.ts';

const refundStatusIs = codesOf(refundStatuses);
const refundKindIs = codesOf(refundKind);
const codeRuleIs = codesOf(codeRuleStatus);

type Purchase = Columns<typeof registry.cardOrder, 'orderNo' | 'status'>;

/** The purchase of a rule; undefined for a rule that nobody bought. */
export async function purchaseOf(db: Db, orderId: number | null): Promise<Purchase | undefined> {
  if (orderId === null) return undefined;
  const found = await sql<Purchase>`
    select order_no, status from t_card_order where order_id = ${orderId} and not deleted`.execute(db);
  return found.rows[0];
}

type Standing = Columns<typeof registry.refund, 'refundId' | 'refundStatus' | 'applyBy'>;

/** The refunds of a purchase that are not over. */
export async function refundStandings(db: Db, orderNo: string): Promise<readonly Standing[]> {
  const found = await sql<Standing>`
    select refund_id, refund_status, apply_by from t_refund
    where biz_type = ${purchaseBizType} and order_no = ${orderNo}
      and refund_status in (${refundStatusIs.applied}, ${refundStatusIs.processing}, ${refundStatusIs.failed})
      and refund_kind = ${refundKindIs.applied}
      and not deleted order by refund_id`.execute(db);
  return found.rows;
}

/**
 * Applies for the refund of all codes that go back when a rule is voided that was paid for, in the same act (0.7, 33). A
 * person decides about it. Returns false if nothing can go back, so that the rule is voided at once.
 */
export async function applyForCancelled(
  engine: Engine,
  db: Tx,
  {
    orderId,
    reason,
    actor,
  }: { readonly orderId: number | null; readonly reason: string; readonly actor: Actor },
): Promise<boolean> {
  const purchase = await purchaseOf(db, orderId);
  const of = refundableOrders(purchaseBizType);
  if (!purchase || !of || purchase.status !== orderStatus.is.paid) return false;
  // Of a rule that stopped half-way the codes that were never made go back, too, once its voiding is asked for.
  const mark = (userId: number | null) =>
    sql`update t_card_code_rule set cancel_asked_by = ${userId} where order_id = ${orderId} and not deleted`.execute(
      db,
    );
  await mark(actor.userId);
  const order = await findRefundable(db, purchaseBizType, purchase.orderNo);
  if (!order || compare(await leftOf(db, of, order), '0') <= 0) {
    await mark(null);
    return false;
  }
  const asked = { bizType: purchaseBizType, orderNo: purchase.orderNo, reason: `规则作废：${reason}` };
  await applyForRefund(engine, db, actor, { ...asked, reviewed: true });
  return true;
}

/** The second person has voided a rule that was paid for: the refund is approved by the same act, where the person may. */
export async function approveCancelled(
  engine: Engine,
  db: Tx,
  orderId: number | null,
  actor: Actor,
): Promise<void> {
  const purchase = await purchaseOf(db, orderId);
  if (!purchase || !holds(actor, 'pay:refund:audit')) return;
  for (const { refundId, refundStatus } of await refundStandings(db, purchase.orderNo)) {
    if (refundStatus !== refundStatuses.is.applied) continue;
    await takeStep(engine, refundSteps, 'audit', {
      keys: refundId,
      by: { kind: 'person', actor, cause: 'cardCodeRule.cancel' },
      given: { pass: 1, remark: null },
      within: db,
    });
  }
}

/**
 * The refund of a rule whose voiding was asked for has been decided upon: approved it voids the rule, rejected or
 * withdrawn it leaves it as it was.
 */
export async function followRefunds(
  engine: Engine,
  db: Tx,
  cardOrderIds: readonly (number | null)[],
): Promise<void> {
  for (const orderId of cardOrderIds) {
    const purchase = await purchaseOf(db, orderId);
    if (!purchase) continue;
    const rules = await sql<Columns<typeof registry.cardCodeRule, 'ruleId'>>`
      select rule_id from t_card_code_rule
      where order_id = ${orderId} and cancel_asked_by is not null
        and rule_status in (${codeRuleIs.pending}, ${codeRuleIs.done}, ${codeRuleIs.failed}) and not deleted`.execute(
      db,
    );
    const [open] = await refundStandings(db, purchase.orderNo);
    for (const { ruleId: keys } of rules.rows) {
      if (open?.refundStatus === refundStatuses.is.applied) continue;
      const by = { kind: 'step', cause: 'refund.audit' } as const;
      if (open === undefined) {
        await takeStep(engine, cardCodeRuleSteps, 'dropCancel', { keys, by, within: db });
      } else {
        const given = { reason: '采购退款' };
        await takeStep(engine, cardCodeRuleSteps, 'cancel', { keys, by, given, within: db });
      }
    }
  }
}
