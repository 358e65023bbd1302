import type { Label } from '../kernel/label.ts';
import { label } from '../kernel/label.ts';
import { compare } from './money.ts';

/** The factors of a method (domain D12, 4.8), as numbers. */
export interface ProbabilityFactors {
  /** A code of `probMethod`: 1 by the score, 2 and 3 by the rank. */
  readonly method: number;
  readonly p0: number;
  readonly k: number;
  readonly p5: number;
  readonly logisticK: number;
  readonly bigYearAdj: number;
  readonly smallYearAdj: number;
  readonly minProb: number;
  readonly maxProb: number;
  readonly yearWeights: readonly number[];
  readonly planElasticity: number;
  /** Where the bands 冲, 稳 and 保 begin. */
  readonly levels: readonly number[];
}

/** The default factors, used as initial values of a new algorithm. */
export const defaultFactors: ProbabilityFactors = {
  method: 1,
  p0: 0.4725,
  k: 5.1,
  p5: 0.55,
  logisticK: 6,
  bigYearAdj: 0.03,
  smallYearAdj: -0.03,
  minProb: 0.01,
  maxProb: 0.99,
  yearWeights: [0.5, 0.3, 0.2],
  planElasticity: 0.3,
  levels: [0.2, 0.5, 0.8],
};

/** An algorithm as stored: decimals as text, lists with commas. */
export type StoredFactors = {
  readonly [K in keyof ProbabilityFactors]: K extends 'method' ? number : string;
};

/** Parses numbers separated by commas, including Chinese ones; null if one of them is invalid. */
function numbersOf(text: string): readonly number[] | null {
  const parts = text.split(/[,，]/).map(part => part.trim());
  return parts.every(part => /^\d{1,3}(\.\d{1,6})?$/.test(part)) ? parts.map(Number) : null;
}

/** Parses one to five weights of years, latest first, with a sum of 1. Null if they are invalid. */
export function readYearWeights(text: string): readonly number[] | null {
  const read = numbersOf(text);
  if (!read || read.length > 5) return null;
  return Math.abs(read.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9 ? read : null;
}

/** Lower bounds of 冲, 稳 and 保: three ascending numbers between 0 and 1. Null if they are not. */
export function readLevels(text: string): readonly number[] | null {
  const read = numbersOf(text);
  if (read?.length !== 3) return null;
  const rising = read.every((level, index) => level > (read[index - 1] ?? 0) && level < 1);
  return rising ? read : null;
}

/** A stored algorithm as numbers; unreadable parts are taken from {@link defaultFactors}. */
export function factorsOf(stored: StoredFactors): ProbabilityFactors {
  const one = (name: Exclude<keyof ProbabilityFactors, 'method' | 'yearWeights' | 'levels'>) =>
    Number.isFinite(Number(stored[name])) ? Number(stored[name]) : defaultFactors[name];
  return {
    method: stored.method,
    p0: one('p0'),
    // A negative slope would give weaker candidates the better chance.
    k: Math.max(0, one('k')),
    p5: one('p5'),
    logisticK: Math.max(0, one('logisticK')),
    bigYearAdj: one('bigYearAdj'),
    smallYearAdj: one('smallYearAdj'),
    minProb: one('minProb'),
    maxProb: one('maxProb'),
    yearWeights: readYearWeights(stored.yearWeights) ?? defaultFactors.yearWeights,
    planElasticity: one('planElasticity'),
    levels: readLevels(stored.levels) ?? defaultFactors.levels,
  };
}

/** A band's sign, see `codes/probability.ts`. */
export type Band = '难' | '冲' | '稳' | '保';

/** The band of a probability; each begins at its threshold. */
export function bandOf(probability: number, levels: readonly number[]): Band {
  const [reach = 0.2, match = 0.5, safe = 0.8] = levels;
  return probability < reach ? '难' : probability < match ? '冲' : probability < safe ? '稳' : '保';
}

/** The input of a probability. */
export interface ProbabilityAsked {
  /** The candidate's score or rank, as the method requires. */
  readonly own: number;
  /** The programme's closing score or rank, above zero. */
  readonly line: number;
  readonly competitionDegree?: number;
  /** A code of `bigSmall`: 1 a year of much demand, 2 of little. */
  readonly bigSmall?: number;
}

/**
 * The probability of admission before it is rounded and limited to the algorithm's bounds (domain 4.8). It
 * distinguishes results that the bounds make equal, so generated lists sort by it (amendment 19); it is never shown.
 * Null if `own` or `line` is not a number or the line is not above zero: never NaN, and never a silent 0.
 */
export function uncappedProbability(factors: ProbabilityFactors, asked: ProbabilityAsked): number | null {
  const { own, line, competitionDegree = 0, bigSmall = 0 } = asked;
  if (!Number.isFinite(own) || !Number.isFinite(line) || own < 0 || line <= 0) return null;
  const demand = bigSmall === 1 ? factors.bigYearAdj : bigSmall === 2 ? factors.smallYearAdj : 0;
  const distance = (own - line) / line;
  const raw =
    factors.method === 1
      ? factors.p0 + Math.atan(distance * factors.k)
      : factors.method === 2
        ? factors.p5 - Math.atan(distance)
        : 1 / (1 + Math.exp(factors.logisticK * distance));
  return raw - competitionDegree - demand;
}

/**
 * The probability of an admission, with four places, kept within the bounds of the algorithm (domain 4.8). Null as
 * {@link uncappedProbability}.
 */
export function probability(factors: ProbabilityFactors, asked: ProbabilityAsked): number | null {
  const raw = uncappedProbability(factors, asked);
  if (raw === null) return null;
  const bounded = Math.min(factors.maxProb, Math.max(factors.minProb, raw));
  return Math.round(bounded * 10_000) / 10_000;
}

/** Scores of a candidate, as decimals, and the rank among comparable candidates; null if unknown. */
export interface CandidateScores {
  readonly composite?: string | null;
  readonly culture?: string | null;
  readonly professional?: string | null;
  readonly school?: string | null;
  readonly english?: string | null;
  readonly chinese?: string | null;
  readonly converted?: string | null;
  readonly rank?: number | null;
}

/** The minimum scores a candidate must reach before anything is calculated. */
export interface Gates {
  readonly passLine?: string | null;
  readonly cultureLine?: string | null;
  readonly englishMin?: string | null;
  readonly chineseMin?: string | null;
}

/** A minimum score or a requirement that a candidate does not meet. */
export type MissedGate = (typeof gateNames)[number];

/** The minimum scores, and the requirements of subjects and of a school's exam. */
export const gateNames = [
  'passLine',
  'cultureLine',
  'englishMin',
  'chineseMin',
  'subjects',
  'schoolExam',
] as const;

type ScoreGate = keyof Gates;

const gateScores = {
  passLine: 'professional',
  cultureLine: 'culture',
  englishMin: 'english',
  chineseMin: 'chinese',
} as const satisfies Record<ScoreGate, keyof CandidateScores>;

/** The lines that the known scores fall below. An unknown score excludes nobody; {@link uncheckedGates} reports it. */
export function missedGates(scores: CandidateScores, gates: Gates): MissedGate[] {
  return (Object.keys(gateScores) as ScoreGate[]).filter(gate => {
    const [score, line] = [scores[gateScores[gate]], gates[gate]];
    return score != null && line != null && compare(score, line) < 0;
  });
}

/** The lines that could not be checked: the line is set, but the score it applies to is unknown. */
export function uncheckedGates(scores: CandidateScores, gates: Gates): MissedGate[] {
  return (Object.keys(gateScores) as ScoreGate[]).filter(
    gate => gates[gate] != null && scores[gateScores[gate]] == null,
  );
}

/** The sentence about a line that could not be checked. */
export const uncheckedTexts: Readonly<Record<MissedGate, Label>> = {
  passLine: label('专业分未知，未核对统考合格线', 'professional score unknown, pass line not checked'),
  cultureLine: label('文化分未知，未核对文化线', 'culture score unknown, culture line not checked'),
  englishMin: label('英语成绩未知，未核对单科要求', 'English unknown, its minimum not checked'),
  chineseMin: label('语文成绩未知，未核对单科要求', 'Chinese unknown, its minimum not checked'),
  subjects: label('选科要求未核对', 'required subjects not checked'),
  schoolExam: label('未核对校考是否合格', "pass of the school's exam not checked"),
};

/** The sentence about a line that is missed. */
export const gateTexts: Readonly<Record<MissedGate, Label>> = {
  passLine: label('未达统考合格线', 'below the pass line of the joint exam'),
  cultureLine: label('文化分未达线', 'below the culture line'),
  englishMin: label('英语成绩未达要求', 'English is below the requirement'),
  chineseMin: label('语文成绩未达要求', 'Chinese is below the requirement'),
  subjects: label('选科不符', 'subjects do not fit'),
  schoolExam: label('校考未合格', "the school's exam was not passed"),
};

/** The score that a programme admits by, by its `scoreType`; 4 and 9 are ranks. */
const scoreOfType: Readonly<Record<number, Exclude<keyof CandidateScores, 'rank'>>> = {
  1: 'composite',
  2: 'culture',
  3: 'professional',
  5: 'english',
  6: 'converted',
  7: 'chinese',
  8: 'school',
};

/** The candidate's score of the kind a programme admits by; null if unknown or if it is a rank. */
export function ownScore(scores: CandidateScores, scoreType: number): string | null {
  const name = scoreOfType[scoreType];
  return name === undefined ? null : (scores[name] ?? null);
}

/** Reports whether a programme admits by ranks alone. */
export function admitsByRank(scoreType: number): boolean {
  return scoreType === 4 || scoreType === 9;
}

/** The score or the rank that a programme closes at. */
export interface KnownLines<T> {
  /** A code of `archiveRule`; with 2 choices are considered in turn, so past admissions are more informative. */
  readonly archiveRule: number;
  readonly archive?: T | null;
  readonly predicted?: T | null;
  readonly admitted?: T | null;
  /** Last year's line, converted to this year. */
  readonly equivalent?: T | null;
}

/** Where the line of a programme was taken from. */
export type LineSource = 'archive' | 'predicted' | 'admitted' | 'equivalent';

/** The line of a programme from the first source that has one (domain 4.8); undefined if none does. */
export function lineOf<T>(
  known: KnownLines<T>,
): { readonly line: T; readonly source: LineSource } | undefined {
  const order: readonly LineSource[] =
    known.archiveRule === 2
      ? ['admitted', 'archive', 'predicted', 'equivalent']
      : ['archive', 'predicted', 'admitted', 'equivalent'];
  for (const source of order) {
    const line = known[source];
    if (line !== undefined && line !== null) return { line, source };
  }
  return undefined;
}

/** The facts that select the method for a candidate's probability. */
export interface MethodAsked {
  readonly method: number;
  readonly scoreType: number;
  /** `rankUsing` of the province's line. */
  readonly rankUsing: boolean;
  readonly rankKnown: boolean;
  readonly rankLineKnown: boolean;
}

/**
 * The method to use: by rank only if ranks are in use and known; a programme that admits by rank has no alternative.
 */
export function methodFor({ method, scoreType, rankUsing, rankKnown, rankLineKnown }: MethodAsked): number {
  if (admitsByRank(scoreType)) return method === 1 ? 2 : method;
  return method !== 1 && rankUsing && rankKnown && rankLineKnown ? method : 1;
}
