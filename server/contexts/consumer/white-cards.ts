import { permStatus, userListType } from '@yikao/model/contexts/consumer/consumer.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { entitlementSource } from '@yikao/model/contexts/sales/sales.codes.ts';
import { userCardSteps } from '@yikao/model/contexts/sales/user-card.machine.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { RowEvent } from '../../engine/steps/events.ts';
import type { StepRow } from '../../engine/steps/step-server.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { openChange } from '../../engine/write/change.ts';
import { insertRows, updateLocked } from '../../engine/write/internal-write.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';

const entitlementSourceIs = codesOf(entitlementSource);

const { userCard } = registry;

type Entry = StepRow<RowOf<typeof registry.userPerm>>;

/** The target state of an entry's entitlement: codes of `entitlementStatus`. */
function stateFor({ permType, status, expireTime }: Entry, now: string): 1 | 2 | 3 {
  if (permType !== userListType.is.white) return 3;
  if (expireTime <= now) return 2;
  return status === permStatus.is.enabled ? 1 : 3;
}

/**
 * Keeps the entitlements of white-list entries in step with them (domain 4.9): each entry has at most one, identified
 * by its id (`sourceType` 3), which is granted, changed, ended and restored with it, including its usage. `stands` is
 * false if the entries were deleted.
 */
export async function followEntries(
  engine: Engine,
  db: Tx,
  { rows, by: { actor }, name: cause }: RowEvent<RowOf<typeof registry.userPerm>, unknown>,
  stands: boolean,
): Promise<void> {
  const now = engine.clock.now();
  const at = shanghaiTime(now);
  const found = await sql<Columns<typeof userCard, 'id'>>`
    select id from t_user_card
    where source_type = ${entitlementSourceIs.allowList}
      and source_no = any(${rows.map(row => String(row.rowKey))}::text[]) and not deleted`.execute(db);
  const change = await openChange(engine, db, userCard, { actor, now });
  const locked = await lockRows(
    engine,
    db,
    userCard,
    found.rows.map(({ id }) => id),
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
      card && state === to && from.includes(card.status) ? [card.rowKey] : [],
    );
  const back = keysOf(1, [2, 3]);
  const over = keysOf(2, [1]);
  const gone = keysOf(3, [1]);
  if (back.length > 0) await takeStep(engine, userCardSteps, 'reinstate', { keys: back, by, within: db });
  if (over.length > 0) await takeStep(engine, userCardSteps, 'expire', { keys: over, by, within: db });
  if (gone.length > 0) await takeStep(engine, userCardSteps, 'withdraw', { keys: gone, by, within: db });
}
