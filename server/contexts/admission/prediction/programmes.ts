import type { admission } from '@yikao/model/contexts/admission/admission.ts';
import { type EquivalentLine, segmentKindOf } from '@yikao/model/contexts/admission/rules/chance.ts';
import {
  idInYear,
  type Prediction,
  predictRank,
} from '@yikao/model/contexts/admission/rules/predict-rank.ts';
import {
  type AlgorithmChoice,
  resolveAlgorithm,
} from '@yikao/model/contexts/admission/rules/resolve-rules.ts';
import {
  type Competitors,
  counterpart,
  likeTables,
  rankOfScore,
  type Scale,
  sameAos,
  scaleBetween,
  scaledRank,
  scoreOfRank,
} from '@yikao/model/contexts/admission/rules/segments.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { sameGroup } from '@yikao/model/rules/group-number.ts';
import type { ProbabilityFactors } from '@yikao/model/rules/probability.ts';
import { defaultFactors, factorsOf } from '@yikao/model/rules/probability.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { readAlgorithms } from './chance-world.ts';
import {
  type FoundTable,
  findTable,
  readCompetitors,
  soundTable,
  type TableAsked,
  withTotal,
} from './segment-tables.ts';

/** Number of earlier years in which programmes are searched for a prediction. */
export const yearsBack = 5;

/** The parts of a programme's row used for predictions: its identifying fields, its plan and its result. */
export interface ProgrammeYear {
  readonly dataId: number;
  readonly version: number;
  readonly dataYear: number;
  readonly schoolId: number;
  readonly jointCategoryId: number;
  readonly aos: number;
  readonly batch: number;
  readonly groupNo: string | null;
  readonly schProfName: string;
  readonly admitType: number;
  readonly exceptionFlag: number;
  readonly planNum: number | null;
  readonly scoreType: number;
  readonly algorithmId: number | null;
  readonly rank: number | null;
  readonly score: string | null;
  readonly predictRank: number | null;
  readonly predictScore: string | null;
  readonly predictUnscaled: number;
}

/** Columns of `t_admission`, aliased as `d`, that a {@link ProgrammeYear} is made of. */
export const programmeYearColumns = sql`
  d.data_id, d.version, d.data_year, d.school_id, d.joint_category_id, d.aos, d.batch, d.group_no,
  d.sch_prof_name, d.admit_type, d.exception_flag, d.plan_num, d.score_type, d.algorithm_id,
  coalesce(d.archive_min_rank, d.admit_min_rank) as rank,
  coalesce(d.archive_min_score, d.admit_min_score)::text as score,
  d.predict_rank, d.predict_score, d.predict_unscaled`;

/** The prediction of one programme. */
export interface Foretold {
  readonly prediction: Prediction;
  /** From the segments of the predicted year, else from the latest ones. */
  readonly score: string | null;
  /** A year was used without comparable totals, or with a table that counts other people than the predicted year's. */
  readonly unscaled: boolean;
  readonly factors: ProbabilityFactors;
}

/** A row of an earlier year with its similarity. */
interface Likely {
  readonly past: ProgrammeYear;
  readonly likeness: number;
}

type KnownAlgorithms = Awaited<ReturnType<typeof readAlgorithms>>;

/** Categories and batches of the year before, by year and id. */
type FormerIds = ReadonlyMap<string, number>;

/**
 * Everything that predictions for a province and year need. Tables are read on first use, and only once: a run of
 * 200,000 rows uses the same tables from its first row to its last.
 */
export class PredictionWorld {
  private readonly tables = new Map<string, FoundTable | null>();
  private readonly competitors = new Map<number, Map<number, Competitors>>();
  private readonly factors = new Map<AlgorithmChoice | undefined, ProbabilityFactors>();

  private readonly dataYear: number;
  private readonly provinceId: number;
  private readonly algorithms: KnownAlgorithms;
  private readonly formerCategory: FormerIds;
  private readonly formerBatch: FormerIds;

  private constructor(
    of: { readonly dataYear: number; readonly provinceId: number },
    algorithms: KnownAlgorithms,
    formerCategory: FormerIds,
    formerBatch: FormerIds,
  ) {
    this.dataYear = of.dataYear;
    this.provinceId = of.provinceId;
    this.algorithms = algorithms;
    this.formerCategory = formerCategory;
    this.formerBatch = formerBatch;
  }

  /** Reads the small tables at once. */
  static async load(db: Db, dataYear: number, provinceId: number): Promise<PredictionWorld> {
    const former = (table: 't_joint_category' | 't_batch', id: string, prev: string) =>
      sql<{ year: number; id: number; former: number }>`
        select distinct data_year as year, ${sql.ref(id)} as id, ${sql.ref(prev)} as former
        from ${sql.table(table)}
        where province_id = ${provinceId} and ${sql.ref(prev)} is not null and not deleted`.execute(db);
    const categories = await former('t_joint_category', 'joint_category_id', 'prev_category_id');
    const batches = await former('t_batch', 'batch', 'prev_batch');
    const byYear = (rows: typeof categories.rows) =>
      new Map(rows.map(row => [`${row.year}-${row.id}`, row.former]));
    return new PredictionWorld(
      { dataYear, provinceId },
      await readAlgorithms(db, { dataYear, provinceId }),
      byYear(categories.rows),
      byYear(batches.rows),
    );
  }

  /** Reads the tables and figures that these programmes need and that were not read yet. */
  async prepare(db: Db, rows: readonly ProgrammeYear[]): Promise<void> {
    const categories = new Set(rows.map(row => row.jointCategoryId));
    for (const category of categories) {
      if (this.competitors.has(category)) continue;
      const years = Array.from({ length: yearsBack + 1 }, (_, ago) => ({
        dataYear: this.dataYear - ago,
        jointCategoryId: category,
      }));
      this.competitors.set(category, await readCompetitors(db, this.provinceId, years));
    }
    const wanted = new Map<string, TableAsked>();
    for (const row of rows) {
      const kind = segmentKindOf(row.scoreType);
      if (kind === undefined) continue;
      // The row's year for its rank and competitors, the predicted year as the target.
      for (const year of new Set([row.dataYear, this.dataYear])) {
        const name = tableName(year, kind, row);
        if (!this.tables.has(name) && !wanted.has(name))
          wanted.set(name, { ...row, dataYear: year, provinceId: this.provinceId, scoreType: kind });
      }
    }
    await Promise.all(
      [...wanted].map(async ([name, asked]) =>
        this.tables.set(name, soundTable(await findTable(db, asked)) ?? null),
      ),
    );
  }

  private table(year: number, row: ProgrammeYear): FoundTable | undefined {
    const kind = segmentKindOf(row.scoreType);
    return kind === undefined ? undefined : (this.tables.get(tableName(year, kind, row)) ?? undefined);
  }

  private competitorsOf(year: number, row: ProgrammeYear): Competitors {
    return withTotal(this.competitors.get(row.jointCategoryId)?.get(year), this.table(year, row));
  }

  /**
   * Reports whether the rank of an earlier year was read of a table that counts other people than that of the year
   * foretold.
   */
  private readElsewhere(row: ProgrammeYear, past: ProgrammeYear): boolean {
    const [now, before] = [this.table(this.dataYear, row), this.table(past.dataYear, past)];
    return !past.rank && now !== undefined && before !== undefined && !likeTables(now, before);
  }

  /** The closing rank of a programme; derived from its score if no rank is known. */
  rankOf(row: ProgrammeYear): number | null {
    if (row.rank) return row.rank;
    const table = this.table(row.dataYear, row);
    return table && row.score !== null ? rankOfScore(table.table, row.score) : null;
  }

  /** The factors for predicting a programme of the year. */
  factorsFor(row: ProgrammeYear): ProbabilityFactors {
    const { algorithm } = resolveAlgorithm(row, this.algorithms.algorithms, this.algorithms.defaultAlgorithm);
    const known = this.factors.get(algorithm);
    if (known) return known;
    const found =
      this.algorithms.algorithms.find(one => one === algorithm) ?? this.algorithms.defaultAlgorithm;
    const factors = algorithm && found ? factorsOf(found) : defaultFactors;
    this.factors.set(algorithm, factors);
    return factors;
  }

  /** Reports whether a row of an earlier year is of the same programme (domain 4.6, amendments 1 and 2). */
  private follows(row: ProgrammeYear, past: ProgrammeYear): boolean {
    const former = (of: ReadonlyMap<string, number>) => (year: number, id: number) => of.get(`${year}-${id}`);
    return (
      past.dataYear < row.dataYear &&
      past.admitType === row.admitType &&
      past.exceptionFlag === row.exceptionFlag &&
      sameAos(row.aos, past.aos) &&
      idInYear(row.jointCategoryId, row.dataYear, past.dataYear, former(this.formerCategory)) ===
        past.jointCategoryId &&
      idInYear(row.batch, row.dataYear, past.dataYear, former(this.formerBatch)) === past.batch
    );
  }

  /** The most similar row of each earlier year: of the same arts or science, then of the same group. */
  private pastOf(row: ProgrammeYear, ofName: readonly ProgrammeYear[]): Map<number, Likely> {
    const latest = new Map<number, Likely>();
    for (const past of ofName) {
      if (!this.follows(row, past)) continue;
      const sameSide = past.aos === row.aos || past.aos === counterpart(row.aos);
      const likeness = (sameSide ? 2 : 0) + (sameGroup(past.groupNo, row.groupNo) ? 1 : 0);
      const known = latest.get(past.dataYear);
      const closer = !known || likeness > known.likeness;
      if (closer || (likeness === known.likeness && past.dataId < known.past.dataId))
        latest.set(past.dataYear, { past, likeness });
    }
    return latest;
  }

  /** The previous year's line, converted to this year; empty if that year has none (domain 4.8). */
  equivalent(row: ProgrammeYear, ofName: readonly ProgrammeYear[]): EquivalentLine {
    const before = this.pastOf(row, ofName).get(row.dataYear - 1)?.past;
    if (!before) return {};
    const closed = this.rankOf(before);
    if (!closed) return { score: before.score, scoreUnscaled: true };
    return equivalentLine({
      rank: closed,
      score: before.score,
      scale: scaleBetween(
        this.competitorsOf(before.dataYear, before),
        this.competitorsOf(this.dataYear, row),
      ),
      before: this.table(before.dataYear, before),
      now: this.table(this.dataYear, row),
      read: !before.rank,
    });
  }

  /** Predicts a programme from the rows of its school with the same name; null if no earlier year has a rank. */
  foretell(row: ProgrammeYear, ofName: readonly ProgrammeYear[]): Foretold | null {
    const latest = this.pastOf(row, ofName);
    const factors = this.factorsFor(row);
    const years = [...latest.values()].flatMap(({ past }) => {
      const rank = this.rankOf(past);
      if (rank === null) return [];
      const competitors = this.competitorsOf(past.dataYear, past);
      const elsewhere = this.readElsewhere(row, past);
      return [{ dataYear: past.dataYear, rank, planNum: past.planNum, competitors, elsewhere }];
    });
    const prediction = predictRank(years, {
      planNum: row.planNum,
      competitors: this.competitorsOf(this.dataYear, row),
      weights: factors.yearWeights,
      elasticity: factors.planElasticity,
    });
    if (!prediction) return null;
    const counted = new Set(prediction.terms.map(({ dataYear }) => dataYear));
    return {
      prediction,
      score: this.scoreFor(row, prediction.rank, latest),
      unscaled:
        prediction.unscaled || years.some(({ dataYear, elsewhere }) => elsewhere && counted.has(dataYear)),
      factors,
    };
  }

  private scoreFor(row: ProgrammeYear, rank: number, past: ReadonlyMap<number, Likely>): string | null {
    const own = this.table(this.dataYear, row);
    if (own) return scoreOfRank(own.table, rank);
    for (const year of [...past.keys()].sort((one, other) => other - one)) {
      const found = past.get(year);
      const table = found && this.table(year, found.past);
      if (table) return scoreOfRank(table.table, rank);
    }
    return null;
  }
}

/** The previous year's line and its conversion to this year. */
interface LastLine {
  readonly rank: number;
  readonly score: string | null;
  readonly scale: Scale | null;
  readonly before: FoundTable | undefined;
  readonly now: FoundTable | undefined;
  /** The rank was read of the table of the year before. */
  readonly read: boolean;
}

/**
 * Converts a line of the previous year to this year by its rank (domain 4.6). If this year has no table yet, or one
 * that counts other people than the rank, the previous score is used unchanged.
 */
export function equivalentLine({ rank, score, scale, before, now, read }: LastLine): EquivalentLine {
  const scaled = scaledRank(rank, scale);
  const unlike = before !== undefined && now !== undefined && !likeTables(before, now);
  const rankUnscaled = scale === null || (read && unlike);
  if (!now || (unlike && score !== null)) return { rank: scaled, rankUnscaled, score, scoreUnscaled: true };
  return { rank: scaled, rankUnscaled, score: scoreOfRank(now.table, scaled), scoreUnscaled: scale === null };
}

function tableName(year: number, kind: number, { jointCategoryId, aos }: ProgrammeYear): string {
  return `${year}-${kind}-${jointCategoryId}-${aos}`;
}

/** Rows by the name of their programme within their school. */
export function byProgramme(rows: readonly ProgrammeYear[]): Map<string, ProgrammeYear[]> {
  const found = new Map<string, ProgrammeYear[]>();
  for (const row of rows) {
    const name = programmeName(row);
    const known = found.get(name);
    if (known) known.push(row);
    else found.set(name, [row]);
  }
  return found;
}

/** The name of a programme within its school as names are compared, in any year. */
export function programmeName({ schoolId, schProfName }: ProgrammeYear): string {
  return `${schoolId}-${foldText(schProfName)}`;
}

/** The last school of a chunk: after `after`, as many schools as have about `rows` rows of the year. */
export async function lastSchoolOfChunk(
  db: Db,
  {
    dataYear,
    provinceId,
    rows,
  }: { readonly dataYear: number; readonly provinceId: number; readonly rows: number },
  after: number,
): Promise<number | undefined> {
  const found = await sql<Columns<typeof admission, 'schoolId'>>`
    select school_id from (
      select school_id from t_admission
      where province_id = ${provinceId} and data_year = ${dataYear} and school_id > ${after} and not deleted
      order by school_id limit ${rows}) as first
    order by school_id desc limit 1`.execute(db);
  return found.rows[0]?.schoolId;
}
