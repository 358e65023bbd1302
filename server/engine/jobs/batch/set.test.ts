import { readFile } from 'node:fs/promises';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrated } from '../../../testing/database.ts';
import { elevated } from '../../scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { sampleRow } from '../../testing/samples.ts';
import { download, finished, importFile, readStored, upload, writeSheet } from '../../testing/workbooks.ts';
import { add } from '../../write/save.ts';

const { schExamType, typeDict } = registry;

let app: TestApp;

beforeAll(async () => {
  const everyCode = new Set(permissionCodes().map(({ code }) => code));
  app = await openTestApp(migrated, {
    admin: person(),
    hunan: person({ userId: 2, admin: false, provinceId: 430000, permissions: everyCode }),
    reader: person({ userId: 3, admin: false, permissions: new Set(['wish:type:list', 'sys:log']) }),
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate t_type_dict`.execute(app.engine.db);
  const rows = Array.from({ length: 30 }, (_, n) => [n < 20 ? '专业' : '标签', `类型${n}`, n]);
  const path = await upload(app, await writeSheet(app, ['分组', '类型名称', '排序'], rows));
  expect(await importFile(app, 'admin', typeDict, path)).toMatchObject({ insertNum: 30 });
});

const call = (path: string, body: object, who = 'admin', dataset: { path: string } = typeDict) =>
  app.call(who, 'POST', `${dataset.path}/batch/${path}`, body);
const run = async (path: string, body: object) =>
  finished(app, 'admin', (await call(path, body)).body.data.id);
const count = async (query: string) =>
  (await app.call('admin', 'GET', `${typeDict.path}/list?${query}`)).body.data.total;

test('all rows that a filter matches get the value, the others keep theirs, and it can be taken back', async () => {
  const job = await run('set', { filters: { typeFlag: ['3'] }, values: { status: 0 } });
  expect(job).toMatchObject({
    op: 'batchUpdate',
    status: 'success',
    updateNum: 20,
    done: 20,
    undoable: true,
  });
  expect([await count('status=0'), await count('status=1')]).toEqual([20, 10]);
  const again = await run('set', { filters: { typeFlag: 3 }, values: { status: 0 } });
  expect(again).toMatchObject({ updateNum: 0, sameNum: 20 });
  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
  await finished(app, 'admin', undo.body.data.id);
  expect(await count('status=1')).toBe(30);
});

test('all rows that a filter matches are deleted, page or no page', async () => {
  expect(await run('delete', { filters: { typeFlag: '3' } })).toMatchObject({ status: 'success', done: 20 });
  expect(await count('')).toBe(10);
});

test('thousands of rows are set, exported and deleted, each once', async () => {
  await sql`insert into t_type_dict (type_name, type_flag, parent_id, order_num, status)
    select '很多' || n, 3, 0, n, 1 from generate_series(1, 4980) as n`.execute(app.engine.db);
  const filters = { typeFlag: '3' };
  expect(await run('set', { filters, values: { status: 0 } })).toMatchObject({
    updateNum: 5_000,
    done: 5_000,
  });
  expect([await count('status=0'), await count('status=1')]).toEqual([5_000, 10]);
  const body = { tableId: typeDict.tableId, fieldNames: ['typeName'], format: 'csv', ...filters };
  const started = await app.call('admin', 'POST', `${typeDict.path}/export`, body);
  const { url } = await finished(app, 'admin', started.body.data.id);
  const [, ...names] = (await readFile(await download(app, url ?? ''), 'utf8')).trim().split(/\r?\n/);
  expect([names.length, new Set(names).size]).toEqual([5_000, 5_000]);
  expect(await run('delete', { filters })).toMatchObject({ status: 'success', done: 5_000 });
  expect(await count('')).toBe(10);
});

test('a set of chosen rows gets the value', async () => {
  const { records } = (await app.call('admin', 'GET', `${typeDict.path}/list?size=3`)).body.data;
  const ids = records.map((row: { typeId: number }) => row.typeId);
  expect(await run('set', { ids, values: { orderNum: '7', status: 0 } })).toMatchObject({ updateNum: 3 });
  expect(await count('status=0')).toBe(3);
});

test('no condition is refused, unless every row is meant and said so', async () => {
  for (const [path, body, message] of [
    ['set', { values: { status: 0 } }, '请先选择记录或输入条件'],
    ['delete', {}, '请先输入删除条件'],
  ] as const) {
    expect((await call(path, body)).body).toMatchObject({ message });
    expect((await call(path, { ...body, filters: { typeFlag: [] } })).status).toBe(400);
    expect((await call(path, { ...body, filters: { weather: '1' } })).body.data).toMatchObject({
      reason: 'unknownFilter',
    });
  }
  expect(await run('set', { everything: true, values: { status: 0 } })).toMatchObject({ updateNum: 30 });
});

test('an emptied value is nought where a new row begins with nought, and refused where it would stand for something', async () => {
  const { data } = (await call('set', { ids: [1], values: { status: null, orderNum: '' } })).body;
  expect(data.errors).toMatchObject([{ field: 'status' }]);
  expect(await run('set', { everything: true, values: { orderNum: null } })).toMatchObject({ updateNum: 29 });
  const { records } = (await app.call('admin', 'GET', `${typeDict.path}/list?size=50`)).body.data;
  expect(new Set(records.map(({ orderNum }: { orderNum: number }) => orderNum))).toEqual(new Set([0]));
});

test('values that do not fit, fields that tell rows apart and people without the right are refused at once', async () => {
  const ids = [1];
  expect((await call('set', { ids, values: { status: 5 } })).body.data.errors).toMatchObject([
    { field: 'status' },
  ]);
  for (const field of ['typeName', 'parentId', 'typeId', 'createTime']) {
    expect((await call('set', { ids, values: { [field]: '1' } })).body.data.errors).toMatchObject([
      { field },
    ]);
  }
  expect((await call('set', { ids, values: {} })).body.data.errors).toMatchObject([{ field: 'values' }]);
  expect((await call('set', { ids, values: { status: 0 } }, 'reader')).status).toBe(403);
});

/** Two rows of the calendar, of Hunan and of Guangdong; the first one begins after the new end. */
async function calendar(): Promise<void> {
  await sql`truncate t_sch_exam_type`.execute(app.engine.db);
  for (const [provinceId, name, startTime] of [
    [430000, '湖南', '2026-03-01 00:00:00'],
    [440000, '广东', '2026-01-01 00:00:00'],
  ] as const) {
    const body = { provinceId, provinceName: name, provinceShortName: name, examMode: 2 };
    await app.call('admin', 'POST', '/api/base/province', body);
    const fixed = { dataYear: 2026, provinceId, startTime, endTime: null, remark: null };
    const row = await sampleRow(app.engine, schExamType, provinceId, fixed);
    await add(app.engine, schExamType, elevated(), row);
  }
}

test('somebody of one province sets values in that province alone', async () => {
  await calendar();
  const started = await call('set', { everything: true, values: { remark: '改过' } }, 'hunan', schExamType);
  expect(await finished(app, 'admin', started.body.data.id)).toMatchObject({ updateNum: 1, done: 1 });
  const found = await sql`select province_id as id from t_sch_exam_type where remark = '改过'`.execute(
    app.engine.db,
  );
  expect(found.rows).toEqual([{ id: 430000 }]);
});

test('rows that cannot take the value stay as they are, and are told by their key', async () => {
  await calendar();
  const values = { endTime: '2026-02-01 00:00:00' };
  const started = await call('set', { everything: true, values }, 'admin', schExamType);
  const job = await finished(app, 'admin', started.body.data.id);
  expect(job).toMatchObject({ status: 'fail', updateNum: 1, failNum: 1 });
  const [head, bad] = await readStored(app, job.logUrl ?? '');
  expect(head).toEqual(['数据ID', '错误原因', '原行号']);
  expect(bad?.[1]).toContain('结束时间不能早于开始时间');
});
