import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, type UniqueKey } from '@yikao/model/kernel/dataset.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { type SqlBool, sql } from 'kysely';
import { serverKindOf } from '../fields/index.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column, type Db } from '../table/sql.ts';
import { comparedSql, naturalKeyPart, whereSql } from '../table/tables.ts';
import { hiddenIssues, namesOfKey, refusingKey, uniqueIssues } from './unique.ts';

/** The condition that a row on `alias` has the same values as `row` in the fields of a key. */
function sameKey(
  dataset: AnyDataset,
  fields: readonly string[],
  row: Readonly<RowValues>,
  alias: string,
): Condition {
  return allOf(
    fields.map(name => {
      const field = fieldOf(dataset, name);
      const value = row[name];
      const part = sql.raw(naturalKeyPart(dataset, name, `${alias}.`));
      if (isEmpty(value) || !field) {
        // An empty part counts as a value: the index holds '' or 0 for it (domain 2, head).
        return sql<SqlBool>`${part} = ${sql.raw(naturalKeyPart(dataset, name).includes("''") ? "''" : '0')}`;
      }
      const wanted = sql`${serverKindOf(field).toColumn(value as never)}`;
      const [before, after] = comparedSql(field, '\n').split('\n');
      return before
        ? sql<SqlBool>`${part} = ${sql.raw(before)}${wanted}::text${sql.raw(after ?? '')}`
        : sql<SqlBool>`${part} = ${wanted}`;
    }),
  );
}

/**
 * Throws `duplicate`, naming the row, when another one has the natural key of `row`, or one of its unique keys;
 * `existsElsewhere`, which names nothing, where the actor does not reach that row.
 */
export async function assertUnique(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  row: Readonly<RowValues>,
  own: number | undefined,
): Promise<void> {
  const taking = dataset.uniqueKeys.filter(
    ({ fields, where }) => fields.every(name => !isEmpty(row[name])) && belongs({ when: where }, row),
  );
  for (const unique of [{ fields: dataset.naturalKey, where: {} }, ...taking]) {
    if (unique.fields.length > 0) await assertNoOther(db, dataset, actor, unique, row, own);
  }
}

async function assertNoOther(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  unique: UniqueKey,
  row: Readonly<RowValues>,
  own: number | undefined,
): Promise<void> {
  const other = await holderOf(db, dataset, actor, unique, row, own);
  if (!other) return;
  if (!other.known) {
    throw failure('existsElsewhere', {
      issues: hiddenIssues(unique),
      labels: name => fieldOf(dataset, name)?.label,
    });
  }
  const { zh, en } = namesOfKey(dataset, unique);
  throw failure('duplicate', {
    params: { id: other.key, zh, en },
    issues: uniqueIssues(dataset, unique, other.key),
    labels: name => fieldOf(dataset, name)?.label,
    data: { id: other.key },
  });
}

/** The row that has the values of a unique key already, and whether the actor reaches it; `own` is not looked at. */
async function holderOf(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  unique: UniqueKey,
  row: Readonly<RowValues>,
  own: number | undefined,
): Promise<{ readonly key: number; readonly known: boolean } | undefined> {
  const key = column('d', columnName(dataset.key));
  const found = await sql<{ key: number; known: boolean }>`
    select ${key} as key, (${scopeCondition(dataset, actor, 'd')}) as known from ${sql.table(tableName(dataset))} as d
    where ${sameKey(dataset, unique.fields, row, 'd')} and not d.deleted ${sql.raw(whereSql(unique, 'd.'))} ${own === undefined ? sql`` : sql`and ${key} <> ${own}`}
    limit 1`.execute(db);
  return found.rows[0];
}

/**
 * Reports whether the row that was there before one that a unique index has refused is out of the actor's reach. `row` has the
 * fields of the key, as far as they are known; `own` is the row itself, where it is not new.
 */
export async function isBeyondReach(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  error: unknown,
  row: Readonly<RowValues>,
  own?: number,
): Promise<boolean> {
  const holder = await holderOf(db, dataset, actor, refusingKey(dataset, error), row, own);
  return holder?.known === false;
}

/**
 * The faults of a row that a unique index has refused; its other arguments are those of {@link isBeyondReach}. A message
 * of the key is for those who reach the row that was there first; everybody else reads that there is one.
 */
export async function refusedIssues(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  error: unknown,
  row: Readonly<RowValues>,
  own?: number,
): Promise<Issue[]> {
  const unique = refusingKey(dataset, error);
  const isHidden = await isBeyondReach(db, dataset, actor, error, row, own);
  return isHidden ? hiddenIssues(unique) : uniqueIssues(dataset, unique);
}
