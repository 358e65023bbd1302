import { registry } from '@yikao/model/contexts/datasets.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { finished, importFile, upload, writeSheet } from '../testing/workbooks.ts';
import { entriesOfRow, historyFrom, keysOfEntry } from './history.ts';

const { region } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());

/** Some consecutive and some single rows, around a multiple of the longest run. */
const keysAndVersions = fc.uniqueArray(
  fc.record({ key: fc.integer({ min: 1_985, max: 2_030 }), version: fc.integer({ min: 1, max: 2 }) }),
  { selector: ({ key }) => key, minLength: 1, maxLength: 40 },
);

test('entries that rows share tell of each row exactly what was done to it, once', async () => {
  let job = 1_000_000;
  await fc.assert(
    fc.asyncProperty(keysAndVersions, async rows => {
      job += 1;
      const { db } = app.engine;
      await sql`with done as (
        select * from unnest(${rows.map(({ key }) => key)}::bigint[], ${rows.map(({ version }) => version)}::integer[])
          as r(key, version)
      ) ${historyFrom(region, person(), 'added', 'done', job)}`.execute(db);
      const kept = await sql<{ key: number; version: number }>`
        select r.key, h.version from t_row_history as h cross join ${keysOfEntry} where h.job_id = ${job} order by 1`.execute(
        db,
      );
      expect(kept.rows.map(row => ({ key: row.key, version: row.version }))).toEqual(
        rows.toSorted((one, other) => one.key - other.key),
      );
      const byRow = await sql<{ key: number; versions: number[] }>`
        select k.key, array(select e.version from ${entriesOfRow(region, sql`k.key`)} as e where e.job_id = ${job}) as versions
        from generate_series(1980::bigint, 2040) as k(key) order by 1`.execute(db);
      const versionOf = new Map(rows.map(({ key, version }) => [key, version]));
      for (const { key, versions } of byRow.rows) {
        const version = versionOf.get(key);
        expect(versions, `row ${key}`).toEqual(version === undefined ? [] : [version]);
      }
    }),
    { numRuns: 60 },
  );
});

test('rows that come in together share entries, and each has its own history, trash and way back', async () => {
  const count = 2_500;
  const sheet = Array.from({ length: count }, (_, index) => [`同行${index}`, index % 9, '启用']);
  const path = await upload(app, await writeSheet(app, ['地区', '排序', '状态'], sheet));
  const job = await importFile(app, 'admin', region, path);
  expect(job).toMatchObject({ status: 'success', insertNum: count });
  const entries = await sql<{ entries: number; rows: number }>`
    select count(*)::integer as entries, sum(row_count)::integer as rows from t_row_history where job_id = ${job.id}`.execute(
    app.engine.db,
  );
  expect(entries.rows[0]?.rows).toBe(count);
  // Two transactions, each cut at most twice by a multiple of the longest run.
  expect(entries.rows[0]?.entries).toBeLessThan(7);

  const listed = await app.call('admin', 'GET', `${region.path}/list?regionName=同行1200`);
  const { id } = listed.body.data.records[0];
  const historyOf = async () =>
    (await app.call('admin', 'GET', `${region.path}/history?id=${id}`)).body.data.records.map(
      (entry: { op: string; version: number }) => `${entry.op} ${entry.version}`,
    );
  expect(await historyOf()).toEqual(['added 1']);

  const deleted = await app.call('admin', 'POST', `${region.path}/batch/delete`, {
    ids: Array.from({ length: 30 }, (_, index) => id + index),
  });
  expect(await finished(app, 'admin', deleted.body.data.id)).toMatchObject({ status: 'success' });
  const trash = (await app.call('admin', 'GET', `${region.path}/trash?size=50`)).body.data;
  expect(trash.total).toBe(30);
  expect(trash.records.map((row: { id: number }) => row.id).at(-1)).toBe(id);
  await app.call('admin', 'POST', `${region.path}/restore`, { ids: [id] });
  expect((await app.call('admin', 'GET', `${region.path}/trash`)).body.data.total).toBe(29);
  expect(await historyOf()).toEqual(['restored 3', 'deleted 2', 'added 1']);

  // Undoing a deletion recorded as one entry skips a row that somebody has restored by hand.
  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: deleted.body.data.id });
  expect(await finished(app, 'admin', undo.body.data.id)).toMatchObject({ failNum: 1, insertNum: 29 });
  expect((await app.call('admin', 'GET', `${region.path}/trash`)).body.data.total).toBe(0);

  // The import is undone except for that row.
  const back = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
  expect(await finished(app, 'admin', back.body.data.id)).toMatchObject({ failNum: 1 });
  const left = await app.call('admin', 'GET', `${region.path}/list?regionName=同行`);
  expect(left.body.data.records.map((row: { id: number }) => row.id)).toEqual([id]);
});
