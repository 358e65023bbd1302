import type { ListChoice } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { keyOf } from './choices.ts';

/** A choice in one of the lists, with its place from 1. */
interface Placed {
  readonly place: number;
  readonly choice: ListChoice;
}

/** A choice of either list; one that both have is in a row. */
export interface Compared {
  readonly key: string;
  readonly mine: Placed | undefined;
  readonly theirs: Placed | undefined;
  /** Both have it, and it comes before or after choices that the lists have in another order. */
  readonly moved: boolean;
  /** Both have it with other majors, or with the majors in another order. */
  readonly majors: boolean;
  /** Both have it with another answer about reassignment. */
  readonly adjust: boolean;
  /** Both have it with another chance: it was calculated at another time, or from other scores. */
  readonly chance: boolean;
}

/** The choices of two lists side by side: in the order of the first, those of the second alone after what precedes them there. */
export function compareLists(
  mine: readonly ListChoice[],
  theirs: readonly ListChoice[],
  majors: number,
): Compared[] {
  const placed = (items: readonly ListChoice[]) =>
    new Map(items.map((choice, at): [string, Placed] => [keyOf(choice, majors), { place: at + 1, choice }]));
  const [own, other] = [placed(mine), placed(theirs)];
  const shared = [...own.keys()].filter(key => other.has(key));
  const kept = longestRun(shared.map(key => other.get(key)?.place ?? 0)).map(at => shared[at]);
  const order = [...own.keys()];
  let before: string | undefined;
  for (const key of other.keys()) {
    if (!own.has(key)) order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
    before = key;
  }
  return order.map(key => {
    const [one, two] = [own.get(key), other.get(key)];
    const both = one !== undefined && two !== undefined;
    return {
      key,
      mine: one,
      theirs: two,
      moved: both && !kept.includes(key),
      majors: both && one.choice.profNames.join() !== two.choice.profNames.join(),
      adjust: both && one.choice.adjustFlag !== two.choice.adjustFlag,
      chance: both && one.choice.probability !== two.choice.probability,
    };
  });
}

/** Indexes of a longest rising run of numbers: the choices that keep their order, so that as few as possible have moved. */
function longestRun(places: readonly number[]): number[] {
  const runs: number[][] = [];
  for (const [at, place] of places.entries()) {
    const fits = runs.filter(run => (places[run.at(-1) ?? 0] ?? 0) < place);
    const longest = fits.reduce<readonly number[]>(
      (best, run) => (run.length > best.length ? run : best),
      [],
    );
    runs.push([...longest, at]);
  }
  return runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
}
