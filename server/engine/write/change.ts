import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Engine } from '../engine.ts';
import { emit, listenersOf } from '../steps/events.ts';
import { WholeGuard } from '../store/wholes.ts';
import { type ChangeContext, type ChangeKind, type ChangeWatch, serverSideOf } from '../table/server-side.ts';
import type { Tx } from '../table/sql.ts';
import { lockRows } from './lock-rows.ts';

/** Last part of the event's name for a change other than a step. */
const verbs = {
  added: 'add',
  updated: 'update',
  deleted: 'delete',
  restored: 'restore',
} as const satisfies Record<ChangeKind, string>;

/** Reports whether there is a listener for changes of this kind other than steps. */
export function isHeard(engine: Engine, dataset: AnyDataset, what: ChangeKind): boolean {
  return listenersOf(engine.servers, `${dataset.name}.${verbs[what]}`).length > 0;
}

/**
 * Opens a change of a dataset's rows in a transaction: every way of adding, changing, deleting and restoring rows calls
 * it first, before it locks a row, and announces and completes its work. It notifies the dataset's server side, which
 * follows (`changed`) or refuses (`watch`), and then the other listeners (`userCard.add`); steps send their own event
 * instead.
 */
export async function openChange(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  context: ChangeContext,
): Promise<ChangeWatch> {
  const side = serverSideOf(engine.servers, dataset);
  const wholes = side.whole && (await WholeGuard.open(db, dataset, side.whole));
  const watch = await side.watch?.(db, context);
  return {
    ...(wholes && { wholes }),
    async expect(what, keys, fields) {
      await wholes?.expect(keys);
      await watch?.expect(what, keys, fields);
    },
    async settle(what, keys, filled) {
      await wholes?.settle(keys);
      await side.changed?.(db, keys, what, context);
      await watch?.settle(what, keys, filled);
      if (context.step === undefined && isHeard(engine, dataset, what)) {
        await tell(engine, db, dataset, context, what, keys);
      }
    },
  };
}

async function tell(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  { actor, now }: ChangeContext,
  what: ChangeKind,
  keys: readonly number[],
): Promise<void> {
  const rows = await lockRows(engine, db, dataset, keys, actor, { trashed: what === 'deleted' });
  const by = { kind: actor.elevated ? 'step' : 'person', actor } as const;
  await emit(engine, db, {
    name: `${dataset.name}.${verbs[what]}`,
    dataset,
    keys,
    rows,
    given: {},
    by,
    now,
  });
}
