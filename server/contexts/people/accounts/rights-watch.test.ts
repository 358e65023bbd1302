import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { work } from '../../../engine/jobs/work.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { uploadCsv } from '../../../testing/csv-upload.ts';
import { sessionOf } from '../../../testing/hostile/hostile-world.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { createStarterReader } from '../auth/job-starter.ts';

let it: SeededApp;
const jobs: number[] = [];
beforeAll(async () => {
  it = await openSeededApp({
    enqueue: async id => {
      jobs.push(id);
    },
  });
});
afterAll(() => it.close());

const { adminUser: user, role, perm, partners, agent } = registry;
const hunan = 430_000;
let counter = 0;

async function one(query: ReturnType<typeof sql<{ id: number }>>): Promise<number> {
  return Number((await query.execute(it.engine.db)).rows[0]?.id);
}

const nodeOf = (code: string) =>
  one(sql`select perm_id as id from t_perm where perm_code = ${code} and not deleted`);

async function makeRole(codes: readonly string[], columns: Record<string, number> = {}): Promise<number> {
  const name = `r${counter++}`;
  const { scope = 0, status = 1 } = columns;
  const id = await one(sql`insert into t_role (role_name, role_code, data_scope, status)
    values (${name}, ${name}, ${scope}, ${status}) returning role_id as id`);
  await sql`insert into t_role_perm (role_id, perm_id) select ${id}, perm_id from t_perm
    where perm_code = any(${codes}::text[]) and not deleted`.execute(it.engine.db);
  return id;
}

/** An account created without any rules, and its session. */
async function someone(roleIds: readonly number[], columns: Record<string, number> = {}) {
  const name = `u${counter++}`;
  const names = Object.keys(columns).map(column => sql`, ${sql.id(column)}`);
  const values = Object.values(columns).map(value => sql`, ${value}`);
  const userId = await one(sql`
    insert into t_admin_user (user_name, nick_name, user_type ${sql.join(names, sql``)})
    values (${name}, ${name}, 2 ${sql.join(values, sql``)}) returning user_id as id`);
  await sql`insert into t_user_role (user_id, role_id) select ${userId}, r from unnest(${[...roleIds]}::bigint[]) as h(r)`.execute(
    it.engine.db,
  );
  await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
  const token = await sessionOf(it.engine, userId);
  return {
    userId,
    name,
    token,
    send: (method: 'POST' | 'PUT' | 'DELETE', url: string, body: object) =>
      it.call(method, url, { token, body }),
    /** Changes fields of a row that was just read. */
    async change(dataset: { path: string; key: string }, key: number, fields: object) {
      const read = await it.call('GET', `${dataset.path}/info?${dataset.key}=${key}`, { token: admin });
      const body = { [dataset.key]: key, version: read.data.version, ...fields };
      return it.call('PUT', dataset.path, { token, body });
    },
  };
}

/** A person with a role of only these codes. */
const holder = async (codes: readonly string[], columns: Record<string, number> = {}, scope = 0) =>
  someone([await makeRole(codes, { scope })], columns);

let admin: string;
beforeAll(async () => {
  admin = await sessionOf(it.engine, 1);
});

const outranked = { status: 403, reason: 'outranked' };
const beyond = (field: string) => ({
  status: 400,
  data: { errors: [{ field, message: expect.stringContaining('超出您自己的权限') }] },
});
const strong = ['sys:user:list', 'sys:user:add', 'base:province:delete'];

describe('a person who may change permission nodes alone', () => {
  test('takes no code from its node, and puts none on a node that he holds', async () => {
    const person = await holder(['sys:perm:update', 'sys:audit:list']);
    const [own, foreign] = [await nodeOf('sys:audit:list'), await nodeOf('wish:region:add')];
    await sql`update t_perm set deleted = true where perm_code = 'wish:region:export'`.execute(it.engine.db);
    expect(await person.change(perm, foreign, { permCode: 'wish:region:export' })).toMatchObject(outranked);
    expect(await person.change(perm, foreign, { status: 0 })).toMatchObject(outranked);
    await sql`update t_perm set deleted = true where perm_id = ${foreign}`.execute(it.engine.db);
    expect(await person.change(perm, own, { permCode: 'wish:region:add' })).toMatchObject(beyond('permCode'));
    await sql`update t_perm set deleted = false, status = 0 where perm_id = ${foreign}`.execute(it.engine.db);
    expect(await person.change(perm, foreign, { status: 1 })).toMatchObject(outranked);
    await sql`update t_perm set status = 1 where perm_id = ${foreign}`.execute(it.engine.db);
    // A name and a menu position grant nothing.
    expect((await person.change(perm, foreign, { descriptionEn: 'Another name' })).status).toBe(200);
  });

  test('switches nothing off that somebody stronger holds', async () => {
    const person = await holder(['sys:perm:update', 'sys:sms:list']);
    const node = await nodeOf('sys:sms:list');
    await holder(['sys:sms:list', ...strong]);
    expect(await person.change(perm, node, { status: 0 })).toMatchObject(outranked);
  });

  test('neither adds, deletes nor restores a node with a code that he does not hold', async () => {
    const person = await holder(['sys:perm:add', 'sys:perm:delete']);
    const body = { parentId: 0, description: `新目录${counter++}`, permType: 1 };
    expect((await person.send('POST', perm.path, body)).status).toBe(200);
    await sql`delete from t_role_perm using t_perm where t_role_perm.perm_id = t_perm.perm_id
      and perm_code = 'wish:region:delete'`.execute(it.engine.db);
    const ids = [await nodeOf('wish:region:delete')];
    expect(await person.send('DELETE', perm.path, { ids })).toMatchObject(outranked);
    await sql`update t_perm set deleted = true where perm_code = 'wish:region:delete'`.execute(it.engine.db);
    const button = { ...body, permType: 3, description: '删除', permCode: 'wish:region:delete' };
    expect(await person.send('POST', perm.path, button)).toMatchObject(beyond('permCode'));
    expect(await person.send('POST', `${perm.path}/restore`, { ids })).toMatchObject(outranked);
  });
});

describe('a person who may change roles alone', () => {
  test('gives himself nothing by a role that he holds and that is switched off', async () => {
    const asleep = await makeRole(strong, { status: 0 });
    const person = await someone([await makeRole(['sys:role:update']), asleep]);
    expect(await person.change(role, asleep, { status: 1 })).toMatchObject(outranked);
    const own = await makeRole(['sys:role:update']);
    const permIds = [await nodeOf('sys:role:update'), await nodeOf('sys:user:add')];
    expect(await person.change(role, own, { permIds })).toMatchObject(beyond('permIds'));
  });

  test('strips, disables, renames, deletes and restores no role stronger than his own', async () => {
    const person = await holder(['sys:role:update', 'sys:role:delete']);
    const other = await makeRole(strong);
    for (const fields of [{ permIds: [] }, { status: 0 }, { roleCode: 'agent2' }, { dataScope: 4 }]) {
      expect(await person.change(role, other, fields)).toMatchObject(outranked);
    }
    expect((await person.change(role, other, { remark: '只是备注' })).status).toBe(200);
    expect(await person.send('DELETE', role.path, { ids: [other] })).toMatchObject(outranked);
    await sql`update t_role set deleted = true where role_id = ${other}`.execute(it.engine.db);
    expect(await person.send('POST', `${role.path}/restore`, { ids: [other] })).toMatchObject(outranked);
  });

  test('takes nothing from somebody stronger by a role that is weaker than his own', async () => {
    const shared = await makeRole(['sys:role:update']);
    const person = await someone([shared]);
    await someone([shared, await makeRole(strong)]);
    expect(await person.change(role, shared, { permIds: [] })).toMatchObject(outranked);
  });

  test('gives a role no more reach than his own, and its people none past his organisation', async () => {
    const own = await holder(['sys:role:update'], {}, 4);
    const narrow = await makeRole(['sys:role:update'], { scope: 4 });
    expect(await own.change(role, narrow, { dataScope: 0 })).toMatchObject(beyond('dataScope'));
    // Roles are shared: people bound to an organisation cannot change them.
    const bound = await holder(['sys:role:update', 'sys:log'], { province_id: hunan });
    const shared = await makeRole(['sys:role:update']);
    await someone([shared], { province_id: hunan });
    const permIds = [await nodeOf('sys:role:update'), await nodeOf('sys:log')];
    expect(await bound.change(role, shared, { permIds })).toMatchObject({ status: 403, reason: 'forbidden' });
  });
});

describe('a person who may delete accounts alone', () => {
  test('restores nobody stronger; one that is weaker comes back disabled, without tokens', async () => {
    const person = await holder(['sys:user:list', 'sys:user:delete']);
    const boss = await someone([], { admin_flag: 1 });
    const stronger = await holder(strong);
    const weaker = await holder(['sys:user:list']);
    await sql`insert into t_api_token (token_hash, user_id, name, hint, codes, read_only, create_time, expire_time)
      values (${Buffer.from(weaker.name)}, ${weaker.userId}, 'n', 'yk_1234', '{}', false, now(), '2099-01-01')`.execute(
      it.engine.db,
    );
    expect(await person.send('DELETE', user.path, { ids: [stronger.userId] })).toMatchObject(outranked);
    expect((await person.send('DELETE', user.path, { ids: [weaker.userId] })).status).toBe(200);
    await sql`update t_admin_user set deleted = true where user_id in (${boss.userId}, ${stronger.userId})`.execute(
      it.engine.db,
    );
    for (const { userId } of [boss, stronger]) {
      expect(await person.send('POST', `${user.path}/restore`, { ids: [userId] })).toMatchObject(outranked);
    }
    expect((await person.send('POST', `${user.path}/restore`, { ids: [weaker.userId] })).status).toBe(200);
    const left =
      await sql`select status, (select count(*)::integer from t_api_token as t where t.user_id = u.user_id) as tokens
      from t_admin_user as u where user_id = ${weaker.userId}`.execute(it.engine.db);
    expect(left.rows).toEqual([{ status: 0, tokens: 0 }]);
    const history = await it.call('GET', `${user.path}/history?userId=${weaker.userId}`, { token: admin });
    expect(JSON.stringify(history.data.records[0])).toContain('status');
  });
});

describe('a person who may change accounts alone', () => {
  test('enables nobody stronger, and gives roles and organisations no further than his own', async () => {
    const person = await holder(['sys:user:list', 'sys:user:update'], { province_id: hunan });
    const asleep = await someone([await makeRole(strong)], { status: 0, province_id: hunan });
    expect(await person.change(user, asleep.userId, { status: 1 })).toMatchObject(outranked);
    const weaker = await holder(['sys:user:list'], { province_id: hunan });
    const roleIds = [await makeRole(strong, { status: 0 })];
    expect(await person.change(user, weaker.userId, { roleIds })).toMatchObject(beyond('roleIds'));
    expect((await person.change(user, weaker.userId, { status: 0 })).status).toBe(200);
    expect((await person.change(user, weaker.userId, { status: 1 })).status).toBe(200);
    expect((await person.change(user, person.userId, { nickName: '本人' })).status).toBe(200);
    expect((await person.change(user, person.userId, { provinceId: null })).status).toBe(400);
  });

  test('puts no role in the place of one of his own that was switched off', async () => {
    const editor = await makeRole(['sys:user:update']);
    const [asleep, awake] = [await makeRole(strong, { status: 0 }), await makeRole(strong)];
    const person = await someone([editor, asleep]);
    const roleIds = [editor, awake];
    expect(await person.change(user, person.userId, { roleIds })).toMatchObject(beyond('roleIds'));
    expect((await person.change(user, person.userId, { roleIds: [editor] })).status).toBe(200);
  });

  test('gives no more by a token than the token may, though its owner is an administrator', async () => {
    const owner = await someone([], { admin_flag: 1 });
    const made = await owner.send('POST', '/api/admin/apiToken', {
      name: 't',
      days: 1,
      codes: ['sys:user:update', 'sys:role:update'],
    });
    const { token } = made.data;
    const weaker = await holder(['sys:user:update']);
    const call = (path: string, body: object) => it.call('PUT', path, { token, body });
    const roleIds = [await makeRole(strong)];
    const given = await call(user.path, { userId: weaker.userId, version: 1, roleIds });
    expect(given).toMatchObject(beyond('roleIds'));
    expect(await call(user.path, { userId: owner.userId, version: 1, nickName: 'x' })).toMatchObject(
      outranked,
    );
  });
});

describe('organisations', () => {
  const partner = (parentId: number) =>
    one(sql`insert into t_partners (partners_name, parent_id, channel_name, data_year, show_flag, mobile_auth, user_name,
        position, phone, address, guide_rate, prob_rate, list_rate, status)
      values (${`合伙人${counter++}`}, ${parentId}, 'c', 2026, 1, 0, 'u', 'p', '1', 'a', 0, 0, 0, 1)
      returning partners_id as id`);
  const agency = (partnersId: number) =>
    one(sql`insert into t_agent (agent_name, agent_code, partners_id, province_id, contact, phone, commission_rate,
        order_num, status)
      values (${`机构${counter++}`}, ${`Z${counter}`}, ${partnersId}, ${hunan}, 'c', '1', 0, 0, 1) returning agent_id as id`);
  const partnerOf = (userId: number) =>
    one(sql`select partners_id as id from t_admin_user where user_id = ${userId}`);
  const codes = [
    'wish:partners:update',
    'base:agent:update',
    'base:agent:batchUpdate',
    'base:agent:list',
    'sys:log',
  ];

  test('are put under another only by those who reach what its people gain', async () => {
    const [top, moved] = [await partner(0), await partner(0)];
    await sql`update t_partners set province_ids = array[${hunan}]::bigint[]
      where partners_id in (${top}, ${moved})`.execute(it.engine.db);
    await holder(['sch:examType:list'], { partners_id: top }, 1);
    const bound = await holder(codes, { province_id: hunan });
    expect(await bound.change(partners, moved, { parentId: top })).toMatchObject(beyond('parentId'));
    const free = await holder(codes);
    expect((await free.change(partners, moved, { parentId: top })).status).toBe(200);
  });

  test('an agency takes its accounts along by every road, as far as the person who moves it reaches, and back', async () => {
    const [from, to] = [await partner(0), await partner(0)];
    const agentId = await agency(from);
    const account = await holder(['sch:examType:list'], { partners_id: from, agent_id: agentId }, 1);
    const bound = await holder(codes, { province_id: hunan });
    const free = await holder(codes);
    /** Moves the agency by a file. */
    const file = async (person: typeof free) => {
      const lines = ['机构ID,合伙人', `${agentId},${to}`];
      const filePath = await uploadCsv(it.engine, person.userId, lines);
      const body = { tableId: agent.tableId, importBatch: 'b', originName: 'a.csv', filePath, again: true };
      return run(person, `${agent.path}/batch/update`, body);
    };
    const currentActor = createStarterReader(it.engine.clock);
    const worker = { logger: silentLogger(), workFolder: '', currentActor };
    const run = async (person: typeof free, url: string, body: object) => {
      const started = await person.send('POST', url, body);
      await Promise.all(jobs.splice(0).map(id => work({ ...worker, engine: it.engine }, id)));
      const log = await sql<{ status: string; message: string }>`
        select status, message from t_biz_log where id = ${started.data.id}`.execute(it.engine.db);
      return { id: started.data.id as number, ...log.rows[0] };
    };
    expect(await bound.change(agent, agentId, { partnersId: to })).toMatchObject(beyond('partnersId'));
    expect(await file(bound)).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('请由管理员处理'),
    });
    expect(await partnerOf(account.userId)).toBe(from);
    const done = await file(free);
    expect(done.status).toBe('success');
    expect(await partnerOf(account.userId)).toBe(to);
    const undone = await run(free, '/api/base/log/undo', { id: done.id });
    expect(undone.status).toBe('success');
    expect(await partnerOf(account.userId)).toBe(from);
  });

  test('are enabled by those alone who hold what their people get back, and disabled by those whom these do not outrank', async () => {
    const [top, under] = [await partner(0), await partner(0)];
    await sql`update t_partners set parent_id = ${top} where partners_id = ${under}`.execute(it.engine.db);
    const agentId = await agency(under);
    const account = await holder(strong, { partners_id: under, agent_id: agentId }, 1);
    const weak = await holder([...codes, 'wish:partners:delete', 'base:agent:delete']);
    const stands = async () =>
      (await it.call('GET', '/api/admin/user/current', { token: account.token })).status;
    for (const [of, key] of [
      [partners, top],
      [partners, under],
      [agent, agentId],
    ] as const) {
      expect(await weak.change(of, key, { status: 0 })).toMatchObject(outranked);
      expect(await weak.send('PUT', `${of.path}/disable`, { [of.key]: key })).toMatchObject(outranked);
      expect(await stands()).toBe(200);
      await sql`update ${sql.table(of === partners ? 't_partners' : 't_agent')} set status = 0
        where ${sql.ref(of === partners ? 'partners_id' : 'agent_id')} = ${key}`.execute(it.engine.db);
      expect(await weak.change(of, key, { status: 1 })).toMatchObject(beyond('status'));
      expect(await weak.send('PUT', `${of.path}/enable`, { [of.key]: key })).toMatchObject(beyond('status'));
      await sql`update ${sql.table(of === partners ? 't_partners' : 't_agent')} set status = 1
        where ${sql.ref(of === partners ? 'partners_id' : 'agent_id')} = ${key}`.execute(it.engine.db);
    }
    const stronger = await holder([...codes, ...strong]);
    expect((await stronger.change(partners, top, { status: 0 })).status).toBe(200);
    expect(await stands()).toBe(401);
    expect((await stronger.change(partners, top, { status: 1 })).status).toBe(200);
    // It is allowed if all affected people hold less.
    const other = await agency(under);
    await holder(['base:agent:list'], { partners_id: under, agent_id: other }, 1);
    expect((await weak.change(agent, other, { status: 0 })).status).toBe(200);
    expect((await weak.change(agent, other, { status: 1 })).status).toBe(200);
  });

  test('are disabled by nobody who belongs to them, not even an administrator', async () => {
    const top = await partner(0);
    const agentId = await agency(top);
    const boss = await someone([], { admin_flag: 1, partners_id: top });
    const head = await someone([], { admin_flag: 1, agent_id: agentId });
    const own = { status: 409, reason: 'ownOrganisation' };
    expect(await boss.change(partners, top, { status: 0 })).toMatchObject(own);
    expect(await head.change(agent, agentId, { status: 0 })).toMatchObject(own);
    expect((await it.call('GET', '/api/admin/user/current', { token: boss.token })).status).toBe(200);
  });

  test('a registration opens no account that reaches further than the person who approves it', async () => {
    const under = await partner(0);
    const applied =
      await one(sql`insert into t_partners_apply (apply_type, partners_name, user_name, phone, province_id,
        address, position) values (1, '新合伙人', 'u', '13900000001', ${hunan}, 'a', 'p') returning apply_id as id`);
    await sql`insert into t_partners_apply_password values (${applied}, 'x')`.execute(it.engine.db);
    const body = { applyId: applied, auditStatus: 2, partnersId: under };
    const own = await holder(['base:partnersapply:audit'], {}, 4);
    const url = '/api/admin/partners/apply/audit';
    // Own rows include only the application that created the account: this is not it.
    expect((await own.send('PUT', url, body)).status).toBe(404);
    const free = await holder(['base:partnersapply:audit']);
    expect((await free.send('PUT', url, body)).status).toBe(200);
  });
});

describe('changes at the same moment', () => {
  test('of two administrators who delete each other one is left', async () => {
    const [first, second] = [await someone([], { admin_flag: 1 }), await someone([], { admin_flag: 1 })];
    const answers = await Promise.all([
      first.send('DELETE', user.path, { ids: [second.userId] }),
      second.send('DELETE', user.path, { ids: [first.userId] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('nobody gives what he has lost while his call waited', async () => {
    const mine = await makeRole(['sys:user:list', 'sys:user:update', 'sys:log']);
    const person = await someone([mine]);
    const weaker = await holder(['sys:user:list']);
    const roleIds = [await makeRole(['sys:log'])];
    const less = [await nodeOf('sys:user:list'), await nodeOf('sys:user:update')];
    const boss = await someone([], { admin_flag: 1 });
    // In either order: the granted right was held, or the grant refused.
    const [given] = await Promise.all([
      person.change(user, weaker.userId, { roleIds }),
      boss.change(role, mine, { permIds: less }),
    ]);
    expect([200, 400]).toContain(given.status);
    expect(
      await person.change(user, weaker.userId, { roleIds: [...roleIds, await makeRole(['sys:log'])] }),
    ).toMatchObject(given.status === 200 ? outranked : beyond('roleIds'));
  });
});
