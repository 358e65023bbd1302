import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
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
