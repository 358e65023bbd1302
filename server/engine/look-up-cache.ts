import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';

/**
 * The datasets whose look-ups are kept: few rows, asked for with every form and filter. Each has a trigger that
 * raises its version (migration 0040), and refers to none but the others of them, so that a look-up changes with
 * these versions alone.
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

/** Look-ups of one process: what was answered, by what was asked, as of the versions it was read at. */
interface Kept {
  versions: string;
  readonly answers: Map<string, Record<string, unknown>[]>;
}

/** Most look-ups that a process keeps; the oldest goes first. */
const mostKept = 500;

const caches = new WeakMap<Engine, Kept>();

function cacheOf(engine: Engine): Kept {
  const cache = caches.get(engine) ?? { versions: '', answers: new Map() };
  caches.set(engine, cache);
  return cache;
}

/** The part of a person that decides which rows a look-up has, and which values of them. */
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
 * Answers a look-up from memory where no row that it may tell of has changed since, on whichever node, else by
 * `read`. The versions are read first, so that what is kept is never older than they say. What is asked of other
 * datasets is read.
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

/** Makes every node read its look-ups anew; answers how many this one forgets at once (domain D19). */
export async function forgetLookUps(engine: Engine, datasets: readonly string[]): Promise<number> {
  await sql`update t_reference_version set version = version + 1 where dataset = any(${[...datasets]}::text[])`.execute(
    engine.db,
  );
  const { answers } = cacheOf(engine);
  const gone = [...answers.keys()].filter(key => datasets.includes(String(JSON.parse(key)[0])));
  for (const key of gone) answers.delete(key);
  return gone.length;
}

/** Names of the datasets whose look-ups are kept. */
export function keptNames(): string[] {
  return [...keptDatasets];
}
