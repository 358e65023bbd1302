import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openEmbedded, openServer } from '../platform/database/open.ts';
import type { Database } from '../platform/database/types.ts';
import { silentLogger } from '../platform/logger.ts';
import { migrate, readMigrations } from '../platform/migrations.ts';
import { databaseKind, oncePerRun, poolerUrl, runFolder, serverUrl } from './run.ts';

/** Where the reviewed SQL files are. */
export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** The content of a test database when it is handed out. */
export interface Template<Tables> {
  /** Names the content within a test run; letters, digits and `_`. */
  readonly name: string;
  /** Fills an empty database; called once per run, however many tests there are. */
  fill(database: Database<Tables>): Promise<void>;
}

/** All migrations and no row. */
export const migrated: Template<unknown> = {
  name: 'migrated',
  async fill(database) {
    await migrate(database, await readMigrations(migrationsFolder), silentLogger());
  },
};

/** No table at all. */
export const empty: Template<unknown> = { name: 'empty', fill: () => Promise.resolve() };

/** Connections of one test to the server, which many tests share. */
const testPool = 5;

async function withServer<Result>(task: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: serverUrl().href });
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string, url = serverUrl()): string {
  url.pathname = `/${name}`;
  return url.href;
}

const uniqueName = (): string => `yikao_${randomBytes(8).toString('hex')}`;

/** The name of the server's template database for this content. */
function serverTemplate<Tables>(template: Template<Tables>): Promise<string> {
  return oncePerRun(`server-${template.name}`, async () => {
    const name = uniqueName();
    await withServer(client => client.query(`create database ${name}`));
    const database = openServer<Tables>(urlOf(name), testPool, silentLogger());
    try {
      await template.fill(database);
    } finally {
      await database.close();
    }
    return name;
  });
}

/** The file with the embedded database's data folder for this content. */
function embeddedTemplate<Tables>(template: Template<Tables>): Promise<string> {
  return oncePerRun(`embedded-${template.name}`, async () => {
    const file = join(runFolder(), `${template.name}.tar`);
    // Making the first, empty one takes seconds; all others begin from it.
    const begin = template.name === empty.name ? undefined : await readFile(await embeddedTemplate(empty));
    const database = await openEmbedded<Tables>({
      dataDir: undefined,
      logger: silentLogger(),
      ...(begin && { snapshot: new Uint8Array(begin) }),
    });
    try {
      await template.fill(database);
      await writeFile(file, await database.snapshot());
    } finally {
      await database.close();
    }
    return file;
  });
}

/**
 * Creates a new database of the run's kind with separate content: a copy of the template, created in some tens
 * (server) or hundreds (embedded) of milliseconds. `close` stops and removes it.
 */
export async function createTestDatabase<Tables = unknown>(
  template: Template<Tables>,
): Promise<Database<Tables>> {
  if (databaseKind() === 'embedded') {
    const snapshot = new Uint8Array(await readFile(await embeddedTemplate(template)));
    return openEmbedded<Tables>({ dataDir: undefined, snapshot, logger: silentLogger() });
  }
  const from = await serverTemplate(template);
  const name = uniqueName();
  await withServer(client => client.query(`create database ${name} template ${from}`));
  const database = openServer<Tables>(urlOf(name, poolerUrl()), testPool, silentLogger());
  return {
    ...database,
    close: async () => {
      await database.close();
      await withServer(client => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
