import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Columns } from '../../../../engine/table/columns.ts';
import { openSeededApp, password, type SeededApp } from '../../../testing/seeded-app.ts';
import { forgetFailures } from './locks.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());
beforeEach(async () => {
  await sql`delete from t_rate_limit`.execute(it.engine.db);
  await sql`delete from t_known_device`.execute(it.engine.db);
});

interface From {
  readonly from?: string;
  readonly device?: string;
}

const logIn = (userName: string, given = password, { from = '203.0.113.1', device }: From = {}) =>
  it.call('POST', '/api/admin/login', {
    body: { userName, password: given },
    from,
    ...(device !== undefined && { headers: { 'device-token': device } }),
  });
const guess = (userName: string, from: string, device?: string) =>
  logIn(userName, 'Wrong1234', { from, ...(device !== undefined && { device }) });

/** Logs in from a new device, and returns its device token. */
async function deviceOf(userName: string): Promise<string> {
  const { data } = await logIn(userName, password, { from: '192.0.2.77' });
  expect(data.deviceToken).toMatch(/^[\w-]{43}$/);
  return data.deviceToken;
}

/** Guesses from ever new networks; returns the number of guesses allowed. */
async function guessFromEverywhere(userName: string, tries = 14): Promise<number> {
  let through = 0;
  for (let n = 0; n < tries; n++) {
    if ((await guess(userName, `198.51.${n}.9`)).reason === 'wrongPassword') through += 1;
  }
  return through;
}

describe('strangers who guess passwords', () => {
  test('lock out their own network, and not the person who comes from another', async () => {
    for (let n = 0; n < 5; n++) await guess('ops', `203.0.113.${n}`);
    expect((await logIn('ops', password, { from: '203.0.113.200' })).reason).toBe('accountLocked');
    expect((await logIn('ops', password, { from: '198.51.100.1' })).status).toBe(200);
    expect((await logIn('hunan01', password, { from: '203.0.113.200' })).status).toBe(200);
  });

  test('are stopped wherever they come from: ten guesses, then one a day for each network', async () => {
    expect(await guessFromEverywhere('ops')).toBe(14);
    expect(await guessFromEverywhere('ops')).toBe(10);
    expect(await guessFromEverywhere('ops')).toBe(0);
    let through = 0;
    for (let hour = 0; hour < 23; hour++) {
      it.pass({ hours: 1 });
      through += await guessFromEverywhere('ops');
    }
    expect(through).toBeLessThanOrEqual(60);
  });

  test('do not keep the owner of a new account out, who comes from another network with no device that is known', async () => {
    for (let n = 0; n < 3; n++) {
      for (let one = 0; one < 8; one++) {
        await guess('hunan01', '198.51.1.9');
        await guess('hunan01', '198.51.2.9');
      }
      expect((await guess('hunan01', '198.51.1.9')).reason).toBe('accountLocked');
      await sql`delete from t_known_device`.execute(it.engine.db);
      expect((await logIn('hunan01', password, { from: `100.64.${n}.1` })).status).toBe(200);
      it.pass({ minutes: 20 });
    }
  });

  test('of more networks than anybody comes from are stopped altogether', async () => {
    await guessFromEverywhere('ops', 250);
    expect((await logIn('ops', password, { from: '100.64.0.1' })).reason).toBe('accountLocked');
    expect(await guessFromEverywhere('ops', 250)).toBe(0);
  });

  test('never lock out a device that has logged in before, wherever it is', async () => {
    const device = await deviceOf('ops');
    expect(await guessFromEverywhere('ops')).toBe(14);
    for (const from of ['192.0.2.77', '198.51.3.9']) {
      const answer = await logIn('ops', password, { from, device });
      expect(answer.status).toBe(200);
      expect(answer.data.deviceToken).toBeUndefined();
    }
    // Failures of others behind the same address do not matter either.
    for (let n = 0; n < 51; n++) await guess(`user${n}`, '192.0.2.77');
    expect((await logIn('ops', password, { from: '192.0.2.77' })).reason).toBe('tooManyRequests');
    expect((await logIn('ops', password, { from: '192.0.2.77', device })).status).toBe(200);
    // A login from it allows no further guesses.
    expect(await guessFromEverywhere('ops')).toBe(10);
    expect(await guessFromEverywhere('ops')).toBe(0);
  });

  test('get the same answers and locks for an account that there is not', async () => {
    expect(await guessFromEverywhere('nobody')).toBe(14);
    expect(await guessFromEverywhere('nobody')).toBe(10);
    expect((await guess('nobody', '198.51.3.9')).reason).toBe('accountLocked');
  });
});

describe('a known device', () => {
  test('has five guesses of its own, as everybody, and holds up no other one', async () => {
    const [first, second] = [await deviceOf('ops'), await deviceOf('ops')];
    for (let n = 0; n < 5; n++) expect((await guess('ops', '192.0.2.1', first)).reason).toBe('wrongPassword');
    expect((await logIn('ops', password, { device: first })).reason).toBe('accountLocked');
    expect((await logIn('ops', password, { device: second })).status).toBe(200);
    expect((await logIn('ops')).status).toBe(200);
    it.pass({ minutes: 15 });
    expect((await logIn('ops', password, { device: first })).status).toBe(200);
  });

  test('is known to the accounts that logged in from it, and to no other', async () => {
    const device = await deviceOf('ops');
    for (let n = 0; n < 5; n++) await guess('hunan01', '203.0.113.1');
    expect((await logIn('hunan01', password, { device })).reason).toBe('accountLocked');
    await sql`delete from t_rate_limit`.execute(it.engine.db);
    expect((await logIn('hunan01', password, { device })).data.deviceToken).toBeUndefined();
    for (let n = 0; n < 5; n++) await guess('hunan01', '203.0.113.1');
    expect((await logIn('hunan01', password, { device })).status).toBe(200);
  });

  test('is known by what the server gave out alone, and nothing else that it sends', async () => {
    const planted = 'p'.repeat(43);
    const { data } = await logIn('ops', password, { device: planted });
    expect(data.deviceToken).toMatch(/^[\w-]{43}$/);
    expect(data.deviceToken).not.toBe(planted);
    for (const device of ['', 'x', 'é'.repeat(43), `${'x'.repeat(43)}\t`, 'x'.repeat(5000)]) {
      expect((await logIn('ops', password, { device })).status).toBe(200);
    }
    const stored = await sql<{ text: string }>`
      select string_agg(d::text, '') as text from t_known_device as d`.execute(it.engine.db);
    expect(stored.rows[0]?.text).not.toContain(data.deviceToken);
  });

  test('is a stranger’s again after half a year, or when ten others came after it', async () => {
    const device = await deviceOf('ops');
    it.pass({ hours: 24 * 181 });
    for (let n = 0; n < 5; n++) await guess('ops', '203.0.113.1');
    expect((await logIn('ops', password, { device })).reason).toBe('accountLocked');
    await sql`delete from t_rate_limit`.execute(it.engine.db);
    const first = await deviceOf('ops');
    for (let n = 0; n < 10; n++) {
      it.pass({ seconds: 1 });
      await deviceOf('ops');
    }
    for (let n = 0; n < 5; n++) await guess('ops', '203.0.113.1');
    expect((await logIn('ops', password, { device: first })).reason).toBe('accountLocked');
  });
});

describe('the locks', () => {
  const list = async (token: string, query = '') =>
    (await it.call('GET', `/api/admin/lock?size=50${query}`, { token })).data;
  const lift = (token: string, keys: string[]) =>
    it.call('DELETE', '/api/admin/lock', { token, body: { keys } });

  test('are seen and lifted by an administrator, each for what it is', async () => {
    const device = await deviceOf('ops');
    const { token } = await it.login('admin');
    for (let n = 0; n < 5; n++) await guess('ops', '192.0.2.1', device);
    for (let n = 0; n < 5; n++) await guess('ops', '203.0.113.9');
    await guessFromEverywhere('nobody|x');
    for (let n = 0; n < 51; n++) await guess(`user${n}`, '2001:db8::7');
    const { records, total } = await list(token);
    expect(total).toBe(4);
    const shown = records.map(({ kind, userName, nickName, network }: Record<string, unknown>) => [
      kind,
      userName,
      nickName,
      network,
    ]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['device', 'ops', '运营小林', null],
        ['network', 'ops', '运营小林', '203.0.113.0/24'],
        ['account', 'nobody|x', null, null],
        ['address', null, null, '2001:db8:0:0::/64'],
      ]),
    );
    expect((await list(token, '&keywords=203.0.113')).total).toBe(1);
    const keys = records.map(({ key }: { key: string }) => key);
    expect((await lift(token, [...keys, 'sms-day', 'api-token:1'])).data).toEqual({ count: 4 });
    expect((await list(token)).total).toBe(0);
    expect((await logIn('ops', password, { from: '203.0.113.9' })).status).toBe(200);
    expect((await logIn('ops', password, { device })).status).toBe(200);
  });

  test('are hidden from a person who lacks the permission, reaches the account not, or is no administrator', async () => {
    const { token: stranger } = await it.login('sale01');
    expect((await it.call('GET', '/api/admin/lock', { token: stranger })).status).toBe(403);
    expect((await it.call('GET', '/api/admin/lock/sms', { token: stranger })).status).toBe(403);
    expect((await lift(stranger, ['login-account:ops'])).status).toBe(403);

    const { rows } = await sql<Columns<typeof registry.role, 'roleId'>>`
      insert into t_role (role_name, role_code, data_scope) values ('锁', 'lock', 0)
      returning role_id`.execute(it.engine.db);
    const roleId = rows[0]?.roleId;
    await sql`
      insert into t_role_perm (role_id, perm_id)
      select ${roleId}::bigint, perm_id from t_perm where perm_code in ('sys:lock:list', 'sys:lock:lift')`.execute(
      it.engine.db,
    );
    await sql`
      insert into t_user_role (user_id, role_id)
      select user_id, ${roleId}::bigint from t_admin_user where user_name = 'hunan01'`.execute(it.engine.db);
    await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
    const { token } = await it.login('hunan01');
    for (const name of ['admin', 'ops', 'nobody', 'hunan01']) await guessFromEverywhere(name);
    const seen = await list(token);
    expect(seen.records.map(({ userName }: { userName: string }) => userName)).toEqual(['hunan01']);
    expect((await lift(token, ['login-account:admin', 'login-account:ops'])).data).toEqual({ count: 0 });
    expect((await lift(token, ['login-account:hunan01'])).data).toEqual({ count: 1 });
    expect((await logIn('hunan01')).status).toBe(200);
  });

  test('of one account are lifted on the machine, and those of others stay', async () => {
    await guessFromEverywhere('ops');
    await guessFromEverywhere('hunan01');
    expect(await forgetFailures(it.engine.db, 'OPS')).toBeGreaterThan(1);
    expect((await logIn('ops', password, { from: '100.64.0.1' })).status).toBe(200);
    await guess('hunan01', '100.64.0.1');
    expect((await logIn('hunan01', password, { from: '100.64.0.1' })).reason).toBe('accountLocked');
    await forgetFailures(it.engine.db, undefined);
    expect((await logIn('hunan01', password, { from: '100.64.0.1' })).status).toBe(200);
  });
});
