import { type ProbabilityFactors, probability } from '../../../rules/probability.ts';
import { probMethod } from '../admission.codes.ts';

/** The forecast for one programme, and the result of the year: both ranks, or both scores. */
export interface BackTestCase {
  readonly predicted: number;
  readonly actual: number;
}

/** One row of a reliability table: of the candidates given about this probability, the number admitted. */
export interface ReliabilityRow {
  /** Lower bound, inclusive; `to` is exclusive, except that the last row includes 1. */
  readonly from: number;
  readonly to: number;
  readonly candidates: number;
  readonly admitted: number;
  /** Mean probability given, and share admitted, with four places; null without candidates. */
  readonly told: number | null;
  readonly came: number | null;
}

/** Accuracy of a method for a year (amendment 6). */
export interface BackTest {
  readonly cases: number;
  readonly candidates: number;
  readonly rows: readonly ReliabilityRow[];
  /** Brier score, the mean squared error of the probabilities: 0 is perfect, 0.25 a coin toss. Four places. */
  readonly brier: number | null;
  /** Mean difference between given and actual rates across the table, weighted by candidates. Four places. */
  readonly gap: number | null;
}

/** Rows of the table. */
const tenths = 10;

/** Number of candidates simulated per programme, and their distance from the predicted line as a fraction of it. */
const tried = 21;
const reach = { rank: 0.5, score: 0.1 } as const;

const places = (value: number) => Math.round(value * 10_000) / 10_000;

/** The sums of one row while a table is filled. */
export interface Bin {
  candidates: number;
  admitted: number;
  told: number;
}

/** The state of a tester as plain data, from which a job can resume. */
export interface BackTesterState {
  readonly cases: number;
  readonly squares: number;
  readonly bins: readonly Bin[];
}

/** A reliability table that is filled case by case. */
export class BackTester {
  private readonly bins: Bin[] = Array.from({ length: tenths }, () => ({
    candidates: 0,
    admitted: 0,
    told: 0,
  }));
  private squares = 0;
  private cases = 0;
  private readonly factors: ProbabilityFactors;

  /** Creates a tester that uses these factors for programmes without their own. */
  constructor(factors: ProbabilityFactors) {
    this.factors = factors;
  }

  /** Restores a tester from the state that {@link toJSON} returned. */
  static restored(factors: ProbabilityFactors, state: BackTesterState | undefined): BackTester {
    const tester = new BackTester(factors);
    if (!state) return tester;
    tester.cases = state.cases;
    tester.squares = state.squares;
    for (const [index, bin] of state.bins.entries()) tester.bins[index] = { ...bin };
    return tester;
  }

  /** Returns the tester's state as plain data. */
  toJSON(): BackTesterState {
    const { cases, squares, bins } = this;
    return { cases, squares, bins };
  }

  /**
   * Simulates candidates evenly spread around the predicted line, calculates each one's probability, and checks who
   * would have been admitted: a rank not behind the year's line, or a score not below it.
   */
  add({ predicted, actual }: BackTestCase, factors = this.factors): void {
    const byScore = factors.method === probMethod.is.score;
    const width = byScore ? reach.score : reach.rank;
    if (!(predicted > 0) || !(actual > 0)) return;
    this.cases += 1;
    for (let index = 0; index < tried; index += 1) {
      const own = predicted * (1 - width + (2 * width * index) / (tried - 1));
      const told = probability(factors, { own, line: predicted });
      if (told === null) continue;
      const came = (byScore ? own >= actual : own <= actual) ? 1 : 0;
      const bin = this.bins[Math.min(tenths - 1, Math.floor(told * tenths))] as Bin;
      bin.candidates += 1;
      bin.admitted += came;
      bin.told += told;
      this.squares += (told - came) ** 2;
    }
  }

  /** The current table. */
  result(): BackTest {
    const candidates = this.bins.reduce((sum, bin) => sum + bin.candidates, 0);
    const rows = this.bins.map((bin, index) => ({
      from: index / tenths,
      to: (index + 1) / tenths,
      candidates: bin.candidates,
      admitted: bin.admitted,
      told: bin.candidates === 0 ? null : places(bin.told / bin.candidates),
      came: bin.candidates === 0 ? null : places(bin.admitted / bin.candidates),
    }));
    const gap = this.bins.reduce((sum, bin) => sum + Math.abs(bin.told - bin.admitted), 0);
    return {
      cases: this.cases,
      candidates,
      rows,
      brier: candidates === 0 ? null : places(this.squares / candidates),
      gap: candidates === 0 ? null : places(gap / candidates),
    };
  }
}

/** Fewest programmes for a meaningful table. */
export const fewestCases = 30;
