import { admitType, archiveRound } from '@yikao/model/contexts/admission/admission.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Draft } from '@yikao/model/kernel/names.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { changesBetween, historyOf } from '../../engine/history/history.ts';
import type { RowEvent } from '../../engine/steps/events.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type ChangeContext, type ChangeKind, defineServer } from '../../engine/table/server-side.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { openChange } from '../../engine/write/change.ts';
import { updateLocked } from '../../engine/write/internal-write.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';
import { schoolProvince } from '../school/school-province.ts';
import { admissionChecks } from './admission-checks.ts';
import { chanceRoutes } from './prediction/chance-routes.ts';
import { subjectsAreRead } from './subject-check.ts';
import { subjectColumns } from './subject-filling.ts';

const archiveRoundIs = codesOf(archiveRound);
const admitIs = codesOf(admitType);

const { admission } = registry;

/** The values that a programme takes from the line that it is put before the school with. */
interface TakenLine extends Columns<typeof admission, 'dataId'> {
  readonly archiveMinScore: string | null;
  readonly archiveMinRank: number | null;
}

/** A line applies to a programme: at the same place in the plan, and with the same major if the line names one. */
const isAbout = sql`a.data_year = l.data_year and a.province_id = l.province_id
  and a.joint_category_id = l.joint_category_id and a.aos = l.aos and a.batch = l.batch and a.school_id = l.school_id
  and yikao_group_number(a.group_no) = yikao_group_number(l.group_no)
  and (l.prof_name is null or yikao_fold(a.sch_prof_name) = yikao_fold(l.prof_name))
  and l.round_no = ${archiveRoundIs.first}`;

/**
 * The programmes that archive lines apply to, each with its current line: its own before one of its whole group; none
 * if the last one was deleted, unless somebody has typed a different score since. Supplementary rounds change no
 * programme.
 */
async function programmesOf(db: Db, archiveIds: readonly number[]): Promise<TakenLine[]> {
  const found = await sql<TakenLine>`
    select distinct on (a.data_id) a.data_id, n.archive_min_score,
      case when n.archive_min_rank is not null or (n.found is null and a.archive_min_rank = l.archive_min_rank)
        then n.archive_min_rank else a.archive_min_rank end as archive_min_rank
    from t_archive as l join t_admission as a
      on not a.deleted and a.admit_type = ${admitIs.joint} and a.exception_flag = 0 and ${isAbout}
    left join lateral (
      select true as found, l.archive_min_score, l.archive_min_rank from t_archive as l
      where ${isAbout} and not l.deleted order by l.prof_name is null, l.data_id limit 1
    ) as n on true
    where l.data_id = any(${[...archiveIds]}::bigint[])
      and (n.found or a.archive_min_score = l.archive_min_score)
    order by a.data_id, l.prof_name is null, l.data_id`.execute(db);
  return found.rows;
}

/**
 * Changes of archive lines are copied to the programmes that they are about, with their history (domain D5, `sync`).
 */
async function takeLines(engine: Engine, db: Tx, { keys, by: { actor } }: RowEvent): Promise<void> {
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

/** The values of a new programme that decide which line it is put before the school with. */
type NewProgramme = Pick<
  Draft<(typeof admission)['fields']>,
  | 'dataYear'
  | 'provinceId'
  | 'jointCategoryId'
  | 'aos'
  | 'batch'
  | 'schoolId'
  | 'groupNo'
  | 'schProfName'
  | 'archiveMinScore'
  | 'archiveMinRank'
  | 'admitType'
  | 'exceptionFlag'
>;

/** Gives new programmes their existing line, unless they bring a separate score (domain D5). */
async function linesOfNew(
  db: Db,
  rows: { -readonly [K in keyof NewProgramme]?: NewProgramme[K] }[],
): Promise<void> {
  const open = rows.filter(
    row => row.archiveMinScore == null && row.admitType === admitType.is.joint && row.exceptionFlag === 0,
  );
  if (open.length === 0) return;
  const of = (name: keyof NewProgramme) => open.map(row => row[name] ?? null);
  const found = await sql<
    Columns<typeof registry.archive, 'archiveMinScore' | 'archiveMinRank'> & { place: number }
  >`
    select a.place, n.archive_min_score, n.archive_min_rank
    from unnest(${of('dataYear')}::integer[], ${of('provinceId')}::bigint[], ${of('jointCategoryId')}::bigint[],
        ${of('aos')}::smallint[], ${of('batch')}::bigint[], ${of('schoolId')}::bigint[], ${of('groupNo')}::text[],
        ${of('schProfName')}::text[]) with ordinality
      as a(data_year, province_id, joint_category_id, aos, batch, school_id, group_no, sch_prof_name, place),
    lateral (
      select l.archive_min_score, l.archive_min_rank from t_archive as l
      where ${isAbout} and not l.deleted order by l.prof_name is null, l.data_id limit 1) as n`.execute(db);
  for (const { place, archiveMinScore: score, archiveMinRank: rank } of found.rows) {
    const row = open[place - 1];
    if (!row) continue;
    row.archiveMinScore = score;
    row.archiveMinRank ??= rank;
  }
}

/**
 * Gives restored or changed programmes their existing line if they have none: a corrected group matches its line as a
 * new one does. Recorded in their history.
 */
async function linesOfChanged(
  db: Db,
  keys: readonly number[],
  what: ChangeKind,
  { actor, now, jobId }: ChangeContext,
): Promise<void> {
  if (what !== 'updated' && what !== 'restored') return;
  const found = await sql<
    Columns<typeof admission, 'version'> & {
      key: number;
      score: string;
      rank: number | null;
      had: number | null;
    }
  >`
    select a.data_id as key, a.version, n.archive_min_score::text as score,
      coalesce(a.archive_min_rank, n.archive_min_rank) as rank, a.archive_min_rank as had
    from t_admission as a, lateral (
      select l.archive_min_score, l.archive_min_rank from t_archive as l
      where ${isAbout} and not l.deleted order by l.prof_name is null, l.data_id limit 1) as n
    where a.data_id = any(${[...keys]}::bigint[]) and a.archive_min_score is null and a.admit_type = ${admitIs.joint}
      and a.exception_flag = 0 and not a.deleted`.execute(db);
  if (found.rows.length === 0) return;
  const entries = found.rows.map(({ key, version, score, rank, had }) => {
    const values = { archiveMinScore: score, archiveMinRank: rank };
    const changes = changesBetween({ archiveMinScore: null, archiveMinRank: had }, values);
    return { rowId: key, op: 'updated' as const, version: version + 1, changes, values };
  });
  await sql`
    with kept as (${historyOf(admission, actor, entries, jobId)})
    update t_admission as d set archive_min_score = r.score, archive_min_rank = r.rank, version = d.version + 1,
      update_time = ${now}::timestamptz, update_by = ${actor.userId}::bigint
    from unnest(${entries.map(({ rowId }) => rowId)}::bigint[],
      ${entries.map(({ values }) => values.archiveMinScore)}::numeric[],
      ${entries.map(({ values }) => values.archiveMinRank)}::integer[]) as r(key, score, rank)
    where d.data_id = r.key`.execute(db);
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
  reads: [
    ...(['predictRank', 'predictScore', 'predictUnscaled', 'subjectRequire', 'aos', 'subjectFirst'] as const),
    ...(['subjectAll', 'subjectAny', 'subjectAnyNum', 'subjectState'] as const),
  ],
  // Books of plans put the school and the group above their programmes.
  heads: {
    of: 'schProfName',
    carries: [
      ...(['dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch', 'diploma', 'schoolNo'] as const),
      ...(['schoolId', 'groupNo', 'groupName', 'subjectRequire'] as const),
    ],
    sums: ['planNum'],
  },
  // A typed prediction is no longer the calculated one.
  normalise(row, _now, before): Draft<(typeof admission)['fields']> {
    const same = row.predictRank === before?.predictRank && row.predictScore === before?.predictScore;
    return {
      ...(before?.predictUnscaled === 1 && !same && { predictUnscaled: 0 }),
      ...subjectColumns(row.subjectRequire, row.aos),
    };
  },
  beforeInsert: linesOfNew,
  changed: linesOfChanged,
  fileChecks: [subjectsAreRead],
  dataChecks: admissionChecks,
  routes: chanceRoutes,
});
