import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { ScoreStat } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { exportScoreStat } from '@yikao/model/contexts/mock/mock-files.jobs.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { defineJobWork, type JobTask } from '../../engine/jobs/feature/define-job-work.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { createXlsxWriter, type WriteCell } from '../../excel/index.ts';
import { examOfMarks, statisticsOf } from './marks/mark-statistics.ts';
import { refused } from './seats/arrangement-rules.ts';

type Task = JobTask<z.output<(typeof exportScoreStat)['params']>>;

/** A unit of the statistics: a session, or all sessions of a category. */
interface Measured extends Columns<typeof registry.examInfo, 'jointCategoryId'> {
  readonly categoryName: string;
  /** Null: the total. */
  readonly infoId: number | null;
  readonly subjectName: string | null;
}

/** Every session of the exam's categories, each category headed by its total. */
async function measured(db: Db, { examId, jointCategoryId }: Task['params']): Promise<readonly Measured[]> {
  const found = await sql<Measured>`
    select i.joint_category_id, coalesce(c.joint_category_name, '') as category_name,
      i.info_id, i.subject_name
    from t_exam_info as i left join t_joint_category as c on c.joint_category_id = i.joint_category_id
      and c.data_year = i.data_year and c.province_id = i.province_id and not c.deleted
    where i.exam_id = ${examId} and not i.deleted
      ${jointCategoryId === undefined ? sql`` : sql`and i.joint_category_id = ${jointCategoryId}`}
    order by i.joint_category_id, i.order_num, i.start_time, i.info_id`.execute(db);
  const byCategory = Map.groupBy(found.rows, one => one.jointCategoryId);
  return [...byCategory.values()].flatMap(sessions => {
    const [first] = sessions;
    return first ? [{ ...first, infoId: null, subjectName: null }, ...sessions] : [];
  });
}

/** A column: its heading, whether it holds numbers, and its value. */
interface Column<T> {
  readonly head: Label;
  readonly number?: boolean;
  readonly of: (one: T) => WriteCell;
}

const number = (text: string | null): WriteCell => (text === null ? null : Number(text));

const figureColumns: readonly Column<ScoreStat>[] = [
  { head: label('满分', 'Full'), number: true, of: ({ full }) => number(full) },
  { head: label('计分人数', 'Counted'), number: true, of: ({ count }) => count },
  { head: label('缺考', 'Absent'), number: true, of: ({ absent }) => absent },
  { head: label('最高', 'Highest'), number: true, of: ({ max }) => number(max) },
  { head: label('最低', 'Lowest'), number: true, of: ({ min }) => number(min) },
  { head: label('平均', 'Average'), number: true, of: ({ avg }) => number(avg) },
  { head: label('中位数', 'Median'), number: true, of: ({ median }) => number(median) },
  { head: label('标准差', 'Standard deviation'), number: true, of: ({ stdDev }) => number(stdDev) },
  { head: label('合格率(%)', 'Pass rate (%)'), number: true, of: ({ passRate }) => number(passRate) },
  {
    head: label('优秀率(%)', 'Excellent rate (%)'),
    number: true,
    of: ({ excellentRate }) => number(excellentRate),
  },
];

const segmentColumns: readonly Column<ScoreStat['segments'][number]>[] = [
  { head: label('分数段', 'Band'), of: one => one.label },
  { head: label('人数', 'Candidates'), number: true, of: ({ count }) => count },
  { head: label('累计人数', 'Running total'), number: true, of: ({ totalNum }) => totalNum },
];

const agencyColumns = (none: string): readonly Column<ScoreStat['agents'][number]>[] => [
  { head: label('名次', 'Place'), number: true, of: ({ rank }) => rank },
  { head: label('机构', 'Agency'), of: ({ agentName }) => agentName ?? none },
  { head: label('人数', 'Candidates'), number: true, of: ({ count }) => count },
  { head: label('平均', 'Average'), number: true, of: ({ avg }) => number(avg) },
  { head: label('最高', 'Highest'), number: true, of: ({ max }) => number(max) },
  { head: label('合格率(%)', 'Pass rate (%)'), number: true, of: ({ passRate }) => number(passRate) },
];

const sheetNames = [
  label('总体', 'Figures'),
  label('分数段', 'Bands'),
  label('机构对比', 'Agencies'),
] as const;

/** Writes three sheets: the figures, the bands of marks and the agencies, of the totals and of each session. */
async function write(path: string, task: Task): Promise<void> {
  const { engine, actor, params } = task;
  const { language } = actor;
  const zh = language === 'zh';
  const agencies = agencyColumns(zh ? '无机构' : 'No agency');
  const headed = [label('类别', 'Category'), label('科目', 'Session')].map(head => ({ head }));
  const sheets = [figureColumns, segmentColumns, agencies].map((columns, at) => ({
    name: sheetNames[at]?.[language] ?? '',
    freezeHeader: true,
    columns: [...headed, ...columns].map(column => ({
      header: column.head[language],
      width: 14,
      format: 'number' in column ? ('general' as const) : ('text' as const),
    })),
  }));
  const rows: WriteCell[][][] = [[], [], []];
  for (const { jointCategoryId, categoryName, infoId, subjectName } of await measured(engine.db, params)) {
    const told = await statisticsOf(engine, actor, {
      ...params,
      jointCategoryId,
      ...(infoId !== null && { infoId }),
    });
    const names = [categoryName, subjectName ?? (zh ? '总分' : 'Total')];
    rows[0]?.push([...names, ...figureColumns.map(({ of }) => of(told))]);
    for (const one of told.segments) rows[1]?.push([...names, ...segmentColumns.map(({ of }) => of(one))]);
    for (const one of told.agents) rows[2]?.push([...names, ...agencies.map(({ of }) => of(one))]);
  }
  const writer = await createXlsxWriter(path, { sheets });
  for (const [at, cells] of rows.entries()) {
    if (at > 0) await writer.sheet(at);
    for (const row of cells) await writer.row(row);
  }
  await writer.close();
}

/** The statistics of an exam as a workbook, within the requester's reach. */
export const statisticsFileWork = defineJobWork(exportScoreStat, {
  carry: {},
  async total(task) {
    const { engine, actor, params } = task;
    await examOfMarks(engine, actor, params.examId);
    const parts = await measured(engine.db, params);
    if (parts.length === 0) throw refused('本次考试还没有科目', 'The exam has no sessions yet');
    return parts.length;
  },
  chunk: async (db, { params }) => ({ rows: (await measured(db, params)).length, next: undefined }),
  file: {
    kind: 'xlsx',
    name: ({ actor, params }) =>
      actor.language === 'zh'
        ? `成绩统计-${params.examId}.xlsx`
        : `Statistics of marks ${params.examId}.xlsx`,
    write,
  },
  message: ({ total }) =>
    label(`成绩统计已导出，共 ${total} 项`, `The statistics of marks are in the file: ${total} measures`),
});
