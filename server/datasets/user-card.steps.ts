import { registry } from '@yikao/model/datasets/index.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { userCardSteps } from '@yikao/model/machines/sales/user-card.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { insertRows } from '../engine/internal-write.ts';
import type { Db } from '../engine/sql.ts';
import { defineStepServer } from '../engine/steps/step-server.ts';
import { takeStep } from '../engine/steps/take-step.ts';

/** Entitlements end; nothing hangs on it. */
export const userCardStepServer = defineStepServer(userCardSteps, { needs: {}, effects: {} });

/** A card that is given to somebody. */
export interface Grant {
  readonly userId: number;
  readonly cardId: number;
  /** 1 order, 2 code, 3 white list, 4 gift (domain E4). */
  readonly sourceType: 1 | 2 | 3 | 4;
  readonly sourceNo: string;
  readonly provinceId: number | null;
  /** Left out, as the card has it. */
  readonly expireTime?: string | undefined;
  readonly countLimit?: number | undefined;
}

/** Columns of a card that an entitlement takes over. */
interface CardTerms {
  readonly cardId: number;
  readonly cardType: number;
  readonly dataYear: number;
  readonly countLimit: number;
  readonly expireTime: Date;
  readonly validDays: number;
}

const dayMs = 86_400_000;

/** When an entitlement ends that begins now: after the card's days, or at its own time where it has none (domain G1). */
function endOf({ validDays, expireTime }: CardTerms, now: Date): string {
  return shanghaiTime(validDays > 0 ? new Date(now.getTime() + validDays * dayMs) : expireTime);
}

/**
 * Gives entitlements, each of which a source can bring once: the natural key refuses a second one. Answers their keys.
 * Cards that are gone by now still give what was paid for.
 */
export async function grantCards(
  engine: Engine,
  db: Db,
  grants: readonly Grant[],
  by: Actor,
): Promise<number[]> {
  const now = engine.clock.now();
  const found = await sql<CardTerms>`
    select card_id as "cardId", card_type as "cardType", data_year as "dataYear", count_limit as "countLimit",
      expire_time as "expireTime", valid_days as "validDays"
    from t_card where card_id = any(${grants.map(({ cardId }) => cardId)}::bigint[])`.execute(db);
  const cards = new Map(found.rows.map(row => [Number(row.cardId), row]));
  const rows = grants.flatMap((grant): RowValues[] => {
    const card = cards.get(grant.cardId);
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

/** Takes back what these orders gave and is not over yet. */
export async function revokeCardsOf(
  engine: Engine,
  db: Db,
  orderNos: readonly string[],
  { reason, cause }: { readonly reason: string | null; readonly cause: string },
): Promise<void> {
  const found = await sql<{ id: number }>`
    select id from t_user_card
    where source_type = 1 and source_no = any(${[...orderNos]}::text[]) and status = 1 and not deleted`.execute(
    db,
  );
  const keys = found.rows.map(({ id }) => Number(id));
  if (keys.length > 0) {
    await takeStep(engine, userCardSteps, 'revoke', {
      keys,
      by: { kind: 'step', cause },
      given: { reason },
      within: db,
    });
  }
}
