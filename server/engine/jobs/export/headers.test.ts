import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { headed } from '../../testing/headed-dataset.ts';
import { download, finished, importFile, readStored, upload } from '../../testing/workbooks.ts';
import { tableColumns } from '../template/table-columns.ts';

const { region } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person(), english: person({ language: 'en' }) }, [], [headed]);
  const add = (row: object) => app.call('admin', 'POST', headed.path, { dataYear: 2026, ...row });
  await add({ name: '美术学', planNum: 10, admitNum: 9, tuition: '6000', remark: '甲' });
  await add({ name: '书法学', planNum: 5, admitNum: 1, tuition: '7000', exceptionFlag: 1, remark: '破格' });
  await add({ name: '舞蹈学', dataYear: 2025, admitNum: 2, exceptionFlag: 1 });
});
afterAll(() => app.close());

const ask = (more: object, who = 'admin') =>
  app.call(who, 'POST', `${headed.path}/export`, { tableId: headed.tableId, ...more });

async function exported(more: object, who = 'admin') {
  const started = await ask(more, who);
  expect(started.body.success, started.body.message).toBe(true);
  const job = await finished(app, who, started.body.data.id);
  return { job, rows: await readStored(app, job.url ?? '') };
}

test('an export has the columns of the chosen header, those that tell rows apart before them', async () => {
  const { job, rows } = await exported({ exportHeaderType: 3 });
  expect(rows[0]).toEqual(['年份', '专业', '学费', '计划数']);
  expect(rows).toHaveLength(4);
  expect(job.title).toBe('录取样本-志愿');
  const english = await exported({ exportHeaderType: '1' }, 'english');
  expect(english.rows[0]).toEqual(['Year', 'Major', 'Plan', 'Tuition', 'Remark']);
  expect(english.job.title).toBe('Headed rows-Plan');
});

test('the header of exceptions takes exceptions alone, within the filters', async () => {
  expect((await exported({ exportHeaderType: 5 })).rows.map(row => row[1])).toEqual([
    '专业',
    '书法学',
    '舞蹈学',
  ]);
  const { rows } = await exported({ exportHeaderType: 5, dataYear: '2026' });
  expect(rows).toEqual([
    ['年份', '专业', '录取人数', '备注'],
    [2026, '书法学', 1, '破格'],
  ]);
});

test('a person may change the columns of a header; its rows stay those of the header', async () => {
  const { rows } = await exported({ exportHeaderType: 5, fieldNames: ['name'] });
  expect(rows).toEqual([['专业'], ['书法学'], ['舞蹈学']]);
});

test('what a header exports comes in again and changes nothing', async () => {
  const { job } = await exported({ exportHeaderType: 4 });
  const path = await upload(app, await download(app, job.url ?? ''));
  expect(await importFile(app, 'admin', headed, path)).toMatchObject({ status: 'success', sameNum: 3 });
});

test('without a kind of header all columns are exported; a kind that is not declared is refused', async () => {
  expect((await exported({ exportHeaderType: '' })).rows[0]).toHaveLength(10);
  for (const exportHeaderType of [6, 0, -1]) {
    const { status, body } = await ask({ exportHeaderType });
    expect([status, body.code, body.data.reason]).toEqual([400, 400, 'invalidFields']);
    expect(body.message).toContain('表头');
  }
  expect((await ask({ exportHeaderType: 'plan' })).body).toMatchObject({ success: false, code: 400 });
  const none = await app.call('admin', 'POST', `${region.path}/export`, {
    tableId: region.tableId,
    exportHeaderType: 1,
  });
  // A dataset without kinds of headers passes one by, as any filter that it does not have.
  expect(none.body).toMatchObject({ success: true });
});

test('the column set says in which headers each column stands', () => {
  const columns = tableColumns(headed, 'zh', new Date());
  const types = Object.fromEntries(columns.map(({ columnName, headerTypes }) => [columnName, headerTypes]));
  expect(types).toMatchObject({
    dataId: '',
    dataYear: '1,2,3,4,5',
    name: '1,2,3,4,5',
    planNum: '1,3,4',
    remark: '1,5',
    exceptionFlag: '',
  });
  expect(tableColumns(region, 'zh', new Date()).every(({ headerTypes }) => headerTypes === '')).toBe(true);
});
