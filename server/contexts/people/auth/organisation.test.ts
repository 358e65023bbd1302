import { tmpdir } from 'node:os';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { findJob } from '../../../engine/jobs/lifecycle/job.ts';
import { work } from '../../../engine/jobs/work.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { readConfig } from '../../../platform/config.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { uploadCsv } from '../../../testing/csv-upload.ts';
import { createFeatures } from '../../features.ts';
import { openSeededApp, password, type SeededApp } from '../../testing/seeded-app.ts';
import { createStarterReader } from './job-starter.ts';

const { partners, agent, schExamType, adminUser } = registry;

let it: SeededApp;
let admin: string;
const jobs: number[] = [];
let partnersId: number;
let parentId: number;
let agentId: number;
let disabledId: number;

beforeAll(async () => {
  it = await openSeededApp({ enqueue: async id => void jobs.push(id) });
  admin = (await it.login('admin')).token;
  const found = await sql<{ partner: number; agency: number }>`
    select (select partners_id from t_admin_user where user_name = 'partner01') as partner,
      (select agent_id from t_admin_user where user_name = 'agent01') as agency`.execute(it.engine.db);
  partnersId = Number(found.rows[0]?.partner);
  agentId = Number(found.rows[0]?.agency);
  const make = async (name: string, status: number) => {
    const made = await sql<{ id: number }>`
      insert into t_partners (partners_name, parent_id, channel_name, data_year, show_flag, mobile_auth, user_name,
        position, phone, address, guide_rate, prob_rate, list_rate, status)
      values (${name}, 0, 'c', 2026, 1, 0, 'u', 'p', '1', 'a', 0, 0, 0, ${status}) returning partners_id as id`.execute(
      it.engine.db,
    );
    return Number(made.rows[0]?.id);
  };
  parentId = await make('上级', 1);
  disabledId = await make('停用', 0);
});
afterAll(() => it.close());
beforeEach(async () => {
  await sql`update t_partners set status = 1, deleted = false, parent_id = 0 where partners_id <> ${disabledId}`.execute(
    it.engine.db,
  );
  await sql`update t_agent set status = 1, deleted = false, partners_id = ${partnersId} where agent_id = ${agentId}`.execute(
    it.engine.db,
  );
  await sql`update t_partners set parent_id = ${parentId} where partners_id = ${partnersId}`.execute(
    it.engine.db,
  );
  await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
});

const starter = () => createStarterReader(it.engine.clock);
const run = (id: number, currentActor = starter()) =>
  work({ engine: it.engine, logger: silentLogger(), workFolder: it.dataDir, currentActor }, id);

async function runAll(): Promise<void> {
  for (let id = jobs.shift(); id !== undefined; id = jobs.shift()) {
    await run(id);
    expect(await findJob(it.engine.db, id)).toMatchObject({ status: 'success', failNum: 0 });
  }
}

const by = (method: 'POST' | 'PUT' | 'DELETE', url: string, body: object) =>
  it.call(method, url, { token: admin, body });

/** Changes fields of a row that was just read. */
async function change(dataset: typeof partners | typeof agent, key: number, fields: object) {
  const read = await it.call('GET', `${dataset.path}/info?${dataset.key}=${key}`, { token: admin });
  return by('PUT', dataset.path, { [dataset.key]: key, version: read.data.version, ...fields });
}

/** Uploads a one-row file to an import or batch update, and runs it. */
async function file(path: string, tableId: number, lines: readonly string[]): Promise<void> {
  const [{ userId = 0 } = {}] = (
    await sql<
      Columns<typeof adminUser, 'userId'>
    >`select user_id from t_admin_user where user_name = 'admin'`.execute(it.engine.db)
  ).rows;
  const started = await by('POST', path, {
    tableId,
    importBatch: '组织',
    originName: 'a.csv',
    filePath: await uploadCsv(it.engine, userId, lines),
    again: true,
  });
  expect(started.status).toBe(200);
  await runAll();
}

const use = (token: string) => it.call('GET', '/api/admin/user/current', { token });
const logIn = (userName: string) =>
  it.call('POST', '/api/admin/login', { body: { userName, password, rememberMe: false } });

const agencyRow = async () =>
  (await it.call('GET', `${agent.path}/info?agentId=${agentId}`, { token: admin })).data;

/** A way in which a person's organisation becomes disabled. */
type Road = readonly [string, 'partner01' | 'agent01', () => Promise<void>];

const roads: readonly Road[] = [
  ...(['partner01', 'agent01'] as const).flatMap((who): Road[] => [
    [
      'the partner is disabled by its form',
      who,
      async () => void expect((await change(partners, partnersId, { status: 0 })).status).toBe(200),
    ],
    [
      'the partner is disabled by a step',
      who,
      async () => void expect((await by('PUT', `${partners.path}/disable`, { partnersId })).status).toBe(200),
    ],
    [
      'the partner above it is disabled',
      who,
      async () =>
        void expect((await by('PUT', `${partners.path}/disable`, { partnersId: parentId })).status).toBe(200),
    ],
    [
      'the partner is moved beneath a disabled one',
      who,
      async () =>
        void expect((await change(partners, partnersId, { parentId: disabledId })).status).toBe(200),
    ],
  ]),
  [
    'the partner is disabled by a step over many as a job',
    'partner01',
    async () => {
      expect((await by('POST', `${partners.path}/batch/disable`, { ids: [partnersId] })).status).toBe(200);
      await runAll();
    },
  ],
  [
    'the agency is disabled by a batch update',
    'agent01',
    async () => {
      const body = { ids: [agentId], values: { status: 0 } };
      expect((await by('POST', `${agent.path}/batch/set`, body)).status).toBe(200);
      await runAll();
    },
  ],
  [
    'the agency is disabled by its form',
    'agent01',
    async () => void expect((await change(agent, agentId, { status: 0 })).status).toBe(200),
  ],
  [
    'the agency is disabled by an import',
    'agent01',
    async () => {
      const { agentName, agentCode, partnersName, contact, phone, provinceName } = await agencyRow();
      await file(`${agent.path}/import`, Number(agent.tableId), [
        '合伙人,机构名称,机构代码,省份,联系人,电话,状态',
        [partnersName, agentName, agentCode, provinceName, contact, phone, '停用'].join(),
      ]);
    },
  ],
  [
    'an undo takes back that the agency was enabled',
    'agent01',
    async () => {
      await change(agent, agentId, { status: 0 });
      await file(`${agent.path}/batch/update`, Number(agent.tableId), ['机构ID,状态', `${agentId},启用`]);
      const token = (await logIn('agent01')).data.token;
      expect((await use(token)).status).toBe(200);
      const log = await sql<{ id: number }>`select max(id) as id from t_biz_log`.execute(it.engine.db);
      expect((await by('POST', '/api/base/log/undo', { id: Number(log.rows[0]?.id) })).status).toBe(200);
      await runAll();
      expect((await use(token)).status).toBe(401);
    },
  ],
  [
    'the agency is transferred to a disabled partner',
    'agent01',
    async () => {
      const body = { agentIds: [agentId], partnersId: disabledId };
      await sql`update t_partners set status = 1 where partners_id = ${disabledId}`.execute(it.engine.db);
      expect((await by('PUT', `${agent.path}/transfer`, body)).status).toBe(200);
      expect((await by('PUT', `${partners.path}/disable`, { partnersId: disabledId })).status).toBe(200);
    },
  ],
];

describe('a person who belongs to a disabled organisation is out at once', () => {
  test.each(roads)('%s: %s', async (_, who, disable) => {
    const { token } = await it.login(who);
    const made = await it.call('POST', '/api/admin/apiToken', {
      token,
      body: { name: 'script', days: 1, codes: ['mock:student:list'] },
    });
    expect((await use(token)).status).toBe(200);
    await disable();
    expect(await use(token)).toMatchObject({ status: 401 });
    expect((await it.call('GET', '/api/mock/app/student/list', { token: made.data.token })).status).toBe(401);
    expect(await logIn(who)).toMatchObject({
      status: 403,
      reason: 'organisationDisabled',
      message: '您所属的合伙人或机构已停用，暂不能登录；请联系管理员',
    });
  });

  test('and in again once it is enabled: by a new login, and by the API tokens of before', async () => {
    const { token } = await it.login('agent01');
    const made = await it.call('POST', '/api/admin/apiToken', {
      token,
      body: { name: 'script', days: 1, codes: ['mock:student:list'] },
    });
    await by('PUT', `${partners.path}/disable`, { partnersId });
    expect((await use(token)).status).toBe(401);
    await by('PUT', `${partners.path}/enable`, { partnersId });
    // An earlier session stays ended: somebody may have left it open.
    expect((await use(token)).status).toBe(401);
    expect((await logIn('agent01')).status).toBe(200);
    expect((await it.call('GET', '/api/mock/app/student/list', { token: made.data.token })).status).toBe(200);
  });

  test('when it is deleted, and in again when it is restored', async () => {
    await sql`update t_agent set deleted = true where agent_id = ${agentId}`.execute(it.engine.db);
    await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
    expect((await logIn('agent01')).reason).toBe('organisationDisabled');
    expect((await by('POST', `${agent.path}/restore`, { ids: [agentId] })).status).toBe(200);
    expect((await logIn('agent01')).status).toBe(200);
  });

  test('an account that is moved into it', async () => {
    const { token, userId } = await it.login('partner01');
    const read = await it.call('GET', `${adminUser.path}/info?userId=${userId}`, { token: admin });
    const body = { userId, version: read.data.version, partnersId: disabledId };
    expect((await by('PUT', adminUser.path, body)).status).toBe(200);
    expect((await use(token)).status).toBe(401);
    await sql`update t_admin_user set partners_id = ${partnersId} where user_id = ${userId}`.execute(
      it.engine.db,
    );
  });

  test('on every node', async () => {
    const { token } = await it.login('partner01');
    const config = readConfig({ DATA_DIR: tmpdir(), CAPTCHA: 'off', LOG_LEVEL: 'silent' });
    const node = await createApp({
      engine: it.engine,
      config,
      logger: silentLogger(),
      ...createFeatures(it.engine, config),
    });
    const ask = async () =>
      (await node.inject({ url: '/api/admin/user/current', headers: { 'access-token': token } })).statusCode;
    expect(await ask()).toBe(200);
    await by('PUT', `${partners.path}/disable`, { partnersId: parentId });
    expect(await ask()).toBe(401);
    await node.close();
  });

  test('a login that waits for its second step ends, and the second step lets nobody in', async () => {
    const { token } = await it.login('agent01');
    const { secret } = (await it.call('POST', '/api/admin/secondFactor/start', { token })).data;
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: it.engine.clock.now().getTime(),
      });
    await it.call('POST', '/api/admin/secondFactor/confirm', { token, body: { code: code() } });
    it.pass({ seconds: 60 });
    const { challenge } = (await logIn('agent01')).data;
    // By hand, so that the challenge stays.
    await sql`update t_agent set status = 0 where agent_id = ${agentId}`.execute(it.engine.db);
    const second = await it.call('POST', '/api/admin/login/secondFactor', {
      body: { challenge, code: code() },
    });
    expect(second).toMatchObject({ status: 403, reason: 'organisationDisabled' });
    await sql`delete from t_second_factor`.execute(it.engine.db);
  });

  test('a password that an administrator sets anew lets nobody in', async () => {
    const { userId } = await it.login('partner01');
    await by('PUT', `${partners.path}/disable`, { partnersId });
    const set = await by('POST', '/api/admin/user/reset_pwd', { userId, password });
    expect(set.status).toBe(200);
    expect((await logIn('partner01')).reason).toBe('organisationDisabled');
    await sql`update t_credential set must_change = false where user_id = ${userId}`.execute(it.engine.db);
  });

  test('and the page that explains access says so', async () => {
    const { userId } = await it.login('partner01');
    await by('PUT', `${partners.path}/disable`, { partnersId: parentId });
    const { data } = await by('POST', '/api/admin/access/explain', { userId, login: true });
    expect(data).toMatchObject({ allowed: false, steps: [{ rule: 'account' }, { rule: 'organisation' }] });
  });
});

test('a running export of somebody whose partner is disabled stops at the next checkpoint', async () => {
  await sql`
    insert into t_role_perm (role_id, perm_id) select role_id, perm_id from t_role, t_perm
    where role_code = 'partner' and perm_code in ('sch:examType:export', 'sch:examType:list')
    on conflict do nothing`.execute(it.engine.db);
  const { token } = await it.login('partner01');
  const body = { tableId: schExamType.tableId, title: '导出', fieldNames: ['dataYear', 'provinceId'] };
  const started = await it.call('POST', `${schExamType.path}/export`, { token, body });
  expect(started.status).toBe(200);
  const id = Number(jobs.pop());
  let asked = 0;
  await run(id, async (db, actor) => {
    asked += 1;
    if (asked === 2)
      await sql`update t_partners set status = 0 where partners_id = ${partnersId}`.execute(db);
    return starter()(db, actor);
  });
  const job = await findJob(it.engine.db, id);
  expect(job).toMatchObject({ status: 'fail', url: null });
  expect(job?.message).toContain('其所属的合伙人、机构已停用');
});

test('an import of somebody whose partner is disabled in the middle stops there, and an administrator takes it back', async () => {
  const { token, userId } = await it.login('partner01');
  const province = await sql<{ name: string }>`
    select province_name as name from t_province where province_id = 430000`.execute(it.engine.db);
  const lines = ['机构名称,机构代码,合伙人,省份,联系人,电话'];
  const partner = (await it.call('GET', `${partners.path}/info?partnersId=${partnersId}`, { token: admin }))
    .data;
  for (let n = 0; n < 2_500; n++)
    lines.push(
      `半途画室${n},H${String(n).padStart(5, '0')},${partner.partnersName},${province.rows[0]?.name},周,13800000000`,
    );
  const started = await it.call('POST', `${agent.path}/import`, {
    token,
    body: {
      ...{ tableId: agent.tableId, importBatch: '半途', originName: 'a.csv' },
      filePath: await uploadCsv(it.engine, userId, lines),
    },
  });
  expect(started.status, started.message).toBe(200);
  const id = Number(jobs.pop());
  let asked = 0;
  await run(id, async (db, actor) => {
    asked += 1;
    // Before it begins, at the end of the first transaction, and now in the second one.
    if (asked === 3)
      await sql`update t_partners set status = 0 where partners_id = ${partnersId}`.execute(db);
    return starter()(db, actor);
  });
  const landed = async () =>
    Number(
      (
        await sql<{ n: number }>`
          select count(*) as n from t_agent where agent_name like '半途画室%' and not deleted`.execute(
          it.engine.db,
        )
      ).rows[0]?.n,
    );
  const job = await findJob(it.engine.db, id);
  expect(job).toMatchObject({ status: 'fail', insertNum: 2_000 });
  expect(job?.message).toContain('其所属的合伙人、机构已停用');
  expect(job?.message).toContain('已写入 2000 行');
  expect(await landed()).toBe(2_000);
  const undone = await by('POST', '/api/base/log/undo', { id });
  await run(undone.data.id);
  expect(await findJob(it.engine.db, undone.data.id)).toMatchObject({ status: 'success', failNum: 0 });
  expect(await landed()).toBe(0);
});
