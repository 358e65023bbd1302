import type { Explanation } from '@yikao/model/calls/access.ts';
import { datasets, registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

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

/** What decided, as an administrator reads it. */
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
