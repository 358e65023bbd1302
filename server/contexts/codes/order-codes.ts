import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codeRuleStatus, codeStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { isReturnable, movedSentence, purchasedCodes } from '../sales/refund/purchased-codes.ts';

const codeIs = codesOf(codeStatus);
const codeRuleIs = codesOf(codeRuleStatus);

/** State of a voided code (domain 3.4). */
const { voided } = codeStatus.is;

/**
 * The codes of a purchase that a refund gives back: those that the house took back, then those that are not activated,
 * the last ones first. Codes that were moved to another owner are not the buyer's to give back (0.7, 33).
 */
async function returnable(db: Tx, orderNo: string, count: number): Promise<number[]> {
  const found = await sql<Columns<typeof registry.cardCode, 'codeId'>>`
    select k.code_id from t_card_code as k join t_card_order as o on o.order_no = k.order_no and not o.deleted
    where k.order_no = ${orderNo} and ${isReturnable}
    order by (k.code_status = ${codeIs.voided}) desc, k.code_id desc limit ${count} for update of k`.execute(
    db,
  );
  return found.rows.map(({ codeId }) => codeId);
}

/** A purchase whose codes a refund takes. */
interface Refunded {
  readonly orderId: number;
  readonly orderNo: string;
  readonly refundNo: string;
}

/**
 * Holds as many codes of a purchase as a refund gives back, so that nobody activates them meanwhile. Of a voided rule,
 * codes that were never made need no holding. Throws `unmetNeeds` if fewer are left.
 */
export async function holdCodes(
  engine: Engine,
  db: Tx,
  { orderId, orderNo, refundNo, count }: Refunded & { readonly count: number },
): Promise<void> {
  // Held before they are counted: one that is activated in between is counted no more.
  const keys = await returnable(db, orderNo, count);
  const codes = await purchasedCodes(db, orderId);
  if (codes.returnable < count) {
    const moved = movedSentence(codes);
    throw failure('unmetNeeds', {
      params: {
        zh: `可退的激活码只剩 ${codes.returnable} 个，不足退款的 ${count} 个${moved ? `（${moved.zh}）` : ''}`,
        en: `Only ${codes.returnable} codes can go back; the refund is for ${count}${moved ? ` (${moved.en})` : ''}`,
      },
    });
  }
  const by = { kind: 'step', cause: 'cardOrder.beginRefund' } as const;
  if (keys.length > 0)
    await takeStep(engine, cardCodeSteps, 'hold', { keys, by, given: { refundNo }, within: db });
}

/**
 * Voids the codes that a refund holds once its money has gone, or releases them if it failed; those of a rule that was
 * voided meanwhile are voided then.
 */
export async function settleHeld(
  engine: Engine,
  db: Tx,
  { orderId, orderNo, refundNo, gone }: Refunded & { readonly gone: boolean },
): Promise<void> {
  const found = await sql<Columns<typeof registry.cardCode, 'codeId' | 'codeStatus'>>`
    select code_id, code_status from t_card_code
    where order_no = ${orderNo} and refund_no = ${refundNo}
      and code_status in (${codeIs.unused}, ${codeIs.issued}, ${codeIs.voided}, ${codeIs.expired}) and not deleted
    order by code_id for update`.execute(db);
  const by = { kind: 'step', cause: 'cardOrder.endRefund' } as const;
  const keys = found.rows.map(({ codeId }) => codeId);
  const alive = found.rows.filter(({ codeStatus }) => codeStatus !== voided).map(({ codeId }) => codeId);
  if (gone) {
    // Those that the house had voided keep the number of the refund, and are not given back again.
    if (alive.length > 0) await takeStep(engine, cardCodeSteps, 'refund', { keys: alive, by, within: db });
    return;
  }
  if (keys.length > 0) await takeStep(engine, cardCodeSteps, 'release', { keys, by, within: db });
  if (alive.length === 0) return;
  const rule = await sql`
    select 1 from t_card_code_rule where order_id = ${orderId} and rule_status = ${codeRuleIs.voided}
      and not deleted`.execute(db);
  if (rule.rows.length === 0) return;
  const given = { cancelReason: '规则已作废' };
  await takeStep(engine, cardCodeSteps, 'void', { keys: alive, by, given, within: db });
}
