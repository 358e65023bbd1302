import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';

/** The codes of a purchase that a refund gives back: those that are not activated, the last ones first. */
async function returnable(db: Db, orderNo: string, count: number): Promise<number[]> {
  const found = await sql<Columns<typeof registry.cardCode, 'codeId'>>`
    select code_id from t_card_code
    where order_no = ${orderNo} and code_status in (1, 2, 5) and refund_no is null and not deleted
    order by code_id desc limit ${count} for update`.execute(db);
  return found.rows.map(({ codeId }) => codeId);
}

/**
 * Holds as many codes of a purchase as a refund gives back, so that nobody activates them meanwhile. Throws `unmetNeeds`
 * if fewer are left.
 */
export async function holdCodes(
  engine: Engine,
  db: Db,
  {
    orderNo,
    refundNo,
    count,
  }: { readonly orderNo: string; readonly refundNo: string; readonly count: number },
): Promise<void> {
  const keys = await returnable(db, orderNo, count);
  if (keys.length < count) {
    throw failure('unmetNeeds', {
      params: {
        zh: `未激活的激活码只剩 ${keys.length} 个，不足退款的 ${count} 个`,
        en: `Only ${keys.length} codes are not activated; the refund is for ${count}`,
      },
    });
  }
  const by = { kind: 'step', cause: 'cardOrder.beginRefund' } as const;
  if (keys.length > 0)
    await takeStep(engine, cardCodeSteps, 'hold', { keys, by, given: { refundNo }, within: db });
}

/** Voids the codes that a refund holds once its money has gone, or releases them if it failed. Returns their number. */
export async function settleHeld(
  engine: Engine,
  db: Db,
  {
    orderNo,
    refundNo,
    gone,
  }: { readonly orderNo: string; readonly refundNo: string; readonly gone: boolean },
): Promise<number> {
  const found = await sql<Columns<typeof registry.cardCode, 'codeId'>>`
    select code_id from t_card_code
    where order_no = ${orderNo} and refund_no = ${refundNo} and code_status in (1, 2, 5) and not deleted
    order by code_id for update`.execute(db);
  const keys = found.rows.map(({ codeId }) => codeId);
  const by = { kind: 'step', cause: 'cardOrder.endRefund' } as const;
  if (keys.length > 0)
    await takeStep(engine, cardCodeSteps, gone ? 'refund' : 'release', { keys, by, within: db });
  return keys.length;
}
