import { registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { openChange } from '../engine/change.ts';
import type { Engine } from '../engine/engine.ts';
import { updateLocked } from '../engine/internal-write.ts';
import { lockRows } from '../engine/lock-rows.ts';
import { defineServer } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';
import type { RowEvent } from '../engine/steps/events.ts';
import { admissionChecks } from './admission-checks.ts';
import { chanceRoutes } from './prediction/chance-routes.ts';
import { schoolProvince } from './school-province.ts';

const { admission } = registry;

/** The values that a programme takes from the line that it is put before the school with. */
interface TakenLine {
  readonly dataId: number;
  readonly archiveMinScore: string | null;
  readonly archiveMinRank: number | null;
}

/** A line says something of a programme: of the same place in the plan, and of its major where the line names one. */
const isAbout = sql`a.data_year = l.data_year and a.province_id = l.province_id
  and a.joint_category_id = l.joint_category_id and a.aos = l.aos and a.batch = l.batch and a.school_id = l.school_id
  and coalesce(a.group_no, '') = coalesce(l.group_no, '') and (l.prof_name is null or a.sch_prof_name = l.prof_name)
  and l.round_no = 1`;

/**
 * The programmes that archive lines are about, each with the line that now counts for it: its own before one of its
 * whole group; none where the last one was deleted, unless somebody has typed another score since. Supplementary
 * rounds change no programme.
 */
async function programmesOf(db: Db, archiveIds: readonly number[]): Promise<TakenLine[]> {
  const found = await sql<TakenLine>`
    select distinct on (a.data_id) a.data_id as "dataId", n.archive_min_score::text as "archiveMinScore",
      case when n.archive_min_rank is not null or (n.found is null and a.archive_min_rank = l.archive_min_rank)
        then n.archive_min_rank else a.archive_min_rank end as "archiveMinRank"
    from t_archive as l join t_admission as a
      on not a.deleted and a.admit_type = 1 and a.exception_flag = 0 and ${isAbout}
    left join lateral (
      select true as found, l.archive_min_score, l.archive_min_rank from t_archive as l
      where ${isAbout} and not l.deleted order by l.prof_name is null, l.data_id limit 1
    ) as n on true
    where l.data_id = any(${[...archiveIds]}::bigint[])
      and (n.found or a.archive_min_score = l.archive_min_score)
    order by a.data_id, l.prof_name is null, l.data_id`.execute(db);
  return found.rows.map(row => ({ ...row, dataId: Number(row.dataId) }));
}

/**
 * Changes of archive lines are copied to the programmes that they are about, with their history (domain D5, `sync`).
 */
async function takeLines(engine: Engine, db: Db, { keys, by: { actor } }: RowEvent): Promise<void> {
  const lines = new Map((await programmesOf(db, keys)).map(line => [line.dataId, line]));
  if (lines.size === 0) return;
  const change = await openChange(engine, db, admission, { actor, now: engine.clock.now() });
  const rows = await lockRows(engine, db, admission, [...lines.keys()], actor);
  await updateLocked(
    engine,
    db,
    admission,
    rows.flatMap(row => {
      const line = lines.get(row.rowKey);
      if (!line) return [];
      const { archiveMinScore, archiveMinRank } = line;
      return [{ row, values: { archiveMinScore, archiveMinRank } }];
    }),
    { by: actor, change },
  );
}

/** Server side of the admission data. */
export const admissionServer = defineServer(admission, {
  expressions: { schprovinceId: schoolProvince },
  on: {
    'archive.add': takeLines,
    'archive.update': takeLines,
    'archive.restore': takeLines,
    'archive.delete': takeLines,
  },
  dataChecks: admissionChecks,
  routes: chanceRoutes,
});
