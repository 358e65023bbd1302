import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { createSessionReader } from './session-reader.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

const hash = (token: string) => createHash('sha256').update(token).digest();

test('sessions that are asked for together are told apart, and those that are none are none', async () => {
  const logins = [await it.login('ops'), await it.login('hunan01'), await it.login('ops')];
  const { read } = createSessionReader(it.engine.db, it.engine.clock);
  const tokens = [...logins.map(({ token }) => token), 'forged', logins[0]?.token ?? '', ''];
  const rows = await Promise.all(tokens.map(token => read(hash(token))));
  expect(rows.map(row => row?.userId)).toEqual([
    ...logins.map(({ userId }) => userId),
    undefined,
    logins[0]?.userId,
    undefined,
  ]);
});

test('a session ended by this node is over for the next call, though a read of it was under way', async () => {
  const { token } = await it.login('ops');
  const { read, forget } = createSessionReader(it.engine.db, it.engine.clock);
  expect(await read(hash(token))).toBeDefined();
  const before = [read(hash('nobody')), read(hash(token))];
  await sql`delete from t_session where token_hash = ${hash(token)}`.execute(it.engine.db);
  forget();
  expect(await Promise.all([read(hash(token)), read(hash(token))])).toEqual([undefined, undefined]);
  await Promise.all(before);
  expect(await read(hash(token))).toBeUndefined();
});

test('what was read before this node wrote is not remembered after it', async () => {
  const { token } = await it.login('ops');
  const { read, forget } = createSessionReader(it.engine.db, it.engine.clock);
  const early = read(hash(token));
  forget();
  expect(await early).toBeDefined();
  await sql`delete from t_session where token_hash = ${hash(token)}`.execute(it.engine.db);
  expect(await read(hash(token))).toBeUndefined();
});

test('a session ended by another node is over within a moment, and one that runs out is over to the second', async () => {
  const { token } = await it.login('ops');
  const { read } = createSessionReader(it.engine.db, it.engine.clock);
  const row = await read(hash(token));
  const left = (row?.expireTime.getTime() ?? 0) - it.engine.clock.now().getTime();
  it.pass({ seconds: left / 1000 });
  expect(await read(hash(token))).toBeUndefined();
  it.pass({ seconds: -left / 1000 });
  expect(await read(hash(token))).toBeDefined();
  await sql`delete from t_session where token_hash = ${hash(token)}`.execute(it.engine.db);
  await expect.poll(() => read(hash(token)), { timeout: 5_000, interval: 10 }).toBeUndefined();
});

test('a read that fails is told to all who waited for it, and the next call reads anew', async () => {
  const { token, userId } = await it.login('ops');
  const { db } = it.engine;
  const { read } = createSessionReader(db, it.engine.clock);
  await sql`alter table t_session rename to t_away`.execute(db);
  const failed = await Promise.allSettled([read(hash(token)), read(hash(token)), read(hash('x'))]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await sql`alter table t_away rename to t_session`.execute(db);
  expect((await read(hash(token)))?.userId).toBe(userId);
});

test('whoever has just been let in by another node is not refused by what this one remembers', async () => {
  const { token } = await it.login('ops');
  const use = async () => (await it.call('GET', '/api/admin/menuList', { token })).status;
  await sql`update t_session set must_enrol = true where token_hash = ${hash(token)}`.execute(it.engine.db);
  expect(await use()).toBe(403);
  // One call after the other, each within the time for which the one before it is remembered.
  for (const status of [200, 403, 200, 403, 200]) {
    await sql`update t_session set must_enrol = ${status === 403} where token_hash = ${hash(token)}`.execute(
      it.engine.db,
    );
    if (status === 200) expect(await use()).toBe(200);
    else await expect.poll(use, { timeout: 5_000, interval: 5 }).toBe(403);
  }
});
