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

/** The factors where nobody has said any: those that a new algorithm begins with. */
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

/** An algorithm as it is stored: decimals as text, lists with commas. */
export type StoredFactors = {
  readonly [K in keyof ProbabilityFactors]: K extends 'method' ? number : string;
};

/** Numbers with commas between them, Chinese ones too; null where one of them is none. */
function numbersOf(text: string): readonly number[] | null {
  const parts = text.split(/[,，]/).map(part => part.trim());
  return parts.every(part => /^\d{1,3}(\.\d{1,6})?$/.test(part)) ? parts.map(Number) : null;
}

/** Weights of the years, the latest first: one to five that come to 1. Null where they do not. */
export function readYearWeights(text: string): readonly number[] | null {
  const read = numbersOf(text);
  if (!read || read.length > 5) return null;
  return Math.abs(read.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9 ? read : null;
}

/** Where 冲, 稳 and 保 begin: three numbers between 0 and 1 that rise. Null where they are not. */
export function readLevels(text: string): readonly number[] | null {
  const read = numbersOf(text);
  if (read?.length !== 3) return null;
  const rising = read.every((level, index) => level > (read[index - 1] ?? 0) && level < 1);
  return rising ? read : null;
}

/** A stored algorithm as numbers; what of it cannot be read is that of {@link defaultFactors}. */
export function factorsOf(stored: StoredFactors): ProbabilityFactors {
  const one = (name: Exclude<keyof ProbabilityFactors, 'method' | 'yearWeights' | 'levels'>) =>
    Number.isFinite(Number(stored[name])) ? Number(stored[name]) : defaultFactors[name];
  return {
    method: stored.method,
    p0: one('p0'),
    k: one('k'),
    p5: one('p5'),
    logisticK: one('logisticK'),
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
  /** Score or rank of the candidate, whichever the method takes. */
  readonly own: number;
  /** Score or rank that the programme closes at; above nought. */
  readonly line: number;
  readonly competitionDegree?: number;
  /** A code of `bigSmall`: 1 a year of much demand, 2 of little. */
  readonly bigSmall?: number;
}

/**
 * The probability of an admission, with four places, kept within the bounds of the algorithm (domain 4.8). Null where
 * `own` or `line` is no number, or the line is not above nought: never NaN, and never a silent 0.
 */
export function probability(factors: ProbabilityFactors, asked: ProbabilityAsked): number | null {
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
  const bounded = Math.min(factors.maxProb, Math.max(factors.minProb, raw - competitionDegree - demand));
  return Math.round(bounded * 10_000) / 10_000;
}

/** Scores of a candidate, as decimals, and the rank among those who are ranked alike; what is not known is null. */
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

/** The lines that a candidate's scores must reach before anything is worked out. */
export interface Gates {
  readonly passLine?: string | null;
  readonly cultureLine?: string | null;
  readonly englishMin?: string | null;
  readonly chineseMin?: string | null;
}

/** A line that a candidate is below. */
export type MissedGate = keyof Gates;

const gateScores = {
  passLine: 'professional',
  cultureLine: 'culture',
  englishMin: 'english',
  chineseMin: 'chinese',
} as const satisfies Record<MissedGate, keyof CandidateScores>;

/** The lines that the known scores are below; a score or a line that nobody knows keeps nobody out. */
export function missedGates(scores: CandidateScores, gates: Gates): MissedGate[] {
  return (Object.keys(gateScores) as MissedGate[]).filter(gate => {
    const [score, line] = [scores[gateScores[gate]], gates[gate]];
    return score != null && line != null && compare(score, line) < 0;
  });
}

/** The sentence about a line that is missed. */
export const gateTexts: Readonly<Record<MissedGate, Label>> = {
  passLine: label('未达统考合格线', 'below the pass line of the joint exam'),
  cultureLine: label('文化分未达线', 'below the culture line'),
  englishMin: label('英语成绩未达要求', 'English is below what is wanted'),
  chineseMin: label('语文成绩未达要求', 'Chinese is below what is wanted'),
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

/** The candidate's score of the kind that a programme admits by; null where it is not known or is a rank. */
export function ownScore(scores: CandidateScores, scoreType: number): string | null {
  const name = scoreOfType[scoreType];
  return name === undefined ? null : (scores[name] ?? null);
}

/** Whether a programme admits by ranks alone. */
export function admitsByRank(scoreType: number): boolean {
  return scoreType === 4 || scoreType === 9;
}

/** The score or the rank that a programme closes at. */
export interface KnownLines<T> {
  /** A code of `archiveRule`; 2 lists choices in turn, so that those who were admitted tell more. */
  readonly archiveRule: number;
  readonly archive?: T | null;
  readonly predicted?: T | null;
  readonly admitted?: T | null;
  /** That of last year's row, brought to this year. */
  readonly equivalent?: T | null;
}

/** Where the line of a programme was taken from. */
export type LineSource = 'archive' | 'predicted' | 'admitted' | 'equivalent';

/** The line of a programme, from the first source that knows it (domain 4.8); undefined where none does. */
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

/** The facts that decide by which method a candidate's chance is worked out. */
export interface MethodAsked {
  readonly method: number;
  readonly scoreType: number;
  /** `rankUsing` of the province's line. */
  readonly rankUsing: boolean;
  readonly rankKnown: boolean;
  readonly rankLineKnown: boolean;
}

/**
 * The method that applies: by rank only where ranks are used and known; a programme that admits by ranks has no
 * other.
 */
export function methodFor({ method, scoreType, rankUsing, rankKnown, rankLineKnown }: MethodAsked): number {
  if (admitsByRank(scoreType)) return method === 1 ? 2 : method;
  return method !== 1 && rankUsing && rankKnown && rankLineKnown ? method : 1;
}
