import type { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Columns } from '../../../../engine/table/columns.ts';
import { openSeededApp, password, type SeededApp } from '../../../testing/seeded-app.ts';

let it: SeededApp;
beforeEach(async () => {
  it = await openSeededApp();
});
afterEach(() => it.close());

const path = '/api/admin/apiToken';
const calendar = '/api/data/wish/sch/examType';

/** A person who is logged in, with a token made for these codes. */
async function withToken(userName: string, codes: readonly string[], more: object = {}) {
  const person = await it.login(userName);
  const made = await it.call('POST', path, {
    token: person.token,
    body: { name: 'nightly', days: 30, codes, ...more },
  });
  expect(made.status).toBe(200);
  return { person, token: made.data.token as string, row: made.data.row };
}

const list = (token: string, from?: string) =>
  it.call('GET', `${calendar}/list`, { token, ...(from && { from }) });

describe('a token', () => {
  test('is told once, kept as a hash, and calls as its owner does', async () => {
    const { person, token, row } = await withToken('hunan01', ['sch:examType:list']);
    expect(token).toMatch(/^yk_[\w-]{43}$/);
    expect(row).toMatchObject({ name: 'nightly', hint: token.slice(0, 7), seenTime: null, expired: false });
    const own = await list(person.token);
    expect((await list(token)).data).toEqual(own.data);
    const { rows } = await sql<{ text: string }>`select t::text as text from t_api_token as t`.execute(
      it.engine.db,
    );
    expect(rows[0]?.text).not.toContain(token.slice(7));
    const shown = await it.call('GET', path, { token: person.token });
    expect(JSON.stringify(shown.data)).not.toContain(token.slice(7));
  });

  test('shows when and from where it was used last', async () => {
    const { person, token } = await withToken('hunan01', ['sch:examType:list']);
    await list(token, '198.51.100.7');
    const [row] = (await it.call('GET', path, { token: person.token })).data;
    expect(row).toMatchObject({ seenIp: '198.51.100.7', seenTime: '2026-03-02 09:00:00' });
  });

  test('does nothing that was not chosen, though its owner may', async () => {
    const { person, token } = await withToken('ops', ['sch:examType:list']);
    expect((await it.call('GET', `${calendar}/trash`, { token: person.token })).status).toBe(200);
    expect((await it.call('GET', `${calendar}/trash`, { token })).status).toBe(403);
    const current = await it.call('GET', '/api/admin/user/current', { token });
    expect(current.data).toMatchObject({ perms: ['sch:examType:list'], adminFlag: 0 });
  });

  test('is no administrator, though its owner is one', async () => {
    const { token } = await withToken('admin', ['sys:user:list', 'sys:user:update', 'sch:examType:list']);
    expect((await list(token)).status).toBe(200);
    const users = await it.call('GET', '/api/admin/user/list?userName=admin', { token });
    const admin = users.data.records[0];
    const info = await it.call('GET', `/api/admin/user/info?userId=${admin.userId}`, { token });
    const change = await it.call('PUT', '/api/admin/user', {
      token,
      body: { userId: admin.userId, version: info.data.version, nickName: '改' },
    });
    expect(change.reason).toBe('outranked');
    expect((await it.call('GET', '/api/admin/menuList?userId=2', { token })).status).toBe(403);
  });

  test('loses at once what its owner loses', async () => {
    const { token } = await withToken('hunan01', ['sch:examType:list']);
    expect((await list(token)).status).toBe(200);
    await sql`delete from t_role_perm using t_perm where t_role_perm.perm_id = t_perm.perm_id
      and t_perm.perm_code = 'sch:examType:list'`.execute(it.engine.db);
    await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
    expect((await list(token)).status).toBe(403);
  });

  test('ends with its time, with its revocation, and with its owner', async () => {
    const { person, token, row } = await withToken('hunan01', ['sch:examType:list'], { days: 1 });
    it.pass({ hours: 11 });
    expect((await list(person.token)).status).toBe(200);
    expect((await list(token)).status).toBe(200);
    const revoked = await it.call('DELETE', path, { token: person.token, body: { ids: [row.tokenId] } });
    expect(revoked.data.count).toBe(1);
    expect((await list(token)).status).toBe(401);

    const late = await withToken('hunan01', ['sch:examType:list'], { days: 1 });
    it.pass({ hours: 24 });
    expect((await list(late.token)).status).toBe(401);

    const third = await withToken('hunan01', ['sch:examType:list']);
    await sql`update t_admin_user set status = 0 where user_name = 'hunan01'`.execute(it.engine.db);
    it.pass({ seconds: 4 });
    expect((await list(third.token)).status).toBe(401);
  });

  test('waits while its owner has to set an own password', async () => {
    const { token } = await withToken('hunan01', ['sch:examType:list']);
    await sql`update t_credential set must_change = true`.execute(it.engine.db);
    it.pass({ seconds: 4 });
    expect((await list(token)).reason).toBe('mustChangePassword');
  });

  test('is refused when it is forged or cut', async () => {
    const { token } = await withToken('hunan01', ['sch:examType:list']);
    const other = token.endsWith('A') ? 'B' : 'A';
    const forged = [
      token.slice(0, -1),
      token.slice(0, -1) + other,
      `${token}A`,
      token.slice(3),
      `yk_${'A'.repeat(43)}`,
      'yk_',
      token.toUpperCase(),
    ];
    for (const one of forged) expect((await list(one)).status).toBe(401);
  });

  test('that may only read reads and exports, and writes nothing', async () => {
    const codes = ['sch:examType:list', 'sch:examType:add', 'sch:examType:export', 'sch:examType:delete'];
    const { token } = await withToken('hunan01', codes, { readOnly: true });
    expect((await list(token)).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect(await it.call(method, calendar, { token, body: {} })).toMatchObject({
        status: 403,
        reason: 'readOnlyToken',
      });
    }
    const exported = await it.call('POST', `${calendar}/export`, { token, body: {} });
    expect(exported.reason).not.toBe('readOnlyToken');
  });

  test('that calls without pause is told to slow down, and no other', async () => {
    const { token } = await withToken('hunan01', ['sch:examType:list']);
    await list(token);
    await sql`update t_rate_limit set count = ${limits.apiTokenCalls} where key like 'api-token:%'`.execute(
      it.engine.db,
    );
    expect((await list(token)).reason).toBe('tooManyRequests');
    const other = await withToken('hunan01', ['sch:examType:list']);
    expect((await list(other.token)).status).toBe(200);
    it.pass({ minutes: 2 });
    expect((await list(token)).status).toBe(200);
  });
});

describe('tokens end for good', () => {
  const set = (who: { token: string; userId: number }, next: string) =>
    it.call('POST', '/api/admin/resetPwd', {
      token: who.token,
      body: { userId: who.userId, password: next, oldPassword: password },
    });

  test('with the password that their owner changes, who is told how many', async () => {
    const { person, token } = await withToken('hunan01', ['sch:examType:list']);
    await withToken('hunan01', ['sch:examType:list']);
    const other = await withToken('ops', ['sch:examType:list']);
    expect((await set(person, 'Better123')).data).toEqual({ endedTokens: 2 });
    expect((await list(token)).status).toBe(401);
    expect((await list(other.token)).status).toBe(200);
    expect((await set(person, 'Better124')).status).toBe(400);
  });

  test('with a password that an administrator resets', async () => {
    const { person, token } = await withToken('hunan01', ['sch:examType:list']);
    const admin = await it.login('admin');
    const reset = await it.call('POST', '/api/admin/user/reset_pwd', {
      token: admin.token,
      body: { userId: person.userId },
    });
    expect(reset.data.endedTokens).toBe(1);
    expect((await list(token)).status).toBe(401);
    await sql`update t_credential set must_change = false`.execute(it.engine.db);
    it.pass({ seconds: 4 });
    expect((await list(token)).status).toBe(401);
  });

  test.each(['disabled', 'deleted'])('with an account that is %s, though it comes back', async how => {
    const { person, token } = await withToken('hunan01', ['sch:examType:list']);
    const admin = await it.login('admin');
    const { userId } = person;
    const put = async (status: number) => {
      const { version } = (
        await it.call('GET', `/api/admin/user/info?userId=${userId}`, { token: admin.token })
      ).data;
      return it.call('PUT', '/api/admin/user', { token: admin.token, body: { userId, version, status } });
    };
    const path = '/api/admin/user';
    if (how === 'disabled') await put(0);
    else {
      await it.call('DELETE', path, { token: admin.token, body: { ids: [userId] } });
      const back = await it.call('POST', `${path}/restore`, { token: admin.token, body: { ids: [userId] } });
      expect(back.status).toBe(200);
      // It stays locked out until an entitled person enables it.
      expect(
        await it.call('POST', '/api/admin/login', { body: { userName: 'hunan01', password } }),
      ).toMatchObject({
        reason: 'accountDisabled',
      });
    }
    expect((await put(1)).status).toBe(200);
    expect((await it.login('hunan01')).userId).toBe(userId);
    expect((await list(token)).status).toBe(401);
  });
});

describe('no token', () => {
  test('makes tokens, changes passwords, or manages logins and second factors, whatever its codes', async () => {
    const calls = [
      ['GET', path, undefined],
      ['POST', path, { name: 'x', days: 1, codes: ['sch:examType:list'] }],
      ['DELETE', path, { ids: [1] }],
      ['GET', '/api/admin/online/apiToken', undefined],
      ['DELETE', '/api/admin/online/apiToken', { ids: [1] }],
      ['POST', '/api/admin/resetPwd', { userId: 1, password: 'Other1234' }],
      ['POST', '/api/admin/user/reset_pwd', { userId: 2 }],
      ['POST', '/api/admin/user/secondFactor/reset', { userId: 2 }],
      ['GET', '/api/admin/session', undefined],
      ['DELETE', '/api/admin/session', { ids: [1] }],
      ['DELETE', '/api/admin/online', { ids: [1] }],
      ['GET', '/api/admin/secondFactor', undefined],
      ['POST', '/api/admin/secondFactor/start', {}],
      ['POST', '/api/admin/secondFactor/confirm', { code: '123456' }],
      ['POST', '/api/admin/secondFactor/off', { password, code: '123456' }],
      ['POST', '/api/admin/secondFactor/recovery', { password, code: '123456' }],
      ['POST', '/api/admin/signOn/link', { provider: 'x' }],
      ['GET', '/api/admin/signOn/identity', undefined],
      ['DELETE', '/api/admin/signOn/identity', { ids: [1] }],
      ['PUT', '/api/admin/config', { configKey: 'session.hours', configValue: '9', version: 1 }],
    ] as const;
    const codes = ['sys:online:list', 'sys:online:kick', 'sys:user:secondFactor', 'sys:config:update'];
    const { token } = await withToken('admin', codes);
    for (const [method, url, body] of calls) {
      const { status, reason } = await it.call(method, url, { token, body });
      expect({ method, url, status, reason }).toEqual({
        method,
        url,
        status: 403,
        reason: 'tokenNotAllowed',
      });
    }
  });

  test('logs its owner out', async () => {
    const { person, token } = await withToken('ops', ['sch:examType:list']);
    await it.call('POST', '/logout', { token });
    expect((await list(person.token)).status).toBe(200);
    expect((await list(token)).status).toBe(200);
  });
});

describe('making one', () => {
  const make = (token: string, body: object) =>
    it.call('POST', path, { token, body: { name: 'x', days: 30, codes: ['sch:examType:list'], ...body } });

  test('takes codes that one holds, and no others', async () => {
    const { token } = await it.login('hunan01');
    for (const codes of [['sys:user:list'], ['sch:examType:list', 'base:province:delete'], ['no:such'], []]) {
      expect((await make(token, { codes })).status).toBe(400);
    }
    const admin = await it.login('admin');
    expect((await make(admin.token, { codes: ['no:such'] })).status).toBe(400);
  });

  test('takes a name and a time of a year at most', async () => {
    const { token } = await it.login('hunan01');
    for (const body of [{ name: ' ' }, { days: 0 }, { days: 366 }, { days: 1.5 }, { name: 'x'.repeat(65) }]) {
      expect((await make(token, body)).status).toBe(400);
    }
    expect((await make(token, { days: 365 })).status).toBe(200);
  });

  test('ends where one has twenty', async () => {
    const { token } = await it.login('hunan01');
    for (let count = 0; count < limits.apiTokens; count++) expect((await make(token, {})).status).toBe(200);
    expect((await make(token, {})).reason).toBe('notAllowedNow');
  });
});

describe("others' tokens", () => {
  const online = '/api/admin/online/apiToken';

  test('are seen and revoked by who may', async () => {
    const { token, row } = await withToken('hunan01', ['sch:examType:list']);
    const [admin, ops] = [await it.login('admin'), await it.login('finance01')];
    expect((await it.call('GET', online, { token: ops.token })).status).toBe(403);
    const shown = await it.call('GET', `${online}?keywords=nightly`, { token: admin.token });
    expect(shown.data).toMatchObject({ total: 1, records: [{ userName: 'hunan01', tokenId: row.tokenId }] });
    const body = { ids: [row.tokenId] };
    expect((await it.call('DELETE', online, { token: ops.token, body })).status).toBe(403);
    // The call for own tokens does not reach those of others.
    expect((await it.call('DELETE', path, { token: admin.token, body })).data.count).toBe(0);
    expect((await list(token)).status).toBe(200);
    expect((await it.call('DELETE', online, { token: admin.token, body })).data.count).toBe(1);
    expect((await list(token)).status).toBe(401);
  });

  test("are out of reach for a person who is bound to another organisation, and an administrator's for everybody else", async () => {
    const [ops, admin] = [
      await withToken('ops', ['sch:examType:list']),
      await withToken('admin', ['sch:examType:list']),
    ];
    await sql`insert into t_role_perm (role_id, perm_id)
      select r.role_id, p.perm_id from t_role as r, t_perm as p
      where r.role_code in ('data', 'finance') and p.perm_code like 'sys:online:%'`.execute(it.engine.db);
    const hunan = await it.login('hunan01');
    const body = { ids: [ops.row.tokenId, admin.row.tokenId] };
    expect((await it.call('GET', online, { token: hunan.token })).data.total).toBe(0);
    expect((await it.call('DELETE', online, { token: hunan.token, body })).data.count).toBe(0);
    const finance = await it.login('finance01');
    expect((await it.call('DELETE', online, { token: finance.token, body })).data.count).toBe(1);
    expect((await list(admin.token)).status).toBe(200);
  });
});

test('the audit log names the token that wrote, and that was refused', async () => {
  const { token } = await withToken('ops', ['sch:examType:update']);
  await it.call('PUT', calendar, { token, body: { dataId: 1 } });
  await it.call('DELETE', '/api/admin/session', { token, body: { ids: [1] } });
  await it.app.close();
  const { rows } = await sql<Columns<typeof registry.auditLog, 'userName' | 'content'>>`
    select user_name, content from t_audit_log where content like '%API yk_%' order by log_id`.execute(
    it.engine.db,
  );
  expect(rows).toHaveLength(2);
  for (const { userName, content } of rows) {
    expect(userName).toBe('ops');
    expect(content).toContain(`API ${token.slice(0, 7)}… nightly`);
    expect(content).not.toContain(token.slice(7));
  }
});
