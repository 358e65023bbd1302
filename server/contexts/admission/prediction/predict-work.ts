import { predictRanks } from '@yikao/model/contexts/admission/prediction.jobs.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { changesBetween, historyOf } from '../../../engine/history/history.ts';
import { defineJobWork, type JobTask } from '../../../engine/jobs/feature/define-job-work.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, type Condition, countFrom, type Db, type Tx } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { createXlsxWriter } from '../../../excel/index.ts';
import { recordEnd, recordStart } from './prediction-figure.ts';
import {
  byProgramme,
  lastSchoolOfChunk,
  PredictionWorld,
  type ProgrammeYear,
  programmeName,
  programmeYearColumns,
  yearsBack,
} from './programmes.ts';

type Task = JobTask<z.output<(typeof predictRanks)['params']>>;

/** Approximate rows per transaction: a school is not split. */
const chunkRows = 4_000;

/** The programmes that a run is about, as a condition on `t_admission` aliased as `d`. */
function foretoldRows({ params, actor }: Task): Condition {
  const { dataYear, provinceId, jointCategoryId, batch, overwriteFlag } = params;
  return allOf([
    sql<SqlBool>`d.province_id = ${provinceId} and d.data_year = ${dataYear} and not d.deleted`,
    ...(actor.provinceId === null ? [] : [sql<SqlBool>`d.province_id = ${actor.provinceId}`]),
    ...(jointCategoryId === 0 ? [] : [sql<SqlBool>`d.joint_category_id = ${jointCategoryId}`]),
    ...(batch === 0 ? [] : [sql<SqlBool>`d.batch = ${batch}`]),
    // A year that is over has its real rank.
    ...(overwriteFlag === 1 ? [] : [sql<SqlBool>`d.archive_min_rank is null`]),
  ]);
}

/** Reports whether a run is about all programmes of its province and year, so that they rest on its data. */
function isWhole({ params, actor }: Task): boolean {
  return (
    params.jointCategoryId === 0 && params.batch === 0 && [null, params.provinceId].includes(actor.provinceId)
  );
}

/** Tables read by one run are reused from chunk to chunk; another attempt reads them again. */
const worlds = new WeakMap<Task, PredictionWorld>();

async function worldOf(db: Db, task: Task): Promise<PredictionWorld> {
  const known = worlds.get(task);
  if (known) return known;
  const world = await PredictionWorld.load(db, task.params.dataYear, task.params.provinceId);
  worlds.set(task, world);
  return world;
}

/** A programme with its new values. */
interface Found {
  readonly row: ProgrammeYear;
  readonly values: {
    readonly predictRank: number;
    readonly predictScore: string | null;
    readonly predictUnscaled: number;
  };
}

/** Writes predictions with their history in one statement; unchanged ones are skipped. */
async function write(
  db: Tx,
  { engine, dataset, actor, jobId }: Task,
  found: readonly Found[],
): Promise<number> {
  const entries = found.flatMap(({ row, values }) => {
    const { predictRank, predictScore, predictUnscaled } = row;
    const changes = changesBetween({ predictRank, predictScore, predictUnscaled }, values);
    if (Object.keys(changes).length === 0) return [];
    return [{ rowId: row.dataId, op: 'updated' as const, version: row.version + 1, changes, values }];
  });
  if (entries.length === 0) return 0;
  const now = engine.clock.now();
  const keys = entries.map(({ rowId }) => rowId);
  const fields = ['predictRank', 'predictScore', 'predictUnscaled'];
  const change = await openChange(engine, db, dataset, { actor, now, jobId });
  await change.expect('updated', keys, fields);
  await sql`
    with kept as (${historyOf(dataset, actor, entries, jobId)})
    update t_admission as d set predict_rank = r.rank, predict_score = r.score, predict_unscaled = r.unscaled,
      version = d.version + 1, update_time = ${now}::timestamptz, update_by = ${actor.userId}::bigint
    from unnest(${keys}::bigint[], ${entries.map(({ values }) => values.predictRank)}::integer[],
      ${entries.map(({ values }) => values.predictScore)}::numeric[],
      ${entries.map(({ values }) => values.predictUnscaled)}::smallint[]) as r(key, rank, score, unscaled)
    where d.data_id = r.key`.execute(db);
  await change.settle('updated', keys, fields);
  return entries.length;
}

/** The run over a province (domain D18, 4.6): school by school, so that a school's years are read once. */
export const predictRanksWork = defineJobWork(predictRanks, {
  carry: { without: 0, unscaled: 0 },
  async total(task) {
    return countFrom(task.engine.db, sql`t_admission as d where ${foretoldRows(task)}`);
  },
  async chunk(db, task, after, { without, unscaled }) {
    const { dataYear, provinceId } = task.params;
    const last = await lastSchoolOfChunk(db, { dataYear, provinceId, rows: chunkRows }, after);
    const { engine, jobId } = task;
    if (after === 0 && isWhole(task)) await recordStart(db, task.params, jobId, engine.clock.now());
    if (last === undefined) {
      if (isWhole(task)) await recordEnd(db, task.params, jobId, engine.clock.now());
      return { rows: 0, next: undefined, carry: { without, unscaled } };
    }
    const targets = await sql<ProgrammeYear>`
      select ${programmeYearColumns} from t_admission as d
      where ${foretoldRows(task)} and d.school_id > ${after} and d.school_id <= ${last}
      order by d.data_id for no key update`.execute(db);
    const past = await sql<ProgrammeYear>`
      select ${programmeYearColumns} from t_admission as d
      where d.province_id = ${provinceId} and d.data_year between ${dataYear - yearsBack} and ${dataYear - 1}
        and d.school_id > ${after} and d.school_id <= ${last} and not d.deleted`.execute(db);
    const world = await worldOf(db, task);
    await world.prepare(db, targets.rows);
    await world.prepare(db, past.rows);
    const years = byProgramme(past.rows);
    const found = targets.rows.flatMap((row): Found[] => {
      const foretold = world.foretell(row, years.get(programmeName(row)) ?? []);
      if (!foretold) return [];
      const { prediction, score, unscaled } = foretold;
      return [
        {
          row,
          values: {
            predictRank: prediction.rank,
            predictScore: score,
            predictUnscaled: unscaled ? 1 : 0,
          },
        },
      ];
    });
    const unscaledNow = found.filter(({ values }) => values.predictUnscaled === 1).length;
    const updated = await write(db, task, found);
    return {
      rows: targets.rows.length,
      next: last,
      updated,
      same: targets.rows.length - updated,
      carry: {
        without: without + targets.rows.length - found.length,
        unscaled: unscaled + unscaledNow,
      },
    };
  },
  file: {
    kind: 'xlsx',
    name: ({ actor, params }) =>
      actor.language === 'zh'
        ? `${params.dataYear}年无历史数据的专业.xlsx`
        : `Programmes without history ${params.dataYear}.xlsx`,
    write: writeWithoutHistory,
  },
  message({ total, updated, carry: { without, unscaled } }) {
    const zh = [`共 ${total} 条，更新 ${updated} 条`];
    const en = [`${total} rows, ${updated} changed`];
    if (without > 0) {
      zh.push(`${without} 条没有历史数据，未预测，见结果文件`);
      en.push(`${without} have no history and were left, see the file`);
    }
    if (unscaled > 0) {
      zh.push(`${unscaled} 条的位次因缺少同口径的考生人数而未换算，已标记`);
      en.push(`${unscaled} could not be scaled for want of like totals and are marked`);
    }
    return label(zh.join('；'), en.join('; '));
  },
});

/** The programmes without a prediction, for manual follow-up. */
async function writeWithoutHistory(path: string, task: Task): Promise<void> {
  const zh = task.actor.language === 'zh';
  const headers = zh
    ? ['数据ID', '院校', '专业组', '招生专业', '原因']
    : ['Data ID', 'School', 'Group', 'Programme', 'Reason'];
  const reason = zh ? `近 ${yearsBack} 年没有可用的录取位次` : `No rank in the last ${yearsBack} years`;
  const writer = await createXlsxWriter(path, {
    sheets: [
      {
        name: zh ? '无历史数据' : 'No history',
        columns: headers.map(header => ({ header, format: 'general' })),
      },
    ],
  });
  let after = 0;
  for (;;) {
    const page = await sql<
      Columns<typeof registry.admission, 'groupNo'> & { key: number; school: string | null; name: string }
    >`
      select d.data_id as key, s.school_name as school, d.group_no, d.sch_prof_name as name
      from t_admission as d left join t_school as s on s.school_id = d.school_id
      where ${foretoldRows(task)} and d.predict_rank is null and d.data_id > ${after}
      order by d.data_id limit 2000`.execute(task.engine.db);
    for (const { key, school, groupNo, name } of page.rows)
      await writer.row([key, school, groupNo, name, reason]);
    after = page.rows.at(-1)?.key ?? after;
    if (page.rows.length < 2000) break;
  }
  await writer.close();
}
