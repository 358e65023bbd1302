import { randomFrom } from './hostile-calls.ts';

/** Datasets, or screens, that a heavy law is tried on in `npm test`. */
export const sampleSize = 12;

/**
 * Those of many on which a heavy law is tried: all of them, unless `YIKAO_SAMPLE` is a number, as in `npm test`, which
 * draws one and prints it. The same number gives the same sample; each `law` has one of its own, of `size`.
 */
export function sampleOf<T>(law: string, all: readonly T[], size = sampleSize): T[] {
  const seed = Number(process.env.YIKAO_SAMPLE || Number.NaN);
  if (Number.isNaN(seed) || all.length <= size) return [...all];
  const random = randomFrom([...law].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed));
  const left = new Set(all);
  while (left.size > all.length - size) left.delete(random.pick([...left]));
  // In the order of the whole, so that a test's place says something.
  return all.filter(one => !left.has(one));
}
