import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { lockRow, underMigrationLock } from './database/migration-lock.ts';
import type { Database } from './database/types.ts';
import type { Logger } from './logger.ts';

/** One step of the schema: a reviewed file of SQL statements, which is never changed once it has been released. */
export interface Migration {
  /** File name without `.sql`: four digits, `_`, and its purpose. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file with Unix line ends, in hexadecimal. */
  readonly checksum: string;
}

/** Thrown if the files and the database's records do not match; the message names the file and the reason. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

const fileForm = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/**
 * Reads the migrations of a folder, in the order in which they run.
 * @throws {MigrationError} for a file name of another form, a number used twice, or a number left out.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const file of (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()) {
    const name = fileForm.exec(file)?.[1];
    if (name === undefined) throw new MigrationError(`${file}: a migration is named like 0001_first.sql`);
    if (Number(name.slice(0, 4)) !== migrations.length + 1) {
      throw new MigrationError(
        `${file}: number ${String(migrations.length + 1).padStart(4, '0')} was expected`,
      );
    }
    const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    migrations.push({ name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
  }
  return migrations;
}

/**
 * The table of applied migrations. Running a file locks the row named by {@link lockRow}: a row lock, because advisory
 * locks and LOCK TABLE are not available on every engine with this dialect.
 */
const createTable = `
  create table if not exists yikao_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

type Applied = Pick<Migration, 'name' | 'checksum'>;

async function readApplied(client: Pick<PoolClient, 'query'>): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select name, checksum from yikao_migration where name <> $1 order by name',
    [lockRow],
  );
  return rows;
}

/**
 * The migrations still to run. Files that are in the database but not in this version are later ones: during a rolling
 * upgrade the previous version works on the newer schema.
 * @throws {MigrationError} if an applied file was changed, or one was inserted before it.
 */
function pending(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  for (const [index, done] of applied.entries()) {
    const file = migrations[index];
    if (file === undefined) continue;
    if (file.name !== done.name) {
      throw new MigrationError(`${file.name}: the database ran ${done.name} as this step`);
    }
    if (file.checksum !== done.checksum) {
      throw new MigrationError(
        `${file.name}: the file was changed after it had run; add a new migration instead`,
      );
    }
  }
  return migrations.slice(applied.length);
}

/** Creates the table and its lock row; if two nodes conflict here, the second tries again. */
async function prepare(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.pool.query(createTable);
      await database.pool.query(
        "insert into yikao_migration (name, checksum) values ($1, '') on conflict do nothing",
        [lockRow],
      );
      return;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** Work needed after every file, once the database supports it: the triggers of new tables. */
const afterEach = `
  do $$ begin
    if to_regproc('yikao_note_changes') is not null then perform yikao_note_changes(); end if;
    if to_regproc('yikao_watch_search') is not null then perform yikao_watch_search(); end if;
  end $$`;

/** Runs the next file under the lock; returns it, or undefined if none is left. `tellFirst` is called before it runs. */
function runNext(
  database: Database,
  migrations: readonly Migration[],
  tellFirst: (next: Migration) => void,
): Promise<Migration | undefined> {
  return underMigrationLock(database, async client => {
    const next = pending(migrations, await readApplied(client))[0];
    if (next === undefined) return undefined;
    tellFirst(next);
    try {
      await client.query(next.sql);
      await client.query(afterEach);
    } catch (error) {
      throw new MigrationError(`${next.name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    await client.query('insert into yikao_migration (name, checksum) values ($1, $2)', [
      next.name,
      next.checksum,
    ]);
    return next;
  });
}

/**
 * Migrates the database to the schema of these files: forward only, one transaction per file, once across any number of
 * starting nodes. Returns the names of the files that ran.
 * @throws {MigrationError} if a file fails (and is rolled back), was changed, or does not fit earlier ones.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  logger: Logger,
): Promise<string[]> {
  await prepare(database);
  const names: string[] = [];
  // One line for all files, before the first: a new installation has dozens of them.
  const tellFirst = (next: Migration) => {
    if (names.length > 0) return;
    const isNew = next === migrations[0];
    const left = migrations.length - migrations.indexOf(next);
    logger.info({ migrations: left }, isNew ? 'Making the database' : 'Bringing the database up to date');
  };
  for (;;) {
    const done = await runNext(database, migrations, tellFirst);
    if (done === undefined) return names;
    logger.debug({ migration: done.name }, 'Migration done');
    names.push(done.name);
  }
}

/** Reports whether the database has all these migrations; asks, changes nothing, and is false on an empty database. */
export async function isMigrated(database: Database, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await database.pool.query<{ there: boolean }>(
    "select to_regclass('yikao_migration') is not null as there",
  );
  if (rows[0]?.there !== true) return false;
  return pending(migrations, await readApplied(database.pool)).length === 0;
}
