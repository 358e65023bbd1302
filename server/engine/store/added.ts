import { type AnyDataset, fieldOf, hasImportBatch, isStored } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { type Changes, historyFrom } from '../history/history.ts';
import { withSearchColumns } from '../search/columns.ts';
import { columnName, tableName } from '../table/naming.ts';
import { serverSideOf } from '../table/server-side.ts';
import type { Tx } from '../table/sql.ts';
import { sealedNew, secretFields } from '../write/sealing.ts';
import { uniqueViolation } from '../write/unique.ts';
import { columnList, rowSource, sourceColumn } from '../write/write.ts';
import type { Storing } from './storing.ts';

/** New rows ready for sending, and the columns they have. */
export interface ReadyRows {
  readonly columns: readonly string[];
  readonly rows: RawBuilder<unknown>;
}

/**
 * Prepares new rows for sending outside of a transaction. Undefined if there are none, or if values of theirs are still
 * to be set within it.
 */
export function readyRows(
  engine: Engine,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
): ReadyRows | undefined {
  const open = serverSideOf(engine.servers, dataset).beforeInsert || secretFields(dataset).length > 0;
  return rows.length === 0 || open ? undefined : packed(dataset, rows);
}

function packed(dataset: AnyDataset, rows: readonly Readonly<RowValues>[]): ReadyRows {
  const stored = Object.keys(rows[0] ?? {}).filter(name => isStored(fieldOf(dataset, name)));
  const columns = withSearchColumns(dataset, stored);
  return { columns, rows: rowSource(dataset, columns, rows) };
}

/** Options of {@link storeAdded}. */
export interface StoringNew extends Storing {
  /** The label of the file that has them. */
  readonly importBatch?: string | null | undefined;
  /** Lets a single row whose typed key lies in the trash take that row's place. */
  readonly revives?: boolean;
  /** The values of a single row that its history names. */
  readonly changes?: (row: Readonly<RowValues>) => Changes;
  /** These rows from {@link readyRows}. */
  readonly ready?: ReadyRows | undefined;
  /** Set to false by a chunk of a file, which spares the database naming thousands of keys. */
  readonly keyed?: boolean;
}

/**
 * The last stages of new rows: the server side sets values that need the database, secrets are sealed, and the rows are
 * stored with their history, in one statement. All rows have the same fields. Returns their keys in order.
 * @throws PostgreSQL's error for a key that is taken.
 */
export async function storeAdded(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  rows: readonly RowValues[],
  { by, jobId, importBatch, revives = false, changes, ready, keyed = true }: StoringNew,
): Promise<number[]> {
  const [first] = rows;
  if (first === undefined) return [];
  if (!ready) await serverSideOf(engine.servers, dataset).beforeInsert?.(db, [...rows]);
  const source = ready ?? packed(dataset, await sealedNew(engine, db, dataset, rows));
  const batch = importBatch !== undefined && hasImportBatch(dataset);
  const single = rows.length === 1;
  const added = await sql<{ key: number }>`
    with added as (
      insert into ${sql.table(tableName(dataset))}
        (${columnList(source.columns)}, create_by, update_by ${batch ? sql`, import_batch` : sql``})
      select ${sql.join(source.columns.map(name => sourceColumn(dataset, name)))}, ${by.userId}::bigint, ${by.userId}::bigint
        ${batch ? sql`, ${importBatch}::varchar` : sql``}
      from ${source.rows}
      ${revives && dataset.keyBy === 'given' ? revive(dataset, source.columns) : sql``}
      returning ${sql.id(columnName(dataset.key))} as key, version
    ), kept as (${historyFrom(dataset, by, 'added', 'added', jobId ?? null, { single, changes: single ? changes?.(first) : undefined })})
    select key from added ${keyed ? sql`` : sql`limit 0`}`.execute(db);
  // Somebody else added the same key at the same moment and was first: report it as a taken key.
  if (keyed && added.rows.length === 0)
    throw Object.assign(new Error('The key is taken'), { code: uniqueViolation });
  return added.rows.map(row => row.key);
}

/** A typed key may already exist in the trash: that row is restored with the new values. */
function revive(dataset: AnyDataset, columns: readonly string[]): RawBuilder<unknown> {
  const key = sql.id(columnName(dataset.key));
  const values = columns.map(name => sql`${sql.id(columnName(name))} = excluded.${sql.id(columnName(name))}`);
  const table = sql.table(tableName(dataset));
  return sql`on conflict (${key}) do update set ${sql.join(values)}, deleted = false,
    version = ${table}.version + 1, update_by = excluded.update_by where ${table}.deleted`;
}
