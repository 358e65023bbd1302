import { segmentKindOf } from '@yikao/model/rules/chance.ts';
import { idInYear, type Prediction, predictRank, sameAos } from '@yikao/model/rules/predict-rank.ts';
import type { ProbabilityFactors } from '@yikao/model/rules/probability.ts';
import { defaultFactors, factorsOf } from '@yikao/model/rules/probability.ts';
import { type AlgorithmChoice, resolveAlgorithm } from '@yikao/model/rules/resolve-rules.ts';
import {
  type Competitors,
  rankOfScore,
  scaleBetween,
  scaledRank,
  scoreOfRank,
} from '@yikao/model/rules/segments.ts';
import { sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';
import { readAlgorithms } from './chance-world.ts';
import { type FoundTable, findTable, readCompetitors, type TableAsked, withTotal } from './segment-tables.ts';

/** Years before the one that is foretold in which programmes are looked for. */
export const yearsBack = 5;

/**
 * The part of a programme's row that predictions read: the key that tells it apart from others, its plan, and how it
 * ended.
 */
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
}

/** Columns of `t_admission`, aliased as `d`, that a {@link ProgrammeYear} is made of. */
export const programmeYearColumns = sql`
  d.data_id::integer as "dataId", d.version, d.data_year as "dataYear", d.school_id::integer as "schoolId",
  d.joint_category_id::integer as "jointCategoryId", d.aos, d.batch::integer as batch, d.group_no as "groupNo",
  d.sch_prof_name as "schProfName", d.admit_type as "admitType", d.exception_flag as "exceptionFlag",
  d.plan_num as "planNum", d.score_type as "scoreType", d.algorithm_id::integer as "algorithmId",
  coalesce(d.archive_min_rank, d.admit_min_rank) as rank,
  coalesce(d.archive_min_score, d.admit_min_score)::text as score,
  d.predict_rank as "predictRank", d.predict_score::text as "predictScore"`;

/** The prediction of one programme. */
export interface Foretold {
  readonly prediction: Prediction;
  /** By the segments of the year foretold, else by the newest there are. */
  readonly score: string | null;
  readonly factors: ProbabilityFactors;
}

/** A row of an earlier year, and how much it is alike. */
interface Likely {
  readonly past: ProgrammeYear;
  readonly likeness: number;
}

type KnownAlgorithms = Awaited<ReturnType<typeof readAlgorithms>>;

/** Categories and batches of the year before, by year and id. */
type FormerIds = ReadonlyMap<string, number>;

/**
 * All that predictions of a province and year are worked out by. Tables are read when they are first needed, and
 * once: a run of 200,000 rows sees the same tables from its first row to its last.
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

  /** Reads what is small at once. */
  static async load(db: Db, dataYear: number, provinceId: number): Promise<PredictionWorld> {
    const former = (table: 't_joint_category' | 't_batch', id: string, prev: string) =>
      sql<{ year: number; id: number; former: number }>`
        select distinct data_year as year, ${sql.ref(id)}::integer as id, ${sql.ref(prev)}::integer as former
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
      const years = Array.from({ length: yearsBack + 1 }, (_, index) => this.dataYear - index);
      const asked = { provinceId: this.provinceId, jointCategoryId: category };
      this.competitors.set(category, await readCompetitors(db, asked, years));
    }
    const wanted = new Map<string, TableAsked>();
    for (const row of rows) {
      const kind = segmentKindOf(row.scoreType);
      if (kind === undefined) continue;
      // The year of the row for its rank and its competitors, the year foretold for what it is brought to.
      for (const year of new Set([row.dataYear, this.dataYear])) {
        const name = tableName(year, kind, row);
        if (!this.tables.has(name) && !wanted.has(name))
          wanted.set(name, { ...row, dataYear: year, provinceId: this.provinceId, scoreType: kind });
      }
    }
    await Promise.all(
      [...wanted].map(async ([name, asked]) => this.tables.set(name, (await findTable(db, asked)) ?? null)),
    );
  }

  private table(year: number, row: ProgrammeYear): FoundTable | undefined {
    const kind = segmentKindOf(row.scoreType);
    return kind === undefined ? undefined : (this.tables.get(tableName(year, kind, row)) ?? undefined);
  }

  private competitorsOf(year: number, row: ProgrammeYear): Competitors {
    return withTotal(this.competitors.get(row.jointCategoryId)?.get(year), this.table(year, row));
  }

  /** The rank that a programme closed at; out of its score where no rank is known. */
  rankOf(row: ProgrammeYear): number | null {
    if (row.rank) return row.rank;
    const table = this.table(row.dataYear, row);
    return table && row.score !== null ? rankOfScore(table.table, row.score) : null;
  }

  /** The factors by which a programme of the year is foretold. */
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

  /** Whether a row of an earlier year is of the same programme (domain 4.6, amendments 1 and 2). */
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

  /** The row of each earlier year that is most alike: of the same arts or science, then of the same group. */
  private pastOf(row: ProgrammeYear, ofName: readonly ProgrammeYear[]): Map<number, Likely> {
    const latest = new Map<number, Likely>();
    for (const past of ofName) {
      if (!this.follows(row, past)) continue;
      const likeness = (past.aos === row.aos ? 2 : 0) + (past.groupNo === row.groupNo ? 1 : 0);
      const known = latest.get(past.dataYear);
      const closer = !known || likeness > known.likeness;
      if (closer || (likeness === known.likeness && past.dataId < known.past.dataId))
        latest.set(past.dataYear, { past, likeness });
    }
    return latest;
  }

  /** The line of the year before, brought to this year; empty where that year tells none (domain 4.8). */
  equivalent(
    row: ProgrammeYear,
    ofName: readonly ProgrammeYear[],
  ): { readonly score: string | null; readonly rank: number | null } {
    const past = this.pastOf(row, ofName);
    const before = past.get(row.dataYear - 1)?.past;
    const closed = before && this.rankOf(before);
    if (!before || !closed) return { score: before?.score ?? null, rank: null };
    const scale = scaleBetween(
      this.competitorsOf(before.dataYear, before),
      this.competitorsOf(this.dataYear, row),
    );
    const rank = scaledRank(closed, scale);
    return { rank, score: this.table(this.dataYear, row) ? this.scoreFor(row, rank, past) : before.score };
  }

  /**
   * Foretells a programme out of the rows of its school that have its name; null where no earlier year tells a rank.
   */
  foretell(row: ProgrammeYear, ofName: readonly ProgrammeYear[]): Foretold | null {
    const latest = this.pastOf(row, ofName);
    const factors = this.factorsFor(row);
    const years = [...latest.values()].flatMap(({ past }) => {
      const rank = this.rankOf(past);
      if (rank === null) return [];
      const competitors = this.competitorsOf(past.dataYear, past);
      return [{ dataYear: past.dataYear, rank, planNum: past.planNum, competitors }];
    });
    const prediction = predictRank(years, {
      planNum: row.planNum,
      competitors: this.competitorsOf(this.dataYear, row),
      weights: factors.yearWeights,
      elasticity: factors.planElasticity,
    });
    if (!prediction) return null;
    return { prediction, score: this.scoreFor(row, prediction.rank, latest), factors };
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

/** The name of a programme within its school, whatever the year. */
export function programmeName({ schoolId, schProfName }: ProgrammeYear): string {
  return `${schoolId}-${schProfName}`;
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
  const found = await sql<{ schoolId: number }>`
    select school_id::integer as "schoolId" from (
      select school_id from t_admission
      where province_id = ${provinceId} and data_year = ${dataYear} and school_id > ${after} and not deleted
      order by school_id limit ${rows}) as first
    order by school_id desc limit 1`.execute(db);
  return found.rows[0]?.schoolId;
}
