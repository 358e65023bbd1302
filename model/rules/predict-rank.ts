import { type Competitors, type Scale, scaleBetween } from './segments.ts';

/** How one programme ended in an earlier year. */
export interface PastYear {
  readonly dataYear: number;
  /** The rank it closed at: of dossiers, else of those admitted, else worked out of the score. */
  readonly rank: number;
  readonly planNum: number | null;
  readonly competitors: Competitors;
}

/** The programme of a prediction, and its factors (domain 4.6, D12). */
export interface PredictionAsked {
  readonly planNum: number | null;
  readonly competitors: Competitors;
  /** Weights of the years, the latest first. */
  readonly weights: readonly number[];
  readonly elasticity: number;
}

/** The share of one year in a prediction. */
export interface PredictionTerm {
  readonly dataYear: number;
  readonly rank: number;
  /** By what its rank was brought to the year asked for; null where the two years have no figure in common. */
  readonly scale: Scale | null;
  readonly planFactor: number;
  /** Share of the whole, after the weights of the years that are there were made to come to 1. */
  readonly weight: number;
  readonly value: number;
}

/** A predicted rank, and how it came about. */
export interface Prediction {
  readonly rank: number;
  readonly terms: readonly PredictionTerm[];
}

/** How far a change of the plan may move a rank. */
const [lowest, highest] = [0.9, 1.1];

/**
 * The factor by which more or fewer places change the rank a programme closes at; 1 where a plan is not known or is
 * nought.
 */
export function planFactor(plan: number | null, pastPlan: number | null, elasticity: number): number {
  if (!plan || !pastPlan) return 1;
  return Math.min(highest, Math.max(lowest, (plan / pastPlan) ** elasticity));
}

/**
 * The rank that a programme is going to close at (domain 4.6): those of its latest years, as many as there are
 * weights, each brought to the competitors and the plan of the year asked for. Null where there is no year with a
 * rank, or no weight.
 */
export function predictRank(years: readonly PastYear[], asked: PredictionAsked): Prediction | null {
  const latest = years
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.dataYear - one.dataYear)
    .slice(0, asked.weights.length);
  const weights = asked.weights.slice(0, latest.length);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (latest.length === 0 || !(whole > 0)) return null;
  const terms = latest.map((year, index) => {
    const scale = scaleBetween(year.competitors, asked.competitors);
    const factor = planFactor(asked.planNum, year.planNum, asked.elasticity);
    return {
      dataYear: year.dataYear,
      rank: year.rank,
      scale,
      planFactor: factor,
      weight: (weights[index] ?? 0) / whole,
      value: year.rank * (scale ? scale.to / scale.from : 1) * factor,
    };
  });
  const sum = terms.reduce((total, { weight, value }) => total + weight * value, 0);
  return { rank: Math.max(1, Math.floor(sum + 0.5)), terms };
}

/** The name of a category or a batch in the year before, where it was renamed or merged (amendment 2). */
export type Former = (dataYear: number, id: number) => number | null | undefined;

/** The id that a category or a batch of one year had in an earlier one, by the chain of its former ones. */
export function idInYear(id: number, from: number, year: number, former: Former): number {
  let found = id;
  for (let at = from; at > year; at -= 1) found = former(at, found) || found;
  return found;
}

/** Arts or science after a reform, by what it was before: 文科 became 历史类, 理科 物理类 (amendment 1). */
const reformed: Readonly<Record<number, number>> = { 1: 4, 2: 5 };

/** Whether a row of an earlier year is of the same arts or science; undivided (3) goes with any. */
export function sameAos(now: number, past: number): boolean {
  return now === past || now === 3 || past === 3 || reformed[past] === now;
}
