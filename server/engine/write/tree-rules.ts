import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { columnName, tableName } from '../table/naming.ts';
import { column, type Db } from '../table/sql.ts';

/**
 * The problem with a row's new parent: a row cannot be below itself or one of its descendants, and the tree may not
 * exceed the dataset's number of levels. `key` is undefined for a new row, `values` are the changed ones. Imports check
 * a chunk at once, see `jobs/tree-guard.ts`.
 */
export async function treeIssues(
  db: Db,
  dataset: AnyDataset,
  key: number | undefined,
  values: Readonly<RowValues>,
): Promise<Issue[]> {
  const { parent } = dataset;
  if (parent === undefined || !values[parent]) return [];
  const above = Number(values[parent]);
  if (key !== undefined && (await standsUnder(db, dataset, parent, above, key))) {
    return [issue(parent, 'ownParent')];
  }
  const { levels } = dataset;
  if (levels === undefined || (await heightOf(db, dataset, parent, above, key, levels)) <= levels) return [];
  return [issue(parent, 'tooDeep', { max: levels })];
}

/** Reports whether `row` is `key` or one of its descendants. */
async function standsUnder(
  db: Db,
  dataset: AnyDataset,
  parent: string,
  row: number,
  key: number,
): Promise<boolean> {
  const table = sql.table(tableName(dataset));
  const own = column('d', columnName(dataset.key));
  const above = column('d', columnName(parent));
  const found = await sql<{ under: boolean }>`
    with recursive ancestry as (
      select ${own} as key, ${above} as parent from ${table} as d where ${own} = ${row}::bigint
      union
      select ${own}, ${above} from ${table} as d join ancestry on ${own} = ancestry.parent
    )
    select exists (select 1 from ancestry where key = ${key}) as under`.execute(db);
  return found.rows[0]?.under === true;
}

/**
 * Levels from the root to the deepest row under `key` if it were placed under `above`; counts to just past `levels`.
 */
async function heightOf(
  db: Db,
  dataset: AnyDataset,
  parent: string,
  above: number,
  key: number | undefined,
  levels: number,
): Promise<number> {
  const table = sql.table(tableName(dataset));
  const own = column('d', columnName(dataset.key));
  const up = column('d', columnName(parent));
  const found = await sql<{ levels: number }>`
    with recursive up as (
      select ${own} as key, ${up} as parent, 1 as level from ${table} as d where ${own} = ${above}::bigint
      union all
      select ${own}, ${up}, up.level + 1 from ${table} as d join up on ${own} = up.parent
      where up.level <= ${levels}
    ), down as (
      select ${own} as key, 1 as level from ${table} as d where ${own} = ${key ?? 0}::bigint
      union all
      select ${own}, down.level + 1 from ${table} as d join down on ${up} = down.key
      where not d.deleted and down.level <= ${levels}
    )
    select coalesce((select max(level) from up), 0)
      + greatest(coalesce((select max(level) from down), 0), 1) as levels`.execute(db);
  return found.rows[0]?.levels ?? 0;
}
