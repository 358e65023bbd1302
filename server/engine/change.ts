import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Engine } from './engine.ts';
import { lockRows } from './lock-rows.ts';
import { type ChangeContext, type ChangeKind, type ChangeWatch, serverSideOf } from './server-side.ts';
import type { Db } from './sql.ts';
import { emit, listenersOf } from './steps/events.ts';

/** Last part of the event's name by which others hear of a change that no step made. */
const verbs = {
  added: 'add',
  updated: 'update',
  deleted: 'delete',
  restored: 'restore',
} as const satisfies Record<ChangeKind, string>;

/** Whether anybody listens to changes of this kind that no step makes. */
export function isHeard(engine: Engine, dataset: AnyDataset, what: ChangeKind): boolean {
  return listenersOf(engine.servers, `${dataset.name}.${verbs[what]}`).length > 0;
}

/**
 * Opens the change of a dataset's rows in a transaction: every way of adding, changing, deleting and restoring rows
 * begins with it, before it locks a row, says what it is about to do, and says when it is done. Tells the dataset's
 * server side, which follows (`changed`) or refuses (`watch`), and then the others that listen (`userCard.add`); a step
 * tells its own event instead.
 */
export async function openChange(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  context: ChangeContext,
): Promise<ChangeWatch> {
  const side = serverSideOf(engine.servers, dataset);
  const watch = await side.watch?.(db, context);
  return {
    async expect(what, keys, fields) {
      await watch?.expect(what, keys, fields);
    },
    async settle(what, keys, filled) {
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
  db: Db,
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
