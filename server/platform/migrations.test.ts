import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, empty } from '../testing/database.ts';
import type { Database } from './database/types.ts';
import { silentLogger } from './logger.ts';
import { isMigrated, migrate, readMigrations } from './migrations.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-migrations-'));
  database = await createTestDatabase(empty);
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);

async function run(): Promise<string[]> {
  return migrate(database, await readMigrations(folder), silentLogger());
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where tablename in ('apple', 'pear') order by 1",
  );
  return rows.map(row => row.name);
}

describe('migrations', () => {
  test('run in order, once, and are told', async () => {
    await write('0001_apple.sql', 'create table apple (id int); insert into apple values (1);');
    await write('0002_pear.sql', 'create table pear as select * from apple;');
    expect(await isMigrated(database, await readMigrations(folder))).toBe(false);
    expect(await run()).toEqual(['0001_apple', '0002_pear']);
    expect(await run()).toEqual([]);
    expect(await tables()).toEqual(['apple', 'pear']);
    expect(await isMigrated(database, await readMigrations(folder))).toBe(true);
  });

  test('a file that fails leaves nothing of itself, keeps the ones before, and is named', async () => {
    await write('0001_apple.sql', 'create table apple (id int);');
    await write('0002_pear.sql', 'create table pear (id int); insert into nowhere values (1);');
    await expect(run()).rejects.toThrow(/0002_pear: .*nowhere/);
    expect(await tables()).toEqual(['apple']);
    await write('0002_pear.sql', 'create table pear (id int);');
    expect(await run()).toEqual(['0002_pear']);
  });

  test('a file changed after it ran stops the start', async () => {
    await write('0001_apple.sql', 'create table apple (id int);');
    await run();
    await write('0001_apple.sql', 'create table apple (id bigint);');
    await expect(run()).rejects.toThrow(/0001_apple: .*changed/);
  });

  test('Windows line ends are no change', async () => {
    await write('0001_apple.sql', 'create table apple (\n  id int\n);\n');
    await run();
    await write('0001_apple.sql', 'create table apple (\r\n  id int\r\n);\r\n');
    expect(await run()).toEqual([]);
  });

  test('an older version accepts a database that is ahead of it', async () => {
    await write('0001_apple.sql', 'create table apple (id int);');
    const older = await readMigrations(folder);
    await write('0002_pear.sql', 'create table pear (id int);');
    await run();
    expect(await migrate(database, older, silentLogger())).toEqual([]);
    expect(await isMigrated(database, older)).toBe(true);
  });

  test('nodes that start together run each file once', async () => {
    await write('0001_apple.sql', 'create table apple (id int);');
    await write('0002_pear.sql', 'create table pear (id int);');
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.flat().sort()).toEqual(['0001_apple', '0002_pear']);
  });

  test('a gap, a number used twice and an odd name are refused', async () => {
    await write('0001_apple.sql', '');
    await write('0003_pear.sql', '');
    await expect(readMigrations(folder)).rejects.toThrow(/0003_pear.sql: number 0002 was expected/);
    await rm(join(folder, '0003_pear.sql'));
    await write('0001_pear.sql', '');
    await expect(readMigrations(folder)).rejects.toThrow(/0001_pear.sql/);
    await rm(join(folder, '0001_pear.sql'));
    await write('second.sql', '');
    await expect(readMigrations(folder)).rejects.toThrow(/second.sql: a migration is named/);
  });
});
