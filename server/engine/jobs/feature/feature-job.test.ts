import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../../platform/logger.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, standsAs, type TestApp } from '../../testing/app.ts';
import { growCall, growFeature, growRegions, growWork } from '../../testing/feature-job.ts';
import { finished, readStored } from '../../testing/workbooks.ts';
import type { CurrentActor } from '../lifecycle/rights.ts';
import { work } from '../work.ts';
import { startFeatureJob } from './start-feature-job.ts';

const admin = person();
/** Called before a chunk of the job is written; set by each test. */
let onChunk: (jobId: number, after: number) => Promise<number | undefined> = async () => undefined;
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(
    migrated,
    {
      admin,
      grower: person({ userId: 2, admin: false, permissions: new Set(['wish:region:add']) }),
      reader: person({ userId: 3, admin: false, permissions: new Set(['wish:region:list']) }),
    },
    [growFeature],
    [],
    { jobWorks: [growWork((jobId, after) => onChunk(jobId, after))] },
  );
});
afterAll(() => app.close());

async function start(prefix: string, count = 8): Promise<number> {
  onChunk = async () => undefined;
  const started = await app.call('admin', 'POST', growCall.path, { prefix, count });
  return started.body.data.id;
}

/** Names of the regions that a job has made, in their order. */
async function made(prefix: string): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select region_name as name from t_region where region_name like ${`${prefix}%`} and not deleted order by id`.execute(
    app.engine.db,
  );
  return found.rows.map(({ name }) => name);
}

const carryOut = (id: number, currentActor: CurrentActor = standsAs) =>
  work({ engine: app.engine, logger: silentLogger(), workFolder: app.dataDir, currentActor }, id);

const jobOf = async (who: string, id: number) =>
  (await app.call(who, 'GET', `/api/base/log/list?ids=${id}`)).body.data.records[0];

test('a feature’s job is started by its call, shown like an import, and leaves its file and its problems', async () => {
  const started = await app.call('grower', 'POST', growCall.path, { prefix: '甲', count: 8 });
  expect(started.body).toMatchObject({ success: true, message: '任务已开始' });
  const job = await finished(app, 'admin', started.body.data.id);
  expect(job).toMatchObject({
    op: 'growRegions',
    bizType: 699,
    title: '地区',
    status: 'fail',
    progress: 100,
    done: 8,
    total: 8,
    insertNum: 7,
    failNum: 1,
    undoable: true,
    message: '共 8 个，生成 7 个，合计 36',
  });
  expect(await text(await app.engine.files.open(String(job.url).slice(1)))).toBe('prefix\n甲\n');
  expect((await readStored(app, String(job.logUrl)))[1]?.slice(0, 2)).toEqual(['5', '逢五不生成']);
  const { body } = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  expect(body.data.records).toMatchObject([{ row: 1, errors: [{ field: 'regionName' }] }]);
  expect(await made('甲')).toHaveLength(7);
});

test('what a feature’s job is given is checked, and so is who starts it', async () => {
  const refused = await app.call('grower', 'POST', growCall.path, { prefix: '', count: 101 });
  expect(refused.status).toBe(400);
  expect((await app.call('reader', 'POST', growCall.path, { prefix: '乙', count: 1 })).status).toBe(403);
  const reader = person({ userId: 3, admin: false });
  await expect(
    startFeatureJob(app.engine, growRegions, reader, { prefix: '乙', count: 1 }),
  ).rejects.toMatchObject({ code: 'forbidden' });
});

test('a job of a transaction that is taken back was never started', async () => {
  const before = await sql<{ last: number }>`select max(id) as last from t_biz_log`.execute(app.engine.db);
  const taken = app.engine.db.transaction().execute(async db => {
    await startFeatureJob(app.engine, growRegions, admin, { prefix: '丙', count: 1 }, db);
    throw new Error('the caller fails');
  });
  await expect(taken).rejects.toThrow('the caller fails');
  const after = await sql<{ last: number }>`select max(id) as last from t_biz_log`.execute(app.engine.db);
  expect(after.rows).toEqual(before.rows);
});

test('a job that is broken off goes on after the last chunk that stands, and adds nothing twice', async () => {
  const id = await start('丁');
  onChunk = async (_, after) => {
    if (after === 3) throw new Error('the process dies');
    return undefined;
  };
  await expect(carryOut(id)).rejects.toThrow('the process dies');
  expect(await made('丁')).toEqual(['丁1', '丁2', '丁3']);
  onChunk = async () => undefined;
  await carryOut(id);
  expect(await made('丁')).toEqual(['丁1', '丁2', '丁3', '丁4', '丁6', '丁7', '丁8']);
  expect(await jobOf('admin', id)).toMatchObject({ insertNum: 7, message: '共 8 个，生成 7 个，合计 36' });
});

test('a job whose next key does not go forward fails instead of running for ever', async () => {
  const id = await start('辛');
  onChunk = async (_, after) => (after === 3 ? after : undefined);
  await expect(carryOut(id)).rejects.toThrow('growRegions does not go forward: 3 comes after 3');
  expect(await made('辛')).toEqual(['辛1', '辛2', '辛3']);
});

test('a job that is cancelled stops at its next checkpoint, and keeps what it wrote before', async () => {
  const id = await start('戊');
  const rights: CurrentActor = async (db, starter) => {
    // Request the cancellation at the end of each chunk: the second chunk's checkpoint finds it.
    await sql`update t_biz_log set cancel_requested = position > 0 where id = ${id}`.execute(db);
    return standsAs(db, starter);
  };
  await carryOut(id, rights);
  expect(await jobOf('admin', id)).toMatchObject({ cancelled: true, insertNum: 3 });
  expect(await made('戊')).toEqual(['戊1', '戊2', '戊3']);
});

test('a job stops where its starter loses the permission that its kind asks for', async () => {
  const { body } = await app.call('grower', 'POST', growCall.path, { prefix: '己', count: 8 });
  let asked = 0;
  await carryOut(body.data.id, async (_, starter) => {
    asked += 1;
    const permissions = new Set(asked > 2 ? [] : ['wish:region:add' as const]);
    return { ...person(starter as object), admin: false, permissions };
  });
  expect(await jobOf('admin', body.data.id)).toMatchObject({
    status: 'fail',
    cancelled: false,
    insertNum: 3,
  });
  expect(await made('己')).toEqual(['己1', '己2', '己3']);
});

test('what a feature’s job has added is taken back as a whole', async () => {
  const id = await start('庚', 4);
  await finished(app, 'admin', id);
  expect(await made('庚')).toHaveLength(4);
  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id });
  expect(await finished(app, 'admin', undo.body.data.id)).toMatchObject({ status: 'success' });
  expect(await made('庚')).toEqual([]);
});
