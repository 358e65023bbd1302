import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Engine } from './engine.ts';
import { type ChangeContext, type ChangeWatch, serverSideOf } from './server-side.ts';
import type { Db } from './sql.ts';

/**
 * Opens the change of a dataset's rows in a transaction: every way of adding, changing, deleting and restoring rows
 * begins with it, before it locks a row, says what it is about to do, and says when it is done. Tells the dataset's
 * server side, which follows (`changed`) or refuses (`watch`).
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
    },
  };
}
