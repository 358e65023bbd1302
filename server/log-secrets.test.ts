import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { createFeatures } from './contexts/features.ts';
import { openSeededApp, password, type SeededApp } from './contexts/testing/seeded-app.ts';
import { readConfig } from './platform/config.ts';
import { hiding } from './platform/logger.ts';

const lines: string[] = [];
const output = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

let it: SeededApp;
/** The application with the product's logger at its most verbose level. */
let app: FastifyInstance;

beforeAll(async () => {
  it = await openSeededApp({ captcha: true });
  const config = readConfig({ DATA_DIR: tmpdir(), CAPTCHA: 'on', LOG_LEVEL: 'trace' });
  app = await createApp({
    engine: it.engine,
    config,
    logger: pino({ level: 'trace', ...hiding }, output),
    ...createFeatures(it.engine, config),
  });
});
afterAll(async () => {
  await app.close();
  await it.close();
});

const send = (method: 'GET' | 'POST' | 'PUT', url: string, token: string, payload?: object) =>
  app.inject({
    method,
    url,
    headers: { 'access-token': token, cookie: 'session=BISCUIT', authorization: 'Bearer BEARER' },
    ...(payload && { payload }),
  });

async function captcha(uuid: string): Promise<string> {
  await send('GET', `/api/admin/patchca/${uuid}`, '');
  const found = await sql<{ answer: string }>`select answer from t_captcha where uuid = ${uuid}`.execute(
    it.engine.db,
  );
  return found.rows[0]?.answer ?? '';
}

test('whatever goes wrong, the log tells no password, token, cookie or captcha, and no number of a person', async () => {
  const secrets: string[] = ['BISCUIT', 'BEARER', 'WrongGuess1', password];
  const login = async (uuid: string, given: string) => {
    const patchca = await captcha(uuid);
    secrets.push(patchca);
    return send('POST', '/api/admin/login', '', { userName: 'admin', password: given, uuid, patchca });
  };
  expect((await login('log-1', 'WrongGuess1')).statusCode).toBe(400);
  const { token } = (await login('log-2', password)).json().data;
  secrets.push(token, token.slice(0, 20));

  const { adminUser } = registry;
  const person = {
    userName: 'logged1',
    nickName: '日志',
    password: 'LoggedSecret1',
    userType: 2,
    mobile: '13812345678',
    email: 'zhang.san@example.com',
    roleIds: [],
  };
  secrets.push(person.password, person.mobile, 'zhang.san@');
  // A constraint that refuses every row makes the database include the row in its error, and the call fail.
  await sql`alter table t_admin_user add constraint refuses check (user_name <> 'logged1')`.execute(
    it.engine.db,
  );
  expect((await send('POST', adminUser.path, token, person)).statusCode).toBe(500);
  await sql`alter table t_admin_user drop constraint refuses`.execute(it.engine.db);
  await sql`alter table t_credential rename to t_away`.execute(it.engine.db);
  expect((await send('POST', adminUser.path, token, person)).statusCode).toBe(500);
  expect((await login('log-3', 'WrongGuess1')).statusCode).toBe(500);
  await sql`alter table t_away rename to t_credential`.execute(it.engine.db);
  await send('POST', '/api/admin/resetPwd', token, { oldPassword: password, newPassword: 'NextSecret1' });
  secrets.push('NextSecret1');

  const log = lines.join('');
  expect(log).toContain('request failed');
  // The permitted part of the error is logged: what failed and where.
  expect(log).toContain('refuses');
  for (const secret of secrets) expect(log, secret).not.toContain(secret);
});
