import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../logger.ts';
import { type EmbeddedDatabase, openEmbedded } from './open.ts';

const writer = fileURLToPath(new URL('../../testing/acknowledged-writer.ts', import.meta.url));
const logger = silentLogger();

/** A database with nothing in it, so that not every test has to make one. */
let blank: Uint8Array<ArrayBuffer>;
let folder: string;
let opened: EmbeddedDatabase[];

beforeAll(async () => {
  const database = await openEmbedded({ dataDir: undefined, logger });
  blank = await database.snapshot();
  await database.close();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yikao-embedded-'));
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map(database => database.close()));
  rmSync(folder, { recursive: true });
});

async function open(options: { dataDir?: string; idleInTransactionMs?: number } = {}) {
  const dataDir = options.dataDir ?? folder;
  const database = await openEmbedded({ ...options, dataDir, logger, snapshot: blank });
  opened.push(database);
  return database;
}

/** Starts the writer and lets it go on until it has acknowledged so many rows; gives the last number it printed. */
async function writeThenKill(rows: number): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [writer, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = 0;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout! })) {
    last = Number(line);
    seen += 1;
    if (seen === rows) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return last;
}

describe('the embedded database', () => {
  test('keeps every acknowledged row through kill -9 in the middle of writing, three times over', async () => {
    for (let round = 0; round < 3; round++) {
      const last = await writeThenKill(100);
      const database = await open();
      const { rows } = await database.pool.query('select count(*) as many, max(number) as last from written');
      // The row after the last printed one may be there: it was written and the killed process could not say so.
      expect(rows[0].last).toBeGreaterThanOrEqual(last);
      expect(rows[0].many).toBe(rows[0].last);
      await database.close();
    }
  });

  test('is made anew when its making was cut short', async () => {
    mkdirSync(join(folder, 'db.unfinished'));
    writeFileSync(join(folder, 'db.unfinished', 'PG_VERSION'), '18');
    const database = await open();
    expect((await database.pool.query('select 1 as v')).rows).toEqual([{ v: 1 }]);
    expect(existsSync(join(folder, 'db.unfinished'))).toBe(false);
  });

  test('is refused to a second opener of the same folder, with a sentence that names it', async () => {
    await open();
    await expect(open()).rejects.toThrow(`The data folder ${folder} is in use by process ${process.pid}`);
  });

  test('is opened although a process that is dead, or only has the number of one alive, left its lock', async () => {
    writeFileSync(join(folder, 'db.lock'), '999999999 1');
    await (await open()).close();
    writeFileSync(join(folder, 'db.lock'), `${process.pid} 1`);
    await (await open()).close();
    writeFileSync(join(folder, 'db.lock'), '');
    await (await open()).close();
    expect(existsSync(join(folder, 'db.lock'))).toBe(false);
  });

  test('is reached by its URL from elsewhere, and by nobody but this user', async () => {
    const database = await open();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    expect((await client.query('select 1 as v')).rows).toEqual([{ v: 1 }]);
    await client.end();
    expect(statSync(join(folder, 'run')).mode & 0o077).toBe(0);
  });

  test('works in a folder whose path is too long for a socket, and leaves nothing outside it', async () => {
    const deep = join(folder, 'a'.repeat(100));
    mkdirSync(deep);
    const database = await open({ dataDir: deep });
    expect((await database.pool.query('select 1 as v')).rows).toEqual([{ v: 1 }]);
    const outside = new URL(database.url).searchParams.get('host') ?? '';
    expect(outside).not.toContain(folder);
    expect(existsSync(outside)).toBe(true);
    await database.close();
    expect(existsSync(outside)).toBe(false);
  });

  test('takes the turn from a transaction that is left open in silence, and undoes it', async () => {
    const database = await open({ idleInTransactionMs: 100 });
    await database.pool.query('create table fruit (name text)');
    const client = await database.pool.connect();
    const lost = once(client, 'error');
    await client.query('begin');
    await client.query("insert into fruit values ('苹果')");
    expect((await database.pool.query('select * from fruit')).rows).toEqual([]);
    expect(await lost).toMatchObject([{ code: '25P03' }]);
    client.release(true);
  });

  test('refuses COPY FROM STDIN, which it cannot serve, as an error and not by breaking down', async () => {
    const database = await open();
    await database.pool.query('create table fruit (name text)');
    await expect(database.pool.query('copy fruit from stdin')).rejects.toMatchObject({ code: '0A000' });
    const client = await database.pool.connect();
    await client.query('begin');
    await expect(client.query('COPY fruit (name) FROM STDIN')).rejects.toMatchObject({ code: '0A000' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    client.release();
  });

  test('starts itself again after a breakdown, with all that was acknowledged', async () => {
    const database = await open();
    await database.pool.query('create table fruit (name text)');
    await database.pool.query("insert into fruit values ('苹果')");
    // With parameters the refusal above does not see it, and PGlite ends itself.
    const breakdown = database.pool.query({ text: 'copy fruit from stdin', values: [], name: 'breakdown' });
    await expect(breakdown).rejects.toThrow();
    await expect
      .poll(() => database.pool.query('select name from fruit').catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({ rows: [{ name: '苹果' }] });
  });

  test('a snapshot opens as another database with the same content', async () => {
    const first = await openEmbedded({ dataDir: undefined, logger });
    await first.pool.query("create table fruit as select '苹果' as name");
    const snapshot = await first.snapshot();
    await first.close();
    const second = await openEmbedded({ dataDir: undefined, snapshot, logger });
    opened.push(second);
    expect((await second.pool.query('select * from fruit')).rows).toEqual([{ name: '苹果' }]);
  });
});
