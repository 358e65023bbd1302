import type { AnyDataset, DraftOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../table/naming.ts';
import { type Condition, column, readKeys, type Tx } from '../table/sql.ts';
import { openChange } from './change.ts';
import { type InternalWrite, updateLocked } from './internal-write.ts';
import { type LockedRow, lockRows } from './lock-rows.ts';
import { removeRows } from './remove.ts';

/** Locks the living rows that meet a condition on the table aliased as `d`, in key order, and returns their keys. */
function keysWhere(db: Tx, dataset: AnyDataset, where: Condition): Promise<number[]> {
  const key = column('d', columnName(dataset.key));
  return readKeys(
    db,
    sql`select ${key} as key from ${sql.table(tableName(dataset))} as d
      where ${where} and not d.deleted order by ${key} for no key update`,
  );
}

/** Rows to be set: the living ones that meet a condition on the table aliased as `d`, and the new values of each. */
interface Setting<D extends AnyDataset> {
  readonly where: Condition;
  readonly values: (row: LockedRow<D>) => NoInfer<DraftOf<D>>;
}

/**
 * Sets values of the rows that meet a condition, with versions and history, and runs what follows their change. Returns
 * the rows as they were. For values that other changes bring about; a step moves a state.
 * @throws Error naming a value that no column of the dataset holds.
 */
export async function setRows<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  { where, values }: Setting<D>,
  { by, jobId }: InternalWrite,
): Promise<LockedRow<D>[]> {
  const change = await openChange(engine, db, dataset, { actor: by, now: engine.clock.now() });
  const rows = await lockRows(engine, db, dataset, await keysWhere(db, dataset, where), by);
  const updates = rows.map(row => ({ row, values: values(row) }));
  await updateLocked(engine, db, dataset, updates, { by, change, jobId });
  return rows;
}

/**
 * Moves the rows that meet a condition on the table aliased as `d` to the trash, with history, and runs what follows
 * their deletion. Returns their number. References to them are not checked.
 */
export async function dropRows(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  where: Condition,
  { by, jobId }: InternalWrite,
): Promise<number> {
  const change = await openChange(engine, db, dataset, { actor: by, now: engine.clock.now() });
  const keys = await keysWhere(db, dataset, where);
  if (keys.length === 0) return 0;
  const gone = await removeRows({ engine, db, dataset, actor: by, change, jobId }, keys);
  if (gone.length > 0) await change.settle('deleted', gone);
  return gone.length;
}
