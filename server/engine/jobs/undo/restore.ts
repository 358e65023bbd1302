import { restoreBody } from '@yikao/model/calls/history.ts';
import { type AppError, failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { historyOps } from '../../history/history.ts';
import { authorise } from '../../scope/access.ts';
import type { Actor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { allOf, column, readKeys, type Tx } from '../../table/sql.ts';
import { assertUnique } from '../../write/assert-unique.ts';
import { openChange } from '../../write/change.ts';
import { lockTree } from '../../write/living-references.ts';
import { lockRows } from '../../write/lock-rows.ts';
import { transact } from '../../write/transaction.ts';
import { takeBack } from './take-back.ts';

/**
 * `POST {path}/restore`: restores rows from the trash, all or none; returns their number. Their deletions are taken back
 * as an undo takes back those of a job. Throws `notFound` for a row that does not exist or is out of the actor's reach,
 * `duplicate` naming the row that has taken its natural key, `lostReference` if a referenced row is gone, and
 * `invalidFields` if its files or its place in the tree are gone. To restore a row with its children, include them in
 * the call.
 */
export async function restore(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<number> {
  authorise(actor, dataset, 'delete');
  const ids = [...new Set(restoreBody.parse(body ?? {}).ids)];
  return transact(engine.db, db => restoreWithin(engine, db, dataset, actor, ids));
}

/** Restores rows as {@link restore} does, in the caller's transaction, whose right to do so the caller checks. */
export async function restoreWithin(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  actor: Actor,
  ids: readonly number[],
): Promise<number> {
  const now = engine.clock.now();
  const change = await openChange(engine, db, dataset, { actor, now });
  await lockTree(db, dataset);
  const key = column('d', columnName(dataset.key));
  const asked = sql<SqlBool>`${key} = any(${[...ids]}::bigint[])`;
  const found = await readKeys(
    db,
    sql`select ${key} as key from ${sql.table(tableName(dataset))} as d
        where ${allOf([asked, scopeCondition(dataset, actor, 'd', 'write')])} and d.deleted
        order by ${key} for update`,
  );
  if (found.length !== ids.length) throw failure('notFound');
  const refused = new Map<number, Issue>();
  const deletions = found.map(one => ({ key: one, op: historyOps.deleted, changes: null }));
  await takeBack({ engine, db, dataset, actor, change, now }, deletions, refused);
  const [first] = refused;
  if (first) throw await refusal(engine, db, dataset, actor, ...first);
  return ids.length;
}

/** The failure for a row that cannot be restored. */
async function refusal(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  actor: Actor,
  key: number,
  why: Issue,
): Promise<AppError> {
  if (why.code === 'takenSince') {
    const [row] = await lockRows(engine, db, dataset, [key], actor, { trashed: true });
    // It throws, and names the row that has the key now.
    if (row) await assertUnique(db, dataset, actor, row, key);
  }
  if (why.code === 'lostReference') {
    const field = fieldOf(dataset, why.field)?.label[actor.language] ?? why.field;
    return failure('lostReference', { params: { id: key, field }, data: { id: key, field: why.field } });
  }
  return failure('invalidFields', { issues: [why], labels: name => fieldOf(dataset, name)?.label });
}
