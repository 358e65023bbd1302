import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, migrated } from '../testing/database.ts';
import { readConfig } from './config.ts';
import type { Database } from './database/types.ts';
import { openFileStore } from './files/open.ts';
import { claimInstallation, joinInstallation, type Node, renewKeyCheck } from './installation.ts';
import { silentLogger } from './logger.ts';
import { createSecrets } from './secrets.ts';

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-nodes-'));
  database = await createTestDatabase(migrated);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const [oneKey, otherKey] = ['k'.repeat(40), 'o'.repeat(40)];

function node(dataDir: string, env: NodeJS.ProcessEnv = {}): Node {
  const config = readConfig({ DATA_DIR: join(folder, dataDir), ...env });
  return {
    database,
    files: openFileStore(config),
    secrets: createSecrets(config),
    config,
    logger: silentLogger(),
  };
}

test('nodes with the same files and the same key start, together at first and ever after', async () => {
  const nodes = [1, 2, 3].map(() => node('shared', { SECRET_KEY: oneKey }));
  await Promise.all(nodes.map(joinInstallation));
  await joinInstallation(node('shared', { SECRET_KEY: oneKey }));
});

test('a node with other files or another key does not start, and says which variable to set', async () => {
  await joinInstallation(node('one', { SECRET_KEY: oneKey }));
  await expect(joinInstallation(node('two', { SECRET_KEY: oneKey }))).rejects.toThrow(
    /^FILES_URL: the files of this database are not in .*two.files/,
  );
  await expect(joinInstallation(node('one', { SECRET_KEY: otherKey }))).rejects.toThrow(
    /^SECRET_KEY: this node has another key/,
  );
  // No key is made on the way: it would be taken for the right one later.
  for (let time = 0; time < 2; time++) {
    await expect(joinInstallation(node('one'))).rejects.toThrow(
      /^SECRET_KEY: this node does not have the key/,
    );
  }
});

test('a key is changed by way of the former one, and the check goes over to the new one', async () => {
  await joinInstallation(node('one', { SECRET_KEY: oneKey }));
  const between = node('one', { SECRET_KEY: otherKey, OTHER_SECRET_KEYS: oneKey });
  await joinInstallation(between);
  await renewKeyCheck(between);
  await joinInstallation(node('one', { SECRET_KEY: otherKey }));
  await expect(joinInstallation(node('one', { SECRET_KEY: oneKey }))).rejects.toThrow('SECRET_KEY');
});

test('files and key that were moved or lost are claimed, after which the former ones are refused', async () => {
  await joinInstallation(node('one', { SECRET_KEY: oneKey }));
  expect(await claimInstallation(node('one', { SECRET_KEY: oneKey }))).toEqual({ files: false, key: false });
  const moved = node('two', { SECRET_KEY: otherKey });
  expect(await claimInstallation(moved)).toEqual({ files: true, key: true });
  await joinInstallation(moved);
  await expect(joinInstallation(node('one', { SECRET_KEY: oneKey }))).rejects.toThrow('SECRET_KEY');
});

test('a new database takes to the files of the one before it', async () => {
  await joinInstallation(node('one', { SECRET_KEY: oneKey }));
  await database.pool.query('drop table yikao_installation');
  await joinInstallation(node('one', { SECRET_KEY: otherKey }));
});
