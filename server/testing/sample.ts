import { randomFrom } from './random.ts';
import { type DatabaseKind, databaseKind } from './run.ts';

/** Datasets, or screens, that a heavy law is tried on in `npm test`. */
export const sampleSize = 12;

/**
 * The sample on which a slow scenario runs: everything, unless `YIKAO_SAMPLE` is a number, as in `npm test`, which
 * draws and prints one. The same number gives the same sample; each `law` has a separate one, of `size`.
 */
export function sampleOf<T>(law: string, all: readonly T[], size = sampleSize): T[] {
  const seed = Number(process.env.YIKAO_SAMPLE || Number.NaN);
  if (Number.isNaN(seed) || all.length <= size) return [...all];
  // Whole numbers of 32 bits: past the precise ones each law would have the same sample.
  const random = randomFrom(
    [...law].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), seed),
  );
  const left = new Set(all);
  while (left.size > all.length - size) left.delete(random.pick([...left]));
  // In the original order, so that a test's position is meaningful.
  return all.filter(one => !left.has(one));
}

const databaseKinds: readonly DatabaseKind[] = ['embedded', 'server'];

/**
 * The items on which the scenarios of a suite run with this kind of database: all of them, unless `YIKAO_SAMPLE` is a
 * number; then each item runs on one of the two databases, which the number decides. Both are PostgreSQL, and the
 * suites are slow. The number also decides the order: the cost of starting a suite falls on a different dataset each
 * time, and no dataset depends on another one's earlier tests.
 */
export function ofThisDatabase<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  const kind = databaseKind();
  const here = all.filter(one => sampleOf(`database of ${nameOf(one)}`, databaseKinds, 1).includes(kind));
  const [first] = sampleOf(`first on ${kind}`, [...here.keys()], 1);
  return here.length === all.length ? here : [...here.slice(first), ...here.slice(0, first)];
}

/**
 * Reports whether the tests of a file run on a kind of database in this run: on one of the two, which `YIKAO_SAMPLE`
 * decides, or on both if it is not a number or `YIKAO_BOTH` asks for them.
 */
export function runsOn(kind: DatabaseKind, file: string): boolean {
  return process.env.YIKAO_BOTH === '1' || sampleOf(`database of ${file}`, databaseKinds, 1).includes(kind);
}

const languages = ['zh', 'en'] as const;

/**
 * The languages in which a story of a browser is played: one of the two, which `YIKAO_SAMPLE` decides, or both if it is
 * not a number or `YIKAO_BOTH` asks for them.
 */
export function languagesOf(story: string): readonly ('zh' | 'en')[] {
  return process.env.YIKAO_BOTH === '1' ? languages : sampleOf(`language of ${story}`, languages, 1);
}
