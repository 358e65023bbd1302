import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk, smallDisksPossible } from '../../testing/faults/small-disk.ts';
import { silentLogger } from '../logger.ts';
import { pgliteVersion } from './embedded-code.ts';
import { type EmbeddedDatabase, openEmbedded, openServer } from './open.ts';

const writer = fileURLToPath(new URL('../../testing/faults/acknowledged-writer.ts', import.meta.url));
const logger = silentLogger();

/** An empty database, so that tests need not create one each. */
let blank: Uint8Array<ArrayBuffer>;
let folder: string;
let opened: EmbeddedDatabase[];

beforeAll(async () => {
  const database = await openEmbedded({ dataDir: undefined, logger });
  blank = await database.snapshot();
  await database.close();
});

test('the function that is compiled first was looked up for the version of PGlite in use', async () => {
  const file = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: pgliteVersion });
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yikao-embedded-'));
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map(database => database.close()));
  rmSync(folder, { recursive: true });
});

async function open(options: { dataDir?: string; idleInTransactionMs?: number; stuckSeconds?: number } = {}) {
  const dataDir = options.dataDir ?? folder;
  const database = await openEmbedded({ ...options, dataDir, logger, snapshot: blank });
  opened.push(database);
  return database;
}

/** Starts the writer and kills it once it has acknowledged a number of rows; returns the last number it printed. */
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
      // The next row may exist: it may have been written just before the process was killed.
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

  test('is started again when a statement sticks, while one that is long for a good reason comes to its end', {
    timeout: 60_000,
  }, async () => {
    const database = await open({ stuckSeconds: 3 });
    await database.pool.query('create table fruit (name text)');
    await database.pool.query("insert into fruit values ('苹果')");
    // Waits inside the database, like for an orphaned lock.
    const stuck = database.pool.query('select pg_sleep(600)');
    await expect(stuck).rejects.toThrow();
    await expect
      .poll(() => database.pool.query('select name from fruit').catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({ rows: [{ name: '苹果' }] });
    const began = performance.now();
    while (performance.now() - began < 4_000) {
      const text = "select 1 as n, repeat('x', 1000) as filler from generate_series(1, 200000)";
      await database.pool.query(`create table long as ${text}`);
      await database.pool.query('drop table long');
    }
  });

  test('a client that is not the product is refused before it can do anything, with what to do instead', async () => {
    const database = await open();
    const stranger = new URL(database.url);
    stranger.password = 'guessed';
    const client = new pg.Client({ connectionString: stranger.href });
    await expect(client.connect()).rejects.toMatchObject({
      code: '28P01',
      message: expect.stringContaining('copy its data folder to back it up'),
    });
    // As a program does that does not care for answers: everything at once.
    const socket = createConnection(join(folder, 'run', '.s.PGSQL.5432'));
    const startup = Buffer.from('\0\x03\0\0user\0yikao\0\0', 'latin1');
    const query = Buffer.from("set search_path = ''\0");
    const head = (length: number) => Buffer.from([0, 0, 0, length + 4]);
    socket.write(Buffer.concat([head(startup.length), startup, Buffer.from('Q'), head(query.length), query]));
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer).toContain('FATAL');
    expect((await database.pool.query("select current_setting('search_path') as v")).rows).toEqual([
      { v: 'public' },
    ]);
  });

  test('what one connection leaves in its session, inside a transaction or out of it, no other one meets', async () => {
    const database = await open();
    const stains = [
      ["set search_path = ''"],
      ["select pg_catalog.set_config('search_path', '', false)"],
      ['begin', "set search_path = ''", 'commit'],
      ['begin', "set search_path = ''", 'select 1/0', 'rollback'],
      ["do $$ begin perform set_config('search_path', '', false); end $$"],
      ["select 1; set search_path = ''"],
      ["/* first */ set session search_path = ''"],
      ['set default_transaction_read_only = on'],
      ["set time zone 'Asia/Tokyo'"],
      ['prepare fruit as select 1'],
      ['create temporary table fruit as select 2 as n'],
      ['select 2 as n into temp fruit'],
      ['declare fruit cursor with hold for select 1'],
      ['select pg_advisory_lock(7)'],
    ];
    await database.pool.query('create table fruit as select 1 as n');
    for (const stain of stains) {
      const client = await database.pool.connect();
      for (const text of stain) await client.query(text).catch(() => {});
      const beside = new pg.Client({ connectionString: database.url });
      await beside.connect();
      const seen = await beside.query(`
        select n, current_setting('search_path') as path, current_setting('timezone') as zone,
          (select count(*)::integer from pg_prepared_statements) as prepared,
          (select count(*)::integer from pg_cursors where is_holdable) as cursors,
          (select count(*)::integer from pg_locks where locktype = 'advisory') as locks
        from fruit`);
      expect(seen.rows, stain.join('; ')).toEqual([
        { n: 1, path: 'public', zone: 'UTC', prepared: 0, cursors: 0, locks: 0 },
      ]);
      await beside.query('insert into fruit values (1)');
      await beside.query('delete from fruit where ctid in (select ctid from fruit offset 1)');
      // Two connections can use one statement name for different statements.
      const named = { name: 'same', text: 'select $1::int + 1 as v', values: [1] };
      expect((await client.query(named)).rows).toEqual([{ v: 2 }]);
      expect((await beside.query({ ...named, text: 'select $1::int + 2 as v' })).rows).toEqual([{ v: 3 }]);
      await beside.end();
      client.release(true);
    }
  });

  test('statements that come again and again are prepared once for all connections, and fit whatever happens to them', async () => {
    const database = await open();
    await database.pool.query("create table fruit as select 1 as n, '苹果' as name");
    const again = async (pool: pg.Pool) => {
      for (let sent = 0; sent < 25; sent++) {
        expect((await pool.query('select name from fruit where n = $1', [1])).rows).toEqual([
          { name: '苹果' },
        ]);
      }
    };
    const prepared = async () =>
      (
        await database.pool.query(
          "select name from pg_prepared_statements where statement like '%from fruit%'",
        )
      ).rows;
    // Two processes of the product, each with its own statements.
    const beside = openServer(database.url, 3, logger);
    await Promise.all([again(database.pool), again(beside.pool)]);
    expect(await prepared()).toHaveLength(1);

    // Another connection's setting is cleared together with the statements; they are prepared again when sent.
    await beside.pool.query("set search_path = ''");
    expect(await prepared()).toHaveLength(0);
    await again(database.pool);
    expect(await prepared()).toHaveLength(1);

    // In a transaction that has failed they are refused as any statement, and serve again afterwards.
    await beside.pool.query("set search_path = ''");
    const client = await database.pool.connect();
    await client.query('begin');
    await expect(client.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
    await expect(client.query('select name from fruit where n = $1', [1])).rejects.toMatchObject({
      code: '25P02',
    });
    await client.query('rollback');
    client.release();
    await again(database.pool);

    // A later version of the product changes the table: the statement continues without its name.
    await beside.pool.query('alter table fruit alter column name type varchar(20)');
    await database.pool.query('select name from fruit where n = $1', [1]).catch(() => {});
    await again(database.pool);
    await beside.close();
  });

  describe.runIf(smallDisksPossible())('on a disk that fills up', () => {
    let disk: SmallDisk;
    beforeEach(() => {
      disk = mountSmallDisk(100);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map(database => database.close()));
      disk.unmount();
    });

    test('ends its connections with a clean error, comes back by itself and has lost nothing', {
      timeout: 120_000,
    }, async () => {
      disk.leave(90);
      const database = await open({ dataDir: disk.folder });
      await database.pool.query('create table written (n bigint primary key, filler text)');
      disk.leave(8);
      let acknowledged = 0;
      const codes = new Set<string>();
      const insert = () =>
        database.pool.query(
          `insert into written select $1::bigint + g, repeat('x', 500) from generate_series(1, 1000) as g`,
          [acknowledged],
        );
      // Until it breaks down: a table without room is refused, a log without room ends the database.
      for (let tries = 0; tries < 200 && !codes.has('57P02'); tries++) {
        await insert().then(
          () => {
            acknowledged += 1_000;
          },
          error => codes.add(error.code),
        );
      }
      expect([...codes].filter(code => !['53100', '57P02'].includes(code))).toEqual([]);
      expect(codes).toContain('57P02');
      // It stays unavailable, and fails fast, as long as the disk is full.
      await expect(database.pool.query('select 1')).rejects.toThrow();
      disk.leave(60);
      await expect
        .poll(() => insert().catch(error => error.code), { timeout: 60_000, interval: 300 })
        .toMatchObject({ rowCount: 1_000 });
      const stands = await database.pool.query('select count(*) as many, max(n) as last from written');
      expect(stands.rows).toEqual([{ many: acknowledged + 1_000, last: acknowledged + 1_000 }]);
    });
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
