import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { createTestDatabase, empty, migrated, migrationsFolder } from '../testing/database.ts';
import { openServer } from './database/open.ts';
import { watchDisks } from './disk-room.ts';
import { ready } from './health.ts';
import { silentLogger } from './logger.ts';
import { readMigrations } from './migrations.ts';

test('a node is ready when its database answers and has all migrations', async () => {
  const migrations = await readMigrations(migrationsFolder);
  const logger = silentLogger();
  const room = watchDisks(new Map([['temporary', tmpdir()]]), logger);
  const full = await createTestDatabase(migrated);
  expect(await ready(full, migrations, room, logger)).toEqual({
    ready: true,
    database: true,
    migrations: true,
    disk: true,
  });
  await full.close();
  expect(await ready(full, migrations, room, logger)).toEqual({
    ready: false,
    database: false,
    migrations: false,
    disk: true,
  });
  const blank = await createTestDatabase(empty);
  expect(await ready(blank, migrations, room, logger)).toEqual({
    ready: false,
    database: true,
    migrations: false,
    disk: true,
  });
  await blank.close();
  // Nothing listens on the discard port.
  const away = openServer('postgres://u@127.0.0.1:9/d', 2, logger);
  expect(await ready(away, migrations, room, logger)).toEqual({
    ready: false,
    database: false,
    migrations: false,
    disk: true,
  });
  await away.close();
});

test('an embedded database that is late since it is at work is ready; one that stands still is not', async () => {
  const migrations = await readMigrations(migrationsFolder);
  const logger = silentLogger();
  const room = watchDisks(new Map([['temporary', tmpdir()]]), logger);
  const database = await createTestDatabase(migrated);
  expect((await ready(database, migrations, room, logger)).ready).toBe(true);
  const silent = { query: () => new Promise(() => {}) } as unknown as typeof database.pool;
  const { pool } = database;
  let steps = 0;
  const asked = async (works: boolean) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answer = ready(database, migrations, room, logger);
      // The disks are looked at first, on the real file system.
      for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setImmediate(resolve));
      if (works) steps += 1;
      await vi.advanceTimersByTimeAsync(5_000);
      return await answer;
    } finally {
      vi.useRealTimers();
    }
  };
  Object.assign(database, { pool: silent, steps: () => steps });
  expect(await asked(true)).toMatchObject({ ready: true, database: true });
  expect(await asked(false)).toMatchObject({ ready: false, database: false });
  Object.assign(database, { pool });
  await database.close();
});
