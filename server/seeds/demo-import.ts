import { Readable } from 'node:stream';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { storeUpload } from '../engine/files/store.ts';
import { startImport } from '../engine/jobs/start.ts';
import type { Actor } from '../engine/scope/actor.ts';
import type { Columns } from '../engine/table/columns.ts';

const { adminUser, schExamType, school } = registry;

/** The step's mark, so that it is taken once. */
const step = 'demoImport';
const gansu = 620_000;
/** Columns of the file. */
const columns = [
  ...(['dataYear', 'provinceId', 'jointCategoryId', 'schoolId'] as const),
  ...(['examType', 'startTime', 'endTime'] as const),
];
/** Rows of the file that can be imported. */
const rowCount = 24;

/**
 * Imports a workbook of the demo as a clerk would, so that there is a batch to look at and to take back: rows of the
 * school exam calendar of Gansu, two of them wrong. Once, and only with the demo accounts.
 */
export async function importDemoBatch(engine: Engine): Promise<void> {
  const { db, clock } = engine;
  const clerks = await sql<Columns<typeof adminUser, 'userId' | 'userName'>>`
    select user_id, user_name from t_admin_user
    where user_name = 'ops' and not deleted and not exists (select from t_seed where name = ${step})`.execute(
    db,
  );
  const [clerk] = clerks.rows;
  const rows = clerk && (await rowsOf(engine));
  if (!clerk || rows === undefined || rows.length === 0) return;
  const marked = await sql`
    insert into t_seed (name) values (${step}) on conflict do nothing returning name`.execute(db);
  if (marked.rows.length === 0) return;
  const actor = clerkActor(clerk);
  const year = dataYear(clock.now());
  const originName = `${year}甘肃校考安排(演示).csv`;
  const content = Buffer.from(`\uFEFF${rows.map(cells => cells.join(',')).join('\r\n')}\r\n`);
  const filePath = await storeUpload(
    engine,
    { kinds: ['csv'] },
    { content: Readable.from([content]), name: originName, bytes: content.length, by: actor },
  );
  await startImport(engine, schExamType, actor, 'import', {
    ...{ tableId: schExamType.tableId, importBatch: `${year}甘肃第一批(演示)`, filePath, originName },
    confirmed: true,
  });
}

/** The demo clerk with the rights that the import needs. */
function clerkActor({ userId, userName }: { readonly userId: number; readonly userName: string }): Actor {
  return {
    ...{ userId, userName, admin: false, language: 'zh' },
    permissions: new Set(
      (['list', 'add', 'update', 'import'] as const).map(action => permissionCode(schExamType, action)),
    ),
    ...{ partnersIds: null, provinceId: null, agentId: null, ownRowsOnly: false, noRows: false },
  };
}

/** The rows of the file with their header: schools without an entry in the calendar, then two mistakes. */
async function rowsOf({ db, clock }: Engine): Promise<string[][]> {
  const year = dataYear(clock.now());
  const found = await sql<Columns<typeof school, 'schoolName'> & { category: string }>`
    select s.school_name, c.joint_category_name as category
    from t_school as s
      join t_joint_category as c on c.data_year = ${year} and c.province_id = ${gansu} and c.parent_type = 5
        and not c.deleted
    where s.status = 1 and not s.deleted and not exists (
      select from t_sch_exam_type as d where d.school_id = s.school_id and d.province_id = ${gansu}
        and d.data_year = ${year} and not d.deleted)
    order by s.school_id limit ${rowCount}`.execute(db);
  const [first] = found.rows;
  if (!first) return [];
  const row = (name: string, from: string, until: string) => [
    ...[String(year), '甘肃省', first.category, name, '校考'],
    ...[`${year}-${from} 09:00:00`, `${year}-${until} 17:00:00`],
  ];
  return [
    columns.map(name => schExamType.fields[name].label.zh),
    ...found.rows.map(({ schoolName }, at) => {
      const day = String(5 + (at % 12)).padStart(2, '0');
      return row(schoolName, `01-${day}`, `01-${String(Number(day) + 10)}`);
    }),
    row('示例艺术学院(没有这所)', '01-08', '01-20'),
    row(first.schoolName, '01-20', '01-08'),
  ];
}
