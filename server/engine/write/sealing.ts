import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { type Secrets, SecretsError } from '../../platform/secrets.ts';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../table/naming.ts';
import type { Db } from '../table/sql.ts';

/** Names of the fields that a dataset keeps sealed. */
export function secretFields(dataset: AnyDataset): string[] {
  return Object.keys(dataset.fields).filter(name => dataset.fields[name]?.kind === 'secret');
}

/** The context of a sealed text: one field of one row, so that it cannot be moved to another. */
function belongsTo(dataset: AnyDataset, name: string, key: number): string {
  return `${dataset.name}.${name}:${key}`;
}

/** The values of a row for its table, with secrets sealed. Unchanged ones (`true`) are left out. */
export function sealed(
  engine: Engine,
  dataset: AnyDataset,
  key: number,
  values: Readonly<RowValues>,
): RowValues {
  const kept: RowValues = { ...values };
  for (const name of secretFields(dataset)) {
    const value = values[name];
    if (value === true) delete kept[name];
    else if (typeof value === 'string')
      kept[name] = engine.secrets.seal(value, belongsTo(dataset, name, key));
  }
  return kept;
}

/**
 * New rows as their table keeps them, see {@link sealed}. A secret is sealed for the key of its row, so rows that have
 * one are given their keys beforehand.
 */
export async function sealedNew(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
): Promise<readonly Readonly<RowValues>[]> {
  if (secretFields(dataset).length === 0) return rows;
  const keys =
    dataset.keyBy === 'given'
      ? rows.map(row => Number(row[dataset.key]))
      : await nextKeys(db, dataset, rows.length);
  return rows.map((row, index) => {
    const key = keys[index] ?? 0;
    return { ...sealed(engine, dataset, key, row), [dataset.key]: key };
  });
}

/** Reserves this many keys for new rows. */
async function nextKeys(db: Db, dataset: AnyDataset, count: number): Promise<number[]> {
  const sequence = sql`pg_get_serial_sequence(${tableName(dataset)}, ${columnName(dataset.key)})`;
  const found = await sql<{ key: number }>`
    select nextval(${sequence}) as key from generate_series(1, ${count}::integer)`.execute(db);
  return found.rows.map(row => row.key);
}

/**
 * The secret of a row in plain text, for the one place that passes it to its recipient; undefined if none is set. Never
 * log or return it. Throws {@link SecretsError} if no known key opens it.
 */
export async function openSecret(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  name: string,
  key: number,
): Promise<string | undefined> {
  const found = await sql<{ secret: string | null }>`
    select ${sql.id(columnName(name))} as secret from ${sql.table(tableName(dataset))}
    where ${sql.id(columnName(dataset.key))} = ${key}`.execute(db);
  const text = found.rows[0]?.secret ?? undefined;
  return text === undefined ? undefined : engine.secrets.open(text, belongsTo(dataset, name, key));
}

/** The outcome for the secrets of rows. */
export interface FieldRenewal {
  /** Number sealed again with the current key. */
  readonly renewed: number;
  /** Secrets that no known key opens, as `dataset.field: key`. */
  readonly lost: readonly string[];
}

/** Rows per statement. */
const chunkRows = 1_000;

/**
 * Seals the secrets of all rows with the current key, including rows in the trash. Safe to run alongside the product
 * and repeatedly: a secret that changes meanwhile is left alone.
 */
export async function renewFields(
  db: Db,
  secrets: Secrets,
  datasets: readonly AnyDataset[],
): Promise<FieldRenewal> {
  let renewed = 0;
  const lost: string[] = [];
  for (const dataset of datasets) {
    for (const name of secretFields(dataset)) {
      const [table, key, column] = [
        sql.table(tableName(dataset)),
        sql.id(columnName(dataset.key)),
        sql.id(columnName(name)),
      ];
      for (let after = 0; ; ) {
        const found = await sql<{ key: number; secret: string }>`
          select ${key} as key, ${column} as secret from ${table}
          where ${key} > ${after} and split_part(${column}, '.', 1) <> ${secrets.keyId()}
          order by ${key} limit ${chunkRows}`.execute(db);
        for (const row of found.rows) {
          after = row.key;
          try {
            const anew = secrets.renew(row.secret, belongsTo(dataset, name, after));
            const written = await sql`
              update ${table} set ${column} = ${anew} where ${key} = ${after} and ${column} = ${row.secret}`.execute(
              db,
            );
            renewed += Number(written.numAffectedRows ?? 0n);
          } catch (error) {
            if (!(error instanceof SecretsError)) throw error;
            lost.push(`${dataset.name}.${name}: ${after}`);
          }
        }
        if (found.rows.length < chunkRows) break;
      }
    }
  }
  return { renewed, lost };
}
