import { toFen as hundredths } from '../../../rules/money.ts';

/** A mark that counts: the candidate was present and did not cheat. */
export interface CountedScore {
  /** Decimal text with at most two places. */
  readonly score: string;
  readonly agentId: number | null;
}

/** One band of ten points, from high to low. */
export interface ScoreSegment {
  readonly label: string;
  readonly count: number;
  /** The number of people in this band or a higher one. */
  readonly totalNum: number;
}

/** Marks of one agency; null represents candidates without one. */
export interface AgencyScores {
  readonly agentId: number | null;
  readonly count: number;
  readonly avg: string;
  readonly max: string;
  /** Percent. */
  readonly passRate: string;
  /** Null for candidates without an agency: they are no agency and take no place from one. */
  readonly rank: number | null;
}

/**
 * Statistics of marks (domain 4.5); amounts are text with two places, rates are percentages. Blank if there are no
 * marks.
 */
export interface ScoreStatistics {
  readonly count: number;
  readonly max: string | null;
  readonly min: string | null;
  readonly avg: string | null;
  readonly median: string | null;
  readonly stdDev: string | null;
  readonly passRate: string | null;
  readonly excellentRate: string | null;
  readonly segments: readonly ScoreSegment[];
  readonly agents: readonly AgencyScores[];
}

/** Percentage of the full mark counted as excellent, and the default for a pass. */
const excellentPercent = 85;
const passPercent = 60;
/** Width of a band, in hundredths. */
const band = 1000;

/** The integer square root, rounded down. Throws a RangeError for negative values. */
function squareRoot(value: bigint): bigint {
  if (value < 0n) throw new RangeError('No square root below nought');
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Hundredths as text with two places. */
function told(value: number | bigint): string {
  const text = String(value).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** `above / below` in hundredths of `unit`, rounded half up; neither is negative. */
function rounded(above: bigint, below: bigint): bigint {
  return (2n * above + below) / (2n * below);
}

function percent(part: number, whole: number): string {
  return told(rounded(BigInt(part) * 10_000n, BigInt(whole)));
}

/**
 * Ranks of values, the highest first: one plus the number of strictly better ones, so that equal ones share a rank and
 * the next one counts all before it (domain 4.4). Returned in the order of the values; undefined for an absent one.
 */
export function competitionRanks(values: readonly (number | bigint | null)[]): (number | null)[] {
  const sorted = values
    .filter(value => value !== null)
    .toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0));
  const places = new Map<number | bigint, number>();
  for (const [index, value] of sorted.entries()) if (!places.has(value)) places.set(value, index + 1);
  return values.map(value => (value === null ? null : (places.get(value) ?? null)));
}

/**
 * Ranks of a table with equal first keys: later keys decide between rows with equal earlier ones (domain 4.4, tieRule).
 */
export function ranksByKeys(rows: readonly (readonly number[])[]): number[] {
  const order = (one: readonly number[], other: readonly number[]) => {
    for (const [at, value] of one.entries()) {
      const difference = (other[at] ?? 0) - value;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const sorted = rows.map((row, index) => ({ row, index })).toSorted((a, b) => order(a.row, b.row));
  const places = new Array<number>(rows.length).fill(0);
  let place = 0;
  for (const [at, { row, index }] of sorted.entries()) {
    const before = sorted[at - 1];
    if (!before || order(before.row, row) !== 0) place = at + 1;
    places[index] = place;
  }
  return places;
}

function average(sum: bigint, count: number): bigint {
  return rounded(sum, BigInt(count));
}

/**
 * Statistics of the marks of one session, or of the totals (domain 4.5). `pass` defaults to 60 percent of the full
 * mark.
 */
export function scoreStatistics(
  scores: readonly CountedScore[],
  { full, pass }: { readonly full: string; readonly pass?: string | null },
): ScoreStatistics {
  const marks = scores.map(({ score, agentId }) => ({ mark: hundredths(score), agentId }));
  const sorted = marks.map(({ mark }) => mark).toSorted((one, other) => other - one);
  const count = sorted.length;
  const whole = hundredths(full);
  // 60 percent of 95.05 is 57.03: a mark of exactly that passes.
  const passes = (mark: number) =>
    pass == null ? mark * 100 >= whole * passPercent : mark >= hundredths(pass);
  const [max] = sorted;
  const min = sorted.at(-1);
  if (max === undefined || min === undefined) {
    return {
      ...{ count: 0, max: null, min: null, avg: null, median: null, stdDev: null },
      ...{ passRate: null, excellentRate: null, segments: [], agents: [] },
    };
  }
  const sum = sorted.reduce((total, mark) => total + BigInt(mark), 0n);
  const squares = sorted.reduce((total, mark) => total + BigInt(mark) * BigInt(mark), 0n);
  const n = BigInt(count);
  // Of four times the variance, so that the half that decides is whole.
  const spread = squareRoot(4n * (n * squares - sum * sum));
  const [low = 0, high = low] = [sorted[count >> 1], sorted[(count - 1) >> 1]];
  return {
    count,
    max: told(max),
    min: told(min),
    avg: told(average(sum, count)),
    median: told(rounded(BigInt(low) + BigInt(high), 2n)),
    stdDev: told((spread + n) / (2n * n)),
    passRate: percent(sorted.filter(passes).length, count),
    excellentRate: percent(sorted.filter(mark => mark * 100 >= whole * excellentPercent).length, count),
    segments: segmentsOf(sorted, max, min),
    agents: agenciesOf(marks, passes),
  };
}

const bandLabel = (at: number) => `${at * 10}–${at * 10 + 9}`;

/** Label of the band that a mark lies in, as {@link ScoreSegment} has it. */
export function bandOf(score: string): string {
  return bandLabel(Math.floor(hundredths(score) / band));
}

function segmentsOf(sorted: readonly number[], max: number, min: number): ScoreSegment[] {
  const counts = new Map<number, number>();
  for (const mark of sorted) {
    const at = Math.floor(mark / band);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const segments: ScoreSegment[] = [];
  let totalNum = 0;
  for (let at = Math.floor(max / band); at >= Math.floor(min / band); at -= 1) {
    const count = counts.get(at) ?? 0;
    totalNum += count;
    segments.push({ label: bandLabel(at), count, totalNum });
  }
  return segments;
}

function agenciesOf(
  marks: readonly { readonly mark: number; readonly agentId: number | null }[],
  passes: (mark: number) => boolean,
): AgencyScores[] {
  const agencies = [...Map.groupBy(marks, ({ agentId }) => agentId)].map(([agentId, own]) => ({
    agentId,
    count: own.length,
    avg: average(
      own.reduce((sum, { mark }) => sum + BigInt(mark), 0n),
      own.length,
    ),
    max: own.reduce((most, { mark }) => Math.max(most, mark), 0),
    passed: own.filter(({ mark }) => passes(mark)).length,
  }));
  const ranks = competitionRanks(agencies.map(({ agentId, avg }) => (agentId === null ? null : avg)));
  const last = agencies.length + 1;
  return agencies
    .map(({ agentId, count, avg, max, passed }, index) => ({
      agentId,
      count,
      avg: told(avg),
      max: told(max),
      passRate: percent(passed, count),
      rank: ranks[index] ?? null,
    }))
    .toSorted(
      (one, other) => (one.rank ?? last) - (other.rank ?? last) || (one.agentId ?? 0) - (other.agentId ?? 0),
    );
}
