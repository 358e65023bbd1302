import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import type { Columns } from '../../table/columns.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { finished, importFile, upload, writeSheet } from '../../testing/workbooks.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { createPlanner } from './plan.ts';
import { prepareChunk, settledPlan } from './prepare.ts';

const { region } = registry;
const actor = person();

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: actor });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate t_region`.execute(app.engine.db);
  for (const regionName of ['华北', '华东']) {
    await app.call('admin', 'POST', region.path, { regionName, orderNum: 1, status: 1 });
  }
});

const rows: readonly ReadRow[] = ['华北', '华东', '华南'].map((regionName, index) => ({
  number: index + 2,
  values: { regionName, orderNum: 9 },
  match: { regionName },
  issues: [],
  cells: [regionName, 9],
}));

const keyOf = async (regionName: string) =>
  Number(
    (
      await sql<
        Columns<typeof region, 'id'>
      >`select id from t_region where region_name = ${regionName} and not deleted`.execute(app.engine.db)
    ).rows[0]?.id,
  );

/** Prepares the rows, runs `meanwhile`, and returns the resulting plan, and whether it is the prepared one. */
async function planned(meanwhile: () => Promise<unknown>) {
  const { engine } = app;
  const write = { engine, dataset: region, actor, jobId: 1, importBatch: null };
  const rules = {
    dataset: region,
    actor,
    by: 'naturalKey',
    mode: 'upsert',
    present: ['regionName', 'orderNum'],
  } as const;
  const planner = createPlanner(engine, rules, engine.clock.now());
  const prepared = await prepareChunk(write, planner, rows);
  await meanwhile();
  const plan = await engine.db.transaction().execute(db => settledPlan(engine, db, planner, rows, prepared));
  return {
    asPrepared: plan === prepared.plan,
    inserted: plan.inserts.map(({ values }) => values.regionName),
    updated: plan.updates.length,
  };
}

test('what was planned ahead holds while nobody touches the rows it met', async () => {
  const plan = await planned(async () => {});
  expect(plan).toEqual({ asPrepared: true, inserted: ['华南'], updated: 2 });
});

test('a row that somebody edits or deletes meanwhile is planned anew', async () => {
  const id = await keyOf('华东');
  const { body } = await app.call('admin', 'GET', `${region.path}/info?id=${id}`);
  const edited = await planned(() => app.call('admin', 'PUT', region.path, { ...body.data, orderNum: 5 }));
  expect(edited).toEqual({ asPrepared: false, inserted: ['华南'], updated: 2 });
  const deleted = await planned(() => app.call('admin', 'DELETE', region.path, { ids: [id] }));
  expect(deleted).toEqual({ asPrepared: false, inserted: ['华东', '华南'], updated: 1 });
});

test('two imports of the same rows at the same time leave each row once, and none refused', async () => {
  await sql`truncate t_region`.execute(app.engine.db);
  const count = 5_000;
  const sheet = Array.from({ length: count }, (_, n): WriteCell[] => [`地区${n}`, n % 7, '启用']);
  const filePath = await upload(app, await writeSheet(app, ['地区', '排序', '状态'], sheet));
  const start = async () => {
    const body = { tableId: region.tableId, importBatch: '批', filePath, originName: 'a.xlsx', again: true };
    return (await app.call('admin', 'POST', `${region.path}/import`, body)).body.data.id as number;
  };
  const ids = [await start(), await start()];
  await Promise.all([app.runJobs(), app.runJobs()]);
  const jobs = await Promise.all(ids.map(id => finished(app, 'admin', id)));
  expect(jobs.map(({ status, failNum }) => ({ status, failNum }))).toEqual([
    { status: 'success', failNum: 0 },
    { status: 'success', failNum: 0 },
  ]);
  expect(jobs.reduce((sum, { insertNum }) => sum + insertNum, 0)).toBe(count);
  const kept = await sql<{ rows: number; names: number }>`
    select count(*)::integer as rows, count(distinct region_name)::integer as names from t_region`.execute(
    app.engine.db,
  );
  expect(kept.rows[0]).toEqual({ rows: count, names: count });
});

test('a file that begins with new rows and goes on with others does to each what it should', async () => {
  await sql`truncate t_region`.execute(app.engine.db);
  const row = (name: string, order = 1): WriteCell[] => [name, order, '启用'];
  const bring = async (sheet: WriteCell[][], more: Record<string, unknown> = {}) =>
    importFile(
      app,
      'admin',
      region,
      await upload(app, await writeSheet(app, ['地区', '排序', '状态'], sheet)),
      more,
    );
  const many = (word: string, count: number, order?: number) =>
    Array.from({ length: count }, (_, n) => row(`${word}${n}`, order));
  expect(await bring([...many('旧', 1_500), row('合计')])).toMatchObject({ insertNum: 1_500, failNum: 1 });
  await app.call('admin', 'POST', region.path, { regionName: '合计', orderNum: 1, status: 1 });
  const file = [...many('新', 9_000), ...many('旧', 1_500, 7), row('合计', 7), ...many('更新', 5_000)];
  expect(await bring(file)).toMatchObject({ insertNum: 14_000, updateNum: 1_501, sameNum: 0, failNum: 0 });
  expect(await bring([...many('再', 9_000), ...many('新', 10)], { mode: 'insert' })).toMatchObject({
    insertNum: 9_000,
    failNum: 10,
  });
  expect(await bring([...many('只', 6_000), ...many('再', 10, 3)], { mode: 'update' })).toMatchObject({
    insertNum: 0,
    updateNum: 10,
    failNum: 6_000,
  });
});
