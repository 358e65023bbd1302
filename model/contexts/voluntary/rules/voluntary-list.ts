import { groupNumber } from '../../../rules/group-number.ts';
import type { Band } from '../../../rules/probability.ts';
import { archiveRule } from '../../admission/admission.codes.ts';

/** A programme that may become a choice. */
export interface Choosable {
  readonly admissionId: number;
  readonly schoolId: number;
  readonly groupNo: string | null;
  readonly profName: string;
  /** Between 0 and 1; null if it cannot be calculated, which excludes it from lists. */
  readonly probability: number | null;
  readonly level: Band | null;
  /** The probability before capping, which orders capped ones; defaults to the probability. */
  readonly standing?: number | null;
  /** Score or rank that the programme closes at. */
  readonly line?: number | null;
  /** True if the line is a rank. */
  readonly byRank?: boolean;
}

/** A choice in a generated list: a programme, with the others of its group that go with it. */
export interface Chosen<T extends Choosable = Choosable> {
  readonly of: T;
  /** The majors of the choice, the boldest first: as among choices, the first that is reached takes the candidate. */
  readonly majors: readonly T[];
}

/** The candidate and the batch of a list. */
export interface ListRules {
  /** Choices that the batch allows. */
  readonly quota: number;
  /** Majors that one choice may name. */
  readonly majors: number;
  /** A code of `archiveRule`: 1 parallel, 2 sequential. */
  readonly archiveRule: number;
  /** Shares of 冲, 稳 and 保 in a parallel batch. */
  readonly ratio: Ratio;
}

/** Shares of 冲, 稳 and 保. */
export type Ratio = readonly [number, number, number];

/** The default shares (domain 4.8). */
export const usualRatio: Ratio = [3, 4, 3];

/** Parses shares such as `3,4,3` or `3:4:3`; null unless they are three whole numbers with a positive sum. */
export function readRatio(text: string): Ratio | null {
  const parts = text.split(/[,，:：]/).map(part => part.trim());
  if (parts.length !== 3 || !parts.every(part => /^\d{1,3}$/.test(part))) return null;
  const [reach = 0, match = 0, safe = 0] = parts.map(Number);
  return reach + match + safe > 0 ? [reach, match, safe] : null;
}

/** The number of choices per band for a quota: 冲 and 保 rounded half up, the rest to 稳 (domain 4.8). */
export function sharesOf(quota: number, [reach, match, safe]: Ratio): Ratio {
  const all = reach + match + safe;
  const first = Math.floor((2 * quota * reach + all) / (2 * all));
  // With one place and equal shares, both would round up.
  const last = Math.min(quota - first, Math.floor((2 * quota * safe + all) / (2 * all)));
  return [first, quota - first - last, last];
}

/**
 * The key under which two programmes are one choice: the school with its group. If a batch has no groups and a choice
 * names one major, the choice is that major with its school, as in the provinces that use "major plus school".
 */
export function choiceKey(
  { schoolId, groupNo, profName }: Pick<Choosable, 'schoolId' | 'groupNo' | 'profName'>,
  majors: number,
): string {
  return groupNo === null && majors <= 1 ? `${schoolId} ${profName}` : `${schoolId}/${groupNumber(groupNo)}`;
}

type Likely = Choosable & { readonly probability: number; readonly level: Exclude<Band, '难'> };

/** The parts of a programme that determine its order in a list. */
type Placed = Pick<Choosable, 'admissionId' | 'standing' | 'line' | 'byRank'> & {
  readonly probability?: number | null;
};

/**
 * Sorts the programme that is harder to enter first (amendment 19): by uncapped probability, then by the line, a better
 * rank or a higher score first, then by id, so that the order is always defined. A parallel list uses this order, since
 * the first choice that admits the candidate takes them.
 */
export function strongerFirst(one: Placed, other: Placed): number {
  const standing = ({ standing: known, probability = 0 }: Placed) => known ?? probability ?? 0;
  const byRank = (of: Placed) => (of.byRank ? 1 : 0);
  const line = (of: Placed) => (of.byRank ? 1 : -1) * (of.line ?? 0);
  return (
    standing(one) - standing(other) ||
    byRank(other) - byRank(one) ||
    line(one) - line(other) ||
    one.admissionId - other.admissionId
  );
}

/** A number of evenly spaced items of a sorted list, including both ends; all if there are no more. */
function spread<T>(sorted: readonly T[], many: number): T[] {
  if (many >= sorted.length) return [...sorted];
  if (many <= 1) return many === 1 ? sorted.slice(sorted.length >> 1, (sorted.length >> 1) + 1) : [];
  const step = (sorted.length - 1) / (many - 1);
  return Array.from({ length: many }, (_, at) => sorted[Math.round(at * step)] as T);
}

/**
 * Generates a list from programmes (domain 4.8). For a parallel batch: the ratio's number per band, evenly spread over
 * its probabilities; if a band has too few, 稳, 保 and 冲 fill up in this order; the least likely comes first, by uncapped
 * probability (amendment 19). For a sequential batch, in which the first choice counts most (0.7, 5): first the boldest
 * programme that is more likely than not, then 稳 and 保, safest first. Programmes that are 难, or of unknown probability,
 * are never chosen, and no choice appears twice.
 */
export function generateList<T extends Choosable>(programmes: readonly T[], rules: ListRules): Chosen<T>[] {
  const groups = Map.groupBy(programmes.filter(isLikely) as (T & Likely)[], programme =>
    choiceKey(programme, rules.majors),
  );
  const choices = [...groups.values()].map(group => {
    const majors = group.toSorted(strongerFirst).slice(-Math.max(1, rules.majors));
    // A group has one likeliest programme at least.
    return { of: majors.at(-1) as T & Likely, majors };
  });
  choices.sort((one, other) => strongerFirst(one.of, other.of));
  const quota = Math.max(0, Math.floor(rules.quota));
  return rules.archiveRule === archiveRule.is.sequential
    ? inTurn(choices, quota)
    : inParallel(choices, quota, rules.ratio);
}

function isLikely(programme: Choosable): programme is Likely {
  const { probability, level } = programme;
  return probability !== null && level !== null && level !== '难';
}

const bands = ['冲', '稳', '保'] as const;

/** Choices of a parallel batch from programmes sorted by ascending probability. */
function inParallel<C extends { readonly of: Likely }>(
  choices: readonly C[],
  quota: number,
  ratio: Ratio,
): C[] {
  const byBand = Map.groupBy(choices, ({ of }) => of.level);
  const places = new Map(bands.map((band, at) => [band, sharesOf(quota, ratio)[at] ?? 0]));
  const there = (band: (typeof bands)[number]) => byBand.get(band)?.length ?? 0;
  let left = 0;
  for (const band of bands) {
    const wanted = places.get(band) ?? 0;
    left += Math.max(0, wanted - there(band));
    places.set(band, Math.min(wanted, there(band)));
  }
  for (const band of ['稳', '保', '冲'] as const) {
    const more = Math.min(left, there(band) - (places.get(band) ?? 0));
    places.set(band, (places.get(band) ?? 0) + more);
    left -= more;
  }
  return bands.flatMap(band => spread(byBand.get(band) ?? [], places.get(band) ?? 0));
}

/** Choices of a sequential batch from programmes sorted by ascending probability. */
function inTurn<C extends { readonly of: Likely }>(choices: readonly C[], quota: number): C[] {
  if (quota === 0) return [];
  const sound = choices.filter(({ of }) => of.level !== '冲');
  const first = sound[0] ?? choices.at(-1);
  if (!first) return [];
  const others = spread(
    sound.filter(choice => choice !== first),
    quota - 1,
  );
  const more = choices.filter(choice => choice !== first && choice.of.level === '冲').toReversed();
  return [first, ...others.toReversed(), ...more.slice(0, quota - 1 - others.length)];
}
