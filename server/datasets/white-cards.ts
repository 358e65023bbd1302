import { registry } from '@yikao/model/datasets/index.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { userCardSteps } from '@yikao/model/machines/sales/user-card.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { openChange } from '../engine/change.ts';
import type { Engine } from '../engine/engine.ts';
import { insertRows, updateLocked } from '../engine/internal-write.ts';
import { lockRows } from '../engine/lock-rows.ts';
import type { Db } from '../engine/sql.ts';
import type { RowEvent } from '../engine/steps/events.ts';
import type { StepRow } from '../engine/steps/step-server.ts';
import { takeStep } from '../engine/steps/take-step.ts';

const { userCard } = registry;

type Entry = StepRow<RowOf<typeof registry.userPerm>>;

/** The state that the entitlement of an entry is to have: codes of `entitlementStatus`. */
function stateFor({ permType, status, expireTime }: Entry, now: string): 1 | 2 | 3 {
  if (permType !== 1) return 3;
  if (expireTime <= now) return 2;
  return status === 0 ? 1 : 3;
}

/**
 * Makes the entitlements of entries of the white list follow them (domain 4.9): each entry has at most one, told by its
 * number (`sourceType` 3), which is given with it, changes with it, ends with it, and comes back with it, with what was
 * used of it. `stands` is false where the entries were deleted.
 */
export async function followEntries(
  engine: Engine,
  db: Db,
  { rows, by: { actor }, name: cause }: RowEvent<RowOf<typeof registry.userPerm>, unknown>,
  stands: boolean,
): Promise<void> {
  const now = engine.clock.now();
  const at = shanghaiTime(now);
  const found = await sql<{ id: number }>`
    select id from t_user_card
    where source_type = 3 and source_no = any(${rows.map(row => String(row.rowKey))}::text[]) and not deleted`.execute(
    db,
  );
  const change = await openChange(engine, db, userCard, { actor, now });
  const locked = await lockRows(
    engine,
    db,
    userCard,
    found.rows.map(({ id }) => Number(id)),
    actor,
  );
  const cards = new Map(locked.map(card => [card.sourceNo, card]));
  const wanted = rows.map(entry => ({
    entry,
    card: cards.get(String(entry.rowKey)),
    state: stands ? stateFor(entry, at) : 3,
  }));
  const termsOf = ({ userId, dataYear, expireTime, countLimit }: Entry) => ({
    userId,
    dataYear,
    expireTime,
    countLimit,
  });

  await insertRows(
    engine,
    db,
    userCard,
    wanted
      .filter(({ card, state }) => !card && state === 1)
      .map(({ entry }) => ({
        ...termsOf(entry),
        startTime: at,
        sourceType: 3,
        sourceNo: String(entry.rowKey),
      })),
    { by: actor },
  );
  await updateLocked(
    engine,
    db,
    userCard,
    wanted.flatMap(({ entry, card }) =>
      card
        ? [
            {
              row: card,
              // Of another person nothing has been used yet.
              values: { ...termsOf(entry), ...(card.userId !== entry.userId && { usedNum: 0 }) },
            },
          ]
        : [],
    ),
    { by: actor, change },
  );
  const by = { kind: 'step', actor, cause } as const;
  const keysOf = (to: 1 | 2 | 3, from: readonly number[]) =>
    wanted.flatMap(({ card, state }) =>
      card && state === to && from.includes(Number(card.status)) ? [card.rowKey] : [],
    );
  const back = keysOf(1, [2, 3]);
  const over = keysOf(2, [1]);
  const gone = keysOf(3, [1]);
  if (back.length > 0) await takeStep(engine, userCardSteps, 'reinstate', { keys: back, by, within: db });
  if (over.length > 0) await takeStep(engine, userCardSteps, 'expire', { keys: over, by, within: db });
  if (gone.length > 0) await takeStep(engine, userCardSteps, 'withdraw', { keys: gone, by, within: db });
}
