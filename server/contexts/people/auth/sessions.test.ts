import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

const use = async (token: string) => (await it.call('GET', '/api/admin/user/current', { token })).status;

test('a session ends 12 hours after its last use', async () => {
  const { token } = await it.login('ops');
  it.pass({ hours: 11 });
  expect(await use(token)).toBe(200);
  it.pass({ hours: 11 });
  expect(await use(token)).toBe(200);
  it.pass({ hours: 12, seconds: 1 });
  expect(await use(token)).toBe(401);
});

test('a remembered session ends 7 days after its last use', async () => {
  const { token } = await it.login('ops', { rememberMe: true });
  it.pass({ hours: 6 * 24 });
  expect(await use(token)).toBe(200);
  it.pass({ hours: 7 * 24, seconds: 1 });
  expect(await use(token)).toBe(401);
});

test('the parameters say how long sessions last, and nonsense in them counts as the first value', async () => {
  await sql`update t_config set config_value = '1' where config_key = 'session.hours'`.execute(it.engine.db);
  const short = await it.login('ops');
  await sql`update t_config set config_value = 'soon' where config_key = 'session.hours'`.execute(
    it.engine.db,
  );
  const usual = await it.login('ops');
  it.pass({ hours: 2 });
  expect(await use(short.token)).toBe(401);
  expect(await use(usual.token)).toBe(200);
});

test.each(['/logout', '/api/admin/logout'])(
  '%s ends the session at once, and may be called again',
  async path => {
    const { token } = await it.login('ops');
    expect(await use(token)).toBe(200);
    expect((await it.call('POST', path, { token })).status).toBe(200);
    expect(await use(token)).toBe(401);
    expect((await it.call('POST', path, { token })).status).toBe(200);
  },
);

test('a login leaves sessions of other machines alone', async () => {
  const first = await it.login('ops');
  await it.login('ops');
  expect(await use(first.token)).toBe(200);
});

test('a disabled person is out within seconds', async () => {
  const { token } = await it.login('ops');
  expect(await use(token)).toBe(200);
  await sql`update t_admin_user set status = 0 where user_name = 'ops'`.execute(it.engine.db);
  it.pass({ seconds: 4 });
  expect(await use(token)).toBe(401);
  await sql`update t_admin_user set status = 1 where user_name = 'ops'`.execute(it.engine.db);
});

test('what a role loses is refused within seconds', async () => {
  const { token } = await it.login('hunan01');
  const list = async () => (await it.call('GET', '/api/data/wish/sch/examType/list', { token })).status;
  expect(await list()).toBe(200);
  await sql`delete from t_role_perm using t_perm where t_role_perm.perm_id = t_perm.perm_id
    and t_perm.perm_code = 'sch:examType:list'`.execute(it.engine.db);
  it.pass({ seconds: 4 });
  expect(await list()).toBe(403);
});

test('no token can be read from the database', async () => {
  const { token } = await it.login('ops');
  const { rows } = await sql<{ text: string }>`select t_session::text as text from t_session`.execute(
    it.engine.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ text }) => text).join()).not.toContain(token);
});

test('a token that is none is refused', async () => {
  for (const token of ['', 'x', 'x'.repeat(5000)]) expect(await use(token)).toBe(401);
});
