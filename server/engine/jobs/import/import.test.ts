import { registry } from '@yikao/model/contexts/datasets.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { download, finished, importFile, readStored, upload, writeSheet } from '../../testing/workbooks.ts';

const { schExamType, school, typeDict } = registry;
const headers = [
  '数据年份*',
  '省份*',
  '统考类别*',
  '院校*',
  '考试类型*',
  '报名开始',
  '报名结束',
  '备注',
  '排序',
];

let app: TestApp;

const everyCode = new Set(permissionCodes().map(({ code }) => code));

beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person(),
    hunan: person({ userId: 2, userName: 'hunan', admin: false, provinceId: 430000, permissions: everyCode }),
    reader: person({ userId: 3, admin: false, permissions: new Set(['sch:examType:list', 'sys:log']) }),
    exporter: person({ userId: 4, admin: false, permissions: new Set(['sch:examType:export']) }),
    viewer: person({ userId: 5, admin: false, permissions: new Set(['sch:examType:list']) }),
  });
  for (const [provinceId, provinceName, provinceShortName] of [
    [430000, '湖南', '湘'],
    [440000, '广东', '粤'],
  ] as const) {
    await add('/api/base/province', { provinceId, provinceName, provinceShortName, examMode: 2 });
    for (const name of ['美术与设计类', '书法类']) {
      await add('/api/data/wish/jointCategory', {
        dataYear: 2026,
        provinceId,
        jointCategoryName: name,
        parentType: 5,
      });
    }
  }
  for (const [schoolNo, schoolName] of [
    ['10047', '中央美术学院'],
    ['10355', '中国美术学院'],
    ['10542', '湖南师范大学'],
  ]) {
    await add('/api/data/wish/school', { schoolNo, schoolName, provinceId: 430000, schoolLevel: 1 });
  }
});
afterAll(() => app.close());

async function add(path: string, body: object): Promise<void> {
  const added = await app.call('admin', 'POST', path, body);
  expect(added.body.message).toMatch(/成功/);
}

async function importRows(
  rows: readonly (readonly WriteCell[])[],
  more: object = {},
  who = 'admin',
  columns = headers,
) {
  const path = await upload(app, await writeSheet(app, columns, rows), who === 'admin' ? 1 : 2);
  return importFile(app, who, schExamType, path, { ...more });
}

const calendar = async (query = '') =>
  (await app.call('admin', 'GET', `${schExamType.path}/list?size=200&sort=dataId${query}`)).body.data;
const clear = () => sql`truncate t_sch_exam_type`.execute(app.engine.db);

const good = (schoolName: string, remark: WriteCell = null): WriteCell[] => [
  2026,
  '湖南',
  '美术与设计类',
  schoolName,
  '统考',
  { dateTime: '2026-01-05 08:00:00' },
  { date: '2026-01-20' },
  remark,
  1,
];

test('rows come in by names, with dates, and the batch is kept on them', async () => {
  await clear();
  const job = await importRows([good('中央美术学院', '第一行'), good('10355'), good(' 湖南师范大学 ')]);
  expect(job).toMatchObject({
    status: 'success',
    insertNum: 3,
    failNum: 0,
    progress: 100,
    batch: '测试批次',
  });
  const { records, total } = await calendar('&importBatch=测试批次');
  expect(total).toBe(3);
  expect(records[0]).toMatchObject({
    dataYear: 2026,
    provinceName: '湖南',
    jointCategoryName: '美术与设计类',
    schoolName: '中央美术学院',
    startTime: '2026-01-05 08:00:00',
    endTime: '2026-01-20 23:59:59',
    remark: '第一行',
    importBatch: '测试批次',
  });
});

test('every error of every bad row is told with its true row, good rows come in, and the corrected workbook goes in again', async () => {
  await clear();
  const job = await importRows([
    good('中央美术学院'),
    [
      '明年',
      '湖南',
      '美术与设计类',
      '哈佛大学',
      '走后门',
      { date: '2026-02-01' },
      { date: '2026-01-01' },
      '长'.repeat(65),
      1,
    ],
    [],
    [2026, '湖南', '不存在的类', '10355', null, null, null, null, null],
    good('中央美术学院', '重复'),
  ]);
  expect(job).toMatchObject({ status: 'fail', insertNum: 1, failNum: 3, done: 4 });
  expect(job.message).toContain('有错 3');
  expect((await calendar()).total).toBe(1);

  const info = (await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`)).body.data;
  const told = info.errors.map((error: { row: number; message: string }) => `${error.row} ${error.message}`);
  expect(told).toEqual(
    expect.arrayContaining([
      '3 数据年份必须是四位年份',
      '3 找不到院校“哈佛大学”',
      '3 考试类型没有“走后门”这个选项',
      '3 备注不能超过 64 个字符',
      '5 找不到统考类别“不存在的类”',
      '5 考试类型不能为空',
      '6 与第 2 行重复（数据年份、省份、统考类别、院校、轮次相同）',
    ]),
  );

  const errors = await readStored(app, job.logUrl ?? '');
  expect(errors[0]).toEqual([...headers, '错误原因', '原行号']);
  expect(errors).toHaveLength(4);
  expect(errors[1]?.[3]).toBe('哈佛大学');
  expect(errors[1]?.[9]).toContain('找不到院校“哈佛大学”');
  expect(errors[1]?.[10]).toBe(3);

  const corrected = errors
    .slice(1, 2)
    .map(row => [
      2026,
      ...row.slice(1, 3),
      '中国美术学院',
      '校考',
      '2026-02-01',
      '2026-02-09',
      '改好',
      1,
      ...row.slice(9),
    ]);
  const again = await upload(
    app,
    await writeSheet(app, [...headers, '错误原因', '原行号'], corrected as WriteCell[][]),
  );
  expect(await importFile(app, 'admin', schExamType, again)).toMatchObject({
    status: 'success',
    insertNum: 1,
  });
});

test('a row that exists is updated: only columns present, a blank keeps, NULL clears', async () => {
  await clear();
  await importRows([good('中央美术学院', '原备注')]);
  const before = (await calendar()).records[0];
  const columns = ['数据年份', '省份', '统考类别', '院校', '报名结束', '备注', '报名开始'];
  const key = [2026, '湖南', '美术与设计类', '中央美术学院'];
  const job = await importRows([[...key, { date: '2026-03-01' }, null, 'NULL']], {}, 'admin', columns);
  expect(job).toMatchObject({ status: 'success', insertNum: 0, updateNum: 1 });
  expect((await calendar()).records[0]).toMatchObject({
    dataId: before.dataId,
    version: before.version + 1,
    endTime: '2026-03-01 23:59:59',
    remark: '原备注',
    startTime: null,
    examType: 2,
  });
  const same = await importRows([[...key, { date: '2026-03-01' }, null, 'NULL']], {}, 'admin', columns);
  expect(same).toMatchObject({ updateNum: 0, sameNum: 1 });
  expect((await calendar()).records[0].version).toBe(before.version + 1);
});

test('an end before its start is refused, also when only one of them is in the file', async () => {
  await clear();
  await importRows([good('中央美术学院')]);
  const columns = ['数据年份', '省份', '统考类别', '院校', '报名结束'];
  const job = await importRows(
    [[2026, '湖南', '美术与设计类', '中央美术学院', { date: '2026-01-01' }]],
    {},
    'admin',
    columns,
  );
  expect(job).toMatchObject({ status: 'fail', updateNum: 0, failNum: 1 });
  const info = (await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`)).body.data;
  expect(info.errors[0].message).toContain('结束时间不能早于开始时间');
});

test('a dry run tells what would happen and writes nothing', async () => {
  await clear();
  await importRows([good('中央美术学院')]);
  const job = await importRows([good('中央美术学院'), good('10355'), good('无此校')], { dryRun: true });
  expect(job).toMatchObject({ insertNum: 1, sameNum: 1, failNum: 1, dryRun: true });
  expect((await calendar()).total).toBe(1);
});

test('refusing the whole file brings in nothing when one row is bad, and everything when none is', async () => {
  await clear();
  const path = await upload(app, await writeSheet(app, headers, [good('中央美术学院'), good('无此校')]));
  const whole = { onError: 'abort', importBatch: '整份', again: false };
  const refused = await importFile(app, 'admin', schExamType, path, whole);
  expect(refused).toMatchObject({ status: 'fail', done: 2, insertNum: 0, successNum: 0, failNum: 1 });
  expect(refused.undoable).toBe(false);
  expect(refused.message).toBe('共 2 行，1 行有错，整个文件未导入');
  expect((await calendar()).total).toBe(0);
  // The batch does not exist, and the same file may be sent again without confirmation.
  const batches = await app.call('admin', 'GET', `/api/base/log/batch/list?bizType=${refused.bizType}`);
  expect(batches.body.data).not.toContainEqual(expect.objectContaining({ importBatch: '整份' }));
  expect(await importFile(app, 'admin', schExamType, path, whole)).toMatchObject({ failNum: 1 });
  const taken = await importRows([good('中央美术学院'), good('10355')], { onError: 'abort' });
  expect(taken).toMatchObject({ status: 'success', insertNum: 2, done: 2 });
});

test('insert-only refuses a row that exists, update-only one that does not', async () => {
  await clear();
  await importRows([good('中央美术学院')]);
  expect(await importRows([good('中央美术学院'), good('10355')], { mode: 'insert' })).toMatchObject({
    insertNum: 1,
    failNum: 1,
  });
  expect(await importRows([good('中央美术学院', '新'), good('10542')], { mode: 'update' })).toMatchObject({
    updateNum: 1,
    failNum: 1,
  });
});

test('a batch update finds rows by the primary key and never adds one', async () => {
  await clear();
  await importRows([good('中央美术学院')]);
  const { dataId } = (await calendar()).records[0];
  const sheet = await upload(
    app,
    await writeSheet(
      app,
      ['数据ID', '备注'],
      [
        [dataId, '改过'],
        [999_999, '没有'],
        [dataId, '又一次'],
      ],
    ),
  );
  const job = await importFile(app, 'admin', schExamType, sheet, {}, 'batch/update');
  expect(job).toMatchObject({ bizType: 70, updateNum: 1, failNum: 2, insertNum: 0 });
  expect((await calendar()).records).toMatchObject([{ remark: '改过' }]);
});

test('a batch update changes what tells rows apart where they stay apart, and tells each other row (flag B of domain 0.1)', async () => {
  await clear();
  await importRows([good('中央美术学院'), good('10355')]);
  const ids = (await calendar()).records.map(({ dataId }: { dataId: number }) => dataId);
  const update = async (columns: string[], rows: WriteCell[][]) =>
    importFile(
      app,
      'admin',
      schExamType,
      await upload(app, await writeSheet(app, columns, rows)),
      {},
      'batch/update',
    );
  // One becomes another school's; the other would then be its twin.
  const moved = await update(
    ['数据ID', '院校', '考试信息'],
    [
      [ids[0], '10542', '<p>略</p>'],
      [ids[1], '10542', ''],
    ],
  );
  expect(moved).toMatchObject({ updateNum: 1, failNum: 1 });
  expect((await calendar()).records.map(({ schoolName }: { schoolName: string }) => schoolName)).toContain(
    '湖南师范大学',
  );
  const detail = (await app.call('admin', 'GET', `/api/base/log/info?id=${moved.id}`)).body.data;
  expect(JSON.stringify(detail.errors)).toMatch(/与已有记录重复，请改/);
  // Columns that such a file does not set are reported, not ignored silently.
  expect(detail.columns.passedOver).toEqual(['考试信息']);
  // A row does not leave its category behind in another province.
  const torn = await update(['数据ID', '省份'], [[ids[0], '广东']]);
  expect(torn).toMatchObject({ updateNum: 0, failNum: 1 });
  const why = (await app.call('admin', 'GET', `/api/base/log/info?id=${torn.id}`)).body.data;
  expect(JSON.stringify(why.errors)).toContain('须同时填写“统考类别”');
  const whole = await update(['数据ID', '数据年份', '省份', '统考类别'], [[ids[0], 2026, '广东', '书法类']]);
  expect(whole).toMatchObject({ status: 'success', updateNum: 1 });
});

test('somebody of one province brings in that province alone, without having to name it', async () => {
  await clear();
  const own = await importRows([[2026, '书法类', '10355', '统考']], {}, 'hunan', [
    '数据年份',
    '统考类别',
    '院校',
    '考试类型',
  ]);
  expect(own).toMatchObject({ status: 'success', insertNum: 1 });
  const foreign = await importRows(
    [[2026, '广东', '书法类', '10355', '统考', null, null, null, null]],
    {},
    'hunan',
  );
  expect(foreign).toMatchObject({ status: 'fail', insertNum: 0, failNum: 1 });
  expect((await calendar()).records).toMatchObject([{ provinceName: '湖南' }]);
});

test.each([
  [
    'unknown headers are named before anything is written',
    ['数据年份', '省份', '学校名'],
    '无法识别的列：学校名',
  ],
  ['a header that stands twice is named', ['数据年份', '省份', '统考类别', '院校', '院校'], '重复的列：院校'],
  ['missing parts of the natural key are named', ['数据年份', '备注'], '缺少必需的列：省份、统考类别、院校'],
])('%s', async (_, columns, message) => {
  const job = await importRows([columns.map(() => '1')], {}, 'admin', columns);
  expect(job).toMatchObject({ status: 'fail', done: 0 });
  expect(job.message).toBe(message);
});

test('a column that does not match by name is mapped by hand', async () => {
  await clear();
  const columns = ['数据年份', '省份', '统考类别', '学校名', '考试类型', '说明'];
  const row = [2026, '湖南', '美术与设计类', '10355', '统考', '多余'];
  const job = await importRows([row], { mapping: { 学校名: 'schoolId', 说明: '' } }, 'admin', columns);
  expect(job).toMatchObject({ status: 'success', insertNum: 1 });
});

test('a file without rows says so', async () => {
  expect((await importRows([])).message).toBe('文件中没有数据行');
});

test('a child may stand in the same file as its parent', async () => {
  const sheet = await upload(
    app,
    await writeSheet(
      app,
      ['分组', '类型名称', '上级'],
      [
        ['专业', '美术学类', '无'],
        ['专业', '绘画', '美术学类'],
      ],
    ),
  );
  expect(await importFile(app, 'admin', typeDict, sheet)).toMatchObject({ status: 'success', insertNum: 2 });
});

test('somebody else’s upload, a missing remark, a foreign column set and a missing code are refused at once', async () => {
  const path = await upload(app, await writeSheet(app, headers, [good('10355')]), 1);
  const body = { tableId: 10, importBatch: 'x', filePath: path, originName: 'a.xlsx' };
  const call = (who: string, change: object) =>
    app.call(who, 'POST', `${schExamType.path}/import`, { ...body, ...change });
  expect((await call('hunan', {})).body).toMatchObject({
    code: 400,
    data: { errors: [{ field: 'filePath' }] },
  });
  expect((await call('admin', { importBatch: ' ' })).body).toMatchObject({
    code: 400,
    data: { errors: [{ field: 'importBatch' }] },
  });
  expect((await call('admin', { importBatch: '长'.repeat(65) })).body).toMatchObject({ code: 400 });
  expect((await call('admin', { tableId: 22 })).body).toMatchObject({
    code: 400,
    data: { errors: [{ field: 'tableId' }] },
  });
  expect((await call('reader', {})).body).toMatchObject({ code: 403 });
});

test('what is exported and imported again changes nothing', async () => {
  await clear();
  await importRows([good('10355', '第一\n"行",'), good('10542', '=1+1')].map(row => [...row]));
  for (const format of ['xlsx', 'csv']) {
    const started = await app.call('admin', 'POST', `${schExamType.path}/export`, {
      tableId: 10,
      title: '导出',
      format,
    });
    const job = await finished(app, 'admin', started.body.data.id);
    expect(job).toMatchObject({ status: 'success', done: 2, total: 2 });
    const path = await upload(app, await download(app, job.url ?? ''));
    expect(await importFile(app, 'admin', schExamType, path)).toMatchObject({
      status: 'success',
      sameNum: 2,
      updateNum: 0,
    });
  }
});

test('a person who may export sees that job and gets its file, without the page of all jobs', async () => {
  const body = { tableId: 10, title: '考试类型', fieldNames: ['dataYear'] };
  const started = await app.call('exporter', 'POST', `${schExamType.path}/export`, body);
  const job = await finished(app, 'exporter', started.body.data.id);
  expect(job).toMatchObject({ status: 'success' });
  expect((await readStored(app, String(job.url)))[0]).toEqual(['数据年份']);
  const byAnother = await app.call('hunan', 'POST', `${schExamType.path}/export`, body);
  expect((await app.call('exporter', 'GET', `/api/base/log/info?id=${byAnother.body.data.id}`)).status).toBe(
    404,
  );
  expect((await app.call('viewer', 'GET', '/api/base/log/list')).status).toBe(403);
  await app.runJobs();
});

test('history keeps who changed what, through which job', async () => {
  await clear();
  const job = await importRows([good('10355', '甲')]);
  const update = await importRows([good('10355', '乙')]);
  const { dataId } = (await calendar()).records[0];
  const history = await sql<{ op: number; job: number; changes: unknown }>`
    select op, job_id as job, changes from t_row_history
    where dataset = 'schExamType' and row_id = ${dataId} order by history_id`.execute(app.engine.db);
  expect(history.rows).toEqual([
    { op: 1, job: job.id, changes: null },
    { op: 2, job: update.id, changes: { remark: ['甲', '乙'] } },
  ]);
});

test('a batch delete takes the rows of a batch, of keys, or those that are both, and spares what others refer to', async () => {
  await clear();
  await importRows([good('中央美术学院'), good('10355'), good('10542')], { importBatch: '甲' });
  const { records } = await calendar();
  const start = async (body: object) =>
    finished(
      app,
      'admin',
      (await app.call('admin', 'POST', `${schExamType.path}/batch/delete`, body)).body.data?.id,
    );
  expect((await app.call('admin', 'POST', `${schExamType.path}/batch/delete`, {})).body).toMatchObject({
    code: 400,
    message: '请先输入删除条件',
  });
  expect(await start({ importBatch: '甲', ids: [records[0].dataId, 999_999] })).toMatchObject({
    status: 'success',
    done: 1,
  });
  expect((await calendar()).total).toBe(2);
  const schools = await app.call('admin', 'POST', `${school.path}/batch/delete`, {
    ids: records.map((row: { schoolId: number }) => row.schoolId),
  });
  const spared = await finished(app, 'admin', schools.body.data.id);
  expect(spared).toMatchObject({ status: 'fail', failNum: 2, updateNum: 1 });
  expect(await start({ importBatch: '甲' })).toMatchObject({ status: 'success', done: 2 });
  expect((await calendar()).total).toBe(0);
});
