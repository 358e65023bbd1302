import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Columns } from '../../../../engine/table/columns.ts';
import { openSeededApp, password, type SeededApp } from '../../../testing/seeded-app.ts';
import { createAccountReader } from '../account-reader.ts';
import { createExtensionReader } from './extension.ts';
import { createCallTokens } from './tokens.ts';

let it: SeededApp;
beforeEach(async () => {
  it = await openSeededApp();
  await sql`delete from t_feige_account`.execute(it.engine.db);
});
afterEach(() => it.close());

const path = '/api/admin/user/call/token';
const exchange = (token: string) => it.call('GET', `${path}/exchange`, { token });
const refresh = (token: string, callToken: unknown) =>
  it.call('POST', `${path}/refresh`, { token, body: { callToken } });

/** The request to the gateway of calls. */
function check(callToken: string) {
  const { db, clock } = it.engine;
  return createCallTokens({
    db,
    clock,
    accountOf: createAccountReader(db),
    extensionOf: createExtensionReader(db),
  }).check(callToken);
}

/** A logged-in salesperson with a token. */
async function caller(userName = 'sale01') {
  const { token, userId } = await it.login(userName);
  const { data } = await exchange(token);
  return { token, userId, callToken: data.callToken as string };
}

describe('a softphone token', () => {
  test('is given to a person who may call, for two hours, without an extension while there are no seats', async () => {
    const { token, userId } = await it.login('sale01');
    const given = await exchange(token);
    expect(given).toMatchObject({ status: 200, data: { expiresIn: 7200, extension: null } });
    expect(given.headers['cache-control']).toContain('no-store');
    const { callToken } = given.data;
    expect(await check(callToken)).toEqual({ userId, userName: 'sale01', extension: null });
    it.pass({ hours: 1, minutes: 59 });
    expect(await check(callToken)).toBeDefined();
    it.pass({ minutes: 1 });
    expect(await check(callToken)).toBeUndefined();
  });

  test('is not given without the permission, to nobody, or to a script', async () => {
    expect((await exchange((await it.login('finance01')).token)).status).toBe(403);
    expect((await it.call('GET', `${path}/exchange`)).status).toBe(401);
    const { token } = await it.login('sale01');
    const made = await it.call('POST', '/api/admin/apiToken', {
      token,
      body: { name: 'x', days: 1, codes: ['crm:lead:call'] },
    });
    expect((await exchange(made.data.token)).reason).toBe('tokenNotAllowed');
  });

  test('opens nothing but calls, and stands nowhere readable', async () => {
    const { callToken } = await caller();
    expect((await it.call('GET', '/api/admin/user/current', { token: callToken })).status).toBe(401);
    const { rows } = await sql<{ text: string }>`select t::text as text from t_call_token as t`.execute(
      it.engine.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(callToken);
  });

  test('is replaced by the next one, which lasts two hours from then', async () => {
    const { token, callToken } = await caller();
    it.pass({ hours: 1 });
    const next = await refresh(token, callToken);
    expect(next).toMatchObject({ status: 200, data: { expiresIn: 7200, extension: null } });
    expect(next.data.callToken).not.toBe(callToken);
    expect(await check(callToken)).toBeUndefined();
    it.pass({ hours: 1, minutes: 30 });
    expect(await check(next.data.callToken)).toBeDefined();
  });

  test('two tabs have one each', async () => {
    const { token, callToken } = await caller();
    const other = (await exchange(token)).data.callToken;
    expect((await refresh(token, callToken)).status).toBe(200);
    expect(await check(other)).toBeDefined();
  });

  test('used again after it was replaced voids all of the login, and the audit log tells it without the token', async () => {
    const { token, callToken } = await caller();
    const elsewhere = await caller();
    const next = (await refresh(token, callToken)).data.callToken;
    expect(await refresh(token, callToken)).toMatchObject({ status: 400, reason: 'callTokenReused' });
    expect(await check(next)).toBeUndefined();
    expect(await check(elsewhere.callToken)).toBeDefined();
    expect((await exchange(token)).status).toBe(200);
    await it.app.close();
    const { rows } = await sql<
      Columns<typeof registry.auditLog, 'userName' | 'module' | 'content' | 'result'>
    >`
      select user_name, module, content, result from t_audit_log where content like '%call/token%' order by log_id`.execute(
      it.engine.db,
    );
    expect(rows).toMatchObject([
      { userName: 'sale01', module: 'auth', result: 1 },
      { userName: 'sale01', module: 'auth', result: 0, content: expect.stringMatching(/^callTokenReused/) },
    ]);
    for (const secret of [callToken, next]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('of two refreshes at once one is refused', async () => {
    const { token, callToken } = await caller();
    const both = await Promise.all([refresh(token, callToken), refresh(token, callToken)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('forged, cut short, run out, of another login or another person, it is refused', async () => {
    const { token, callToken } = await caller();
    const other = await caller('admin');
    const again = await caller();
    const { token: session } = again;
    for (const wrong of [
      'x'.repeat(43),
      callToken.slice(0, -1),
      `${callToken}A`,
      session,
      other.callToken,
      again.callToken,
    ]) {
      expect(await refresh(token, wrong)).toMatchObject({ status: 400, reason: 'callTokenInvalid' });
    }
    for (const wrong of ['', ' ', 'x'.repeat(5000), null, 7, {}, [], undefined]) {
      expect((await refresh(token, wrong)).status).toBe(400);
    }
    // Nothing of that has touched the good ones.
    for (const good of [callToken, other.callToken, again.callToken]) expect(await check(good)).toBeDefined();
    for (const wrong of ['', 'x', 'x'.repeat(5000), session]) expect(await check(wrong)).toBeUndefined();
    it.pass({ hours: 2 });
    expect(await refresh(token, callToken)).toMatchObject({ reason: 'callTokenInvalid' });
  });

  test('is given only so often', async () => {
    const { token } = await it.login('sale01');
    let last = await exchange(token);
    for (let count = 0; count < 60; count++) last = await exchange(token);
    expect(last).toMatchObject({ status: 429, reason: 'tooManyRequests' });
    it.pass({ minutes: 16 });
    expect((await exchange(token)).status).toBe(200);
  });
});

describe('a softphone token ends', () => {
  test('with the login: logged out, ended by the owner elsewhere, kicked out, or run out', async () => {
    const out = await caller();
    await it.call('POST', '/logout', { token: out.token });
    expect(await check(out.callToken)).toBeUndefined();

    const [first, second] = [await caller(), await caller()];
    const sessions = (await it.call('GET', '/api/admin/session', { token: second.token })).data;
    const others = sessions.filter(({ current }: { current: boolean }) => !current);
    await it.call('DELETE', '/api/admin/session', {
      token: second.token,
      body: { ids: others.map(({ sessionId }: { sessionId: number }) => sessionId) },
    });
    expect(await check(first.callToken)).toBeUndefined();
    expect(await check(second.callToken)).toBeDefined();

    const admin = (await it.login('admin')).token;
    const online = (await it.call('GET', '/api/admin/online?keywords=sale01', { token: admin })).data.records;
    await it.call('DELETE', '/api/admin/online', {
      token: admin,
      body: { ids: online.map(({ sessionId }: { sessionId: number }) => sessionId) },
    });
    expect(await check(second.callToken)).toBeUndefined();

    await sql`update t_config set config_value = '1' where config_key = 'session.hours'`.execute(
      it.engine.db,
    );
    const short = await caller();
    it.pass({ hours: 1, seconds: 1 });
    expect(await check(short.callToken)).toBeUndefined();
  });

  test('with the password, own or reset, though the login goes on', async () => {
    const own = await caller();
    const body = { userId: own.userId, password: 'Chosen123', oldPassword: password };
    expect((await it.call('POST', '/api/admin/resetPwd', { token: own.token, body })).status).toBe(200);
    expect(await check(own.callToken)).toBeUndefined();
    expect((await exchange(own.token)).status).toBe(200);

    const admin = (await it.login('admin')).token;
    const again = (await exchange(own.token)).data.callToken;
    const reset = await it.call('POST', '/api/admin/user/reset_pwd', {
      token: admin,
      body: { userId: own.userId },
    });
    expect(reset.status).toBe(200);
    expect(await check(again)).toBeUndefined();
  });

  test('for a person who is disabled, loses the permission, or has a password to set', async () => {
    const { db } = it.engine;
    const { callToken, userId } = await caller();
    const whileSo = async (now: string, later: string) => {
      await sql.raw(now).execute(db);
      it.pass({ seconds: 4 });
      const found = await check(callToken);
      await sql.raw(later).execute(db);
      it.pass({ seconds: 4 });
      expect(await check(callToken)).toBeDefined();
      return found;
    };
    const user = (set: string) => `update t_admin_user set ${set} where user_id = ${userId}`;
    expect(await whileSo(user('status = 0'), user('status = 1'))).toBeUndefined();
    const credential = (set: string) => `update t_credential set ${set} where user_id = ${userId}`;
    expect(
      await whileSo(credential('must_change = true'), credential('must_change = false')),
    ).toBeUndefined();
    const role = (set: string) => `update t_role set ${set} where role_code = 'sale'`;
    expect(await whileSo(role('status = 0'), role('status = 1'))).toBeUndefined();
  });
});

test('the extension is that of the enabled seat', async () => {
  const { db } = it.engine;
  await sql`delete from t_feige_account`.execute(db);
  await sql`insert into t_feige_account (user_id, extension, status, daily_limit)
    values (7, '9001', 0, 1), (7, '9002', 1, 1), (7, '9003', 1, 1), (8, '9004', 1, 1)`.execute(db);
  const extensionOf = createExtensionReader(db);
  expect([await extensionOf(7), await extensionOf(8), await extensionOf(9)]).toEqual(['9002', '9004', null]);
});
