import type { Page } from '@yikao/model/calls/envelope.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { filterConditions, pageKeys, type Query } from '../read/filters.ts';
import { masked } from '../read/mask.ts';
import { orderOf } from '../read/order.ts';
import { listFields, page } from '../read/page.ts';
import { readPage } from '../read/paging.ts';
import { presentRow } from '../read/present.ts';
import { selectRows } from '../read/select.ts';
import { countRows } from '../read/totals.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column, type Db, readKeys } from '../table/sql.ts';

type Row = Record<string, unknown>;

/**
 * `GET {path}/list` of a tree: one page of its top rows, each with its descendants nested as `children` (spec section
 * 3; domain A3, F1); page size and total count the top rows. A row is at the top if the actor does not see its parent:
 * a partner sees its own row at the top, whatever is above it. A row without children has no `children`. Filtered
 * results are flat, as with `tree=0`.
 */
export async function treePage(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<Page<Row>> {
  authorise(actor, dataset, 'list');
  if (filterConditions(engine, dataset, query, 'd', { reader: actor, skip: pageKeys }).length > 0) {
    return page(engine, dataset, actor, query);
  }
  const { current, size } = readPage(query);
  const parent = dataset.parent ?? dataset.key;
  const key = columnName(dataset.key);
  const top: Condition = sql<SqlBool>`not exists (select 1 from ${sql.table(tableName(dataset))} as p
    where ${column('p', key)} = ${column('d', columnName(parent))} and not p.deleted
      and ${scopeCondition(dataset, actor, 'p')})`;
  const where = allOf([scopeCondition(dataset, actor, 'd'), top]);
  const fields = listFields(dataset);
  const orderBy = orderOf(engine, dataset, query.sort, actor);
  const read = (rows: Condition, cut: { readonly limit?: number; readonly offset?: number }) =>
    selectRows(engine, dataset, {
      reader: actor,
      fields: [...fields, 'version'],
      where: rows,
      orderBy,
      ...cut,
    }).execute(engine.db);

  const [tops, counted] = await Promise.all([
    read(where, { limit: size, offset: (current - 1) * size }),
    countRows(engine, dataset, where, { exact: query.exact === '1' }),
  ]);
  const below = await descendants(
    engine.db,
    dataset,
    actor,
    tops.rows.map(row => Number(row[dataset.key])),
  );
  const children =
    below.length === 0
      ? []
      : (await read(sql<SqlBool>`${column('d', key)} = any(${below}::bigint[])`, {})).rows;
  const byParent = Map.groupBy(children, row => Number(row[parent]));
  const branch = (row: Row): Row => {
    const own = byParent.get(Number(row[dataset.key])) ?? [];
    const shown = masked(dataset, presentRow(dataset, row, fields, actor.language));
    return own.length === 0 ? shown : { ...shown, children: own.map(branch) };
  };
  return {
    records: tops.rows.map(branch),
    total: counted.total,
    current,
    size,
    ...(counted.estimated && { estimated: true }),
  };
}

/** Keys of the rows under these that the actor sees; a row under one that is out of sight is not reached. */
async function descendants(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  keys: readonly number[],
): Promise<number[]> {
  if (keys.length === 0) return [];
  const table = sql.table(tableName(dataset));
  const key = column('d', columnName(dataset.key));
  const parent = column('d', columnName(dataset.parent ?? dataset.key));
  const visible = sql`not d.deleted and ${scopeCondition(dataset, actor, 'd')}`;
  return readKeys(
    db,
    sql`with recursive below as (
        select ${key} as key from ${table} as d where ${parent} = any(${[...keys]}::bigint[]) and ${visible}
        union
        select ${key} from ${table} as d join below on ${parent} = below.key where ${visible}
      )
      select key from below limit ${limits.treeMax}`,
  );
}

/**
 * The condition that a row on `alias` matches, or is a descendant of a match within the actor's sight; rows below an
 * invisible one are not reached. `matching` is the condition of a match, including scope, on an alias.
 */
export function withDescendants(
  dataset: AnyDataset,
  actor: Actor,
  matching: (alias: string) => Condition,
  alias: string,
): Condition {
  const table = sql.table(tableName(dataset));
  const key = columnName(dataset.key);
  const parent = columnName(dataset.parent ?? dataset.key);
  return sql<SqlBool>`${column(alias, key)} in (
    with recursive reached as (
      select ${column('m', key)} as key from ${table} as m where not m.deleted and ${matching('m')}
      union
      select ${column('c', key)} from ${table} as c join reached on ${column('c', parent)} = reached.key
      where not c.deleted and ${scopeCondition(dataset, actor, 'c')}
    )
    select key from reached)`;
}
