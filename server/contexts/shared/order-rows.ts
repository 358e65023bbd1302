import type { OrderedRow } from '@yikao/model/contexts/shared/ordered-rows.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Dataset, DraftOf } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap, IntegerField } from '@yikao/model/kernel/field.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { columnName, tableName } from '../../engine/table/naming.ts';
import { allOf, type Condition, column, countFrom, type Tx } from '../../engine/table/sql.ts';
import { openChange } from '../../engine/write/change.ts';
import { updateLocked } from '../../engine/write/internal-write.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';
import { transact } from '../../engine/write/transaction.ts';

/** A dataset whose rows have a place among others. */
type Placed = Dataset<string, FieldMap & { readonly orderNum: IntegerField }>;

/** Rows to be put in order. */
export interface Ordering {
  readonly actor: Actor;
  /** The rows that share one order, on the table aliased as `d`. */
  readonly group: Condition;
  /** Those of the group that the actor may change, all of them, in their new order. */
  readonly rows: readonly OrderedRow[];
  /** Further values of a row that go with its place, by its number. */
  readonly beside?: (id: number) => DraftOf<Placed>;
  /** Throws if the group must not be ordered now, and holds what that rests on until the rows are written. */
  readonly assertOpen?: (tx: Tx) => Promise<void>;
}

/**
 * Numbers the rows of a group from 1 on. Throws `staleVersion` if a row was changed, added or deleted since the actor saw
 * the group, so that of two people who order it at once the second is refused; nothing is changed then.
 */
export async function orderRows(
  engine: Engine,
  dataset: Placed,
  { actor, group, rows, beside, assertOpen }: Ordering,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) throw failure('badRequest');
  await transact(engine.db, async db => {
    await assertOpen?.(db);
    const change = await openChange(engine, db, dataset, { actor, now: engine.clock.now() });
    const condition = allOf([group, scopeCondition(dataset, actor, 'd', 'write')]);
    const locked = await lockRows(engine, db, dataset, ids, actor, { condition });
    const key = column('d', columnName(dataset.key));
    const others = await countFrom(
      db,
      sql`${sql.table(tableName(dataset))} as d
        where ${condition} and not d.deleted and ${key} <> all(${ids}::bigint[])`,
    );
    const versions = new Map(locked.map(row => [row.rowKey, row.version]));
    const stale = rows.some(({ id, version }) => versions.get(id) !== version);
    if (stale || others !== 0) throw failure('staleVersion');
    const place = new Map(ids.map((id, at) => [id, at + 1]));
    await updateLocked(
      engine,
      db,
      dataset,
      locked.map(row => ({ row, values: { ...beside?.(row.rowKey), orderNum: place.get(row.rowKey) ?? 0 } })),
      { by: actor, change },
    );
  });
}
