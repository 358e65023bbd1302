import { decimalText, fraction } from './fraction.ts';

/** One row of a table of segments: a score in whole hundredths, and how many have it or a higher one. */
export interface SegmentRow {
  readonly score: number;
  readonly totalNum: number;
}

/** A table of segments made ready for questions; scores are hundredths, the highest first. */
export interface SegmentTable {
  readonly scores: readonly number[];
  readonly totals: readonly number[];
}

/** A score in whole hundredths; what is finer is cut off, so that nobody gets a score that was not reached. */
export function hundredths(score: string): number {
  return Number(decimalText(fraction(score), 2, 'down').replace('.', ''));
}

/** Whole hundredths as a score: 53375 is `533.75`. */
export function fromHundredths(score: number): string {
  return decimalText({ above: BigInt(score), below: 100n }, 2, 'cut');
}

/** A table of rows in whatever order, of one year, province, kind of score, category, and arts or science. */
export function segmentTable(rows: Iterable<SegmentRow>): SegmentTable {
  const read = [...rows].sort((one, other) => other.score - one.score);
  return { scores: read.map(({ score }) => score), totals: read.map(({ totalNum }) => totalNum) };
}

/** The first place for which `holds` is true, where it is true for all that follow; the length where it never is. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The rank of a score (domain 4.6): that of the highest row not above it, which promises nobody too much; the top row's
 * for a score above all; null below the lowest row, and of an empty table.
 */
export function rankOfScore({ scores, totals }: SegmentTable, score: string): number | null {
  const wanted = hundredths(score);
  return totals[firstWhere(scores.length, index => Number(scores[index]) <= wanted)] ?? null;
}

/** The highest score of which at least `rank` people have as much or more; null past the last of them. */
export function scoreOfRank({ scores, totals }: SegmentTable, rank: number): string | null {
  const score = scores[firstWhere(totals.length, index => Number(totals[index]) >= rank)];
  return score === undefined ? null : fromHundredths(score);
}

/** How many people a table counts down to its lowest score; null of an empty one. */
export function lastTotal({ totals }: SegmentTable): number | null {
  return totals.at(-1) ?? null;
}

/** How many compete in a year, by what is known of it (amendment 3). */
export interface Competitors {
  /** `provinceStat.jointPassNum` of the category, else of all categories. */
  readonly jointPassNum?: number | null;
  /** The last cumulative total of the table of segments. */
  readonly lastTotal?: number | null;
  /** `provinceStat.artExamNum` of the category, else of all categories. */
  readonly artExamNum?: number | null;
}

/** By what the ranks of two years are compared. */
export type ScaleBasis = keyof Competitors;

/** How ranks of one year stand to those of another: `to` of them there are where there were `from`. */
export interface Scale {
  readonly basis: ScaleBasis;
  readonly from: number;
  readonly to: number;
}

const bases: readonly ScaleBasis[] = ['jointPassNum', 'lastTotal', 'artExamNum'];

/**
 * The scale between two years: by the first figure that both have, since those who passed cannot be set against those who
 * applied. Null where they have none in common; ranks are then taken as they are.
 */
export function scaleBetween(from: Competitors, to: Competitors): Scale | null {
  for (const basis of bases) {
    const [before, after] = [from[basis] ?? 0, to[basis] ?? 0];
    if (before > 0 && after > 0) return { basis, from: before, to: after };
  }
  return null;
}

/** A rank brought to the other year, a half up: of 225 of 20,000 there are 248 of 22,000. At least 1. */
export function scaledRank(rank: number, scale: Scale | null): number {
  if (!scale) return rank;
  const twice = 2n * BigInt(rank) * BigInt(scale.to) + BigInt(scale.from);
  return Math.max(1, Number(twice / (2n * BigInt(scale.from))));
}

/** The table that is asked for, by what tells tables of one year, province and kind of score apart. */
export interface TableKey {
  readonly jointCategoryId: number;
  readonly aos: number;
}

/**
 * Which of the tables there are answers for a category and for arts or science: the category's, else that of all (0); the
 * one of its arts or science, else the undivided one (3). Undefined where none of them is there.
 */
export function tableFor<T extends TableKey>(tables: readonly T[], wanted: TableKey): T | undefined {
  for (const category of new Set([wanted.jointCategoryId, 0])) {
    for (const aos of new Set([wanted.aos, 3])) {
      const found = tables.find(table => table.jointCategoryId === category && table.aos === aos);
      if (found) return found;
    }
  }
  return undefined;
}
