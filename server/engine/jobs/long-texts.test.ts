import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';
import { download, finished, importFile, readStored, upload, writeSheet } from '../testing/workbooks.ts';

const { schExamType } = registry;
const long = `<p>${'艺考'.repeat(22_000)}</p>`;

let app: TestApp;
let key: number;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
beforeEach(async () => {
  await sql`truncate t_sch_exam_type`.execute(app.engine.db);
  const row = await sampleRow(app.engine, schExamType, 31);
  const added = await app.call('admin', 'POST', schExamType.path, { ...row, examInfo: long });
  expect(added.body).toMatchObject({ success: true });
  key = added.body.data.dataId;
});
afterAll(() => app.close());

const stands = async () =>
  (await app.call('admin', 'GET', `${schExamType.path}/info?dataId=${key}`)).body.data.examInfo;

async function exported(format: 'xlsx' | 'csv') {
  const body = { tableId: schExamType.tableId, format };
  const started = await app.call('admin', 'POST', `${schExamType.path}/export`, body);
  return finished(app, 'admin', started.body.data.id);
}

const detail = async (id: number) =>
  (await app.call('admin', 'GET', `/api/base/log/info?id=${id}`)).body.data;

test('an export tells which cells took no more than a part of a text, and the file changes nothing when it comes in again', async () => {
  const job = await exported('xlsx');
  expect(job.message).toBe(
    `导出 1 行；1 个单元格超过 Excel 的 32,767 字，已截断（ID ${key} 考试信息），需要全文请导出 csv`,
  );
  const path = await upload(app, await download(app, job.url ?? ''));
  for (const dryRun of [true, false]) {
    const back = await importFile(app, 'admin', schExamType, path, { dryRun });
    expect(back, back.message).toMatchObject({ status: 'success', insertNum: 0, updateNum: 0, sameNum: 1 });
    expect((await detail(back.id)).sheet).toMatchObject({ cutCells: 1 });
  }
  expect(await stands()).toBe(long);
});

test('a csv file holds the whole text, and brings it in again as it is', async () => {
  const job = await exported('csv');
  expect(job.message).toBe('导出 1 行');
  const path = await upload(app, await download(app, job.url ?? ''));
  const back = await importFile(app, 'admin', schExamType, path);
  expect(back, back.message).toMatchObject({ status: 'success', updateNum: 0, sameNum: 1 });
  expect(await stands()).toBe(long);
});

test('a text that another program cut where a cell is full leaves the whole one alone', async () => {
  const cut = await upload(
    app,
    await writeSheet(app, ['数据ID', '考试信息'], [[key, long.slice(0, 32_767)]]),
  );
  const back = await importFile(app, 'admin', schExamType, cut, {}, 'batch/update');
  expect(back, back.message).toMatchObject({ updateNum: 0, failNum: 0 });
  expect(await stands()).toBe(long);
});

test('a new row is not added with a part of a text', async () => {
  const job = await exported('xlsx');
  const path = await upload(app, await download(app, job.url ?? ''));
  await sql`truncate t_sch_exam_type`.execute(app.engine.db);
  const back = await importFile(app, 'admin', schExamType, path);
  expect(back).toMatchObject({ insertNum: 0, failNum: 1 });
  const told = JSON.stringify(await readStored(app, back.logUrl ?? ''));
  expect(told).toContain('考试信息在文件中不完整');
});

test.each(['xlsx', 'csv'] as const)(
  'a text that was saved without a tag comes back from %s as it was, and no sign of it becomes another',
  async format => {
    for (const text of ['报名须知', 'A &amp; B', '第一段\n第二段 &lt;b&gt;', '#N/A']) {
      await sql`update t_sch_exam_type set exam_info = ${text} where data_id = ${key}`.execute(app.engine.db);
      const path = await upload(app, await download(app, (await exported(format)).url ?? ''));
      const back = await importFile(app, 'admin', schExamType, path);
      expect(back, text).toMatchObject({ status: 'success', updateNum: 0, sameNum: 1 });
      expect(await stands()).toBe(text);
    }
  },
);
