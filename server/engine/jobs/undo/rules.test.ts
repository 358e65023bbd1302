import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { sampleRow } from '../../testing/samples.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../../testing/workbooks.ts';

const { occupation, prof, salary } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
beforeEach(() => sql`truncate t_occupation, t_prof, t_salary`.execute(app.engine.db));
afterAll(() => app.close());

async function add(dataset: AnyDataset, values: Readonly<Record<string, unknown>>): Promise<number> {
  const reply = await app.call('admin', 'POST', dataset.path, values);
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ success: true });
  return reply.body.data[dataset.key];
}

async function row(dataset: AnyDataset, key: number) {
  return (await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data;
}

async function change(dataset: AnyDataset, key: number, values: Readonly<Record<string, unknown>>) {
  const { version } = await row(dataset, key);
  return app.call('admin', 'PUT', dataset.path, { [dataset.key]: key, version, ...values });
}

const remove = (dataset: AnyDataset, ...ids: number[]) => app.call('admin', 'DELETE', dataset.path, { ids });

async function bring(
  dataset: AnyDataset,
  headers: readonly string[],
  rows: readonly (readonly WriteCell[])[],
  call = 'import',
) {
  const path = await upload(app, await writeSheet(app, headers, rows));
  return importFile(app, 'admin', dataset, path, {}, call);
}

async function undo(id: number) {
  const started = await app.call('admin', 'POST', '/api/base/log/undo', { id });
  expect(started.body.message).toBe('任务已开始');
  return finished(app, 'admin', started.body.data.id);
}

const reasons = async (id: number): Promise<string[]> =>
  (await app.call('admin', 'GET', `/api/base/log/errors?id=${id}`)).body.data.records.flatMap(
    ({ errors }: { errors: { message: string }[] }) => errors.map(({ message }) => message),
  );

test('an import that moved a reference is not taken back to a row that was deleted since', async () => {
  const [a, b] = [
    await add(occupation, { occupationName: '甲' }),
    await add(occupation, { occupationName: '乙' }),
  ];
  const pay = await add(salary, { dataYear: 2026, occupationId: b, workYears: 1, salaryAvg: 5000 });
  const job = await bring(salary, ['ID', '职业'], [[pay, '甲']], 'batch/update');
  expect(job).toMatchObject({ updateNum: 1 });
  expect((await remove(occupation, b)).body.message).toBe('删除成功');
  const undone = await undo(job.id);
  expect(undone).toMatchObject({
    status: 'fail',
    failNum: 1,
    updateNum: 0,
    message: '撤销 0 行，1 行之后有变动，保持不变',
  });
  expect(await reasons(undone.id)).toEqual([`职业引用的记录（ID ${b}）已不存在`]);
  // An undo has no sheet: the row is named by its key, and by no number of a row.
  const [found] = (await app.call('admin', 'GET', `/api/base/log/errors?id=${undone.id}`)).body.data.records;
  expect(found).toMatchObject({ key: pay });
  const [columns, refused] = await readStored(app, undone.logUrl ?? '');
  expect(columns).toEqual(['ID', '错误原因']);
  expect(refused?.[0]).toBe(String(pay));
  expect(await row(salary, pay)).toMatchObject({ occupationId: a });
});

test('a move within a tree is not taken back where it would make a circle by now', async () => {
  const p = await add(occupation, { occupationName: '甲' });
  const q = await add(occupation, { occupationName: '乙' });
  const x = await add(occupation, { occupationName: '丙', parentId: p });
  const job = await bring(occupation, ['职业', '上级'], [['丙', '乙']]);
  expect(job).toMatchObject({ updateNum: 1 });
  expect((await change(occupation, p, { parentId: x })).body.message).toBe('修改成功');
  const undone = await undo(job.id);
  expect(undone).toMatchObject({ status: 'fail', failNum: 1, updateNum: 0 });
  expect(await reasons(undone.id)).toEqual(['上级不能是自己或自己的下级']);
  expect(await row(occupation, x)).toMatchObject({ parentId: q });
});

test('rows do not come back deeper than the tree may be', async () => {
  const top = await add(occupation, { occupationName: '一' });
  const second = await add(occupation, { occupationName: '二', parentId: top });
  const third = await add(occupation, { occupationName: '三', parentId: second });
  const child = await add(occupation, { occupationName: '子' });
  const leaf = await add(occupation, { occupationName: '叶', parentId: child });
  const started = await app.call('admin', 'POST', `${occupation.path}/batch/delete`, { ids: [leaf] });
  const deleted = await finished(app, 'admin', started.body.data.id);
  expect((await change(occupation, child, { parentId: third })).body.message).toBe('修改成功');
  const undone = await undo(deleted.id);
  expect(undone).toMatchObject({ failNum: 1, insertNum: 0 });
  expect(await reasons(undone.id)).toEqual(['上级最多 4 级']);
  const restored = await app.call('admin', 'POST', `${occupation.path}/restore`, { ids: [leaf] });
  expect(restored.body).toMatchObject({ success: false, data: { errors: [{ field: 'parentId' }] } });
});

test('a deletion is not undone for rows whose parent, or one of several references, is gone', async () => {
  const p = await add(occupation, { occupationName: '上' });
  const [one, two] = [
    await add(prof, { profName: '一', diploma: 1 }),
    await add(prof, { profName: '二', diploma: 1 }),
  ];
  const x = await add(occupation, { occupationName: '下', parentId: p });
  const y = await add(occupation, { occupationName: '旁', profIds: [one, two] });
  const z = await add(occupation, { occupationName: '好', profIds: [one] });
  const started = await app.call('admin', 'POST', `${occupation.path}/batch/delete`, { ids: [x, y, z] });
  const deleted = await finished(app, 'admin', started.body.data.id);
  expect(deleted.updateNum).toBe(3);
  expect((await remove(occupation, p)).body.success).toBe(true);
  expect((await remove(prof, two)).body.success).toBe(true);
  const undone = await undo(deleted.id);
  expect(undone).toMatchObject({ insertNum: 1, failNum: 2 });
  expect((await reasons(undone.id)).sort()).toEqual(
    [`上级引用的记录（ID ${p}）已不存在`, `相关专业引用的记录（ID ${one},${two}）已不存在`].sort(),
  );
  expect(await row(occupation, z)).toMatchObject({ occupationName: '好' });
});

test('an import that added a parent and moved a row under it is taken back as a whole, and brought in again', async () => {
  const x = await add(occupation, { occupationName: '旧' });
  const job = await bring(
    occupation,
    ['职业', '上级'],
    [
      ['新', null],
      ['旧', '新'],
    ],
  );
  expect(job).toMatchObject({ insertNum: 1, updateNum: 1 });
  const undone = await undo(job.id);
  expect(undone).toMatchObject({ status: 'success', message: '撤销 2 行' });
  expect(await row(occupation, x)).toMatchObject({ parentId: 0 });
  const again = await undo(undone.id);
  expect(again).toMatchObject({ status: 'success', message: '恢复 2 行' });
  expect((await row(occupation, x)).parentId).toBeGreaterThan(0);
});

test('a row whose former name another row has by now stays as it is', async () => {
  const x = await add(occupation, { occupationName: '旧名' });
  const y = await add(occupation, { occupationName: '另名' });
  const job = await bring(
    occupation,
    ['ID', '职业'],
    [
      [x, '新名'],
      [y, '又名'],
    ],
    'batch/update',
  );
  expect(job).toMatchObject({ updateNum: 2 });
  await add(occupation, { occupationName: '旧名' });
  const undone = await undo(job.id);
  expect(undone).toMatchObject({ updateNum: 1, failNum: 1 });
  expect(await reasons(undone.id)).toEqual(['ID已有相同记录，未恢复']);
  expect(await row(occupation, y)).toMatchObject({ occupationName: '另名' });
});

test('names that rows passed on to each other go back', async () => {
  const [x, y] = [
    await add(occupation, { occupationName: '甲' }),
    await add(occupation, { occupationName: '乙' }),
  ];
  const job = await bring(
    occupation,
    ['ID', '职业'],
    [
      [x, '丙'],
      [y, '甲'],
    ],
    'batch/update',
  );
  expect(job).toMatchObject({ updateNum: 2 });
  expect(await undo(job.id)).toMatchObject({ status: 'success', updateNum: 2 });
  expect(await row(occupation, x)).toMatchObject({ occupationName: '甲' });
  expect(await row(occupation, y)).toMatchObject({ occupationName: '乙' });
});

test('a row is deleted or referred to when both are asked for at the same moment, and never both', async () => {
  const rounds = Array.from({ length: 12 }, (_, at) => at);
  const keys: number[] = [];
  for (const at of rounds) keys.push(await add(occupation, { occupationName: `同时${at}` }));
  await Promise.all(
    keys.flatMap((key, at) => [
      app.call('admin', 'POST', salary.path, {
        dataYear: 2026,
        occupationId: key,
        workYears: 1,
        salaryAvg: 5000 + at,
      }),
      remove(occupation, key),
    ]),
  );
  const lost = await sql`
    select s.id from t_salary as s join t_occupation as o on o.id = s.occupation_id
    where not s.deleted and o.deleted`.execute(app.engine.db);
  expect(lost.rows).toEqual([]);
});

test('two moves at the same moment make no circle', async () => {
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const x = await add(occupation, { occupationName: `左${at}` });
    const y = await add(occupation, { occupationName: `右${at}` });
    await Promise.all([change(occupation, x, { parentId: y }), change(occupation, y, { parentId: x })]);
    const [one, other] = [await row(occupation, x), await row(occupation, y)];
    expect([one.parentId, other.parentId]).toContain(0);
  }
});

test('a row that others find by its year keeps it while they do', async () => {
  const { jointCategory, schExamType } = registry;
  const sample = await sampleRow(app.engine, schExamType, 51);
  const added = await app.call('admin', 'POST', schExamType.path, sample);
  expect(added.body, JSON.stringify(added.body)).toMatchObject({ success: true });
  const list = await app.call(
    'admin',
    'GET',
    `${jointCategory.path}/list?dataYear=${sample.dataYear}&provinceId=${sample.provinceId}&size=200`,
  );
  const found = list.body.data.records.find(
    (one: { jointCategoryId: number }) => one.jointCategoryId === sample.jointCategoryId,
  );
  const moved = await change(jointCategory, found.dataId, { dataYear: Number(sample.dataYear) + 1 });
  expect(moved.body).toMatchObject({ code: 400, data: { errors: [{ field: 'dataYear' }] } });
});
