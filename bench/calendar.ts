import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Engine } from '@yikao/server/engine/engine.ts';
import { createXlsxWriter } from '@yikao/server/excel/index.ts';
import { sql } from 'kysely';

/** The imported dataset. */
export const { schExamType } = registry;
/** The columns of the sheet: fifteen, three of them references by name. */
export const columns = [
  'dataYear',
  'provinceId',
  'jointCategoryId',
  'schoolId',
  'roundNo',
  'examType',
  'examTypeChange',
  'startTime',
  'endTime',
  'onlineExamStartTime',
  'onlineExamEndTime',
  'examTime',
  'applyStatus',
  'remark',
  'orderNum',
] as const;
const years = Array.from({ length: 10 }, (_, index) => 2018 + index);

/** The categories of the present year, for all years of the sheet. */
export async function spreadCategories(engine: Engine): Promise<void> {
  for (const year of years) {
    await sql`
      insert into t_joint_category (data_year, province_id, joint_category_id, joint_category_name, parent_type, full_score, order_num, status)
      select ${year}::smallint, c.province_id, min(c.joint_category_id), c.joint_category_name, min(c.parent_type), 300, 0, 1
      from t_joint_category as c where not exists (select 1 from t_joint_category as o
        where o.data_year = ${year}::smallint and o.province_id = c.province_id and o.joint_category_name = c.joint_category_name)
      group by c.province_id, c.joint_category_name`.execute(engine.db);
  }
}

/** Names that a sheet's references are written by. */
export interface CalendarNames {
  readonly provinces: readonly string[];
  readonly categories: readonly string[];
  readonly schools: readonly string[];
}

/** The names in the database. */
export async function readNames(engine: Engine): Promise<CalendarNames> {
  const names = async (query: string) =>
    (
      await engine.db.executeQuery<{ name: string }>(sql.raw<{ name: string }>(query).compile(engine.db))
    ).rows.map(row => row.name);
  return {
    provinces: await names('select province_name as name from t_province where status = 1 order by 1'),
    categories: await names('select distinct joint_category_name as name from t_joint_category order by 1'),
    schools: await names('select school_name as name from t_school order by 1'),
  };
}

/** The parts of a sheet that can differ. */
export interface SheetOptions {
  readonly rows: number;
  /** First words of every row's remark. */
  readonly remark: string;
  /** Number of the first row: different numbers have different natural keys. */
  readonly from?: number;
  /** Deflate level; defaults to the writer's. */
  readonly level?: number;
}

/** Writes a sheet of rows with different natural keys. */
export async function writeSheet(
  path: string,
  { provinces, categories, schools }: CalendarNames,
  { rows, remark, from = 0, level }: SheetOptions,
): Promise<void> {
  const writer = await createXlsxWriter(path, {
    ...(level !== undefined && { level }),
    sheets: [
      {
        name: '日历',
        columns: columns.map(name => ({
          header: schExamType.fields[name].label.zh,
          format: /Time$/.test(name) && name !== 'examTime' ? ('dateTime' as const) : ('general' as const),
        })),
      },
    ],
  });
  const two = (n: number) => String(n).padStart(2, '0');
  for (let i = from; i < from + rows; i++) {
    const school = i % schools.length;
    const category = Math.floor(i / schools.length) % categories.length;
    const province = Math.floor(i / schools.length / categories.length) % provinces.length;
    const year = years[Math.floor(i / schools.length / categories.length / provinces.length)];
    if (year === undefined) throw new Error('The sheet asks for more rows than there are different keys');
    const day = two((i % 27) + 1);
    const waiting = writer.row([
      year,
      provinces[province]!,
      categories[category]!,
      schools[school]!,
      1,
      ['统考和校考', '统考', '校考'][i % 3]!,
      i % 2 ? '是' : '否',
      { dateTime: `${year - 1}-12-${day} 08:00:00` },
      { dateTime: `${year}-01-${day} 18:00:00` },
      { dateTime: `${year}-02-${day} 09:00:00` },
      { dateTime: `${year}-02-28 17:00:00` },
      `初试 2 月 ${day} 日起分批进行`,
      ['未公布', '未开始', '报名中', '已结束'][i % 4]!,
      `${remark} 报名时须上传照片 ${i}`,
      i % 1000,
    ]);
    if (waiting) await waiting;
  }
  await writer.close();
}
