import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../../testing/workbooks.ts';

const { region, typeDict } = registry;
const headers = ['地区', '排序', '状态'];

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person(),
    other: person({ userId: 2, admin: false, permissions: new Set(['sys:log']) }),
  });
});
beforeEach(() => sql`truncate t_region`.execute(app.engine.db));
afterAll(() => app.close());

/** The rows as a person sees them, and their stored form without values that every change updates. */
async function rows() {
  const found = await sql<Record<string, unknown>>`
    select id, region_name, order_num, status, import_batch, deleted from t_region where not deleted order by id
  `.execute(app.engine.db);
  return found.rows;
}

async function bring(sheet: readonly (readonly WriteCell[])[], more: object = {}) {
  return importFile(app, 'admin', region, await upload(app, await writeSheet(app, headers, sheet)), {
    ...more,
  });
}

const askUndo = (id: number, who = 'admin') => app.call(who, 'POST', '/api/base/log/undo', { id });

async function undo(id: number) {
  const started = await askUndo(id);
  expect(started.body.message).toBe('任务已开始');
  return finished(app, 'admin', started.body.data.id);
}

test('rows that an import added go, rows it changed are exactly as they were', async () => {
  await bring(
    [
      ['华北', 1, '启用'],
      ['东北', 2, '启用'],
      ['华东', 3, '启用'],
    ],
    { importBatch: '旧' },
  );
  const before = await rows();
  const job = await bring(
    [
      ['华北', 9, '停用'],
      ['华东', 3, '启用'],
      ['西北', 4, '启用'],
    ],
    { importBatch: '新' },
  );
  expect(job).toMatchObject({ insertNum: 1, updateNum: 1, sameNum: 1, undoable: true, undoState: 'none' });
  expect(await undo(job.id)).toMatchObject({ op: 'undo', status: 'success', failNum: 0 });
  expect(await rows()).toEqual(before);
  const shown = await app.call('admin', 'GET', `/api/base/log/list?ids=${job.id}`);
  expect(shown.body.data.records[0]).toMatchObject({ undoState: 'done', undoable: false });
});

test('taking back can itself be taken back, and again', async () => {
  await bring([['华北', 1, '启用']], { importBatch: '旧' });
  const before = await rows();
  const job = await bring(
    [
      ['华北', 9, '停用'],
      ['西北', 4, '启用'],
    ],
    { importBatch: '新' },
  );
  const after = await rows();
  const back = await undo(job.id);
  const forth = await undo(back.id);
  expect(forth).toMatchObject({ status: 'success' });
  expect(await rows()).toEqual(after);
  await undo(forth.id);
  expect(await rows()).toEqual(before);
});

test('imports are taken back one after another, and what a later one did is not lost by taking the earlier back', async () => {
  const before = await rows();
  const first = await bring([['华北', 1, '启用']]);
  const second = await bring([['华北', 5, '停用']]);
  expect(await undo(first.id)).toMatchObject({ status: 'fail', failNum: 1 });
  expect(await rows()).toMatchObject([{ orderNum: 5 }]);

  const third = await bring([['华北', 7, '停用']]);
  await undo(third.id);
  // Undone, imported again and undone again: nothing of it is left.
  const undone = await undo(second.id);
  const again = await undo(undone.id);
  await undo(again.id);
  const fourth = await bring([['东北', 2, '启用']]);
  expect(await undo(fourth.id)).toMatchObject({ status: 'success' });
  expect((await rows()).map(row => row.orderNum)).toEqual([1]);
  const last = await bring([['西南', 3, '启用']]);
  const changed = await bring([['西南', 4, '启用']]);
  await undo(changed.id);
  expect(await undo(last.id)).toMatchObject({ status: 'success', failNum: 0 });
  expect((await rows()).length).toBe(before.length + 1);
});

test('what is told of a redo is what it changed: a row that a later file gave the same label is not counted', async () => {
  await bring([
    ['华北', 1, '启用'],
    ['东北', 2, '启用'],
  ]);
  await sql`update t_region set import_batch = null`.execute(app.engine.db);
  const job = await bring(
    [
      ['华北', 1, '启用'],
      ['东北', 9, '启用'],
    ],
    { importBatch: '同' },
  );
  const undone = await undo(job.id);
  expect(undone).toMatchObject({ updateNum: 2, sameNum: 0, message: '撤销 2 行' });
  await bring([['华北', 1, '启用']], { importBatch: '同' });
  const redone = await undo(undone.id);
  expect(redone).toMatchObject({ updateNum: 1, sameNum: 1, failNum: 0, message: '恢复 1 行' });
  expect(await rows()).toMatchObject([
    { regionName: '华北', orderNum: 1, importBatch: '同' },
    { regionName: '东北', orderNum: 9, importBatch: '同' },
  ]);
});

test('rows that somebody has edited since are left alone and listed', async () => {
  const job = await bring([
    ['华北', 1, '启用'],
    ['东北', 2, '启用'],
  ]);
  const [first] = (await app.call('admin', 'GET', `${region.path}/list?sort=id`)).body.data.records;
  await app.call('admin', 'PUT', region.path, { ...first, orderNum: 77 });
  const done = await undo(job.id);
  expect(done).toMatchObject({ status: 'fail', failNum: 1 });
  expect(done.message).toBe('撤销 1 行，1 行之后有变动，保持不变');
  expect(await rows()).toMatchObject([{ id: first.id, orderNum: 77 }]);
  const listed = await readStored(app, done.logUrl ?? '');
  expect(listed[1]).toEqual([String(first.id), 'ID对应的行之后又被修改，未撤销']);
});

test('a row that others refer to by now stays', async () => {
  const sheet = await upload(
    app,
    await writeSheet(
      app,
      ['分组', '类型名称'],
      [
        ['专业', '甲'],
        ['专业', '乙'],
      ],
    ),
  );
  const job = await importFile(app, 'admin', typeDict, sheet);
  const parents = (await app.call('admin', 'GET', `${typeDict.path}/list?sort=typeId`)).body.data.records;
  await app.call('admin', 'POST', typeDict.path, {
    typeName: '子',
    typeFlag: 3,
    parentId: parents[0].typeId,
  });
  expect(await undo(job.id)).toMatchObject({ status: 'fail', failNum: 1 });
  const left = (await app.call('admin', 'GET', `${typeDict.path}/list?tree=0&sort=typeId`)).body.data.records;
  expect(left.map((row: { typeName: string }) => row.typeName)).toEqual(['甲', '子']);
});

test('a batch delete is taken back, except where another row has taken the name', async () => {
  await bring([
    ['华北', 1, '启用'],
    ['东北', 2, '启用'],
  ]);
  const ids = (await rows()).map(row => row.id);
  const deleted = await app.call('admin', 'POST', `${region.path}/batch/delete`, { ids });
  const job = await finished(app, 'admin', deleted.body.data.id);
  await app.call('admin', 'POST', region.path, { regionName: '华北' });
  expect(await undo(job.id)).toMatchObject({ status: 'fail', failNum: 1, insertNum: 1 });
  expect((await rows()).map(row => row.regionName).sort()).toEqual(['东北', '华北']);
});

test('what is running, was only a check, was taken back or is somebody else’s cannot be taken back', async () => {
  const sheet = [['华北', 1, '启用']];
  const checked = await bring(sheet, { dryRun: true });
  expect((await askUndo(checked.id)).body).toMatchObject({ code: 409, data: { reason: 'notAllowedNow' } });
  const job = await bring(sheet);
  expect((await askUndo(job.id, 'other')).body).toMatchObject({ code: 404 });
  await undo(job.id);
  expect((await askUndo(job.id)).body).toMatchObject({ code: 409 });
});

test('what was taken back tells so, and can be taken back again once that was itself undone or did nothing', async () => {
  const shown = async (id: number) => {
    const { undoState, undoable } = (await app.call('admin', 'GET', `/api/base/log/list?ids=${id}`)).body.data
      .records[0];
    return { undoState, undoable };
  };
  const job = await bring([
    ['华北', 1, '启用'],
    ['东北', 2, '启用'],
  ]);
  const started = await askUndo(job.id);
  expect(await shown(job.id)).toEqual({ undoState: 'running', undoable: false });
  // Cancelled before it did anything: as if it was never requested.
  await app.call('admin', 'POST', '/api/base/log/cancel', { id: started.body.data.id });
  await app.runJobs();
  expect(await rows()).toHaveLength(2);
  expect(await shown(job.id)).toEqual({ undoState: 'none', undoable: true });

  const back = await undo(job.id);
  expect(await shown(job.id)).toEqual({ undoState: 'done', undoable: false });
  await undo(back.id);
  expect(await shown(back.id)).toEqual({ undoState: 'done', undoable: false });
  expect(await shown(job.id)).toEqual({ undoState: 'none', undoable: true });

  const [first] = await rows();
  const edited = (await app.call('admin', 'GET', `${region.path}/info?id=${first?.id}`)).body.data;
  await app.call('admin', 'PUT', region.path, { ...edited, orderNum: 77 });
  expect(await undo(job.id)).toMatchObject({ status: 'fail', updateNum: 1, failNum: 1 });
  expect(await rows()).toMatchObject([{ orderNum: 77 }]);
  expect(await shown(job.id)).toEqual({ undoState: 'partly', undoable: false });
});

test('the same file again is asked about, unless what it brought was taken back', async () => {
  const path = await upload(app, await writeSheet(app, headers, [['华北', 1, '启用']]));
  const body = { tableId: region.tableId, importBatch: '批', filePath: path, originName: 'a.xlsx' };
  const send = (more: object = {}) =>
    app.call('admin', 'POST', `${region.path}/import`, { ...body, ...more });
  const first = await send();
  const job = await finished(app, 'admin', first.body.data.id);
  expect((await send()).body).toMatchObject({ code: 409, data: { reason: 'sameFile', id: job.id } });
  expect((await send({ dryRun: true })).body.success).toBe(true);
  expect((await send({ again: true })).body.success).toBe(true);
  await app.runJobs();
});

test('a dry run shows every difference, old and new', async () => {
  await bring(
    [
      ['华北', 1, '启用'],
      ['东北', 2, '启用'],
    ],
    { importBatch: '旧' },
  );
  const job = await bring(
    [
      ['华北', 9, '停用'],
      ['东北', 2, '启用'],
    ],
    { dryRun: true },
  );
  const shown = await app.call('admin', 'GET', `/api/base/log/differences?id=${job.id}`);
  expect(shown.body.data).toMatchObject({
    total: 1,
    records: [
      {
        row: 2,
        changes: [
          { field: 'orderNum', column: '排序', before: 1, after: 9 },
          { field: 'status', column: '状态', before: 1, after: 0 },
        ],
      },
    ],
  });
});
