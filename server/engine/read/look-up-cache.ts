import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';

/**
 * The datasets whose look-ups are cached: they have few rows and are queried by every form and filter. Each has a
 * trigger that raises its version (migration 0040) and refers only to others of them, so that these versions detect
 * every change of a look-up.
 */
const keptDatasets: ReadonlySet<string> = new Set([
  'province',
  'region',
  'jointCategory',
  'batch',
  'rankCategory',
  'typeDict',
  'source',
  'country',
  'column',
]);

/** Cached look-ups of one process: the answers by query, with the versions they were read at. */
interface Kept {
  versions: string;
  readonly answers: Map<string, Record<string, unknown>[]>;
}

/** Most look-ups in a process's cache; the oldest is evicted first. */
const mostKept = 500;

const caches = new WeakMap<Engine, Kept>();

function cacheOf(engine: Engine): Kept {
  const cache = caches.get(engine) ?? { versions: '', answers: new Map() };
  caches.set(engine, cache);
  return cache;
}

/** The parts of an actor that decide which rows and values a look-up returns. */
function reachOf({
  partnersIds,
  provinceId,
  agentId,
  ownRowsOnly,
  noRows,
  userId,
  language,
}: Actor): unknown {
  return [partnersIds, provinceId, agentId, noRows, language, ownRowsOnly ? userId : 0];
}

/**
 * Answers a look-up from the cache if no row it may contain has changed since on any node, else calls `read`. The
 * versions are read first, so that a cached answer is never older than its versions. Look-ups of other datasets are not
 * cached.
 */
export async function keptLookUp(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  asked: unknown,
  read: () => Promise<Record<string, unknown>[]>,
): Promise<Record<string, unknown>[]> {
  if (!keptDatasets.has(dataset.name)) return read();
  const found = await sql<{ versions: string | null }>`
    select string_agg(dataset || version, ' ' order by dataset) as versions from t_reference_version`.execute(
    engine.db,
  );
  const versions = found.rows[0]?.versions ?? '';
  const cache = cacheOf(engine);
  if (cache.versions !== versions) {
    cache.answers.clear();
    cache.versions = versions;
  }
  const key = JSON.stringify([dataset.name, reachOf(actor), asked]);
  const known = cache.answers.get(key);
  if (known) return known;
  const answer = await read();
  if (cache.versions === versions) {
    cache.answers.set(key, answer);
    const [oldest] = cache.answers.keys();
    if (cache.answers.size > mostKept && oldest !== undefined) cache.answers.delete(oldest);
  }
  return answer;
}

/** Makes every node reload its look-ups; returns how many this node dropped at once (domain D19). */
export async function forgetLookUps(engine: Engine, datasets: readonly string[]): Promise<number> {
  await sql`update t_reference_version set version = version + 1 where dataset = any(${[...datasets]}::text[])`.execute(
    engine.db,
  );
  const { answers } = cacheOf(engine);
  const gone = [...answers.keys()].filter(key => datasets.includes(String(JSON.parse(key)[0])));
  for (const key of gone) answers.delete(key);
  return gone.length;
}

/** Names of the datasets with cached look-ups. */
export function keptNames(): string[] {
  return [...keptDatasets];
}
