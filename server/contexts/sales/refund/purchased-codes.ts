import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Db } from '../../../engine/table/sql.ts';

const codeIs = codesOf(registry.cardCode.fields.codeStatus.of);
const codeRuleIs = codesOf(registry.cardCodeRule.fields.ruleStatus.of);

/** The fate of the codes of a purchase, as its refund sees them (0.7, 33). */
export interface PurchasedCodes {
  /** Codes that can go back: nobody has used them, and they are still the buyer's or were taken back by the house. */
  readonly returnable: number;
  /** Of these the ones that the house took back: voided codes, and those of a voided rule that were never made. */
  readonly takenBack: number;
  readonly activated: number;
  /** Codes that belong to somebody else by now, and are not the buyer's to give back. */
  readonly moved: readonly { readonly partnersName: string | null; readonly count: number }[];
  /** Codes are still to be made, and none can go back before that. */
  readonly making: boolean;
}

/** A code of a purchase `o`, on `k`: unused and the buyer's, or voided by the house and not by a refund. */
export const isReturnable = sql<boolean>`(
  k.code_status in (${codeIs.unused}, ${codeIs.issued}, ${codeIs.voided}, ${codeIs.expired})
  and k.refund_no is null
  and k.partners_id is not distinct from o.partners_id and not k.deleted)`;

/** Counts the codes of a purchase. Throws nothing: a purchase without a rule has no codes. */
export async function purchasedCodes(db: Db, orderId: number): Promise<PurchasedCodes> {
  const found = await sql<{
    quantity: number;
    refundNum: number;
    generatedNum: number;
    voided: boolean;
    returnable: number;
    voidedNum: number;
    returnedNum: number;
    activated: number;
  }>`
    select o.quantity, o.refund_num, coalesce(r.generated_num, 0) as generated_num,
      coalesce(r.rule_status = ${codeRuleIs.voided} or r.cancel_asked_by is not null, false) as voided, c.*
    from t_card_order as o left join t_card_code_rule as r on r.rule_id = o.rule_id,
      lateral (select
        count(*) filter (where ${isReturnable})::integer as returnable,
        count(*) filter (where ${isReturnable} and k.code_status = ${codeIs.voided})::integer as voided_num,
        count(*) filter (where k.code_status = ${codeIs.voided} and k.refund_no is not null)::integer as returned_num,
        count(*) filter (where k.code_status = ${codeIs.activated})::integer as activated
        from t_card_code as k where k.order_no = o.order_no and not k.deleted) as c
    where o.order_id = ${orderId}`.execute(db);
  const [row] = found.rows;
  const none = { returnable: 0, takenBack: 0, activated: 0, moved: [], making: true };
  if (!row) return none;
  // Of a voided rule the codes that were never made go back, too; those that went back already have no row.
  const unmade = Math.max(0, row.quantity - row.generatedNum - Math.max(0, row.refundNum - row.returnedNum));
  const gone = row.voided ? unmade : 0;
  const moved = await sql<{ partnersName: string | null; count: number }>`
    select p.partners_name, count(*)::integer as count
    from t_card_order as o join t_card_code as k on k.order_no = o.order_no and not k.deleted
      left join t_partners as p on p.partners_id = k.partners_id
    where o.order_id = ${orderId} and k.partners_id is distinct from o.partners_id
      and k.code_status in (${codeIs.unused}, ${codeIs.issued}, ${codeIs.expired})
    group by 1 order by 2 desc, 1`.execute(db);
  return {
    returnable: row.returnable + gone,
    takenBack: row.voidedNum + gone,
    activated: row.activated,
    moved: moved.rows,
    making: row.generatedNum < row.quantity && !row.voided,
  };
}

/** The codes that were moved away, in a sentence such as `1 个已转给甲省合伙人`; undefined if there are none. */
export function movedSentence({ moved }: PurchasedCodes): { zh: string; en: string } | undefined {
  if (moved.length === 0) return undefined;
  return {
    zh: moved.map(({ partnersName, count }) => `${count} 个已转给${partnersName ?? '总部'}`).join('，'),
    en: moved
      .map(({ partnersName, count }) => `${count} were moved to ${partnersName ?? 'head office'}`)
      .join(', '),
  };
}
