import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findJob } from '../../engine/jobs/lifecycle/job.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { dyingProcess } from '../../engine/testing/dying-process.ts';
import { finished, upload, writeSheet } from '../../engine/testing/workbooks.ts';
import type { WriteCell } from '../../excel/index.ts';
import { migrated } from '../../testing/database.ts';

const { segment } = registry;
const headers = ['数据年份', '省份', '分数类型', '科类', '分数', '本段人数', '累计人数'];

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await app.call('admin', 'POST', '/api/base/province', {
    ...{ provinceId: 430_000, provinceName: '湖南', provinceShortName: '湖南', examMode: 2 },
  });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_segment`.execute(app.engine.db));

/** Rows of the table of culture scores of a side: score, people, total. */
const rowsOf = (side: string, ...rows: readonly (readonly [WriteCell, number, number])[]): WriteCell[][] =>
  rows.map(row => [2026, '湖南', '文化', side, ...row]);
const history = (...rows: readonly (readonly [WriteCell, number, number])[]) => rowsOf('历史', ...rows);
const physics = (...rows: readonly (readonly [WriteCell, number, number])[]) => rowsOf('物理', ...rows);

const load = async (rows: readonly WriteCell[][], more: object = {}) => {
  const id = await start(rows, more);
  return finished(app, 'admin', id);
};

async function start(rows: readonly WriteCell[][], more: object = {}): Promise<number> {
  const filePath = await upload(app, await writeSheet(app, headers, rows));
  const body = {
    tableId: segment.tableId,
    filePath,
    originName: 'a.xlsx',
    importBatch: '批',
    again: true,
    ...more,
  };
  const answer = await app.call('admin', 'POST', `${segment.path}/import`, body);
  expect(answer.body.success, answer.body.message).toBe(true);
  return answer.body.data.id;
}

/** The table of a side (4 history, 5 physics), from the highest score down. */
const stored = async (aos = 4) =>
  (
    await sql<{ row: string }>`
      select concat_ws('/', score::float, same_num, total_num) as row from t_segment
      where aos = ${aos} and not deleted order by score desc`.execute(app.engine.db)
  ).rows.map(({ row }) => row);

const undo = async (id: number) => {
  const answer = await app.call('admin', 'POST', '/api/base/log/undo', { id });
  expect(answer.body.success, answer.body.message).toBe(true);
  return finished(app, 'admin', answer.body.data.id);
};

const idsOf = async (...scores: number[]) =>
  (
    await sql<{ id: number }>`
      select segment_id as id from t_segment where score = any(${scores}::numeric[]) order by score desc`.execute(
      app.engine.db,
    )
  ).rows.map(({ id }) => id);

const [top, middle, low] = [
  [598, 7, 7],
  [597, 2, 9],
  [596, 5, 14],
] as const;
const table = ['598/7/7', '597/2/9', '596/5/14'];

test('a file with one wrong row leaves its table as it was, and writes the other tables of the file', async () => {
  expect(await load(history(top, middle, low))).toMatchObject({ insertNum: 3, failNum: 0 });
  const job = await load([
    ...history([598, 9, 9], [597, 2, 99], [596, 5, 16]),
    ...physics([590, 4, 4], [589, 1, 5]),
  ]);
  expect(job).toMatchObject({ insertNum: 2, updateNum: 0, failNum: 3 });
  expect(await stored(4)).toEqual(table);
  expect(await stored(5)).toEqual(['590/4/4', '589/1/5']);
});

test('a cell that cannot be read, a repeated score and an unknown province each keep the whole table out', async () => {
  await load(history(top, middle, low));
  for (const wrong of [
    history([598, 9, 9], ['无', 2, 11]),
    history([598, 9, 9], [597, 2, 11], [597, 2, 11]),
    [...history([598, 9, 9], [597, 2, 11]), [2026, '无此省', '文化', '历史', 596, 1, 12]],
    // Not from the highest down.
    history([597, 2, 11], [598, 9, 9]),
  ]) {
    expect(await load(wrong, { confirmed: true })).toMatchObject({
      insertNum: 0,
      updateNum: 0,
      status: 'fail',
    });
    expect(await stored()).toEqual(table);
  }
});

test('a file replaces its table, after the check has shown which rows will go', async () => {
  await load(history(top, middle, low));
  const shorter = history([598, 9, 9], [597, 2, 11]);
  const check = await load(shorter, { dryRun: true });
  expect(check).toMatchObject({ updateNum: 2 });
  const { sheet } = (await app.call('admin', 'GET', `/api/base/log/info?id=${check.id}`)).body.data;
  expect(sheet.warnings[0].zh).toContain('有 1 行不在文件里');
  expect(sheet.warnings[0].zh).toContain('596.00');
  expect(await load(shorter)).toMatchObject({ status: 'fail', insertNum: 0, updateNum: 0 });
  expect(await stored()).toEqual(table);
  const done = await load(shorter, { confirmed: true });
  expect(done).toMatchObject({ status: 'success', updateNum: 3 });
  expect(await stored()).toEqual(['598/9/9', '597/2/11']);
  expect(await undo(done.id)).toMatchObject({ status: 'success' });
  expect(await stored()).toEqual(table);
});

test('a file that only updates or only adds joins its table, which must add up afterwards', async () => {
  await load(history(top, middle, low));
  expect(await load(history([598, 9, 9], [597, 2, 11]), { mode: 'update' })).toMatchObject({ updateNum: 0 });
  expect(await load(history([595, 1, 20]), { mode: 'insert' })).toMatchObject({ insertNum: 0 });
  expect(await stored()).toEqual(table);
  expect(await load(history([595, 1, 15]), { mode: 'insert' })).toMatchObject({ insertNum: 1 });
  expect(await load(history([598, 8, 8], [597, 1, 9]), { mode: 'update' })).toMatchObject({ updateNum: 2 });
  expect(await stored()).toEqual(['598/8/8', '597/1/9', '596/5/14', '595/1/15']);
});

test('a job that dies leaves each table as it was or as the file has it', { timeout: 120_000 }, async () => {
  const long = (first: number, count: number): [number, number, number][] =>
    Array.from({ length: count }, (_, n) => [(9_000 - n * 2) / 10, first, first * (n + 1)]);
  const [was, now] = [long(1, 2_500), long(2, 2_500)];
  // The sides of a row beside each other: their tables overlap in the file.
  const beside = (rows: readonly (readonly [number, number, number])[]) =>
    rows.flatMap(row => [...history(row), ...physics(row)]);
  expect(await load(beside(was))).toMatchObject({ insertNum: 5_000 });
  const [before, after] = [await stored(), now.map(row => row.join('/'))];
  const id = await start(beside(now));
  const die = dyingProcess(app, id);
  for (let run = 1, checks = 1; (await findJob(app.engine.db, id))?.status === 'processing'; run += 1) {
    await die(checks).catch(() => {});
    checks += run + 1;
    for (const aos of [4, 5]) {
      const rows = await stored(aos);
      expect([before.join(), after.join()]).toContain(rows.join());
    }
    if (run > 20) throw new Error('the job never ends');
  }
});

test('deleting, restoring and undoing never leave half a table', async () => {
  const { id } = await load(history(top, middle, low));
  const [first, second, last] = await idsOf(598, 597, 596);
  const remove = (...ids: (number | undefined)[]) => app.call('admin', 'DELETE', segment.path, { ids });
  const refused = await remove(second);
  expect(refused.status, refused.body.message).toBe(409);
  expect(refused.body.message).toContain('596.00 分的累计人数是 14，按上面各行应为 12');
  // A table that ends higher adds up, and so does one that is gone.
  expect((await remove(last)).status).toBe(200);
  expect((await remove(first, second)).status).toBe(200);
  const restore = (...ids: (number | undefined)[]) =>
    app.call('admin', 'POST', `${segment.path}/restore`, { ids });
  expect((await restore(second)).status).toBe(400);
  expect((await restore(first, second, last)).status).toBe(200);
  const batch = async (body: object) => {
    const answer = await app.call('admin', 'POST', `${segment.path}/batch/delete`, body);
    expect(answer.body.success, answer.body.message).toBe(true);
    return finished(app, 'admin', answer.body.data.id);
  };
  expect(await batch({ ids: [first] })).toMatchObject({ status: 'fail' });
  expect(await stored()).toEqual(table);
  // A row that was added by hand since belongs to the table: taking its file back would leave that row alone.
  const more = { dataYear: 2026, provinceId: 430_000, scoreType: 2, jointCategoryId: 0, aos: 4 };
  const added = await app.call('admin', 'POST', segment.path, {
    ...more,
    score: 595,
    sameNum: 1,
    totalNum: 15,
  });
  expect(added.status, added.body.message).toBe(200);
  expect(await undo(id)).toMatchObject({ status: 'fail' });
  expect(await stored()).toEqual([...table, '595/1/15']);
  expect(await batch({ everything: true })).toMatchObject({ status: 'success' });
  expect(await stored()).toEqual([]);
});

test('two files for one table, imported at once, leave one of the two', async () => {
  const files = [
    history(top, middle, low),
    history([599, 1, 1], [597, 3, 4]),
    history([598, 2, 2], [595, 3, 5]),
  ];
  const ids = await Promise.all(files.map(rows => start(rows, { confirmed: true })));
  await app.runJobs();
  for (const id of ids) expect((await findJob(app.engine.db, id))?.status).not.toBe('processing');
  expect([table.join(), ['599/1/1', '597/3/4'].join(), ['598/2/2', '595/3/5'].join()]).toContain(
    (await stored()).join(),
  );
});

test('a stored table that does not add up is marked, is not used, and whoever asks is told so', async () => {
  await sql`
    insert into t_segment (data_year, province_id, score_type, joint_category_id, aos, score, same_num, total_num)
    values (2026, 430000, 2, 0, 4, 598, 9, 9), (2026, 430000, 2, 0, 4, 597, 2, 9), (2026, 430000, 2, 0, 5, 590, 4, 4)`.execute(
    app.engine.db,
  );
  const list = await app.call('admin', 'GET', `${segment.path}?dataYear=2026`);
  const marks = list.body.data.records.map((one: { aos: number; brokenFlag: number }) => [
    one.aos,
    one.brokenFlag,
  ]);
  expect(marks.sort()).toEqual([
    [4, 1],
    [4, 1],
    [5, 0],
  ]);
  const ask = 'dataYear=2026&provinceId=430000&scoreType=2&jointCategoryId=0';
  const converted = await app.call('admin', 'GET', `${segment.path}/rank?${ask}&aos=4&score=598`);
  expect(converted.body.data).toMatchObject({ broken: true, table: null, rank: null });
  const sound = await app.call('admin', 'GET', `${segment.path}/rank?${ask}&aos=5&score=590`);
  expect(sound.body.data).toMatchObject({ broken: false, rank: 4 });
  // The whole table from a file puts it right.
  expect(await load(history([598, 9, 9], [597, 2, 11]))).toMatchObject({ status: 'success' });
  expect(
    (await app.call('admin', 'GET', `${segment.path}/rank?${ask}&aos=4&score=597`)).body.data,
  ).toMatchObject({
    ...{ broken: false, rank: 11 },
  });
});
