import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { createSessionReader } from './session-reader.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

const hash = (token: string) => createHash('sha256').update(token).digest();

test('sessions that are asked for together are told apart, and those that are none are none', async () => {
  const logins = [await it.login('ops'), await it.login('hunan01'), await it.login('ops')];
  const read = createSessionReader(it.engine.db, it.engine.clock);
  const tokens = [...logins.map(({ token }) => token), 'forged', logins[0]?.token ?? '', ''];
  const rows = await Promise.all(tokens.map(token => read(hash(token))));
  expect(rows.map(row => row?.userId)).toEqual([
    ...logins.map(({ userId }) => userId),
    undefined,
    logins[0]?.userId,
    undefined,
  ]);
});

test('a call that comes after a session was ended is refused, though a read was under way', async () => {
  const { token } = await it.login('ops');
  const read = createSessionReader(it.engine.db, it.engine.clock);
  const before = read(hash(token));
  await sql`delete from t_session where token_hash = ${hash(token)}`.execute(it.engine.db);
  const after = await Promise.all([read(hash(token)), read(hash(token))]);
  expect(after).toEqual([undefined, undefined]);
  await before;
});

test('a read that fails is told to all who waited for it, and the next call reads anew', async () => {
  const { token, userId } = await it.login('ops');
  const { db } = it.engine;
  const read = createSessionReader(db, it.engine.clock);
  await sql`alter table t_session rename to t_away`.execute(db);
  const failed = await Promise.allSettled([read(hash(token)), read(hash(token)), read(hash('x'))]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await sql`alter table t_away rename to t_session`.execute(db);
  expect((await read(hash(token)))?.userId).toBe(userId);
});
