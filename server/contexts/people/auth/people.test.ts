import { tmpdir } from 'node:os';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { readConfig } from '../../../platform/config.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createFeatures } from '../../features.ts';
import { type Answer, openSeededApp, password, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
beforeEach(async () => {
  it = await openSeededApp();
});
afterEach(() => it.close());

const calendar = '/api/data/wish/sch/examType/list';

async function idOf(table: 'role' | 'user', name: string): Promise<number> {
  const { rows } = await (table === 'role'
    ? sql<{ id: number }>`select role_id as id from t_role where role_code = ${name}`
    : sql<{ id: number }>`select user_id as id from t_admin_user where user_name = ${name}`
  ).execute(it.engine.db);
  return rows[0]?.id ?? 0;
}

const permIds = async (...codes: string[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select perm_id as id from t_perm where perm_code = any(${codes}::text[])`.execute(it.engine.db);
  return rows.map(({ id }) => id);
};

/** Changes some fields of a row as `token` would on its screen. */
async function change(
  token: string,
  path: string,
  key: Record<string, number>,
  values: object,
): Promise<Answer> {
  const [[name, id]] = Object.entries(key) as [[string, number]];
  const row = await it.call('GET', `${path}/info?${name}=${id}`, { token });
  return it.call('PUT', path, { token, body: { ...key, version: row.data?.version ?? 1, ...values } });
}

/** A new person with a role of these codes who has already set a password; returns the token. */
async function someone(codes: string[], more: object = {}): Promise<{ token: string; userId: number }> {
  const { token } = await it.login('admin');
  const n = Math.floor(it.engine.clock.now().getTime() / 1000) % 1_000_000;
  const role = await it.call('POST', registry.role.path, {
    token,
    body: {
      roleName: '测试',
      roleCode: `test${n}${codes.length}`,
      dataScope: 0,
      permIds: await permIds(...codes),
    },
  });
  expect(role.message).toBe('新增成功');
  const userName = `person${n}${codes.length}`;
  const added = await it.call('POST', registry.adminUser.path, {
    token,
    body: { userName, password, nickName: '某人', userType: 2, roleIds: [role.data.roleId], ...more },
  });
  expect(added.message).toBe('新增成功');
  const first = await it.login(userName);
  const own = await it.call('POST', '/api/admin/resetPwd', {
    token: first.token,
    body: { userId: first.userId, password: 'Mine1234' },
  });
  expect(own.status).toBe(200);
  return { token: first.token, userId: first.userId };
}

describe('a change takes effect at the next call, without a new login', () => {
  test('a permission taken from a role', async () => {
    const [admin, person] = [await it.login('admin'), await it.login('hunan01')];
    expect((await it.call('GET', calendar, { token: person.token })).status).toBe(200);
    const roleId = await idOf('role', 'data');
    const held = await it.call('GET', `/api/admin/rolePermList?roleId=${roleId}`, { token: admin.token });
    const [list] = await permIds('sch:examType:list');
    const less = held.data.permIds.filter((id: number) => id !== list);
    expect(less).toHaveLength(held.data.permIds.length - 1);
    expect((await change(admin.token, registry.role.path, { roleId }, { permIds: less })).status).toBe(200);
    expect((await it.call('GET', calendar, { token: person.token })).status).toBe(403);
  });

  test('on every node', async () => {
    const [admin, person] = [await it.login('admin'), await it.login('hunan01')];
    // Another process on the same database, with a separate cache.
    const config = readConfig({ DATA_DIR: tmpdir(), CAPTCHA: 'off', LOG_LEVEL: 'silent' });
    const node = await createApp({
      engine: it.engine,
      config,
      logger: silentLogger(),
      ...createFeatures(it.engine, config),
    });
    const ask = async () =>
      (await node.inject({ url: calendar, headers: { 'access-token': person.token } })).statusCode;
    expect(await ask()).toBe(200);
    const roleId = await idOf('role', 'data');
    await change(admin.token, registry.role.path, { roleId }, { status: 0 });
    expect(await ask()).toBe(403);
    await change(admin.token, registry.role.path, { roleId }, { status: 1 });
    expect(await ask()).toBe(200);
    await it.call('POST', '/logout', { token: person.token });
    expect(await ask()).toBe(401);
    await node.close();
  });

  test('a province given to a person', async () => {
    const [admin, person] = [await it.login('admin'), await it.login('ops')];
    const before = await it.call('GET', calendar, { token: person.token });
    const userId = await idOf('user', 'ops');
    await change(admin.token, registry.adminUser.path, { userId }, { provinceId: 430_000 });
    const after = await it.call('GET', calendar, { token: person.token });
    expect(after.data.total).toBeGreaterThan(0);
    expect(after.data.total).toBeLessThan(before.data.total);
  });

  test.each(['switched off', 'deleted', 'disabled by a step', 'disabled by the call of the specification'])(
    'a person who is %s is out',
    async how => {
      const [admin, person] = [await it.login('admin'), await it.login('ops')];
      const userId = await idOf('user', 'ops');
      if (how === 'deleted') {
        await it.call('DELETE', `${registry.adminUser.path}?ids=${userId}`, { token: admin.token });
      } else if (how === 'disabled by a step') {
        const body = { ids: [userId, await idOf('user', 'admin')] };
        const url = `${registry.adminUser.path}/disable`;
        const { data } = await it.call('PUT', url, { token: admin.token, body });
        // Nobody can lock themselves out, even as one of several.
        expect(data).toMatchObject({ count: 1, refused: [{ id: admin.userId }] });
      } else if (how === 'disabled by the call of the specification') {
        const call = { token: admin.token, body: { userId, status: 0 } };
        expect((await it.call('PUT', `${registry.adminUser.path}/status`, call)).status).toBe(200);
        expect((await it.call('PUT', `${registry.adminUser.path}/status`, call)).status).toBe(200);
      } else await change(admin.token, registry.adminUser.path, { userId }, { status: 0 });
      expect((await it.call('GET', calendar, { token: person.token })).status).toBe(401);
      const { rows } = await sql`select 1 from t_session where user_id = ${userId}`.execute(it.engine.db);
      expect(rows).toEqual([]);
    },
  );

  test('a partner that is put under another', async () => {
    const [admin, person] = [await it.login('admin'), await it.login('partner01')];
    const token = admin.token;
    const list = async () =>
      (await it.call('GET', `${registry.partners.path}/list?tree=0`, { token: person.token })).data.total;
    expect(await list()).toBe(1);
    const own = await it.call('GET', `${registry.partners.path}/list`, { token: person.token });
    const first = own.data.records[0];
    const parentId = first.partnersId;
    const taken = writableFields(registry.partners, 'create').filter(name => name in first);
    const body = {
      ...Object.fromEntries(taken.map(name => [name, first[name]])),
      partnersName: '下级合伙人',
      position: '经理',
      phone: '1',
      address: '长沙',
      parentId,
    };
    expect((await it.call('POST', registry.partners.path, { token, body })).message).toBe('新增成功');
    expect(await list()).toBe(2);
    const tree = await it.call('GET', `${registry.partners.path}/list`, { token: person.token });
    expect(tree.data.total).toBe(1);
    expect(tree.data.records[0].children).toHaveLength(1);
  });
});

describe('nobody gives more than he holds', () => {
  const codes = ['sys:user:list', 'sys:user:add', 'sys:user:update', 'sys:user:delete'];
  const body = (more: object) => ({ userName: 'newone', password, nickName: '新人', userType: 2, ...more });

  test('a role with codes that the giver lacks is refused', async () => {
    const { token } = await someone(codes);
    const roleIds = [await idOf('role', 'super')];
    const refused = await it.call('POST', registry.adminUser.path, { token, body: body({ roleIds }) });
    expect(refused.data.errors).toEqual([{ field: 'roleIds', message: '角色超出您自己的权限，不能授予' }]);
    expect((await it.call('POST', registry.adminUser.path, { token, body: body({}) })).status).toBe(200);
  });

  test('only an administrator makes an administrator, or touches one', async () => {
    const { token } = await someone(codes);
    const made = await it.call('POST', registry.adminUser.path, { token, body: body({ adminFlag: 1 }) });
    expect(made.data.errors[0].field).toBe('adminFlag');
    const userId = await idOf('user', 'admin');
    expect(await change(token, registry.adminUser.path, { userId }, { nickName: '换' })).toMatchObject({
      status: 403,
    });
    const gone = await it.call('DELETE', `${registry.adminUser.path}?ids=${userId}`, { token });
    expect(gone.status).toBe(403);
    const reset = await it.call('POST', '/api/admin/user/reset_pwd', { token, body: { userId } });
    expect(reset.status).toBe(403);
  });

  test('a person who holds more is not changed by one who holds less', async () => {
    const { token } = await someone(codes);
    const userId = await idOf('user', 'ops');
    expect((await change(token, registry.adminUser.path, { userId }, { status: 0 })).status).toBe(403);
    const disable = (body: object) => it.call('PUT', `${registry.adminUser.path}/disable`, { token, body });
    expect(await disable({ userId })).toMatchObject({ status: 403, reason: 'outranked' });
    const added = await it.call('POST', registry.adminUser.path, { token, body: body({}) });
    const { data } = await disable({ ids: [userId, added.data.userId] });
    expect(data).toMatchObject({ count: 1, refused: [{ id: userId }] });
    expect(data.refused[0].reason).toContain('管理员');
  });

  test('a role is not given codes that the giver lacks, nor codes that nobody declares', async () => {
    const { token } = await someone(['sys:role:list', 'sys:role:update', 'sys:role:add']);
    const add = async (given: number[], who = token) =>
      it.call('POST', registry.role.path, {
        token: who,
        body: { roleName: '更多', roleCode: 'more', permIds: given },
      });
    expect((await add(await permIds('sys:user:add'))).data.errors[0].field).toBe('permIds');
    const admin = await it.login('admin');
    await sql`update t_perm set perm_code = 'old:thing:list' where perm_code = 'sys:user:add'`.execute(
      it.engine.db,
    );
    const old = await add(await permIds('old:thing:list'), admin.token);
    expect(old.data.errors).toEqual([{ field: 'permIds', message: '权限没有“old:thing:list”这个选项' }]);
    expect((await add(await permIds('sys:role:list'))).status).toBe(200);
  });

  test('nobody shuts himself out', async () => {
    const { token } = await it.login('admin');
    const userId = await idOf('user', 'admin');
    const off = await change(token, registry.adminUser.path, { userId }, { status: 0, adminFlag: 0 });
    expect(off.data.errors.map(({ field }: { field: string }) => field)).toEqual(['status', 'adminFlag']);
    expect((await it.call('DELETE', `${registry.adminUser.path}?ids=${userId}`, { token })).status).toBe(409);
  });
});

describe('passwords', () => {
  test('a reset ends all sessions, and the own password must be set before anything else', async () => {
    const [admin, before] = [await it.login('admin'), await it.login('ops')];
    const { userId } = before;
    const reset = await it.call('POST', '/api/admin/user/reset_pwd', {
      token: admin.token,
      body: { userId },
    });
    expect(reset.data.password).toMatch(/^\w{16}$/);
    expect((await it.call('GET', calendar, { token: before.token })).status).toBe(401);
    const again = await it.call('POST', '/api/admin/login', {
      body: { userName: 'ops', password: reset.data.password },
    });
    expect(again.data.mustChangePassword).toBe(true);
    const { token } = again.data;
    expect(await it.call('GET', calendar, { token })).toMatchObject({
      status: 403,
      reason: 'mustChangePassword',
    });
    expect((await it.call('GET', '/api/admin/menuList', { token })).reason).toBe('mustChangePassword');
    expect((await it.call('GET', '/api/admin/user/current', { token })).data.mustChangePassword).toBe(true);
    const same = { userId, password: reset.data.password };
    expect((await it.call('POST', '/api/admin/resetPwd', { token, body: same })).status).toBe(400);
    const own = { userId, password: 'Mine1234' };
    expect((await it.call('POST', '/api/admin/resetPwd', { token, body: own })).status).toBe(200);
    expect((await it.call('GET', calendar, { token })).status).toBe(200);
  });

  test('a reset tells the password that was made, and never one that somebody chose', async () => {
    const { token } = await it.login('admin');
    const userId = await idOf('user', 'ops');
    const reset = (chosen?: string) =>
      it.call('POST', '/api/admin/user/reset_pwd', { token, body: { userId, password: chosen } });
    const chosen = await reset('Chosen1234');
    expect(chosen).toMatchObject({ status: 200, data: {} });
    expect(JSON.stringify(chosen.data)).not.toContain('Chosen1234');
    expect((await reset()).data.password).toMatch(/^\w{16}$/);
    await sql`
      update t_credential set password = (select password from t_credential as c join t_admin_user as u using (user_id)
        where u.user_name = 'hunan01'), must_change = false
      where user_id = ${userId}`.execute(it.engine.db);
  });

  test('none of the last five is taken again, the one before them is', async () => {
    const { token, userId } = await it.login('ops');
    const set = (next: string) =>
      it.call('POST', '/api/admin/resetPwd', { token, body: { userId, password: next } });
    for (const n of [1, 2, 3, 4]) expect((await set(`Number${n}xx`)).status).toBe(200);
    expect((await set(password)).data.errors).toEqual([
      { field: 'password', message: '新密码不能与最近 5 次使用过的密码相同' },
    ]);
    expect((await set('Number2xx')).status).toBe(400);
    expect((await set('Number5xx')).status).toBe(200);
    expect((await set(password)).status).toBe(200);
  });

  test('a password is in no answer, no history and no table of the accounts', async () => {
    await someone(['sys:user:list']);
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(h::text, '') from t_row_history as h) || (select string_agg(u::text, '') from t_admin_user as u) as text`.execute(
      it.engine.db,
    );
    expect(rows[0]?.text).not.toContain(password);
    expect(rows[0]?.text).not.toContain('argon2');
    const admin = await it.login('admin');
    for (const query of ['password=Admin1234', 'sort=password']) {
      expect(
        (await it.call('GET', `${registry.adminUser.path}?${query}`, { token: admin.token })).status,
      ).toBe(400);
    }
    const job = { tableId: 65, title: '用户', fieldNames: ['userName', 'password'] };
    const refused = await it.call('POST', `${registry.adminUser.path}/export`, {
      token: admin.token,
      body: job,
    });
    expect(refused.status).toBe(400);
  });
});

describe('sessions', () => {
  test('one sees the own ones and ends them, and nobody else’s', async () => {
    const [first, second, other] = [await it.login('ops'), await it.login('ops'), await it.login('sale01')];
    const list = await it.call('GET', '/api/admin/session', { token: second.token });
    expect(list.data).toHaveLength(2);
    expect(list.data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const ids = list.data.map(({ sessionId }: { sessionId: number }) => sessionId);
    await it.call('DELETE', '/api/admin/session', { token: other.token, body: { ids } });
    expect((await it.call('GET', calendar, { token: first.token })).status).toBe(200);
    const [rest] = list.data.filter(({ current }: { current: boolean }) => !current);
    await it.call('DELETE', '/api/admin/session', { token: second.token, body: { ids: [rest.sessionId] } });
    expect((await it.call('GET', calendar, { token: first.token })).status).toBe(401);
    expect((await it.call('GET', calendar, { token: second.token })).status).toBe(200);
  });

  test('an administrator sees everybody online and kicks out; others may not look', async () => {
    const [admin, person] = [await it.login('admin'), await it.login('ops')];
    const online = await it.call('GET', '/api/admin/online?keywords=ops', { token: admin.token });
    expect(online.data).toMatchObject({ total: 1, records: [{ userName: 'ops', ip: '203.0.113.1' }] });
    expect(JSON.stringify(online.data)).not.toContain(person.token);
    expect((await it.call('GET', '/api/admin/online', { token: person.token })).status).toBe(403);
    const ids = [online.data.records[0].sessionId];
    expect(
      (await it.call('DELETE', '/api/admin/online', { token: person.token, body: { ids } })).status,
    ).toBe(403);
    const kicked = await it.call('DELETE', '/api/admin/online', { token: admin.token, body: { ids } });
    expect(kicked.data.count).toBe(1);
    expect((await it.call('GET', calendar, { token: person.token })).status).toBe(401);
  });

  test('a person who is bound to a province sees only its people online', async () => {
    const bound = await someone(['sys:online:list', 'sys:online:kick'], { provinceId: 430_000 });
    const [hunan, ops] = [await it.login('hunan01'), await it.login('ops')];
    const online = await it.call('GET', '/api/admin/online?size=100', { token: bound.token });
    const names = online.data.records.map(({ userName }: { userName: string }) => userName);
    expect(names).toContain('hunan01');
    expect(names).not.toContain('ops');
    const { rows } = await sql<{ id: number }>`select session_id as id from t_session`.execute(it.engine.db);
    await it.call('DELETE', '/api/admin/online', {
      token: bound.token,
      body: { ids: rows.map(({ id }) => id) },
    });
    expect((await it.call('GET', calendar, { token: ops.token })).status).toBe(200);
    expect((await it.call('GET', calendar, { token: hunan.token })).status).toBe(401);
  });

  test('a session in use ends 30 days after its login', async () => {
    const { token } = await it.login('ops', { rememberMe: true });
    for (let day = 6; day < 30; day += 6) {
      it.pass({ hours: 6 * 24 });
      expect((await it.call('GET', calendar, { token })).status).toBe(200);
    }
    it.pass({ hours: 6 * 24, seconds: 1 });
    expect((await it.call('GET', calendar, { token })).status).toBe(401);
  });

  test('each lock lasts twice as long as the one before, until a login', async () => {
    const fail = () =>
      it.call('POST', '/api/admin/login', { body: { userName: 'ops', password: 'Wrong1234' } });
    const lock = async () => {
      for (let count = 0; count < 5; count++) expect((await fail()).reason).toBe('wrongPassword');
      return (await fail()).message;
    };
    expect(await lock()).toContain('15 分钟');
    it.pass({ minutes: 15 });
    expect(await lock()).toContain('30 分钟');
    it.pass({ minutes: 30 });
    expect(await lock()).toContain('60 分钟');
    it.pass({ minutes: 60 });
    await it.login('ops');
    expect(await lock()).toContain('15 分钟');
  });
});

describe('parameters', () => {
  test('are read and changed by who may, one version after the other', async () => {
    const { token } = await it.login('admin');
    const list = await it.call('GET', '/api/admin/config', { token });
    const row = list.data.find(({ configKey }: { configKey: string }) => configKey === 'session.hours');
    expect(row).toMatchObject({ configValue: '12', version: 1 });
    const put = (configValue: string, version: number, key = 'session.hours') =>
      it.call('PUT', '/api/admin/config', { token, body: { configKey: key, configValue, version } });
    expect((await put('8', 1)).data).toMatchObject({ configValue: '8', version: 2 });
    expect(await put('9', 1)).toMatchObject({ status: 409, reason: 'staleVersion' });
    for (const wrong of ['', '0', 'soon', '-1', '1e3']) expect((await put(wrong, 2)).status).toBe(400);
    expect((await put('x', 1, 'nothing.here')).status).toBe(404);
    const person = await it.login('ops');
    expect((await it.call('GET', '/api/admin/config', { token: person.token })).status).toBe(403);
  });
});

test('names of roles and the tree of permissions are known to those who manage them, and to nobody else', async () => {
  const ask = async (userName: string) => {
    const { token } = await it.login(userName);
    const paths = [
      `${registry.role.path}/options?size=200`,
      '/api/admin/roleList',
      `${registry.perm.path}/options?size=200`,
    ];
    return Promise.all(paths.map(path => it.call('GET', path, { token })));
  };
  const [roles, listed, nodes] = await ask('admin');
  expect(roles?.data.length).toBeGreaterThan(5);
  expect(listed?.data).toHaveLength(roles?.data.length);
  expect(nodes?.data.length).toBeGreaterThan(5);
  for (const who of ['finance01', 'agent01']) {
    expect(
      (await ask(who)).map(({ status }) => status),
      who,
    ).toEqual([403, 403, 403]);
  }
});
