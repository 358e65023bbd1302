import { decimalText, fraction } from '../../../rules/fraction.ts';

/** One row of a segment table: a score in whole hundredths, and the number of people with it or a higher one. */
export interface SegmentRow {
  readonly score: number;
  readonly totalNum: number;
}

/** A table of segments made ready for questions; scores are hundredths, the highest first. */
export interface SegmentTable {
  readonly scores: readonly number[];
  readonly totals: readonly number[];
}

/** A score in whole hundredths, truncated so that nobody gets a score they did not reach. */
export function hundredths(score: string): number {
  return Number(decimalText(fraction(score), 2, 'down').replace('.', ''));
}

/** Whole hundredths as a score: 53375 is `533.75`. */
export function fromHundredths(score: number): string {
  return decimalText({ above: BigInt(score), below: 100n }, 2, 'cut');
}

/** A table from rows in any order, of one year, province, kind of score, category, and arts or science. */
export function segmentTable(rows: Iterable<SegmentRow>): SegmentTable {
  const read = [...rows].sort((one, other) => other.score - one.score);
  return { scores: read.map(({ score }) => score), totals: read.map(({ totalNum }) => totalNum) };
}

/** The first index for which `holds` is true, given that it is true for all later ones; the length if there is none. */
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
 * The rank of a score (domain 4.6): that of the highest row not above it, so that no rank is too optimistic; the top
 * row's for a higher score; null below the lowest row, and for an empty table.
 */
export function rankOfScore({ scores, totals }: SegmentTable, score: string): number | null {
  const wanted = hundredths(score);
  return totals[firstWhere(scores.length, index => Number(scores[index]) <= wanted)] ?? null;
}

/** A rank read of a table; `past` for a score below its last row, whose rank is only known to lie behind all of its people. */
export interface ReadRank {
  readonly rank: number;
  readonly past: boolean;
}

/**
 * The rank of a candidate's score (domain 0.7, 28): as {@link rankOfScore}, and below the lowest row one behind the last
 * total. A lower score never has a better rank. Null for an empty table.
 */
export function readRank(table: SegmentTable, score: string): ReadRank | null {
  const rank = rankOfScore(table, score);
  if (rank !== null) return { rank, past: false };
  const last = lastTotal(table);
  return last === null ? null : { rank: last + 1, past: true };
}

/**
 * Reports whether the rows of a table, from the highest score down, add up: each total is the one above it and the
 * people at its own score (domain 0.7, 29).
 */
export function addsUp(same: readonly number[], totals: readonly number[]): boolean {
  return totals.every((total, index) => total === (totals[index - 1] ?? 0) + (same[index] ?? Number.NaN));
}

/** The highest score that at least `rank` people reached; null past the last of them. */
export function scoreOfRank({ scores, totals }: SegmentTable, rank: number): string | null {
  const score = scores[firstWhere(totals.length, index => Number(totals[index]) >= rank)];
  return score === undefined ? null : fromHundredths(score);
}

/** The number of people in a table, down to its lowest score; null for an empty one. */
export function lastTotal({ totals }: SegmentTable): number | null {
  return totals.at(-1) ?? null;
}

/** Published numbers of competitors in a year, for one category or for all. */
export interface YearFigures {
  /** `provinceStat.jointPassNum`. */
  readonly jointPassNum?: number | null;
  /** `provinceStat.artExamNum`. */
  readonly artExamNum?: number | null;
}

/** The table of segments of a year with the number of people that it counts in all. */
export interface CountedTable extends TableKey {
  readonly total: number | null;
}

/**
 * The known numbers of competitors in a year. Figures of a category and of all categories are kept apart: comparing one
 * with the other gives meaningless ranks (amendment 18).
 */
export interface Competitors {
  /** Figures of the category only. */
  readonly category?: YearFigures | null;
  /** Figures of all categories together, 全部. */
  readonly whole?: YearFigures | null;
  /** The table of segments that answers for the category in this year. */
  readonly table?: CountedTable | null;
}

/** The figure that compares the ranks of two years. */
export type ScaleBasis = keyof YearFigures | 'lastTotal';

/** Conversion of ranks between years: `to` in one year for `from` in the other. */
export interface Scale {
  readonly basis: ScaleBasis;
  /** `category` if both figures are the category's, `all` if both cover all categories. */
  readonly of: 'category' | 'all';
  readonly from: number;
  readonly to: number;
}

/**
 * Reports whether two tables of different years are comparable: both of a category or both of all, and of the same arts
 * or science, also across the exam reform.
 */
export function likeTables(one: TableKey, other: TableKey): boolean {
  return (
    (one.jointCategoryId === 0) === (other.jointCategoryId === 0) &&
    (one.aos === other.aos || counterpart(one.aos) === other.aos)
  );
}

/**
 * The scale between two years (amendments 3 and 18): from the numbers who passed, of the category in both years, else
 * of all in both; else from the last totals of two comparable tables; else from the numbers of applicants. It never
 * mixes figures of the category and of all, or of passes and applications. Null if the years share no figure; ranks are
 * then used unchanged, and everything that shows them says so.
 */
export function scaleBetween(from: Competitors, to: Competitors): Scale | null {
  const published = (basis: keyof YearFigures): Scale | null => {
    for (const kind of ['category', 'whole'] as const) {
      const [before, after] = [from[kind]?.[basis] ?? 0, to[kind]?.[basis] ?? 0];
      if (before > 0 && after > 0)
        return { basis, of: kind === 'whole' ? 'all' : 'category', from: before, to: after };
    }
    return null;
  };
  const counted = (): Scale | null => {
    const [before, after] = [from.table, to.table];
    if (!before?.total || !after?.total || !likeTables(before, after)) return null;
    const of = before.jointCategoryId === 0 ? 'all' : 'category';
    return { basis: 'lastTotal', of, from: before.total, to: after.total };
  };
  return published('jointPassNum') ?? counted() ?? published('artExamNum');
}

/** A rank converted to the other year, rounded half up: 225 of 20,000 becomes 248 of 22,000. At least 1. */
export function scaledRank(rank: number, scale: Scale | null): number {
  if (!scale) return rank;
  const twice = 2n * BigInt(rank) * BigInt(scale.to) + BigInt(scale.from);
  return Math.max(1, Number(twice / (2n * BigInt(scale.from))));
}

/** Distinguishes the tables of one year, province and kind of score. */
export interface TableKey {
  readonly jointCategoryId: number;
  readonly aos: number;
}

/** Arts or science before and after the reform: 文科 becomes 历史类, 理科 becomes 物理类 (amendment 1). */
const reformed: readonly (readonly [before: number, after: number])[] = [
  [1, 4],
  [2, 5],
];

/** The arts or science on the other side of the reform; undefined of the undivided one. */
export function counterpart(aos: number): number | undefined {
  const pair = reformed.find(one => one.includes(aos));
  return pair?.find(one => one !== aos);
}

/**
 * Reports whether two codes mean the same arts or science across years; the undivided one (3) matches any (amendment
 * 1).
 */
export function sameAos(one: number, other: number): boolean {
  return one === 3 || other === 3 || one === other || counterpart(one) === other;
}

/** The arts or science codes whose tables can be used for one of them, closest first; the undivided one last. */
export function answeringAos(aos: number): readonly number[] {
  return [...new Set([aos, counterpart(aos) ?? aos, 3])];
}

/**
 * Selects the table for a category and for arts or science: the category's, else that of all (0); with the same arts or
 * science, or its equivalent across the reform, else the undivided one (3). Undefined if there is none.
 */
export function tableFor<T extends TableKey>(tables: readonly T[], wanted: TableKey): T | undefined {
  for (const category of new Set([wanted.jointCategoryId, 0])) {
    for (const aos of answeringAos(wanted.aos)) {
      const found = tables.find(table => table.jointCategoryId === category && table.aos === aos);
      if (found) return found;
    }
  }
  return undefined;
}
