import type { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Columns } from '../../../../engine/table/columns.ts';
import { openSeededApp, password, type SeededApp } from '../../../testing/seeded-app.ts';

let it: SeededApp;
beforeEach(async () => {
  it = await openSeededApp();
});
afterEach(() => it.close());

const path = '/api/admin/secondFactor';

/** The code that an app with this secret shows, some steps of 30 seconds away from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: it.engine.clock.now().getTime() + steps * 30_000,
  });
}

/** Turns on a person's second factor; the clock is then at a step with an unused code. */
async function turnOn(userName: string) {
  const { token, userId } = await it.login(userName);
  const { secret, uri } = (await it.call('POST', `${path}/start`, { token })).data;
  const confirmed = await it.call('POST', `${path}/confirm`, { token, body: { code: codeOf(secret) } });
  expect(confirmed.status).toBe(200);
  it.pass({ seconds: 60 });
  return { token, userId, secret, uri, recoveryCodes: confirmed.data.recoveryCodes as string[] };
}

const firstStep = (userName: string, given = password) =>
  it.call('POST', '/api/admin/login', { body: { userName, password: given } });

async function challengeOf(userName: string): Promise<string> {
  const { data } = await firstStep(userName);
  expect(data.token).toBeUndefined();
  return data.challenge;
}

const secondStep = (challenge: string, code: string, from?: string) =>
  it.call('POST', '/api/admin/login/secondFactor', { body: { challenge, code }, ...(from && { from }) });

const use = async (token: string) => (await it.call('GET', '/api/admin/user/current', { token })).status;

/** A six-digit code that is currently invalid. */
function wrongCode(secret: string): string {
  const good = new Set([-1, 0, 1].map(step => codeOf(secret, step)));
  return ['000000', '111111', '222222', '333333'].find(code => !good.has(code)) ?? '';
}

describe('turning it on', () => {
  test('gives an address to scan, and ten recovery codes that are kept nowhere readable', async () => {
    const { uri, secret, recoveryCodes, token } = await turnOn('ops');
    expect(uri).toContain('otpauth://totp/Yikao:ops?');
    expect(uri).toContain(`secret=${secret}`);
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes);
    expect(new Set(recoveryCodes).size).toBe(limits.recoveryCodes);
    const { rows } = await sql<{ text: string }>`
      select f::text || coalesce((select string_agg(c::text, '') from t_recovery_code as c), '') as text
      from t_second_factor as f`.execute(it.engine.db);
    expect(rows[0]?.text).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows[0]?.text).not.toContain(code.replace('-', ''));
    expect((await it.call('GET', path, { token })).data).toMatchObject({
      on: true,
      recoveryLeft: 10,
      demanded: false,
    });
  });

  test('needs a right code, and is not in force before', async () => {
    const { token } = await it.login('ops');
    const { secret } = (await it.call('POST', `${path}/start`, { token })).data;
    const wrong = await it.call('POST', `${path}/confirm`, { token, body: { code: wrongCode(secret) } });
    expect(wrong).toMatchObject({ status: 400, reason: 'wrongCode' });
    expect((await firstStep('ops')).data.token).toBeTypeOf('string');
    // Starting again creates another secret, and the first one becomes invalid.
    const again = (await it.call('POST', `${path}/start`, { token })).data.secret;
    expect(again).not.toBe(secret);
    const old = await it.call('POST', `${path}/confirm`, { token, body: { code: codeOf(secret) } });
    expect(old.reason).toBe('wrongCode');
  });

  test('ends the other logins of the person, and is not begun twice', async () => {
    const other = await it.login('ops');
    const { token } = await turnOn('ops');
    expect(await use(other.token)).toBe(401);
    expect(await use(token)).toBe(200);
    expect((await it.call('POST', `${path}/start`, { token })).reason).toBe('notAllowedNow');
    expect((await it.call('POST', `${path}/confirm`, { token, body: { code: '123456' } })).reason).toBe(
      'wrongCode',
    );
  });

  test('lets nobody guess for long', async () => {
    const { token } = await it.login('ops');
    const { secret } = (await it.call('POST', `${path}/start`, { token })).data;
    const confirm = (code: string) => it.call('POST', `${path}/confirm`, { token, body: { code } });
    for (let count = 0; count < 5; count++)
      expect((await confirm(wrongCode(secret))).reason).toBe('wrongCode');
    expect((await confirm(codeOf(secret))).reason).toBe('tooManyRequests');
  });
});

describe('a login with it', () => {
  test('gives a challenge for the password and a token for the code', async () => {
    const { secret, userId } = await turnOn('ops');
    const first = await firstStep('ops');
    expect(Object.keys(first.data).toSorted()).toEqual(['challenge', 'expiresIn']);
    expect(await use(first.data.challenge)).toBe(401);
    const second = await secondStep(first.data.challenge, codeOf(secret));
    expect(second.data).toMatchObject({ userId, userName: 'ops' });
    expect(await use(second.data.token)).toBe(200);
  });

  test('takes each code once, and no earlier one after it', async () => {
    const { secret } = await turnOn('ops');
    const [code, earlier] = [codeOf(secret), codeOf(secret, -1)];
    expect((await secondStep(await challengeOf('ops'), code)).status).toBe(200);
    for (const used of [code, earlier]) {
      expect((await secondStep(await challengeOf('ops'), used)).reason).toBe('wrongCode');
    }
    it.pass({ seconds: 30 });
    expect((await secondStep(await challengeOf('ops'), codeOf(secret))).status).toBe(200);
  });

  test('does not take the code that turned it on', async () => {
    const { token } = await it.login('ops');
    const { secret } = (await it.call('POST', `${path}/start`, { token })).data;
    const code = codeOf(secret);
    await it.call('POST', `${path}/confirm`, { token, body: { code } });
    expect((await secondStep(await challengeOf('ops'), code)).reason).toBe('wrongCode');
  });

  test('lets one of two calls with the same code in', async () => {
    const { secret } = await turnOn('ops');
    const [one, two] = [await challengeOf('ops'), await challengeOf('ops')];
    const code = codeOf(secret);
    const both = await Promise.all([secondStep(one, code), secondStep(two, code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('takes the codes of a clock that is one step off, and of none further off', async () => {
    const { secret } = await turnOn('ops');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -5, max: 5 }),
        fc.integer({ min: 0, max: 29 }),
        async (steps, seconds) => {
          it.pass({ minutes: 20, seconds });
          const { status } = await secondStep(await challengeOf('ops'), codeOf(secret, steps));
          expect(status).toBe(Math.abs(steps) <= 1 ? 200 : 400);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('takes a challenge once, for five minutes, and only as it was given', async () => {
    const { secret } = await turnOn('ops');
    const challenge = await challengeOf('ops');
    expect((await secondStep(challenge, codeOf(secret))).status).toBe(200);
    it.pass({ seconds: 60 });
    expect((await secondStep(challenge, codeOf(secret))).reason).toBe('challengeExpired');
    const late = await challengeOf('ops');
    for (const forged of [late.slice(0, -1), `${late}A`, 'x', late.toUpperCase()]) {
      expect((await secondStep(forged, codeOf(secret))).reason).toBe('challengeExpired');
    }
    it.pass({ minutes: 5 });
    expect((await secondStep(late, codeOf(secret))).reason).toBe('challengeExpired');
  });

  test("does not take another person's code or recovery code", async () => {
    const [ops, finance] = [await turnOn('ops'), await turnOn('finance01')];
    const challenge = await challengeOf('ops');
    expect((await secondStep(challenge, codeOf(finance.secret))).reason).toBe('wrongCode');
    expect((await secondStep(challenge, finance.recoveryCodes[0] ?? '')).reason).toBe('wrongCode');
    expect((await secondStep(challenge, codeOf(ops.secret))).status).toBe(200);
  });

  test('takes each recovery code once, in lower case and without its hyphen too', async () => {
    const { recoveryCodes } = await turnOn('ops');
    const [one = '', two = ''] = recoveryCodes;
    const entered = await secondStep(await challengeOf('ops'), one.toLowerCase().replace('-', ' '));
    expect(entered.status).toBe(200);
    expect((await secondStep(await challengeOf('ops'), one)).reason).toBe('wrongCode');
    expect((await secondStep(await challengeOf('ops'), two)).status).toBe(200);
    expect((await it.call('GET', path, { token: entered.data.token })).data.recoveryLeft).toBe(8);
  });

  test('locks the account by wrong codes too, however often the password is typed right in between', async () => {
    const { secret } = await turnOn('ops');
    for (let count = 0; count < 5; count++) {
      expect((await secondStep(await challengeOf('ops'), wrongCode(secret))).reason).toBe('wrongCode');
    }
    expect((await firstStep('ops')).reason).toBe('accountLocked');
    it.pass({ hours: 24 });
    const challenge = await challengeOf('ops');
    for (let count = 0; count < 5; count++) await secondStep(challenge, wrongCode(secret));
    expect((await secondStep(challenge, codeOf(secret))).reason).toBe('accountLocked');
  });

  test('turns an address away that goes on guessing', async () => {
    await turnOn('ops');
    const from = '203.0.113.77';
    for (let count = 0; count < 50; count++) {
      expect((await secondStep('forged', '123456', from)).reason).toBe('challengeExpired');
    }
    expect((await secondStep('forged', '123456', from)).reason).toBe('tooManyRequests');
  });

  test('lets nobody in who was disabled between the steps, or whose password was reset', async () => {
    const { secret, userId } = await turnOn('ops');
    const admin = await it.login('admin');
    const challenge = await challengeOf('ops');
    await it.call('POST', '/api/admin/user/reset_pwd', { token: admin.token, body: { userId } });
    expect((await secondStep(challenge, codeOf(secret))).reason).toBe('challengeExpired');
    const { secret: other, userId: id } = await turnOn('finance01');
    const waiting = await challengeOf('finance01');
    await sql`update t_admin_user set status = 0 where user_id = ${id}`.execute(it.engine.db);
    expect((await secondStep(waiting, codeOf(other))).reason).toBe('accountDisabled');
  });
});

describe('turning it off', () => {
  test('needs the password and a code', async () => {
    const { token, secret } = await turnOn('ops');
    const off = (body: object) => it.call('POST', `${path}/off`, { token, body });
    expect((await off({ password: 'Wrong1234', code: codeOf(secret) })).reason).toBe('wrongOldPassword');
    expect((await off({ password, code: wrongCode(secret) })).reason).toBe('wrongCode');
    expect((await off({ password })).status).toBe(400);
    expect((await off({ password, code: codeOf(secret) })).status).toBe(200);
    expect((await firstStep('ops')).data.token).toBeTypeOf('string');
    expect((await it.call('GET', path, { token })).data).toMatchObject({ on: false, recoveryLeft: 0 });
  });

  test('new recovery codes make the old ones worthless', async () => {
    const { token, secret, recoveryCodes } = await turnOn('ops');
    const body = { password, code: codeOf(secret) };
    const renewed = await it.call('POST', `${path}/recovery`, { token, body });
    expect(renewed.data.recoveryCodes).toHaveLength(10);
    const challenge = await challengeOf('ops');
    expect((await secondStep(challenge, recoveryCodes[0] ?? '')).reason).toBe('wrongCode');
    expect((await secondStep(challenge, renewed.data.recoveryCodes[0])).status).toBe(200);
  });
});

describe('an administrator', () => {
  const reset = (token: string, userId: number) =>
    it.call('POST', '/api/admin/user/secondFactor/reset', { token, body: { userId } });

  test('takes it from somebody who lost the phone, which ends their logins and is audited', async () => {
    const { token, userId } = await turnOn('ops');
    const admin = await it.login('admin');
    const list = await it.call('GET', '/api/admin/user/list?userName=ops', { token: admin.token });
    expect(list.data.records[0]).toMatchObject({ userName: 'ops', secondFactorFlag: 1 });
    expect((await reset(admin.token, userId)).status).toBe(200);
    expect(await use(token)).toBe(401);
    expect((await firstStep('ops')).data.token).toBeTypeOf('string');
    expect((await reset(admin.token, userId)).reason).toBe('notAllowedNow');
    expect((await reset(admin.token, admin.userId)).reason).toBe('notAllowedNow');
    expect((await reset(admin.token, 999_999)).reason).toBe('notFound');
  });

  test('is nobody else: not without the code, and not against somebody who holds more', async () => {
    const [ops, admin] = [await turnOn('ops'), await turnOn('admin')];
    const hunan = await it.login('hunan01');
    expect((await reset(hunan.token, ops.userId)).reason).toBe('forbidden');
    await sql`insert into t_role_perm (role_id, perm_id)
      select r.role_id, p.perm_id from t_role as r, t_perm as p
      where r.role_code = 'data' and p.perm_code = 'sys:user:secondFactor'`.execute(it.engine.db);
    it.pass({ seconds: 4 });
    // For people bound to a province, people without one are out of reach.
    expect((await reset(hunan.token, ops.userId)).reason).toBe('notFound');
    await sql`update t_admin_user set province_id = null where user_name = 'hunan01'`.execute(it.engine.db);
    it.pass({ seconds: 4 });
    expect((await reset(hunan.token, ops.userId)).reason).toBe('outranked');
    expect((await reset(hunan.token, admin.userId)).reason).toBe('outranked');
  });

  test('demands it of everybody, who must turn it on at the next login before anything else', async () => {
    const before = await it.login('ops');
    await sql`update t_config set config_value = '1' where config_key = 'login.secondFactor'`.execute(
      it.engine.db,
    );
    expect(await use(before.token)).toBe(200);
    const { token, mustEnrolSecondFactor } = await it.login('ops');
    expect(mustEnrolSecondFactor).toBe(true);
    const menu = () => it.call('GET', '/api/admin/menuList', { token });
    expect(await menu()).toMatchObject({ status: 403, reason: 'mustEnrolSecondFactor' });
    const current = await it.call('GET', '/api/admin/user/current', { token });
    expect(current.data.mustEnrolSecondFactor).toBe(true);
    const { secret } = (await it.call('POST', `${path}/start`, { token })).data;
    await it.call('POST', `${path}/confirm`, { token, body: { code: codeOf(secret) } });
    expect((await menu()).status).toBe(200);
    it.pass({ seconds: 60 });
    const off = await it.call('POST', `${path}/off`, { token, body: { password, code: codeOf(secret) } });
    expect(off.reason).toBe('notAllowedNow');
    const entered = await secondStep(await challengeOf('ops'), codeOf(secret));
    expect(entered.data.mustEnrolSecondFactor).toBe(false);
  });

  test('demands it of a role; nobody else may', async () => {
    const admin = await it.login('admin');
    const list = await it.call('GET', '/api/admin/role/list?roleCode=ops', { token: admin.token });
    const { roleId } = list.data.records[0];
    const info = await it.call('GET', `/api/admin/role/info?roleId=${roleId}`, { token: admin.token });
    const saved = await it.call('PUT', '/api/admin/role', {
      token: admin.token,
      body: { roleId, version: info.data.version, secondFactorFlag: 1 },
    });
    expect(saved.status).toBe(200);
    expect((await it.login('ops')).mustEnrolSecondFactor).toBe(true);
    expect((await it.login('finance01')).mustEnrolSecondFactor).toBe(false);
  });

  test('finds every step in the audit log, with who it was and without any code', async () => {
    const { secret, recoveryCodes } = await turnOn('ops');
    const challenge = await challengeOf('ops');
    await secondStep(challenge, wrongCode(secret));
    await secondStep(challenge, codeOf(secret));
    await it.app.close();
    const { rows } = await sql<
      Columns<typeof registry.auditLog, 'userName' | 'action' | 'content' | 'result'>
    >`
      select user_name, action, content, result from t_audit_log order by log_id`.execute(it.engine.db);
    const steps = rows.filter(({ content }) => content?.includes('2FA'));
    expect(steps).toMatchObject([
      { userName: 'ops', action: 'login', result: 0, content: 'wrongCode · 2FA' },
      { userName: 'ops', action: 'login', result: 1, content: '2FA' },
    ]);
    const text = JSON.stringify(rows);
    expect(text).toContain('/api/admin/secondFactor/confirm');
    for (const secretText of [secret, challenge, ...recoveryCodes]) expect(text).not.toContain(secretText);
  });
});
