import { registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { openChange } from '../engine/change.ts';
import type { Engine } from '../engine/engine.ts';
import { updateLocked } from '../engine/internal-write.ts';
import { lockRows } from '../engine/lock-rows.ts';
import { defineServer } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';
import type { StepBy } from '../engine/steps/step-server.ts';
import { admissionChecks } from './admission-checks.ts';
import { chanceRoutes } from './prediction/chance-routes.ts';
import { schoolProvince } from './school-province.ts';

const { admission } = registry;

/** The line that a programme takes over from an archive line. */
interface TakenLine {
  readonly dataId: number;
  readonly archiveMinScore: string;
  readonly archiveMinRank: number | null;
}

/**
 * The programmes that archive lines are about, each with its line: those of the line's year, province, category, division,
 * batch, school and group, and of its major where it names one. Supplementary rounds change no programme.
 */
async function programmesOf(db: Db, archiveIds: readonly number[]): Promise<TakenLine[]> {
  const found = await sql<TakenLine>`
    select distinct on (a.data_id) a.data_id as "dataId", l.archive_min_score::text as "archiveMinScore",
      coalesce(l.archive_min_rank, a.archive_min_rank) as "archiveMinRank"
    from t_archive as l join t_admission as a
      on a.data_year = l.data_year and a.province_id = l.province_id and a.joint_category_id = l.joint_category_id
      and a.aos = l.aos and a.batch = l.batch and a.school_id = l.school_id and not a.deleted
      and coalesce(a.group_no, '') = coalesce(l.group_no, '')
      and (l.prof_name is null or a.sch_prof_name = l.prof_name)
      and a.admit_type = 1 and a.exception_flag = 0
    where l.data_id = any(${[...archiveIds]}::bigint[]) and l.round_no = 1 and not l.deleted
    -- A line of the programme's own goes before one of its whole group.
    order by a.data_id, l.prof_name is null, l.data_id`.execute(db);
  return found.rows.map(row => ({ ...row, dataId: Number(row.dataId) }));
}

/** Saved archive lines are copied to the programmes that they are about, with their history (domain D5, `sync`). */
async function takeLines(engine: Engine, db: Db, keys: readonly number[], { actor }: StepBy): Promise<void> {
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
    'archive.add': (engine, db, { keys, by }) => takeLines(engine, db, keys, by),
    'archive.update': (engine, db, { keys, by }) => takeLines(engine, db, keys, by),
    'archive.restore': (engine, db, { keys, by }) => takeLines(engine, db, keys, by),
  },
  dataChecks: admissionChecks,
  routes: chanceRoutes,
});
