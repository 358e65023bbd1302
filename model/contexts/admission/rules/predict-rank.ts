import { type Competitors, type Scale, scaleBetween } from './segments.ts';

/** The result of a programme in an earlier year. */
export interface PastYear {
  readonly dataYear: number;
  /** The closing rank: of submitted files, else of admissions, else derived from the score. */
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

/** One year's contribution to a prediction. */
export interface PredictionTerm {
  readonly dataYear: number;
  readonly rank: number;
  /** The scale that converted its rank to the target year; null if the two years have no comparable figure. */
  readonly scale: Scale | null;
  readonly planFactor: number;
  /** Its weight after normalising the available years to a sum of 1. */
  readonly weight: number;
  readonly value: number;
}

/** A predicted rank, and its derivation. */
export interface Prediction {
  readonly rank: number;
  /** Some year has no comparable total, so its rank was used unchanged (amendment 18). */
  readonly unscaled: boolean;
  readonly terms: readonly PredictionTerm[];
}

/** Limits on how much a change of the plan may move a rank. */
const [lowest, highest] = [0.9, 1.1];

/** The factor by which a change in places moves a programme's closing rank; 1 if a plan is unknown or zero. */
export function planFactor(plan: number | null, pastPlan: number | null, elasticity: number): number {
  if (!plan || !pastPlan) return 1;
  return Math.min(highest, Math.max(lowest, (plan / pastPlan) ** elasticity));
}

/**
 * The predicted closing rank of a programme (domain 4.6): a weighted mean of its latest years, at most one per weight,
 * each adjusted to the competitors and the plan of the target year. Null if no year has a rank, or without weights.
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
  const unscaled = terms.some(({ scale, weight }) => scale === null && weight > 0);
  return { rank: Math.max(1, Math.floor(sum + 0.5)), unscaled, terms };
}

/** The name of a category or batch in the previous year, if it was renamed or merged (amendment 2). */
export type Former = (dataYear: number, id: number) => number | null | undefined;

/** The id of a category or batch in an earlier year, found through its chain of former ids. */
export function idInYear(id: number, from: number, year: number, former: Former): number {
  let found = id;
  for (let at = from; at > year; at -= 1) found = former(at, found) || found;
  return found;
}

/**
 * The id of a category or batch in a later year. `follower` returns its successor in a year, or undefined if the id
 * continues.
 */
export function idInLaterYear(id: number, from: number, year: number, follower: Former): number {
  let found = id;
  for (let at = from + 1; at <= year; at += 1) found = follower(at, found) || found;
  return found;
}
