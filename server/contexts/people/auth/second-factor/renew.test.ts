import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecrets } from '../../../../platform/secrets.ts';
import { openSeededApp, type SeededApp } from '../../../testing/seeded-app.ts';
import { startFactor, useAppCode } from './factor.ts';
import { renewRecoveryCodes, useRecoveryCode } from './recovery.ts';
import { renewFactors } from './renew.ts';

let it: SeededApp;
beforeEach(async () => {
  it = await openSeededApp();
});
afterEach(() => it.close());

const [old, present] = ['a'.repeat(32), 'b'.repeat(32)];
const keyed = (secretKey: string, ...otherSecretKeys: string[]) =>
  createSecrets({ secretKey, otherSecretKeys, dataDir: '/nowhere' });

/** Turns on a person's second factor while the former key is the current one. */
async function turnOn(userName: string) {
  const { db, clock } = it.engine;
  const { userId } = await it.login(userName);
  const made = await startFactor(db, keyed(old), { userId, userName });
  const secret = made?.secret ?? '';
  const codeAt = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
  const use = (secrets: ReturnType<typeof keyed>, pending = false) =>
    useAppCode(db, secrets, userId, codeAt(), { now: clock.now(), pending });
  expect(await use(keyed(old), true)).toBe(true);
  const [code = ''] = await renewRecoveryCodes(db, keyed(old), userId);
  it.pass({ seconds: 60 });
  return { userId, use, code };
}

async function sealed(userId: number): Promise<string> {
  const found = await sql<{ secret: string }>`
    select secret from t_second_factor where user_id = ${userId}`.execute(it.engine.db);
  return found.rows[0]?.secret ?? '';
}

describe('when the key is changed', () => {
  test('the app goes on working, and its secret is sealed with the new key by that', async () => {
    const { userId, use } = await turnOn('ops');
    expect(await use(keyed(present, old))).toBe(true);
    expect(await sealed(userId)).toMatch(new RegExp(`^${keyed(present).keyId()}\\.`));
    it.pass({ seconds: 60 });
    expect(await use(keyed(present))).toBe(true);
  });

  test('a wrong code seals nothing anew', async () => {
    const { userId } = await turnOn('ops');
    const before = await sealed(userId);
    const { db, clock } = it.engine;
    expect(await useAppCode(db, keyed(present, old), userId, 'none', { now: clock.now() })).toBe(false);
    expect(await sealed(userId)).toBe(before);
  });

  test('a recovery code of before works once, and no longer without the former key', async () => {
    const { db } = it.engine;
    const { userId, code } = await turnOn('ops');
    expect(await useRecoveryCode(db, keyed(present), userId, code)).toBe(false);
    expect(await useRecoveryCode(db, keyed(present, old), userId, code)).toBe(true);
    expect(await useRecoveryCode(db, keyed(present, old), userId, code)).toBe(false);
  });

  test('the command seals all that is left, and says whose recovery codes still need the former key', async () => {
    const { db } = it.engine;
    const people = [await turnOn('ops'), await turnOn('hunan01')];
    const both = keyed(present, old);
    expect(await renewFactors(db, both)).toEqual({ renewed: 2, lost: [], waiting: ['hunan01', 'ops'] });
    expect(await renewFactors(db, both)).toMatchObject({ renewed: 0 });
    for (const { use, userId } of people) {
      expect(await use(keyed(present))).toBe(true);
      expect(await renewRecoveryCodes(db, both, userId)).toHaveLength(limits.recoveryCodes);
    }
    expect(await renewFactors(db, keyed(present))).toEqual({ renewed: 0, lost: [], waiting: [] });
  });

  test('a secret that no key opens is named, and the others are sealed anew', async () => {
    const { db } = it.engine;
    const lost = await turnOn('ops');
    await turnOn('hunan01');
    await sql`
      update t_second_factor set secret = ${keyed('c'.repeat(32)).seal('X', 'other')} where user_id = ${lost.userId}`.execute(
      db,
    );
    expect(await renewFactors(db, keyed(present, old))).toMatchObject({ renewed: 1, lost: ['ops'] });
  });
});
