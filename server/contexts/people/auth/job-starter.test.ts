import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findJob } from '../../../engine/jobs/lifecycle/job.ts';
import type { CurrentActor } from '../../../engine/jobs/lifecycle/rights.ts';
import { work } from '../../../engine/jobs/work.ts';
import { createXlsxWriter } from '../../../excel/index.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { createStarterReader } from './job-starter.ts';

const { region, schExamType } = registry;
/** Three transactions' worth. */
const rowCount = 5_000;

let app: SeededApp;
let folder: string;
let admin: string;
let starter: CurrentActor;
const enqueued: number[] = [];

beforeAll(async () => {
  app = await openSeededApp({ enqueue: async id => void enqueued.push(id) });
  folder = app.dataDir;
  starter = createStarterReader(app.engine.clock);
  admin = (await app.login('admin')).token;
});
afterAll(() => app.close());

const run = (id: number, currentActor = starter) =>
  work({ engine: app.engine, logger: silentLogger(), workFolder: folder, currentActor }, id);

async function startExport(token: string): Promise<number> {
  const body = { tableId: schExamType.tableId, title: '导出', fieldNames: ['dataYear', 'provinceId'] };
  return (await app.call('POST', `${schExamType.path}/export`, { token, body })).data.id;
}

/** Starts an import of regions as the person of a token. */
async function startImport(token: string): Promise<number> {
  const path = join(folder, 'regions.xlsx');
  const writer = await createXlsxWriter(path, {
    sheets: [
      { name: '地区', columns: ['地区', '排序', '状态'].map(header => ({ header, format: 'general' })) },
    ],
  });
  for (let n = 0; n < rowCount; n++) await writer.row([`权限${n}`, n % 7, '启用']);
  await writer.close();
  const key = `test/${crypto.randomUUID()}.xlsx`;
  const stored = await app.engine.files.put(key, createReadStream(path), { maxBytes: 1024 ** 3 });
  await sql`insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    select ${`/${key}`}, 'test', ${stored.size}, 'application/octet-stream', ${stored.sha256}, 1, user_id
    from t_admin_user where user_name = 'ops'`.execute(app.engine.db);
  const started = await app.call('POST', `${region.path}/import`, {
    token,
    body: { tableId: region.tableId, importBatch: '权限', filePath: `/${key}`, originName: 'a.xlsx' },
  });
  if (started.status !== 200) throw new Error(started.message);
  return started.data.id;
}

const regions = async () =>
  (
    await sql<{ count: number }>`
      select count(*)::integer as count from t_region where region_name like '权限%' and not deleted`.execute(
      app.engine.db,
    )
  ).rows[0]?.count;

const messages = {
  account:
    '提交任务的账号或其所属的合伙人、机构已停用，或访问令牌已失效，任务已停止；已写入 0 行。如需继续，请由有权限的人重新提交',
  code: '提交人已没有该操作的权限，任务已停止；已写入 0 行。如需继续，请由有权限的人重新提交',
  scope: '提交人的数据范围已缩小，任务已停止；已写入 0 行。请核对数据范围后重新提交',
};

describe('a job whose starter lost the right to it while it waited', () => {
  const cases: readonly [string, string, RawBuilder<unknown>, RawBuilder<unknown>][] = [
    [
      'the account was disabled',
      messages.account,
      sql`update t_admin_user set status = 0 where user_name = 'ops'`,
      sql`update t_admin_user set status = 1 where user_name = 'ops'`,
    ],
    [
      'the account was deleted',
      messages.account,
      sql`update t_admin_user set deleted = true where user_name = 'ops'`,
      sql`update t_admin_user set deleted = false where user_name = 'ops'`,
    ],
    [
      'the role was disabled',
      messages.code,
      sql`update t_role set status = 0 where role_code = 'ops'`,
      sql`update t_role set status = 1 where role_code = 'ops'`,
    ],
    [
      'the code was switched off',
      messages.code,
      sql`update t_perm set status = 0 where perm_code = 'sch:examType:export'`,
      sql`update t_perm set status = 1 where perm_code = 'sch:examType:export'`,
    ],
    [
      'whole numbers may not be seen any more',
      messages.code,
      sql`update t_perm set status = 0 where perm_code = 'sch:examType:update'`,
      sql`update t_perm set status = 1 where perm_code = 'sch:examType:update'`,
    ],
    [
      'the account was bound to a province',
      messages.scope,
      sql`update t_admin_user set province_id = 430000 where user_name = 'ops'`,
      sql`update t_admin_user set province_id = null where user_name = 'ops'`,
    ],
    [
      'the role was narrowed to own rows',
      messages.scope,
      sql`update t_role set data_scope = 4 where role_code = 'ops'`,
      sql`update t_role set data_scope = 0 where role_code = 'ops'`,
    ],
  ];
  test.each(cases)('stops and says so: %s', async (_, message, change, back) => {
    const id = await startExport((await app.login('ops')).token);
    await change.execute(app.engine.db);
    await run(id);
    await back.execute(app.engine.db);
    expect(await findJob(app.engine.db, id)).toMatchObject({ status: 'fail', message, url: null });
  });

  test('stops when it was started by an API token that was revoked', async () => {
    const { token } = await app.login('ops');
    const body = { name: '脚本', codes: ['sch:examType:export'], days: 30 };
    const made = await app.call('POST', '/api/admin/apiToken', { token, body });
    const [kept, stopped] = [await startExport(made.data.token), await startExport(made.data.token)];
    await run(kept);
    expect(await findJob(app.engine.db, kept)).toMatchObject({ status: 'success' });
    await sql`delete from t_api_token`.execute(app.engine.db);
    await run(stopped);
    expect(await findJob(app.engine.db, stopped)).toMatchObject({
      status: 'fail',
      message: messages.account,
    });
  });

  test('goes on when the starter may do more, or less of something else', async () => {
    const id = await startExport((await app.login('ops')).token);
    await sql`update t_perm set status = 0 where perm_code = 'wish:type:list'`.execute(app.engine.db);
    await run(id);
    await sql`update t_perm set status = 1 where perm_code = 'wish:type:list'`.execute(app.engine.db);
    expect(await findJob(app.engine.db, id)).toMatchObject({ status: 'success' });
  });
});

test('an import whose starter is disabled in the middle stops there; what landed stays, and an administrator takes it back', async () => {
  const id = await startImport((await app.login('ops')).token);
  let asked = 0;
  await run(id, async (db, actor) => {
    asked += 1;
    // Before it begins, at the end of the first transaction, and now in the second one.
    if (asked === 3) await sql`update t_admin_user set status = 0 where user_name = 'ops'`.execute(db);
    return starter(db, actor);
  });
  expect(await findJob(app.engine.db, id)).toMatchObject({
    status: 'fail',
    insertNum: 2_000,
    message: messages.account.replace(' 0 ', ' 2000 '),
  });
  expect(await regions()).toBe(2_000);
  const undone = await app.call('POST', '/api/base/log/undo', { token: admin, body: { id } });
  await run(undone.data.id);
  expect(await findJob(app.engine.db, undone.data.id)).toMatchObject({ status: 'success', failNum: 0 });
  expect(await regions()).toBe(0);
});
