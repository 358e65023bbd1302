import { registry } from '@yikao/model/contexts/datasets.ts';
import { entitlementStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { userCardSteps } from '@yikao/model/contexts/sales/user-card.machine.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import type { CardTerms } from './sellable.ts';

const entitlementIs = codesOf(entitlementStatus);

/** Entitlements end; nothing hangs on it. */
export const userCardStepServer = defineStepServer(userCardSteps, { needs: {}, effects: {} });

/** A card to grant. */
export interface Grant {
  readonly userId: number;
  readonly cardId: number;
  /** 1 order, 2 code, 3 white list, 4 gift (domain E4). */
  readonly sourceType: 1 | 2 | 3 | 4;
  readonly sourceNo: string;
  readonly provinceId: number | null;
  /** The card's terms as they were when it was sold; left out, as they are now. */
  readonly terms?: CardTerms | undefined;
  /** Left out, as the card has it. */
  readonly expireTime?: string | undefined;
  readonly countLimit?: number | undefined;
}

const dayMs = 86_400_000;

/** The expiry of an entitlement that starts now: after the card's days, or at its own time without any (domain G1). */
function endOf({ validDays, expireTime }: CardTerms, now: Date): string {
  return validDays > 0 ? shanghaiTime(new Date(now.getTime() + validDays * dayMs)) : expireTime;
}

/**
 * Grants entitlements, one per source: the natural key refuses a second one. Returns their keys. Deleted cards still
 * grant what was paid for.
 */
export async function grantCards(
  engine: Engine,
  db: Tx,
  grants: readonly Grant[],
  by: Actor,
): Promise<number[]> {
  const now = engine.clock.now();
  const found = await sql<CardTerms & { cardId: number }>`
    select card_id, card_type, data_year, count_limit, valid_days,
      to_char(expire_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as expire_time
    from t_card where card_id = any(${grants.map(({ cardId }) => cardId)}::bigint[])`.execute(db);
  const cards = new Map(found.rows.map(row => [row.cardId, row]));
  const rows = grants.flatMap((grant): RowValues[] => {
    const card = grant.terms ?? cards.get(grant.cardId);
    if (!card) return [];
    return [
      {
        userId: grant.userId,
        cardId: grant.cardId,
        cardType: card.cardType,
        dataYear: card.dataYear,
        provinceId: grant.provinceId,
        startTime: shanghaiTime(now),
        expireTime: grant.expireTime ?? endOf(card, now),
        countLimit: grant.countLimit ?? card.countLimit,
        sourceType: grant.sourceType,
        sourceNo: grant.sourceNo,
      },
    ];
  });
  return insertRows(engine, db, registry.userCard, rows, { by });
}

/** Why entitlements are revoked, and what gave them: orders by default. */
interface Revocation {
  readonly reason: string | null;
  readonly cause: string;
  readonly sourceType?: Grant['sourceType'];
}

/** Revokes the entitlements of these orders, or of other sources by their numbers, that have not ended. */
export async function revokeCardsOf(
  engine: Engine,
  db: Tx,
  sourceNos: readonly string[],
  { reason, cause, sourceType = 1 }: Revocation,
): Promise<void> {
  const found = await sql<Columns<typeof registry.userCard, 'id'>>`
    select id from t_user_card
    where source_type = ${sourceType} and source_no = any(${[...sourceNos]}::text[])
      and status = ${entitlementIs.active} and not deleted`.execute(db);
  const keys = found.rows.map(({ id }) => id);
  if (keys.length > 0) {
    await takeStep(engine, userCardSteps, 'revoke', {
      keys,
      by: { kind: 'step', cause },
      given: { reason },
      within: db,
    });
  }
}
