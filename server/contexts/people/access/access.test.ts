import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import type { Explanation } from '@yikao/model/contexts/people/access.calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSeededApp, password, type SeededApp } from '../../testing/seeded-app.ts';

let app: SeededApp;
let admin: string;
const ids = new Map<string, number>();
const calendar = registry.schExamType;

beforeAll(async () => {
  app = await openSeededApp();
  admin = (await app.login('admin')).token;
  const users = await sql<{ id: number; name: string }>`
    select user_id as id, user_name as name from t_admin_user`.execute(app.engine.db);
  for (const { id, name } of users.rows) ids.set(name, id);
});
afterAll(() => app.close());

const ask = (userName: string, about: object, token = admin, headers = {}) =>
  app.call('POST', '/api/admin/access/explain', {
    token,
    headers,
    body: { userId: ids.get(userName), ...about },
  });

/** The reasons of a decision, as an administrator reads them. */
async function decided(userName: string, about: object) {
  const { data } = await ask(userName, about);
  const { allowed, steps } = data as Explanation;
  return { allowed, ...steps.at(-1) };
}

async function rowOf(provinceId: number): Promise<number> {
  const found = await sql<{ id: number }>`
    select data_id as id from t_sch_exam_type where province_id = ${provinceId} and not deleted limit 1`.execute(
    app.engine.db,
  );
  return Number(found.rows[0]?.id);
}

describe('why can I not see this', () => {
  test('a role is missing, and which ones have it', async () => {
    const verdict = await decided('finance01', { dataset: 'schExamType' });
    expect(verdict).toMatchObject({ allowed: false, rule: 'permission', passed: false });
    expect(verdict.text).toContain('sch:examType:list');
    expect(verdict.roles?.filter(role => !role.held).map(role => role.roleName)).toContain('运营');
  });

  test('a role gives it, and which one', async () => {
    const { data } = await ask('ops', { dataset: 'schExamType', action: 'export' });
    expect(data).toMatchObject({ allowed: true, about: '学校考试类型 · 导出', user: { userName: 'ops' } });
    const permission = data.steps.find((step: { rule: string }) => step.rule === 'permission');
    expect(permission).toMatchObject({ passed: true, text: '权限 sch:examType:export 由角色“运营”授予' });
  });

  test('a row is of another province, and of which', async () => {
    const own = await decided('hunan01', { dataset: 'schExamType', key: await rowOf(430000) });
    expect(own).toMatchObject({ allowed: true, rule: 'scope' });
    const foreign = await decided('hunan01', { dataset: 'schExamType', key: await rowOf(420000) });
    expect(foreign).toMatchObject({
      allowed: false,
      rule: 'scope',
      text: '记录的省份是“湖北”，该用户只能看省份“湖南”',
    });
  });

  test('a row is in the trash, or never was', async () => {
    const key = await rowOf(410000);
    await app.call('DELETE', `${calendar.path}?ids=${key}`, { token: admin });
    expect(await decided('ops', { dataset: 'schExamType', key })).toMatchObject({
      allowed: false,
      rule: 'row',
      text: '记录已删除，在回收站中',
    });
    expect(await decided('ops', { dataset: 'schExamType', key: 99_999_999 })).toMatchObject({ rule: 'row' });
  });

  test('the account, the role or the node is switched off', async () => {
    const { db } = app.engine;
    const off = async (change: Promise<unknown>, about: object, undo: () => Promise<unknown>) => {
      await change;
      const verdict = await decided('ops', about);
      await undo();
      return verdict;
    };
    expect(
      await off(
        sql`update t_admin_user set status = 0 where user_name = 'ops'`.execute(db),
        { menu: '/wish/type' },
        () => sql`update t_admin_user set status = 1 where user_name = 'ops'`.execute(db),
      ),
    ).toMatchObject({ allowed: false, rule: 'account', text: '账号已停用，不能登录' });
    const role = await off(
      sql`update t_role set status = 0 where role_code = 'ops'`.execute(db),
      { dataset: 'typeDict' },
      () => sql`update t_role set status = 1 where role_code = 'ops'`.execute(db),
    );
    expect(role).toMatchObject({ allowed: false, rule: 'permission' });
    expect(role.text).toMatch(/“运营”已停用$/);
    expect(
      await off(
        sql`update t_perm set status = 0 where perm_code = 'wish:type:list'`.execute(db),
        { dataset: 'typeDict' },
        () => sql`update t_perm set status = 1 where perm_code = 'wish:type:list'`.execute(db),
      ),
    ).toMatchObject({ allowed: false, text: '权限 wish:type:list 在权限树中已停用' });
    expect(
      await off(
        sql`update t_perm set hidden_flag = 1 where perm_type = 1 and description = '院校专业'`.execute(db),
        { menu: '/wish/type' },
        () =>
          sql`update t_perm set hidden_flag = 0 where perm_type = 1 and description = '院校专业'`.execute(db),
      ),
    ).toMatchObject({ allowed: false, rule: 'page' });
  });

  test('the roles reach an organisation that the person does not have', async () => {
    const { db } = app.engine;
    await sql`update t_role set data_scope = 2 where role_code = 'ops'`.execute(db);
    const verdict = await decided('ops', { dataset: 'schExamType' });
    await sql`update t_role set data_scope = 0 where role_code = 'ops'`.execute(db);
    expect(verdict).toMatchObject({ allowed: false, rule: 'scope' });
    expect(verdict.text).toContain('“运营”为本省');
  });

  test('an agency is bound to its partner, sees no other, and changes nothing of its own partner', async () => {
    const { db } = app.engine;
    await sql`
      insert into t_role_perm (role_id, perm_id) select role_id, perm_id from t_role, t_perm
      where role_code in ('agent', 'sale') and perm_code in ('wish:partners:list', 'wish:partners:update')
      on conflict do nothing`.execute(db);
    const rivals = await app.call('POST', '/api/base/wish/partners', {
      token: admin,
      body: {
        partnersName: '对手',
        dataYear: 2026,
        channelName: '对手',
        userName: '甲',
        position: '经理',
        phone: '16400000999',
        address: '某地',
      },
    });
    const own = await sql<{ id: number }>`
      select partners_id as id from t_agent where agent_id =
        (select agent_id from t_admin_user where user_name = 'agent01')`.execute(db);
    const about = { dataset: 'partners', key: Number(own.rows[0]?.id) };
    expect(await decided('agent01', about)).toMatchObject({ allowed: true, rule: 'scope' });
    const rival = await decided('agent01', { dataset: 'partners', key: rivals.data.partnersId });
    expect(rival).toMatchObject({ allowed: false, rule: 'scope' });
    expect(rival.text).toBe('记录的合伙人ID是“对手”，该用户只能看所属机构的合伙人“湖南艺考服务中心(演示)”');
    expect(await decided('agent01', { ...about, action: 'update' })).toMatchObject({
      allowed: false,
      rule: 'scope',
      text: '按机构限定范围的用户只能查看合伙人，不能修改',
    });
    const english = await ask('agent01', { ...about, action: 'update' }, admin, { 'accept-language': 'en' });
    expect(english.data.steps.at(-1).text).toBe(
      'People bound to their agency may look at Partners, and change nothing there',
    );
    // Own rows are those the salesperson has created.
    expect(await decided('sale01', about)).toMatchObject({
      allowed: false,
      text: '只能看本人创建的记录，这条由他人创建',
    });
  });

  test('a step of the login is pending, and which', async () => {
    const { db } = app.engine;
    const login = (userName: string) => decided(userName, { login: true });
    expect(await login('finance01')).toMatchObject({ allowed: true, rule: 'roles', text: '角色均已启用' });
    await sql`update t_credential set must_change = true where user_id = ${ids.get('finance01')}`.execute(db);
    expect(await login('finance01')).toMatchObject({ allowed: false, rule: 'password' });
    await sql`update t_credential set must_change = false where user_id = ${ids.get('finance01')}`.execute(
      db,
    );
    await sql`update t_role set status = 0 where role_code = 'finance'`.execute(db);
    expect(await login('finance01')).toMatchObject({
      allowed: false,
      rule: 'roles',
      text: '角色“财务”已停用，登录后看不到任何页面',
      roles: [{ roleName: '财务', held: true, enabled: false }],
    });
    await sql`update t_role set status = 1 where role_code = 'finance'`.execute(db);
  });

  test('failed logins have locked the account, until when, and a person who is logged in goes on', async () => {
    const fail = (from: string) =>
      app.call('POST', '/api/admin/login', {
        body: { userName: 'agent01', password: 'Wrong123' },
        from,
      });
    await sql`delete from t_known_device`.execute(app.engine.db);
    for (let attempt = 0; attempt < 5; attempt++) await fail('198.51.100.9');
    expect((await fail('198.51.100.8')).reason).toBe('accountLocked');
    expect((await ask('agent01', { login: true })).data.steps).toContainEqual(
      expect.objectContaining({
        rule: 'lock',
        passed: true,
        text: expect.stringContaining('其他网络不受影响'),
      }),
    );
    for (let attempt = 0; attempt < 5; attempt++) await fail('192.0.2.9');
    expect((await ask('agent01', { login: true })).data.steps).toContainEqual(
      expect.objectContaining({
        rule: 'lock',
        passed: true,
        text: expect.stringContaining(
          '09:30 前新设备在每个网络每天只有一次机会；本人还没有登录过的设备，请换一个网络登录',
        ),
      }),
    );
    app.pass({ minutes: 31 });
    await app.login('agent01');
    for (let attempt = 0; attempt < 5; attempt++) await fail('198.51.100.9');
    for (let attempt = 0; attempt < 5; attempt++) await fail('192.0.2.9');
    const { data } = await ask('agent01', { login: true });
    expect(data).toMatchObject({ allowed: true });
    expect(data.steps).toContainEqual(
      expect.objectContaining({ rule: 'lock', passed: true, text: expect.stringContaining('不受影响') }),
    );
    app.pass({ hours: 2 });
  });

  test('a second factor is demanded and not on, and by which role or whom', async () => {
    const { db } = app.engine;
    const end = () => sql`delete from t_session where user_id = ${ids.get('sale01')}`.execute(db);
    await end();
    await sql`update t_role set second_factor_flag = 1 where role_code = 'sale'`.execute(db);
    const byRole = await decided('sale01', { menu: '/wish/type' });
    expect(byRole).toMatchObject({
      allowed: false,
      rule: 'secondFactor',
      text: '角色“销售”要求两步验证，本人尚未启用；启用之前其他操作都会被拒绝',
      roles: [{ roleName: '销售' }],
    });
    // The verdict is that of the calls.
    const { token } = await app.login('sale01');
    expect((await app.call('GET', '/api/admin/menuList', { token })).reason).toBe('mustEnrolSecondFactor');
    expect(await decided('sale01', { login: true })).toMatchObject({ allowed: false, rule: 'secondFactor' });
    await sql`update t_role set second_factor_flag = 0 where role_code = 'sale'`.execute(db);
    await end();

    const parameter = await app.call('GET', '/api/admin/config', { token: admin });
    const { version } = parameter.data.find(
      ({ configKey }: { configKey: string }) => configKey === 'login.secondFactor',
    );
    const demand = (configValue: string, version: number) =>
      app.call('PUT', '/api/admin/config', {
        token: admin,
        body: { configKey: 'login.secondFactor', configValue, version },
      });
    const before = await app.login('sale01');
    const { data } = await demand('1', version);
    expect(await decided('sale01', { login: true })).toMatchObject({ allowed: true });
    expect((await app.call('GET', '/api/admin/menuList', { token: before.token })).status).toBe(200);
    await end();
    const byAll = await decided('sale01', { login: true });
    expect(byAll.text).toMatch(/^系统参数对所有人（由.+设置）要求两步验证，本人尚未启用/);
    await demand('0', data.version);
  });

  test('a password was right and the code of the second step is waited for', async () => {
    const { db } = app.engine;
    const userId = ids.get('partner01');
    await sql`insert into t_second_factor (user_id, secret, confirmed_time)
      values (${userId}, 'sealed', ${app.engine.clock.now()})`.execute(db);
    expect(await decided('partner01', { login: true })).toMatchObject({ allowed: true });
    await app.call('POST', '/api/admin/login', { body: { userName: 'partner01', password } });
    const verdict = await decided('partner01', { login: true });
    await sql`delete from t_second_factor where user_id = ${userId}`.execute(db);
    expect(verdict).toMatchObject({ allowed: false, rule: 'secondFactor' });
    expect(verdict.text).toContain('正在等待两步验证码');
  });

  test('an applicant has no account yet: not reviewed, or rejected and why; told to reviewers alone', async () => {
    const { db } = app.engine;
    const byMobile = (mobile: string, token = admin) =>
      app.call('POST', '/api/admin/access/explain', { token, body: { mobile, login: true } });
    await sql`
      insert into t_partners_apply (apply_type, partners_name, user_name, phone, province_id, address, audit_status,
        audit_remark, create_time)
      values (1, '甲社', '王晓', '13912340001', 430000, '长沙', 1, null, ${app.engine.clock.now()}),
        (1, '乙社', '李想', '13912340002', 430000, '长沙', 3, '资料不全', ${app.engine.clock.now()})`.execute(
      db,
    );
    const pending = (await byMobile('13912340001')).data as Explanation;
    expect(pending).toMatchObject({
      allowed: false,
      user: { userId: null, userName: '13912340001', nickName: '王晓' },
    });
    expect(pending.steps).toMatchObject([{ rule: 'application', text: expect.stringContaining('尚未审核') }]);
    const refused = (await byMobile('13912340002')).data as Explanation;
    expect(refused.steps[0]?.text).toMatch(/已被驳回：资料不全$/);
    expect((await byMobile('13912349999')).status).toBe(404);

    await sql`update t_admin_user set mobile = '13912340003' where user_name = 'ops'`.execute(db);
    expect((await byMobile('13912340003')).data).toMatchObject({ allowed: true, user: { userName: 'ops' } });

    // A person who may ask for explanations but not list applications.
    await sql`insert into t_role_perm (role_id, perm_id)
      select r.role_id, p.perm_id from t_role as r, t_perm as p
      where r.role_code = 'finance' and p.perm_code = 'sys:access:explain'`.execute(db);
    const { token } = await app.login('finance01');
    expect((await byMobile('13912340001', token)).status).toBe(404);
    expect((await byMobile('13912340003', token)).status).toBe(200);
  });

  test('a page, a call by its address, an administrator, and English', async () => {
    expect(await decided('ops', { menu: '/wish/type' })).toMatchObject({ allowed: true });
    expect(await decided('finance01', { menu: '/wish/type' })).toMatchObject({
      allowed: false,
      rule: 'page',
    });
    expect(await decided('ops', { menu: '/no/such' })).toMatchObject({ allowed: false, rule: 'page' });
    expect(await decided('finance01', { path: `${calendar.path}/export` })).toMatchObject({
      rule: 'permission',
      text: expect.stringContaining('sch:examType:export'),
    });
    expect(await decided('admin', { dataset: 'schExamType', action: 'batchDelete' })).toMatchObject({
      allowed: true,
    });
    const english = await ask('finance01', { dataset: 'schExamType' }, admin, { 'accept-language': 'en' });
    expect(english.data.steps.at(-1).text).toMatch(
      /^Permission sch:examType:list: no role of the person has it; roles that do: /,
    );
  });

  test('says the same as the calls do, for every account and every dataset', async () => {
    for (const userName of ['ops', 'finance01', 'hunan01', 'partner01', 'agent01', 'sale01']) {
      const { token } = await app.login(userName);
      for (const dataset of datasets) {
        const { allowed, text } = await decided(userName, { dataset: dataset.name });
        const { status, data } = await app.call('GET', `${dataset.path}?size=1`, { token });
        const sees = status === 200 && (allowed || data.total > 0);
        expect(sees, `${userName} ${dataset.name}: ${text}`).toBe(allowed);
      }
    }
  });

  test('says the same as the calls do, row by row', async () => {
    const { token } = await app.login('hunan01');
    for (const provinceId of [110000, 310000, 430000, 420000, 440000]) {
      const key = await rowOf(provinceId);
      const { allowed } = await decided('hunan01', { dataset: 'schExamType', key });
      const { status } = await app.call('GET', `${calendar.path}/info?dataId=${key}`, { token });
      expect(status).toBe(allowed ? 200 : 404);
    }
  });

  test('is told to those who may ask, and of people and rows within their reach', async () => {
    const { token } = await app.login('ops');
    expect((await ask('finance01', { dataset: 'schExamType' }, token)).status).toBe(403);
    expect((await app.call('POST', '/api/admin/access/explain', { body: { userId: 1 } })).status).toBe(401);
    expect((await ask('nobody', { dataset: 'schExamType' })).status).toBe(400);
    for (const body of [{ userId: 99_999_999, menu: '/x' }, { dataset: 'nothing' }, { path: '/nowhere' }]) {
      expect((await ask('ops', body)).status).toBe(404);
    }
    expect((await ask('ops', {})).status).toBe(400);
    expect((await ask('ops', { dataset: 'typeDict', action: 'destroy' })).status).toBe(404);
  });
});
