import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { SecretField } from '@yikao/model/kernel/field.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { type Opener, type Secrets, SecretsError } from '../../platform/secrets.ts';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../table/naming.ts';
import { type Db, nextValues, readKeys } from '../table/sql.ts';

/** Names of the fields that a dataset keeps sealed. */
export function secretFields(dataset: AnyDataset): string[] {
  return Object.keys(dataset.fields).filter(name => dataset.fields[name]?.kind === 'secret');
}

/** The secret fields that keep something beside them, with the names of these fields. */
function keptBeside(dataset: AnyDataset): readonly { readonly name: string; readonly field: SecretField }[] {
  return secretFields(dataset).flatMap(name => {
    const field = dataset.fields[name];
    return field?.kind === 'secret' && (field.head ?? field.digest) !== undefined ? [{ name, field }] : [];
  });
}

/** The fields that change together with these: what is kept beside the secrets among them. */
export function withBesides(dataset: AnyDataset, fields: readonly string[]): readonly string[] {
  const beside = keptBeside(dataset)
    .filter(({ name }) => fields.includes(name))
    .flatMap(({ field }) => [field.head, field.digest])
    .filter(name => name !== undefined);
  return beside.length === 0 ? fields : [...fields, ...beside];
}

/** Digits of a kept digest: 32 bytes as base64url. */
const digestOf = (digest: Buffer): string => digest.toString('base64url');

/** The context of a digest: one field of all rows, so that a secret is found whatever row has it. */
const digestContext = (dataset: AnyDataset, name: string): string => `${dataset.name}.${name}`;

/** Fills the fields that are kept beside a secret: its first characters, and the digest by which it is found. */
function besides(secrets: Secrets, dataset: AnyDataset, values: Readonly<RowValues>): Readonly<RowValues> {
  const beside: RowValues = {};
  for (const { name, field } of keptBeside(dataset)) {
    const value = values[name];
    if (value === undefined || value === true) continue;
    const text = typeof value === 'string' ? value : null;
    if (field.digest !== undefined) {
      beside[field.digest] = text && digestOf(secrets.digest(text, digestContext(dataset, name)).digest);
    }
    if (field.head !== undefined) {
      const room = dataset.fields[field.head];
      beside[field.head] = text?.slice(0, room?.kind === 'text' ? room.max : 0) ?? null;
    }
  }
  return beside;
}

/**
 * The key of the row with this secret, in its stored form; undefined if there is none. The secret is found by its
 * digest, with the current key or an earlier one, so no secret is opened. Throws an error for a field without a digest.
 */
export async function findBySecret(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  name: string,
  text: string,
): Promise<number | undefined> {
  const field = dataset.fields[name];
  if (field?.kind !== 'secret' || field.digest === undefined)
    throw new Error(`${dataset.name}.${name} keeps no digest`);
  const digests = engine.secrets
    .digests(text, digestContext(dataset, name))
    .map(({ digest }) => digestOf(digest));
  const [found] = await readKeys(
    db,
    sql`select ${sql.id(columnName(dataset.key))} as key from ${sql.table(tableName(dataset))}
      where ${sql.id(columnName(field.digest))} = any(${digests}::text[]) and not deleted`,
  );
  return found;
}

/** The context of a sealed text: one field of one row, so that it cannot be moved to another. */
function belongsTo(dataset: AnyDataset, name: string, key: number): string {
  return `${dataset.name}.${name}:${key}`;
}

/** The values of a row for its table, with secrets sealed. Unchanged ones (`true`) are left out. */
export function sealed(
  engine: Pick<Engine, 'secrets'>,
  dataset: AnyDataset,
  key: number,
  values: Readonly<RowValues>,
): RowValues {
  const kept: RowValues = { ...values, ...besides(engine.secrets, dataset, values) };
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
  return nextValues(db, sequence, count);
}

/**
 * Opens the secrets of rows that an export has read with their sealed texts, in place. Rejects with a
 * {@link SecretsError} if no known key opens one.
 */
export async function openExported(
  opener: Opener,
  dataset: AnyDataset,
  rows: readonly Record<string, unknown>[],
  names: readonly string[],
): Promise<void> {
  const places = rows.flatMap(row =>
    names.flatMap(name => {
      const value = row[name];
      if (typeof value !== 'string') return [];
      return [{ row, name, sealed: value, belongsTo: belongsTo(dataset, name, Number(row[dataset.key])) }];
    }),
  );
  const texts = await opener.open(
    places.map(({ sealed, belongsTo: owner }) => ({ sealed, belongsTo: owner })),
  );
  for (const [at, { row, name }] of places.entries()) row[name] = texts[at];
}

/** Names of secrets among fields that exports have in plain. */
export function exportedSecrets(dataset: AnyDataset, names: readonly string[]): string[] {
  return names.filter(name => {
    const field = dataset.fields[name];
    return field?.kind === 'secret' && field.exported === true;
  });
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
            const owner = belongsTo(dataset, name, after);
            const anew = secrets.renew(row.secret, owner);
            const beside = Object.entries(besides(secrets, dataset, { [name]: secrets.open(anew, owner) }));
            const set = [[name, anew] as const, ...beside].map(
              ([field, value]) => sql`${sql.id(columnName(field))} = ${value}`,
            );
            const written = await sql`
              update ${table} set ${sql.join(set)} where ${key} = ${after} and ${column} = ${row.secret}`.execute(
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
