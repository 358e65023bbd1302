import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createXlsxWriter, type WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { importFile, upload } from '../../testing/workbooks.ts';

const { region, typeDict } = registry;
const moved = fileURLToPath(
  new URL('../../testing/samples/templates/libreoffice-moved.xlsx', import.meta.url),
);

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_type_dict`.execute(app.engine.db));

const columnsOf = async (filePath: string) => {
  const { body } = await app.call('admin', 'POST', '/api/base/import/preview', {
    tableId: typeDict.tableId,
    filePath,
    originName: '测试.xlsx',
  });
  return body.data.columns.map(({ field, by }: { field: string | null; by: string }) => [field, by]);
};

/** A sheet as a person leaves it: headers, and the hidden names that moved along with them. */
async function sheet(
  columns: readonly (readonly [header: string, field?: string])[],
  rows: readonly (readonly WriteCell[])[],
  tableId = typeDict.tableId,
): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  const writer = await createXlsxWriter(path, {
    sheets: [
      {
        name: "老师's 表!",
        columns: columns.map(([header, field]) => ({
          header,
          format: 'general' as const,
          ...(field !== undefined && { definedName: `_yikao_${tableId}_${field}` }),
        })),
      },
    ],
  });
  for (const row of rows) await writer.row(row);
  await writer.close();
  return upload(app, path);
}

const stored = async () =>
  (
    await sql`select type_flag as flag, type_name as name, order_num as place, status from t_type_dict`.execute(
      app.engine.db,
    )
  ).rows;

test('columns that were moved and renamed in LibreOffice are known for certain, and one of a person’s own is not taken for one of ours', async () => {
  const path = await upload(app, moved);
  expect(await columnsOf(path)).toEqual([
    [null, 'none'],
    ['status', 'template'],
    ['typeFlag', 'template'],
    ['typeName', 'template'],
    ['orderNum', 'template'],
  ]);
  const job = await importFile(app, 'admin', typeDict, path, { mapping: { 列0: '' } });
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 1 });
  expect(await stored()).toEqual([{ flag: 3, name: '绘画', place: 7, status: 1 }]);
});

test('a column that was renamed, moved and lost its neighbours is known by its name alone', async () => {
  const path = await sheet(
    [['哪种', 'typeName'], ['我的备注'], ['哪组', 'typeFlag']],
    [['绘画', 'x', '专业']],
  );
  expect(await columnsOf(path)).toEqual([
    ['typeName', 'template'],
    [null, 'none'],
    ['typeFlag', 'template'],
  ]);
});

test('a table of one’s own pasted over the template is read by its headers, not by the names beneath', async () => {
  const path = await sheet(
    [
      ['类型名称', 'typeFlag'],
      ['分组', 'typeName'],
      ['别的', 'status'],
    ],
    [['绘画', '专业', '停用']],
  );
  expect((await columnsOf(path)).slice(0, 2)).toEqual([
    ['typeName', 'label'],
    ['typeFlag', 'label'],
  ]);
  expect((await columnsOf(path))[2][1]).not.toBe('template');
});

test('names of another dataset, of unknown fields, of none, and two for one column tell nothing', async () => {
  const foreign = await sheet(
    [
      ['甲乙', 'typeName'],
      ['丙丁', 'typeFlag'],
    ],
    [['绘画', '专业']],
    region.tableId,
  );
  expect(await columnsOf(foreign)).toEqual([
    [null, 'none'],
    [null, 'none'],
  ]);
  const hostile = await sheet(
    [
      ['甲乙', '__proto__'],
      ['丙丁', 'constructor'],
      ['戊己', 'typeId'],
      ['庚辛', ''],
      ['壬癸', 'typeName'],
      ['子丑', 'typeName'],
    ],
    [['a', 'b', 'c', 'd', 'e', 'f']],
  );
  for (const column of await columnsOf(hostile)) expect(column[1]).not.toBe('template');
});
