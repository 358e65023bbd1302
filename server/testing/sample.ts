import { randomFrom } from './hostile-calls.ts';
import { type DatabaseKind, databaseKind } from './run.ts';

/** Datasets, or screens, that a heavy law is tried on in `npm test`. */
export const sampleSize = 12;

/**
 * Those of many on which a heavy law is tried: all of them, unless `YIKAO_SAMPLE` is a number, as in `npm test`, which
 * draws one and prints it. The same number gives the same sample; each `law` has one of its own, of `size`.
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
  // In the order of the whole, so that a test's place says something.
  return all.filter(one => !left.has(one));
}

const databaseKinds: readonly DatabaseKind[] = ['embedded', 'server'];

/**
 * Those of many that the laws of a suite are tried on with this kind of database: all of them, unless `YIKAO_SAMPLE` is a
 * number; then each has its turn on one of the two, which the number decides. Both are PostgreSQL, and the suites are dear.
 * The number decides who comes first, too: no dataset pays for the start of a suite each time, and none needs another
 * one's tests before its own.
 */
export function ofThisDatabase<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  const kind = databaseKind();
  const here = all.filter(one => sampleOf(`database of ${nameOf(one)}`, databaseKinds, 1).includes(kind));
  const [first] = sampleOf(`first on ${kind}`, [...here.keys()], 1);
  return here.length === all.length ? here : [...here.slice(first), ...here.slice(0, first)];
}
