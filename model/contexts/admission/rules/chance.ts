import { evaluateFormula, type FormulaPlaces } from '../../../rules/formula/evaluate.ts';
import { type LetterLine, type LetterScores, lettersOf } from '../../../rules/formula/letters.ts';
import { parseFormula } from '../../../rules/formula/parse.ts';
import {
  admitsByRank,
  type Band,
  bandOf,
  type CandidateScores,
  defaultFactors,
  factorsOf,
  type LineSource,
  lineOf,
  type MissedGate,
  methodFor,
  missedGates,
  ownScore,
  probability,
  type StoredFactors,
  uncappedProbability,
  uncheckedGates,
} from '../../../rules/probability.ts';
import { aos as aosCodes } from '../../shared/shared.codes.ts';
import { probMethod, scoreType } from '../admission.codes.ts';
import { type ChanceReason, reasonOf, requirementGates } from './requirement-gates.ts';
import {
  type AlgorithmChoice,
  defaultExpression,
  type FormulaChoice,
  type RuleOwner,
  type RuleSource,
  resolveAlgorithm,
  resolveFormula,
} from './resolve-rules.ts';
import { type ReadRank, readRank, type Scale, type SegmentTable, scaledRank } from './segments.ts';

const scoreIs = scoreType.is;
const byScore = probMethod.is.score;

/** The parts of an admission row that probabilities need. */
export interface Programme extends RuleOwner {
  readonly aos: number;
  /** A code of `admitType`: 2 by the school's exam. */
  readonly admitType: number;
  /** The required subjects as published. */
  readonly subjectRequire: string | null;
  readonly scoreType: number;
  readonly archiveRule: number;
  readonly archiveMinScore: string | null;
  readonly archiveMinRank: number | null;
  readonly admitMinScore: string | null;
  readonly admitMinRank: number | null;
  readonly predictScore: string | null;
  readonly predictRank: number | null;
  /** The prediction uses a year without comparable totals (amendment 18). */
  readonly predictUnscaled: boolean;
  readonly englishMin: string | null;
  readonly chineseMin: string | null;
  readonly competitionDegree: string | null;
  readonly bigSmall: number;
}

/** A line of the province for a batch, category, and arts or science (domain D8). */
export interface ProvinceLine extends LetterLine {
  readonly rankUsing: number;
  readonly formulaId: number | null;
}

/** A formula with its expression and rounding. */
export type ChanceFormula = FormulaChoice & FormulaPlaces & { readonly expression: string };

/** An algorithm with its factors, as they are stored. */
export type ChanceAlgorithm = AlgorithmChoice & StoredFactors;

/** A segment table for reading ranks; of an earlier year if the year itself has none yet. */
export interface RankTable {
  readonly dataYear: number;
  readonly table: SegmentTable;
  /** Converts ranks of that year to the programme's year; null for the same year, and if no scale is known. */
  readonly scale: Scale | null;
  /** The data is from an earlier year without comparable totals: its ranks are used unchanged. */
  readonly unscaled: boolean;
}

/** A line of the previous year, converted to the programme's year if possible. */
export interface EquivalentLine {
  readonly score?: string | null;
  readonly rank?: number | null;
  /** The score is that of the year before as it was. */
  readonly scoreUnscaled?: boolean;
  /** The rank is that of the year before as it was. */
  readonly rankUnscaled?: boolean;
}

/** Which scores a table is of, a code of `segmentType`: 1 composite, 2 culture, 3 professional. */
export type SegmentKind = 1 | 2 | 3;

/**
 * Everything needed to calculate probabilities for one category, province and year; loaded once for many programmes.
 */
export interface ChanceWorld {
  readonly lines: readonly ProvinceLine[];
  readonly formulas: readonly ChanceFormula[];
  readonly algorithms: readonly ChanceAlgorithm[];
  /** The algorithm that the parameters name. */
  readonly defaultAlgorithm?: ChanceAlgorithm;
  readonly tables: { readonly [K in SegmentKind]?: RankTable };
  /** Kinds whose table does not add up: it is not used, and no other is used in its place (domain 0.7, 29). */
  readonly broken?: ReadonlySet<SegmentKind>;
  /** Methods that were tried on a year of the province that is over (amendment 6). */
  readonly tested: ReadonlySet<number>;
}

/** A candidate's scores as decimals, and the rank if known. */
export interface Candidate extends LetterScores {
  /**
   * The composite score, if the candidate already has it; it takes precedence over any formula except a school's own.
   */
  readonly compositeScore?: string | null;
  /** Rank among the candidates that the programme ranks together. */
  readonly rank?: number | null;
  /** Arts or science, and the re-selected subjects. */
  readonly aos?: number | null;
  readonly subjects?: readonly number[] | null;
  /** A code of `schoolExamResult`: the result of the exam of the programme's school. */
  readonly schoolResult?: number | null;
}

/** Reasons for a probability by the score where the algorithm goes by rank. */
export const fallBacks = ['noRank', 'noRankLine'] as const;

/** One of {@link fallBacks}. */
export type FallBack = (typeof fallBacks)[number];

/** A candidate's probability, and its derivation. */
export interface CandidateChance {
  /** The probability if the programme closed at another line, for the spread of its lines over the years. */
  readonly at: (line: number) => number | null;
  /** With four places; null if it cannot be calculated, see `reason`. 0 below a line. */
  readonly probability: number | null;
  /** The probability before capping and rounding, used to sort lists (amendment 19). */
  readonly standing: number | null;
  readonly level: Band | null;
  readonly reason: ChanceReason | null;
  readonly missed: readonly MissedGate[];
  /** Lines and minimum scores that could not be checked because the candidate's score is unknown. */
  readonly unchecked: readonly MissedGate[];
  readonly own: number | null;
  readonly line: number | null;
  readonly lineSource: LineSource | null;
  readonly method: number;
  readonly tested: boolean;
  readonly compositeScore: string | null;
  readonly provisional: boolean;
  readonly rank: number | null;
  /** The score lies below the table: the true rank is {@link rank} or a worse one, and the probability an upper bound. */
  readonly rankPast: boolean;
  /**
   * The algorithm and the province go by rank, and the score was used in its place: for want of the candidate's rank
   * (`noRank`), or of the programme's (`noRankLine`).
   */
  readonly fellBack: FallBack | null;
  readonly rankYear: number | null;
  /** The rank is that of an earlier year as it was there. */
  readonly rankUnscaled: boolean;
  /** A rank or line behind the probability could not be converted to its year (amendment 18). */
  readonly unscaled: boolean;
  readonly formulaSource: RuleSource;
  readonly algorithmSource: RuleSource;
  /** The algorithm; null if none is set. */
  readonly algorithmId: number | null;
}

/** The kind of segments that ranks a score type; undefined if there is none. */
export function segmentKindOf(scoreType: number): SegmentKind | undefined {
  if (scoreType === scoreIs.composite || scoreType === scoreIs.compositeRank) return 1;
  if (scoreType === scoreIs.culture) return 2;
  return scoreType === scoreIs.joint || scoreType === scoreIs.jointRank ? 3 : undefined;
}

/** The line for a programme: of arts or science, else the undivided one. */
function provinceLine(programme: Programme, lines: readonly ProvinceLine[]): ProvinceLine | undefined {
  const fitting = lines.filter(
    line => line.batch === programme.batch && line.jointCategoryId === programme.jointCategoryId,
  );
  return (
    fitting.find(({ aos }) => aos === programme.aos) ??
    fitting.find(({ aos }) => aos === aosCodes.is.undivided)
  );
}

/** The lines of a programme's category. */
const ofCategory = ({ lines }: ChanceWorld, { jointCategoryId }: Programme) =>
  lines.filter(line => line.jointCategoryId === jointCategoryId);

/** The rank of a score from a table, converted to the programme's year. */
function rankBy(found: RankTable | undefined, score: string | null | undefined): ReadRank | null {
  if (!found || score === null || score === undefined) return null;
  const read = readRank(found.table, score);
  return read && { ...read, rank: scaledRank(read.rank, found.scale) };
}

interface Converted {
  readonly value: string | null;
  readonly source: RuleSource;
  /** Its formula uses the professional rank, which could not be converted to the year. */
  readonly unscaled: boolean;
  /** Its formula uses the professional rank, whose table does not add up. */
  readonly broken: boolean;
}

function byFormula(
  world: ChanceWorld,
  programme: Programme,
  line: ProvinceLine | undefined,
  scoreType: 1 | 6,
  candidate: Candidate,
): Converted {
  const { source, formula } = resolveFormula(programme, world.formulas, {
    scoreType,
    ...(line?.formulaId && { lineFormulaId: line.formulaId }),
  });
  if (scoreType === scoreIs.composite && candidate.compositeScore != null && !formula?.schoolId) {
    return {
      value: candidate.compositeScore,
      source: formula ? source : 'line',
      unscaled: false,
      broken: false,
    };
  }
  // Culture scores have no default conversion.
  if (!formula && scoreType === scoreIs.cultureConverted)
    return { value: null, source, unscaled: false, broken: false };
  const name = `${formula?.id ?? 0} ${line ? world.lines.indexOf(line) : -1} ${programme.batch}`;
  const value = remembered(world, candidate, name, () => {
    const read = parseFormula(formula?.expression ?? defaultExpression);
    if ('fault' in read) return null;
    const rank = rankBy(world.tables[3], candidate.profScore)?.rank ?? null;
    // A school's formula may use the composite score, which then comes from the province's formula.
    const provincial = { ...programme, schoolId: 0, formulaId: null };
    const composite =
      formula?.schoolId && read.formula.letters.includes('S')
        ? byFormula(world, provincial, line, 1, candidate).value
        : null;
    const values = lettersOf(candidate, { line, lines: ofCategory(world, programme), rank, composite });
    const result = evaluateFormula(read.formula, values, formula ?? { decimals: 2, roundMode: 1 });
    return 'value' in result ? result.value : null;
  });
  const byRank = formula !== undefined && /Z/.test(formula.expression);
  return {
    value,
    source,
    unscaled: byRank && world.tables[3]?.unscaled === true,
    broken: byRank && world.broken?.has(3) === true,
  };
}

/** Results cached per candidate and world; reuse the same two objects for many programmes. */
const known = new WeakMap<ChanceWorld, WeakMap<Candidate, Map<string, string | null>>>();

/** Calculates a score once for a candidate and all programmes with the same formula and line. */
function remembered(
  world: ChanceWorld,
  candidate: Candidate,
  name: string,
  work: () => string | null,
): string | null {
  const ofWorld = known.get(world) ?? new WeakMap<Candidate, Map<string, string | null>>();
  known.set(world, ofWorld);
  const found = ofWorld.get(candidate) ?? new Map<string, string | null>();
  ofWorld.set(candidate, found);
  const there = found.get(name);
  if (there !== undefined) return there;
  const value = work();
  found.set(name, value);
  return value;
}

/**
 * A programme without a school that admits by composite score and has no line: used for the candidate's composite score
 * and rank in a batch.
 */
export function anyProgramme(of: {
  readonly jointCategoryId: number;
  readonly aos: number;
  readonly batch: number;
}): Programme {
  return {
    ...{ jointCategoryId: of.jointCategoryId, aos: of.aos, batch: of.batch, schoolId: 0 },
    ...{ admitType: 1, subjectRequire: null },
    ...{ scoreType: 1, archiveRule: 1, archiveMinScore: null, archiveMinRank: null, admitMinScore: null },
    ...{
      admitMinRank: null,
      predictScore: null,
      predictRank: null,
      predictUnscaled: false,
      englishMin: null,
    },
    ...{ chineseMin: null, competitionDegree: null, bigSmall: 0 },
  };
}

/** Marks a remembered rank as one past its table. */
const pastMark = '+';

const rankText = (read: ReadRank | null) => read && `${read.rank}${read.past ? pastMark : ''}`;

/** The rank that a candidate states, else that of the score by its table. */
function rankOf(
  world: ChanceWorld,
  candidate: Candidate,
  kind: SegmentKind | undefined,
  score: string | null,
): { readonly rank: number | null; readonly rankPast: boolean } {
  if (candidate.rank != null) return { rank: candidate.rank, rankPast: false };
  const text =
    score === null || kind === undefined
      ? null
      : remembered(world, candidate, `rank ${kind} ${score}`, () =>
          rankText(rankBy(world.tables[kind], score)),
        );
  return {
    rank: text === null ? null : Number.parseInt(text, 10),
    rankPast: text?.endsWith(pastMark) === true,
  };
}

/** The rank and the score that a programme closes at, each from its best source. */
function linesOf(programme: Programme, equivalent: EquivalentLine) {
  const { archiveRule } = programme;
  return {
    rankLine: lineOf({
      archiveRule,
      archive: programme.archiveMinRank,
      predicted: programme.predictRank,
      admitted: programme.admitMinRank,
      equivalent: equivalent.rank ?? null,
    }),
    scoreLine: lineOf({
      archiveRule,
      archive: programme.archiveMinScore,
      predicted: programme.predictScore,
      admitted: programme.admitMinScore,
      equivalent: equivalent.score ?? null,
    }),
  };
}

/** The reason why there is no probability: what is missing. */
function lackingOf(of: {
  readonly isBroken: boolean;
  readonly byRank: boolean;
  readonly fellBack: FallBack | null;
  readonly hasScore: boolean;
  readonly hasRank: boolean;
  readonly hasScoreLine: boolean;
  readonly hasRankLine: boolean;
}): ChanceReason {
  if (of.isBroken) return 'brokenTable';
  if (of.byRank) {
    if (!of.hasRank) return of.hasScore ? 'noRank' : 'noScore';
    return of.hasScoreLine ? 'noRankLine' : 'noLine';
  }
  if (!of.hasScore) return 'noScore';
  if (!of.hasRankLine) return 'noLine';
  return of.fellBack === 'noRank' ? 'noRank' : 'noScoreLine';
}

/** The score whose rank a programme admits by; null for one that admits by a score. */
function scoreOfRank(
  programme: Programme,
  composite: string | null,
  { profScore }: Candidate,
): string | null | undefined {
  if (programme.scoreType === scoreIs.compositeRank) return composite;
  return programme.scoreType === scoreIs.jointRank ? profScore : null;
}

/** The chance of a candidate for a programme (domain 4.8, amendments 4 and 6). */
export function chanceOf(
  world: ChanceWorld,
  programme: Programme,
  candidate: Candidate,
  /** Last year's line converted to this year, if it was looked up. */
  equivalent: EquivalentLine = {},
): CandidateChance {
  const line = provinceLine(programme, world.lines);
  const composite = byFormula(world, programme, line, 1, candidate);
  const isConverted = programme.scoreType === scoreIs.cultureConverted;
  const converted = isConverted ? byFormula(world, programme, line, 6, candidate) : undefined;
  const scores: CandidateScores = {
    composite: composite.value,
    culture: candidate.cultureScore ?? null,
    professional: candidate.profScore ?? null,
    school: candidate.schoolScore ?? null,
    english: candidate.englishScore ?? null,
    chinese: candidate.chineseScore ?? null,
    converted: converted?.value ?? null,
  };
  const goesByFormula = [1, 6, 9].includes(programme.scoreType);
  const kind = segmentKindOf(programme.scoreType);
  const table = kind && world.tables[kind];
  const score =
    ownScore(scores, programme.scoreType) ??
    // Programmes that admit by rank use the rank of this score.
    scoreOfRank(programme, composite.value, candidate) ??
    null;
  const { rank, rankPast } = rankOf(world, candidate, kind, score);
  const { rankLine, scoreLine } = linesOf(programme, equivalent);
  const { source: algorithmSource, algorithm } = resolveAlgorithm(
    programme,
    world.algorithms,
    world.defaultAlgorithm,
  );
  const factors = algorithm ? factorsOf(algorithm) : defaultFactors;
  const rankUsing = line?.rankUsing !== 0;
  const method = methodFor({
    method: factors.method,
    scoreType: programme.scoreType,
    rankUsing,
    rankKnown: rank !== null,
    rankLineKnown: rankLine !== undefined,
  });
  const byRank = method !== byScore;
  const own = byRank ? rank : score === null ? null : Number(score);
  const reference = byRank ? rankLine : scoreLine;
  const gates = {
    passLine: line?.passLine ?? null,
    cultureLine: line?.cultureLine ?? null,
    englishMin: programme.englishMin,
    chineseMin: programme.chineseMin,
  };
  const required = requirementGates(programme, candidate);
  const missed = [...missedGates(scores, gates), ...required.missed];
  const fellBack: FallBack | null =
    byRank || factors.method === byScore || !rankUsing ? null : rankLine ? 'noRank' : 'noRankLine';
  // The rank would be read of a table that does not add up: the score is not used in its place.
  const isBroken = rank === null && kind !== undefined && world.broken?.has(kind) === true;
  const withheld = isBroken && (byRank || fellBack === 'noRank');
  const asked = own !== null &&
    !withheld &&
    reference && {
      own,
      line: Number(reference.line),
      competitionDegree: Number(programme.competitionDegree ?? 0),
      bigSmall: programme.bigSmall,
    };
  const used = { ...factors, method };
  const at = (other: number) =>
    missed.length > 0 || own === null || !asked ? null : probability(used, { ...asked, line: other });
  const told = missed.length > 0 ? 0 : asked ? probability(used, asked) : null;
  const rankUnscaled = candidate.rank == null && rank !== null && table?.unscaled === true;
  const isBrokenFormula = goesByFormula && score === null && (converted ?? composite).broken;
  const lacking = () =>
    lackingOf({
      ...{ isBroken: withheld || isBrokenFormula, byRank, fellBack },
      ...{ hasScore: score !== null, hasRank: rank !== null },
      ...{ hasScoreLine: scoreLine !== undefined, hasRankLine: rankLine !== undefined },
    });
  return {
    probability: told,
    standing: missed.length > 0 ? 0 : asked ? uncappedProbability(used, asked) : null,
    level: told === null ? null : bandOf(told, factors.levels),
    at,
    reason: reasonOf(missed) ?? (told === null ? lacking() : byRank && rankPast ? 'pastTable' : null),
    missed,
    unchecked: [...uncheckedGates(scores, gates), ...required.unchecked],
    own,
    line: reference ? Number(reference.line) : null,
    lineSource: reference?.source ?? null,
    method,
    tested: world.tested.has(method),
    compositeScore: composite.value,
    provisional:
      composite.source === 'default' &&
      (programme.scoreType === scoreIs.composite || admitsByRank(programme.scoreType)),
    rank,
    rankPast,
    fellBack: told === null || missed.length > 0 ? null : fellBack,
    rankYear: candidate.rank != null || rank === null ? null : (table?.dataYear ?? null),
    rankUnscaled,
    unscaled:
      told !== null &&
      ((byRank && rankUnscaled) ||
        (!byRank && goesByFormula && (converted ?? composite).unscaled) ||
        (reference?.source === 'predicted' && programme.predictUnscaled) ||
        (reference?.source === 'equivalent' &&
          (byRank ? equivalent.rankUnscaled : equivalent.scoreUnscaled) === true)),
    formulaSource: composite.source,
    algorithmSource,
    algorithmId: algorithm?.id ?? null,
  };
}
