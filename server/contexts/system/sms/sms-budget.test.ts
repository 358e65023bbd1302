import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../platform/logger.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { readSmsBudgets, takeBudget } from './sms-budget.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp({ captcha: true });
  // An hour's share is 20: ten for anyone, ten for networks without a code.
  await sql`update t_config set config_value = '240' where config_key = 'sms.totalDailyMax'`.execute(
    it.engine.db,
  );
});
afterAll(() => it.close());

let next = 0;
/** Asks for a code as a program does that reads one of `of` captchas. */
async function ask(from: string, of: number): Promise<number> {
  const n = next++;
  await it.call('GET', `/api/admin/patchca/sms-${n}`, { from });
  const found = await sql<{ answer: string }>`
    select answer from t_captcha where uuid = ${`sms-${n}`}`.execute(it.engine.db);
  const patchca = n % of === 0 ? found.rows[0]?.answer : 'no';
  const query = `mobile=139${10_000_000 + n}&scene=register&uuid=sms-${n}&patchca=${patchca}`;
  return (await it.call('GET', `/api/sms/user/code?${query}`, { from })).status;
}

test('a program that reads one captcha of five gets four codes an hour out of an address, twelve out of a network', async () => {
  let sent = 0;
  for (const host of [1, 2, 3, 4]) {
    for (let n = 0; n < 21; n++) if ((await ask(`203.0.113.${host}`, 5)) === 200) sent += 1;
  }
  expect(sent).toBeGreaterThan(8);
  expect(sent).toBeLessThanOrEqual(12);
});

test('once programs have used up what is for anybody, a person who comes from elsewhere still gets a code', async () => {
  await sql`delete from t_rate_limit`.execute(it.engine.db);
  let sent = 0;
  // The attackers read every captcha, with enough addresses to use the whole budget.
  for (let host = 0; host < 12; host++) if ((await ask(`203.0.113.${host}`, 1)) === 200) sent += 1;
  for (let host = 0; host < 12; host++) if ((await ask(`198.51.100.${host}`, 1)) === 200) sent += 1;
  // Ten for anyone, and the second network's first one.
  expect(sent).toBe(11);
  expect(await ask('203.0.113.99', 1)).toBe(429);
  expect(await ask('192.0.2.1', 1)).toBe(200);
  it.pass({ hours: 1 });
  expect(await ask('203.0.113.99', 1)).toBe(200);
});

test('operators hear of it before the last code is gone, once, and see how many are used', async () => {
  const { db } = it.engine;
  await sql`delete from t_rate_limit`.execute(db);
  const logger = silentLogger();
  const warned = vi.spyOn(logger, 'warn');
  const now = it.engine.clock.now();
  const send = () => takeBudget(db, logger, '203.0.113.1', now);
  for (let n = 0; n < 7; n++) await send();
  expect(warned).not.toHaveBeenCalled();
  await send();
  expect(warned).toHaveBeenCalledTimes(1);
  expect(await readSmsBudgets(db, now)).toMatchObject({ day: { used: 8, max: 240, low: false } });
  for (let n = 0; n < 2; n++) await send();
  for (let n = 0; n < 5; n++) await expect(send()).rejects.toMatchObject({ code: 'tooManyRequests' });
  expect(warned.mock.calls.map(([line]) => line)).toEqual([
    { window: 'hour', used: 8, max: 10 },
    { window: 'hour', used: 10, max: 10 },
  ]);
});
