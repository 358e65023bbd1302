import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kind of database that the tests of this process run on. */
export type DatabaseKind = 'embedded' | 'server';

/** The kind of database set by `TEST_DATABASE`; embedded by default. */
export function databaseKind(): DatabaseKind {
  const kind = process.env.TEST_DATABASE ?? 'embedded';
  if (kind !== 'embedded' && kind !== 'server')
    throw new Error(`TEST_DATABASE is embedded or server, not ${kind}`);
  return kind;
}

/** URL of the throw-away PostgreSQL server, from `TEST_DATABASE_URL`; its user may create databases. */
export function serverUrl(): URL {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set; npm test starts a server and sets it');
  return new URL(url);
}

/**
 * URL of the pooler in front of that server, from `TEST_POOLER_URL`; undefined if this process's tests do not use one.
 */
export function poolerUrl(): URL | undefined {
  if (process.env.TEST_POOLED !== '1') return undefined;
  const url = process.env.TEST_POOLER_URL;
  if (url === undefined) throw new Error('TEST_POOLER_URL is not set; npm test starts a pooler and sets it');
  return new URL(url);
}

/** The folder shared by all processes of a test run, created by the run's set-up. */
export function runFolder(): string {
  const folder = process.env.YIKAO_TEST_RUN;
  if (folder === undefined) throw new Error('The tests run through vitest and its configuration at the root');
  return folder;
}

/** Most milliseconds for creating something once per run. */
const onceMs = 120_000;

/**
 * Creates something once for all processes of the run: the first caller with this key creates it, the others wait.
 * `make` returns a text for all callers. A failure is passed to all.
 */
export async function oncePerRun(key: string, make: () => Promise<string>): Promise<string> {
  const done = join(runFolder(), `${key}.done`);
  const failed = join(runFolder(), `${key}.failed`);
  try {
    mkdirSync(join(runFolder(), `${key}.making`));
  } catch {
    const until = Date.now() + onceMs;
    while (!existsSync(done)) {
      if (existsSync(failed)) throw new Error(await readFile(failed, 'utf8'));
      if (Date.now() > until) throw new Error(`${key} was not made in ${onceMs} ms`);
      await sleep(20);
    }
    return readFile(done, 'utf8');
  }
  try {
    const text = await make();
    // Written to a temporary name and renamed, so that nobody reads a partial file.
    writeFileSync(`${done}.part`, text);
    renameSync(`${done}.part`, done);
    return text;
  } catch (error) {
    writeFileSync(failed, error instanceof Error ? (error.stack ?? error.message) : String(error));
    throw error;
  }
}

/** Removes a run's leftovers in its folder. */
export function removeRunFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
