/** The published lines of a programme in one year. */
export interface PastLine {
  readonly dataYear: number;
  readonly score: number | null;
  readonly rank: number | null;
}

/** The spread of a programme's lines over the years, as published (0.7, 23). */
export interface LineSpread {
  /** Years with a line. */
  readonly years: number;
  readonly min: number;
  readonly max: number;
  /** The chance at the hardest and at the easiest of the lines; null where no percentage is shown. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The chance of a programme, as far as its spread needs it. */
export interface SpreadChance {
  readonly byRank: boolean;
  /** A percentage is shown. */
  readonly tested: boolean;
  readonly at: (line: number) => number | null;
}

/**
 * The spread of a programme's lines: of ranks if the chance is by rank, else of scores. Null without a line in any
 * year. The lines are those published, not converted to the year; a single one has no spread, yet says how much is
 * known.
 */
export function spreadOf(
  lines: readonly PastLine[],
  { byRank, tested, at }: SpreadChance,
): LineSpread | null {
  const values = lines.flatMap(({ rank, score }) => (byRank ? rank : score) ?? []);
  if (values.length === 0) return null;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const [hardest, easiest] = byRank ? [min, max] : [max, min];
  return {
    years: values.length,
    min,
    max,
    low: tested ? at(hardest) : null,
    high: tested ? at(easiest) : null,
  };
}
