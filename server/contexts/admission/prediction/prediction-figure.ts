import { predictRanks } from '@yikao/model/contexts/admission/prediction.jobs.ts';
import { sql } from 'kysely';
import { type Figure, outdatedFigures, recordFigures, recordUse } from '../../../engine/figures/figures.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { yearsBack } from './programmes.ts';

/** The province and the year that predictions are about. */
export interface PredictedYear {
  readonly provinceId: number;
  readonly dataYear: number;
}

/** The last run over a year, and its relation to the present data. */
export interface PredictionState {
  /** Time of the last run over the whole province; null if there was none. */
  readonly madeTime: Date | null;
  /** The data has changed since, or a run was undone since. */
  readonly outdated: boolean;
}

/** One number for a province and a year: the figure has no rows. */
const keyOf = ({ provinceId, dataYear }: PredictedYear): number => provinceId * 10_000 + dataYear;

/** The data of a province that predictions of a year read: see `PredictionWorld`. */
const basisOf: Figure['basisOf'] = keys => sql`
  select k.id as row_id, k.id as whole_id, md5(jsonb_build_array(lines.digest, tables.digest, methods.digest,
      categories.digest, batches.digest)::text) as basis
  from unnest(${[...keys]}::bigint[]) as k(id)
    cross join lateral (select k.id / 10000 as province_id, (k.id % 10000)::integer as data_year) as at
    cross join lateral (
      select sum(hashtextextended(row(d.data_id, d.data_year, d.school_id, d.joint_category_id, d.aos, d.batch,
        d.group_no, d.sch_prof_name, d.admit_type, d.exception_flag, d.plan_num, d.score_type, d.algorithm_id,
        coalesce(d.archive_min_rank, d.admit_min_rank), coalesce(d.archive_min_score, d.admit_min_score))::text, 0)
        ::numeric) as digest
      from t_admission as d where d.province_id = at.province_id
        and d.data_year between at.data_year - ${yearsBack}::integer and at.data_year and not d.deleted) as lines
    cross join lateral (
      select sum(hashtextextended(row(s.segment_id, s.data_year, s.score_type, s.joint_category_id, s.aos, s.score,
        s.same_num, s.total_num)::text, 0)::numeric) as digest
      from t_segment as s where s.province_id = at.province_id
        and s.data_year between at.data_year - ${yearsBack}::integer and at.data_year and not s.deleted) as tables
    cross join lateral (
      select sum(hashtextextended(row(a.id, a.version)::text, 0)::numeric) as digest
      from t_algorithm as a where not a.deleted) as methods
    cross join lateral (
      select sum(hashtextextended(row(c.data_year, c.joint_category_id, c.prev_category_id)::text, 0)::numeric) as digest
      from t_joint_category as c where c.province_id = at.province_id and not c.deleted) as categories
    cross join lateral (
      select sum(hashtextextended(row(b.data_year, b.batch, b.prev_batch)::text, 0)::numeric) as digest
      from t_batch as b where b.province_id = at.province_id and not b.deleted) as batches`;

/** The data as a run found it at its start, until the run is over. */
const startedFigure: Figure = { name: 'predictedRanksStarted', basisOf };

/** The predicted ranks of a province and a year, with the data of the last run over all of it. */
const predictedFigure: Figure = { name: 'predictedRanks', basisOf };

/** Records the data that a run over a whole province is about to read. */
export async function recordStart(db: Db, year: PredictedYear, jobId: number, now: Date): Promise<void> {
  await recordFigures(db, startedFigure, [keyOf(year)], now);
  const byJob = sql`select ${keyOf(year)}::bigint as row_id, jsonb_build_object('jobId', ${jobId}::bigint) as used`;
  await recordUse(db, startedFigure, byJob, now);
}

/**
 * Records that the predicted ranks are those of a run that has ended, with the data of its start. If another run has
 * started meanwhile, the ranks are of both, and what is recorded stays that of the former run.
 */
export async function recordEnd(db: Db, year: PredictedYear, jobId: number, now: Date): Promise<void> {
  await sql`
    insert into t_figure_basis as f (figure, row_id, whole_id, basis, made_time, used, used_time)
    select ${predictedFigure.name}, row_id, whole_id, basis, made_time, used, ${now}::timestamptz from t_figure_basis
    where figure = ${startedFigure.name} and row_id = ${keyOf(year)} and (used ->> 'jobId')::bigint = ${jobId}
    on conflict (figure, row_id) do update set basis = excluded.basis, made_time = excluded.made_time,
      used = excluded.used, used_time = excluded.used_time`.execute(db);
}

/** Reports whether the predicted ranks of a year rest on the present data. */
export async function predictionState(db: Db, year: PredictedYear): Promise<PredictionState> {
  const key = keyOf(year);
  const found = await sql<{ madeTime: Date; undone: boolean }>`
    select f.made_time, exists (
      select 1 from t_biz_log as b where b.biz_type = ${predictRanks.bizType}
        and b.undone_by > (f.used ->> 'jobId')::bigint and job_undo_state(b.undone_by) <> 'none'
        and (b.params ->> 'provinceId')::bigint = ${year.provinceId}
        and (b.params ->> 'dataYear')::integer = ${year.dataYear}) as undone
    from t_figure_basis as f where f.figure = ${predictedFigure.name} and f.row_id = ${key}`.execute(db);
  const [made] = found.rows;
  if (!made) return { madeTime: null, outdated: false };
  const outdated = made.undone || (await outdatedFigures(db, predictedFigure, [key])).has(key);
  return { madeTime: made.madeTime, outdated };
}
