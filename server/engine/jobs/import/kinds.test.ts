import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { serversByName } from '../../table/server-side.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { dyingProcess } from '../../testing/dying-process.ts';
import { testSegment, testSegmentServer } from '../../testing/segment-dataset.ts';
import { importFile, readStored, upload, writeSheet } from '../../testing/workbooks.ts';

let app: TestApp;
beforeAll(async () => {
  const codes = new Set(['test:segment:import', 'test:segment:list']);
  app = await openTestApp(
    migrated,
    { admin: person(), clerk: person({ userId: 2, admin: false, permissions: codes }) },
    [],
    [testSegment],
    { servers: serversByName([testSegmentServer]) },
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from t_test_segment`.execute(app.engine.db);
});

const headers = ['年份', '分数', '人数', '累计人数'];

/** A table of `count` scores from the highest down, one more person at each. */
function table(count: number): WriteCell[][] {
  return Array.from({ length: count }, (_, n) => [2026, count - n, 1, n + 1]);
}

const sheet = async (rows: readonly (readonly WriteCell[])[], columns = headers) =>
  upload(app, await writeSheet(app, columns, rows));

async function kept() {
  const found = await sql<{ type: number; score: number; total: number }>`
    select score_type as type, score, cum_num as total from t_test_segment where not deleted
    order by score_type, score desc`.execute(app.engine.db);
  return found.rows;
}

test('a kind of import sets its values, has its own number in the history, and meets its own rows', async () => {
  const file = await sheet(table(2));
  const culture = await importFile(app, 'admin', testSegment, file, { type: 41 });
  expect(culture).toMatchObject({ status: 'success', insertNum: 2, bizType: 41, title: '一分一段-文化分' });
  const professional = await importFile(app, 'admin', testSegment, file, { type: 152 });
  expect(professional).toMatchObject({ insertNum: 2, bizType: 1189, title: '一分一段-专业分' });
  expect(await importFile(app, 'admin', testSegment, file, { type: 41 })).toMatchObject({ sameNum: 2 });
  expect(await kept()).toEqual([
    { type: 1, score: 2, total: 1 },
    { type: 1, score: 1, total: 2 },
    { type: 2, score: 2, total: 1 },
    { type: 2, score: 1, total: 2 },
  ]);
});

test('a column that a kind sets or does not have is passed over, and the ordinary import asks for it', async () => {
  const file = await sheet([[2026, '专业分', 9, '备']], ['年份', '分数类型', '分数', '备注']);
  expect(await importFile(app, 'admin', testSegment, file, { type: 41 })).toMatchObject({ insertNum: 1 });
  const found = await sql`select score_type as type, remark from t_test_segment`.execute(app.engine.db);
  expect(found.rows).toEqual([{ type: 1, remark: null }]);
  const plain = await importFile(app, 'admin', testSegment, await sheet([[2026, 9]], ['年份', '分数']));
  expect(plain).toMatchObject({ status: 'fail', message: '缺少必需的列：分数类型' });
});

test('the same file is asked about once more for the same kind alone', async () => {
  const filePath = await sheet(table(1));
  const again = { again: false };
  await importFile(app, 'admin', testSegment, filePath, { type: 41 });
  await importFile(app, 'admin', testSegment, filePath, { type: 152, ...again });
  await expect(importFile(app, 'admin', testSegment, filePath, { type: 41, ...again })).rejects.toThrow();
});

test('who may not use a kind, and a kind that is not there, are refused before a job begins', async () => {
  const filePath = await upload(app, await writeSheet(app, headers, table(1)), 2);
  const body = { tableId: 989, importBatch: '批', filePath, originName: 'a.xlsx', again: true };
  const start = (who: string, type: number) =>
    app.call(who, 'POST', `${testSegment.path}/import`, { ...body, type });
  expect((await start('clerk', 152)).status).toBe(403);
  const unknown = await start('clerk', 77);
  expect(unknown).toMatchObject({ status: 400, body: { message: expect.stringContaining('77') } });
  expect((await start('clerk', 41)).status).toBe(200);
  await app.runJobs();
});

test('a kind has its own template, which another kind does not take', async () => {
  const names = 'dataYear,scoreType,score,num,cumNum,remark';
  const response = await app.app.inject({
    url: `/api/base/download/excel/template?tableId=989&type=41&fieldNames=${names}`,
    headers: { 'access-token': 'admin' },
  });
  const path = `${app.dataDir}/template.xlsx`;
  await writeFile(path, response.rawPayload);
  const filePath = await upload(app, path);
  const [header] = await readStored(app, filePath);
  expect(header).toEqual(['年份*', '分数*', '人数', '累计人数']);
  const job = await importFile(app, 'admin', testSegment, filePath, { type: 152 });
  expect(job.message).toBe(
    '这是“一分一段-文化分”的导入模板，不能导入到“一分一段-专业分”；请下载“一分一段-专业分”的模板',
  );
  const { body } = await app.call('admin', 'GET', '/api/base/import/options?tableId=989');
  expect(body.data[0].kinds).toEqual([
    { type: 41, label: '文化分', bizType: 41, asks: [] },
    { type: 152, label: '专业分', bizType: 1189, asks: [] },
  ]);
  const columns = (await app.call('admin', 'GET', '/api/base/table/column?tableId=989')).body.data;
  const typesOf = (name: string) =>
    columns.find(({ columnName }: { columnName: string }) => columnName === name).importTypes;
  expect([typesOf('score'), typesOf('remark'), typesOf('scoreType')]).toEqual(['41,152', '152', '']);
});

test('a job of a kind goes on as that kind after it was broken off, and is taken back as a whole', async () => {
  const filePath = await sheet(table(4_500));
  const body = { tableId: 989, importBatch: '批', filePath, originName: 'a.xlsx', type: 41, again: true };
  const id = (await app.call('admin', 'POST', `${testSegment.path}/import`, body)).body.data.id;
  const run = dyingProcess(app, id);
  await expect(run(2)).rejects.toThrow('the process dies');
  expect((await kept()).length).toBe(2_000);
  await run(1_000);
  const rows = await kept();
  expect(rows).toHaveLength(4_500);
  expect(rows.every(({ type }) => type === 1)).toBe(true);
  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id });
  expect(undo.status).toBe(200);
  await app.runJobs();
  expect(await kept()).toEqual([]);
});

test('what only the whole file shows is refused by its row, with the reason in the workbook, across chunks', async () => {
  const rows = table(4_500).map((row, n) => [...row, n === 4_400 ? 'K10' : `K${n}`]);
  // Two thousand rows apart: the third chunk violates a rule about the first one.
  rows[2_999] = [2026, 1_501, 1, 999_999, 'K2999'];
  const filePath = await sheet(rows, [...headers, '编号']);
  const job = await importFile(app, 'admin', testSegment, filePath, { type: 41 });
  expect(job).toMatchObject({ status: 'fail', insertNum: 4_497, failNum: 3 });
  const [, ...refused] = await readStored(app, String(job.logUrl));
  const why = (text: string) => expect.stringContaining(text);
  expect(refused.map(cells => [Number(cells.at(-1)), cells.at(-2)])).toEqual([
    [3_001, why('累计不符，按第 3000 行累加应为 3000')],
    [3_002, why('小于第 3001 行的 999999，应不小于它')],
    [4_402, why('与第 12 行重复：同一年份的编号')],
  ]);
});

test('a check beforehand, and an import of all or nothing, find the same and write nothing', async () => {
  const rows = [...table(3), [2026, 0, 5, 5]];
  const filePath = await sheet(rows);
  const dry = await importFile(app, 'admin', testSegment, filePath, { type: 41, dryRun: true });
  expect(dry).toMatchObject({ insertNum: 3, failNum: 1 });
  const whole = await importFile(app, 'admin', testSegment, filePath, { type: 41, onError: 'abort' });
  expect(whole).toMatchObject({ status: 'fail', failNum: 1 });
  expect(await kept()).toEqual([]);
});

test('a file that is wrong all through is refused as a file, and one without the columns is not looked at', async () => {
  const wrong = Array.from({ length: 20_010 }, (_, n): WriteCell[] => [2026, 30_000 - n, 1, 7 + n * 3]);
  const job = await importFile(app, 'admin', testSegment, await sheet(wrong), { type: 41 });
  expect(job).toMatchObject({ status: 'fail', insertNum: 0, done: 0 });
  expect(job.message).toContain('超过 20000 行不符合整体校验');
  const bare = await importFile(app, 'admin', testSegment, await sheet([[2026, 1, 4]], headers.slice(0, 3)), {
    type: 41,
  });
  expect(bare).toMatchObject({ insertNum: 1, failNum: 0 });
});
