import type { PastLine } from '@yikao/model/contexts/admission/rules/line-spread.ts';
import { idInYear } from '@yikao/model/contexts/admission/rules/predict-rank.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { yearsBack } from './programmes.ts';
import { readCategoryChain } from './segment-tables.ts';

/** The place of programmes in the plan of a province and year. */
interface PlanPlace {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly jointCategoryId: number;
  readonly batch: number;
}

/** The batch of each earlier year that a batch continues (0.7, 2). */
async function batchChain(db: Db, { provinceId, batch, dataYear }: PlanPlace) {
  const found = await sql<Columns<typeof registry.batch, 'dataYear' | 'batch' | 'prevBatch'>>`
    select distinct data_year, batch, prev_batch from t_batch
    where province_id = ${provinceId} and prev_batch is not null and not deleted`.execute(db);
  const former = new Map(found.rows.map(row => [`${row.dataYear}-${row.batch}`, row.prevBatch]));
  return (year: number) => idInYear(batch, dataYear, year, (at, id) => former.get(`${at}-${id}`));
}

/**
 * The lines of programmes of one category and batch in earlier years, by programme, as published. A programme is found
 * again by school, name, arts or science and kind of admission, through renamed categories and batches; of several
 * rows of a year the one of the same group is taken.
 */
export async function pastLines(
  db: Db,
  place: PlanPlace,
  dataIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PastLine[]>> {
  if (dataIds.length === 0) return new Map();
  const { dataYear, provinceId, jointCategoryId } = place;
  const years = Array.from({ length: yearsBack }, (_, ago) => dataYear - ago - 1);
  const [categoryOf, batchOf] = await Promise.all([readCategoryChain(db, provinceId), batchChain(db, place)]);
  const found = await sql<PastLine & { dataId: number }>`
    select distinct on (d.data_id, x.data_year) d.data_id, x.data_year,
      coalesce(x.archive_min_score, x.admit_min_score)::double precision as score,
      coalesce(x.archive_min_rank, x.admit_min_rank) as rank
    from t_admission as d
      cross join unnest(${years}::integer[], ${years.map(year => categoryOf(jointCategoryId, dataYear, year))}::bigint[],
        ${years.map(batchOf)}::bigint[]) as y(year, category, batch)
      join t_admission as x on x.school_id = d.school_id and x.province_id = d.province_id and x.data_year = y.year
        and x.joint_category_id = y.category and x.batch = y.batch
        and yikao_fold(x.sch_prof_name) = yikao_fold(d.sch_prof_name) and x.admit_type = d.admit_type
        and x.exception_flag = d.exception_flag and x.score_type = d.score_type
        and (x.aos = d.aos or 3 in (x.aos, d.aos) or (x.aos, d.aos) in ((1, 4), (2, 5))) and not x.deleted
    where d.data_id = any(${[...dataIds]}::bigint[])
      and coalesce(x.archive_min_score, x.admit_min_score, x.archive_min_rank, x.admit_min_rank) is not null
    order by d.data_id, x.data_year, (x.aos = d.aos or (x.aos, d.aos) in ((1, 4), (2, 5))) desc,
      yikao_group_number(x.group_no) = yikao_group_number(d.group_no) desc, x.data_id`.execute(db);
  return Map.groupBy(found.rows, ({ dataId }) => dataId);
}
