import { evaluateFormula, type FormulaPlaces } from './formula/evaluate.ts';
import { type LetterLine, type LetterScores, lettersOf } from './formula/letters.ts';
import { parseFormula } from './formula/parse.ts';
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
} from './probability.ts';
import {
  type AlgorithmChoice,
  defaultExpression,
  type FormulaChoice,
  type RuleOwner,
  type RuleSource,
  resolveAlgorithm,
  resolveFormula,
} from './resolve-rules.ts';
import { rankOfScore, type Scale, type SegmentTable, scaledRank } from './segments.ts';

/** A programme as far as chances go: a row of the admission data. */
export interface Programme extends RuleOwner {
  readonly aos: number;
  readonly scoreType: number;
  readonly archiveRule: number;
  readonly archiveMinScore: string | null;
  readonly archiveMinRank: number | null;
  readonly admitMinScore: string | null;
  readonly admitMinRank: number | null;
  readonly predictScore: string | null;
  readonly predictRank: number | null;
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

/** A formula with what it says. */
export type ChanceFormula = FormulaChoice & FormulaPlaces & { readonly expression: string };

/** An algorithm with its factors, as they are stored. */
export type ChanceAlgorithm = AlgorithmChoice & StoredFactors;

/** A table of segments that ranks are read from; of an earlier year where the year itself has none yet. */
export interface RankTable {
  readonly dataYear: number;
  readonly table: SegmentTable;
  /** Brings ranks of that year to the year of the programme; null for its own, and where nothing is known. */
  readonly scale: Scale | null;
}

/** Which scores a table is of, a code of `segmentType`: 1 composite, 2 culture, 3 professional. */
export type SegmentKind = 1 | 2 | 3;

/** All that chances of one category, in one province and year, are worked out by; loaded once for many programmes. */
export interface ChanceWorld {
  readonly lines: readonly ProvinceLine[];
  readonly formulas: readonly ChanceFormula[];
  readonly algorithms: readonly ChanceAlgorithm[];
  /** The algorithm that the parameters name. */
  readonly defaultAlgorithm?: ChanceAlgorithm;
  readonly tables: { readonly [K in SegmentKind]?: RankTable };
  /** Methods that were tried on a year of the province that is over (amendment 6). */
  readonly tested: ReadonlySet<number>;
}

/** A candidate's scores: scores as decimals, and the rank where it is known. */
export interface Candidate extends LetterScores {
  /** The composite score where the candidate has been told it; it goes before any formula but a school's own. */
  readonly compositeScore?: string | null;
  /** Rank among those who are ranked as the programme ranks them. */
  readonly rank?: number | null;
}

/** The chance of a candidate, and how it came about. */
export interface CandidateChance {
  /** With four places; null where nothing can be told, see `reason`. 0 below a line. */
  readonly probability: number | null;
  readonly level: Band | null;
  readonly reason: 'belowLine' | 'noScore' | 'noLine' | null;
  readonly missed: readonly MissedGate[];
  readonly own: number | null;
  readonly line: number | null;
  readonly lineSource: LineSource | null;
  readonly method: number;
  readonly tested: boolean;
  readonly compositeScore: string | null;
  readonly provisional: boolean;
  readonly rank: number | null;
  readonly rankYear: number | null;
  readonly formulaSource: RuleSource;
  readonly algorithmSource: RuleSource;
  /** The algorithm; null where nobody has said any. */
  readonly algorithmId: number | null;
}

/** The kind of segments by which a score of a type is ranked; undefined where it is ranked by none. */
export function segmentKindOf(scoreType: number): SegmentKind | undefined {
  if (scoreType === 1 || scoreType === 9) return 1;
  if (scoreType === 2) return 2;
  return scoreType === 3 || scoreType === 4 ? 3 : undefined;
}

/** The line for a programme: of its arts or science, else the undivided one. */
function provinceLine(programme: Programme, lines: readonly ProvinceLine[]): ProvinceLine | undefined {
  const fitting = lines.filter(
    line => line.batch === programme.batch && line.jointCategoryId === programme.jointCategoryId,
  );
  return fitting.find(({ aos }) => aos === programme.aos) ?? fitting.find(({ aos }) => aos === 3);
}

/** The lines of a programme's category. */
const ofCategory = ({ lines }: ChanceWorld, { jointCategoryId }: Programme) =>
  lines.filter(line => line.jointCategoryId === jointCategoryId);

/** The rank of a score by a table, brought to the year of the programme. */
function rankBy(found: RankTable | undefined, score: string | null | undefined): number | null {
  if (!found || score === null || score === undefined) return null;
  const rank = rankOfScore(found.table, score);
  return rank === null ? null : scaledRank(rank, found.scale);
}

interface Converted {
  readonly value: string | null;
  readonly source: RuleSource;
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
  if (scoreType === 1 && candidate.compositeScore != null && !formula?.schoolId) {
    return { value: candidate.compositeScore, source: formula ? source : 'line' };
  }
  // Culture scores have no conversion that goes without saying.
  if (!formula && scoreType === 6) return { value: null, source };
  const name = `${formula?.id ?? 0} ${line ? world.lines.indexOf(line) : -1} ${programme.batch}`;
  const value = remembered(world, candidate, name, () => {
    const read = parseFormula(formula?.expression ?? defaultExpression);
    if ('fault' in read) return null;
    const rank = rankBy(world.tables[3], candidate.profScore);
    // A school's formula may go on from the composite score, which is then that of the province.
    const provincial = { ...programme, schoolId: 0, formulaId: null };
    const composite =
      formula?.schoolId && read.formula.letters.includes('S')
        ? byFormula(world, provincial, line, 1, candidate).value
        : null;
    const values = lettersOf(candidate, { line, lines: ofCategory(world, programme), rank, composite });
    const result = evaluateFormula(read.formula, values, formula ?? { decimals: 2, roundMode: 1 });
    return 'value' in result ? result.value : null;
  });
  return { value, source };
}

/** Results kept for one candidate in one world; whoever looks at many programmes keeps to the same two. */
const known = new WeakMap<ChanceWorld, WeakMap<Candidate, Map<string, string | null>>>();

/** Works a score out once for a candidate and all programmes that go by the same formula and line. */
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

const textOf = (number: number | null) => (number === null ? null : String(number));
const numberOf = (text: string | null) => (text === null ? null : Number(text));

/** The chance of a candidate for a programme (domain 4.8, amendments 4 and 6). */
export function chanceOf(
  world: ChanceWorld,
  programme: Programme,
  candidate: Candidate,
  /** Last year's line brought to this year, where somebody has looked it up. */
  equivalent: { readonly score?: string | null; readonly rank?: number | null } = {},
): CandidateChance {
  const line = provinceLine(programme, world.lines);
  const composite = byFormula(world, programme, line, 1, candidate);
  const converted = programme.scoreType === 6 ? byFormula(world, programme, line, 6, candidate) : undefined;
  const scores: CandidateScores = {
    composite: composite.value,
    culture: candidate.cultureScore ?? null,
    professional: candidate.profScore ?? null,
    school: candidate.schoolScore ?? null,
    english: candidate.englishScore ?? null,
    chinese: candidate.chineseScore ?? null,
    converted: converted?.value ?? null,
  };
  const kind = segmentKindOf(programme.scoreType);
  const table = kind && world.tables[kind];
  const score =
    ownScore(scores, programme.scoreType) ??
    // Programmes that admit by ranks go by the rank of this score.
    (programme.scoreType === 9 ? composite.value : programme.scoreType === 4 ? candidate.profScore : null) ??
    null;
  const readRank =
    candidate.rank ??
    (score === null || kind === undefined
      ? null
      : numberOf(remembered(world, candidate, `rank ${kind} ${score}`, () => textOf(rankBy(table, score)))));

  const { archiveRule } = programme;
  const rankLine = lineOf({
    archiveRule,
    archive: programme.archiveMinRank,
    predicted: programme.predictRank,
    admitted: programme.admitMinRank,
    equivalent: equivalent.rank ?? null,
  });
  const scoreLine = lineOf({
    archiveRule,
    archive: programme.archiveMinScore,
    predicted: programme.predictScore,
    admitted: programme.admitMinScore,
    equivalent: equivalent.score ?? null,
  });
  const { source: algorithmSource, algorithm } = resolveAlgorithm(
    programme,
    world.algorithms,
    world.defaultAlgorithm,
  );
  const factors = algorithm ? factorsOf(algorithm) : defaultFactors;
  const method = methodFor({
    method: factors.method,
    scoreType: programme.scoreType,
    rankUsing: line?.rankUsing !== 0,
    rankKnown: readRank !== null,
    rankLineKnown: rankLine !== undefined,
  });
  const byRank = method !== 1;
  const own = byRank ? readRank : score === null ? null : Number(score);
  const found = byRank ? rankLine : scoreLine;
  const missed = missedGates(scores, {
    passLine: line?.passLine ?? null,
    cultureLine: line?.cultureLine ?? null,
    englishMin: programme.englishMin,
    chineseMin: programme.chineseMin,
  });
  const told =
    missed.length > 0
      ? 0
      : own === null || !found
        ? null
        : probability(
            { ...factors, method },
            {
              own,
              line: Number(found.line),
              competitionDegree: Number(programme.competitionDegree ?? 0),
              bigSmall: programme.bigSmall,
            },
          );
  return {
    probability: told,
    level: told === null ? null : bandOf(told, factors.levels),
    reason: missed.length > 0 ? 'belowLine' : told !== null ? null : own === null ? 'noScore' : 'noLine',
    missed,
    own,
    line: found ? Number(found.line) : null,
    lineSource: found?.source ?? null,
    method,
    tested: world.tested.has(method),
    compositeScore: composite.value,
    provisional:
      composite.source === 'default' && (programme.scoreType === 1 || admitsByRank(programme.scoreType)),
    rank: readRank,
    rankYear: candidate.rank != null || readRank === null ? null : (table?.dataYear ?? null),
    formulaSource: composite.source,
    algorithmSource,
    algorithmId: algorithm?.id ?? null,
  };
}
