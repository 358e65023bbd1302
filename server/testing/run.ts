import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kind of database that the tests of this process run on. */
export type DatabaseKind = 'embedded' | 'server';

/** The kind of database asked for by `TEST_DATABASE`; embedded when that is not set. */
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

/** The folder that all processes of one test run share, made by the run's set-up. */
export function runFolder(): string {
  const folder = process.env.YIKAO_TEST_RUN;
  if (folder === undefined) throw new Error('The tests run through vitest and its configuration at the root');
  return folder;
}

/** Milliseconds the slowest thing that is made once may take. */
const onceMs = 120_000;

/**
 * Makes something once for all processes of the run: the first caller with this key makes it, the others wait. What
 * `make` gives is text that all callers get. A failure is told to all.
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
    // Written beside and renamed, so that nobody reads half of it.
    writeFileSync(`${done}.part`, text);
    renameSync(`${done}.part`, done);
    return text;
  } catch (error) {
    writeFileSync(failed, error instanceof Error ? (error.stack ?? error.message) : String(error));
    throw error;
  }
}

/** Removes what a run left in its folder. */
export function removeRunFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
