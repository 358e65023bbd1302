import { generateKeyPairSync, sign } from 'node:crypto';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Columns } from '../../../../engine/table/columns.ts';
import { openSeededApp, type SeededApp } from '../../../testing/seeded-app.ts';
import { client } from './testing/identity-client.ts';
import {
  CookieJar,
  type IdentityProvider,
  signInAt,
  startIdentityProvider,
} from './testing/identity-provider.ts';

const here = 'http://yikao.test';
const callback = (key: string) => `${here}/api/admin/signOn/${key}/callback`;

let provider: IdentityProvider;
let it: SeededApp;
/** Every setting of a test's provider that is not the ordinary one. */
async function open(settings: object = {}): Promise<void> {
  const corp = {
    key: 'corp',
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    labelZh: '企业账号',
    labelEn: 'Company account',
    ...settings,
  };
  it = await openSeededApp({
    env: { PUBLIC_URL: here, SIGN_ON: JSON.stringify([corp, { ...corp, key: 'other' }]) },
  });
  await sql`update t_admin_user set email = 'ops@example.cn' where user_name = 'ops'`.execute(it.engine.db);
}
beforeEach(async () => {
  provider = await startIdentityProvider([callback('corp'), callback('other')]);
  provider.people.set('sub-ops', {
    email: 'Ops@example.cn',
    email_verified: true,
    preferred_username: 'ops',
    name: '运营',
  });
});
afterEach(async () => {
  await it.close();
  await provider.stop();
});

/** A browser that visits the product. */
class Browser {
  readonly jar = new CookieJar();

  async call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, token?: string) {
    const answer = await it.call(method, url, {
      headers: { cookie: this.jar.header(here) },
      ...(body && { body }),
      ...(token !== undefined && { token }),
    });
    this.jar.take(here, [answer.headers['set-cookie'] ?? []].flat().map(String));
    return answer;
  }

  /** Starts a sign-on and returns the provider's address. */
  async start(query = '', key = 'corp'): Promise<string> {
    const { status, headers } = await this.call('GET', `/api/admin/signOn/${key}/start${query}`);
    expect(status).toBe(302);
    return String(headers.location);
  }

  /** Returns from the provider, and returns the resulting page. */
  async back(address: string): Promise<string> {
    const url = new URL(address);
    expect(url.origin).toBe(here);
    const { status, headers } = await this.call('GET', url.pathname + url.search);
    expect(status).toBe(302);
    return String(headers.location);
  }

  finish(token?: string) {
    return this.call('POST', '/api/admin/signOn/finish', {}, token);
  }

  /** The whole way. */
  async signOn(subject: string, query = '') {
    const page = await this.back(await signInAt(this.jar, await this.start(query), subject));
    return { page, ...(await this.finish()) };
  }
}

describe('a sign-on', () => {
  test('leads through the provider and back into the product, to the page that was asked for', async () => {
    await open();
    const { page, status, data } = await new Browser().signOn('sub-ops', '?back=/sch/examType?size=20');
    expect(page).toBe('/login?signOn=1&back=%2Fsch%2FexamType%3Fsize%3D20');
    expect(status).toBe(200);
    expect(data).toMatchObject({ userName: 'ops' });
    const calendar = await it.call('GET', '/api/data/wish/sch/examType/list', { token: data.token });
    expect(calendar.status).toBe(200);
  });

  test('never leads to another site', async () => {
    await open();
    for (const back of ['https://evil.example', '//evil.example', '/\\evil.example', '/..//evil.example']) {
      const { page } = await new Browser().signOn('sub-ops', `?back=${encodeURIComponent(back)}`);
      expect(page).toBe('/login?signOn=1');
    }
  });

  test('asks the provider with PKCE, state and nonce, and no token stands in any address', async () => {
    await open();
    const browser = new Browser();
    const address = new URL(await browser.start());
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: callback('corp'),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const page = await browser.back(await signInAt(browser.jar, address.href, 'sub-ops'));
    const { data } = await browser.finish();
    expect(page).not.toContain(data.token);
  });

  test('takes an ID token by the signature of the provider alone, though it comes from the provider itself', async () => {
    await open();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const read = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
    const signed = (head: object, claims: object) => {
      const text = `${part(head)}.${part(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    };
    const changes: ((idToken: string) => string)[] = [
      token => signed(read(token.split('.')[0]), read(token.split('.')[1])),
      token => signed({ ...read(token.split('.')[0]), kid: 'other' }, read(token.split('.')[1])),
      token => `${part({ alg: 'none' })}.${token.split('.')[1]}.`,
      token => {
        const [head, claims, signature] = token.split('.');
        return `${head}.${part({ ...read(claims), email: 'admin@example.cn' })}.${signature}`;
      },
    ];
    for (const change of changes) {
      provider.intercept(change);
      expect((await new Browser().signOn('sub-ops')).reason).toBe('signOnFailed');
    }
    provider.intercept(undefined);
    expect((await new Browser().signOn('sub-ops')).status).toBe(200);
  });

  test('is offered on the login page by its name', async () => {
    await open();
    const { data } = await it.call('GET', '/api/admin/signOn/providers');
    expect(data[0]).toEqual({ key: 'corp', label: { zh: '企业账号', en: 'Company account' } });
    for (const step of ['start', 'callback']) {
      expect((await it.call('GET', `/api/admin/signOn/nobody/${step}?state=x`)).status).toBe(404);
    }
  });

  test('still asks for the second factor, unless the provider is trusted with it', async () => {
    await open();
    await sql`
      insert into t_second_factor (user_id, secret, confirmed_time)
      select user_id, 'x', now() from t_admin_user where user_name = 'ops'`.execute(it.engine.db);
    const { data } = await new Browser().signOn('sub-ops');
    expect(data.token).toBeUndefined();
    expect(data.challenge).toBeTypeOf('string');
    await it.close();
    await open({ secondFactor: 'provider' });
    expect((await new Browser().signOn('sub-ops')).data.token).toBeTypeOf('string');
  });

  test('does not count as having typed the password', async () => {
    await open();
    const { data } = await new Browser().signOn('sub-ops');
    const change = await it.call('POST', '/api/admin/resetPwd', {
      token: data.token,
      body: { userId: data.userId, password: 'Other1234' },
    });
    expect(change.data.errors).toMatchObject([{ field: 'oldPassword' }]);
  });
});

describe('what is mixed up is refused', () => {
  test('the answer of one browser in another', async () => {
    await open();
    const [one, two] = [new Browser(), new Browser()];
    const answer = await signInAt(one.jar, await one.start(), 'sub-ops');
    await two.start();
    expect(await two.back(answer)).toBe('/login?signOn=1');
    expect((await two.finish()).reason).toBe('signOnExpired');
    // It was no fault of the first browser's, which still gets in.
    await one.back(answer);
    expect((await one.finish()).status).toBe(200);
  });

  test('the same answer a second time', async () => {
    await open();
    const browser = new Browser();
    const answer = await signInAt(browser.jar, await browser.start(), 'sub-ops');
    await browser.back(answer);
    expect((await browser.finish()).status).toBe(200);
    await browser.back(answer);
    expect((await browser.finish()).reason).toBe('signOnExpired');
  });

  test('a state that was never given, an answer for another provider, and one that comes too late', async () => {
    await open();
    const browser = new Browser();
    const answer = await signInAt(browser.jar, await browser.start(), 'sub-ops');
    const forged = new URL(answer);
    forged.searchParams.set('state', 'A'.repeat(43));
    await browser.back(forged.href);
    await browser.back(answer.replace('/corp/', '/other/'));
    it.pass({ minutes: 11 });
    await browser.back(answer);
    expect((await browser.finish()).reason).toBe('signOnExpired');
  });

  test('a code of another sign-on: the nonce and the verifier do not fit', async () => {
    await open();
    const [mine, theirs] = [new Browser(), new Browser()];
    const mineBack = new URL(await signInAt(mine.jar, await mine.start(), 'sub-ops'));
    const theirBack = new URL(await signInAt(theirs.jar, await theirs.start(), 'sub-ops'));
    theirBack.searchParams.set('code', mineBack.searchParams.get('code') ?? '');
    await theirs.back(theirBack.href);
    expect((await theirs.finish()).reason).toBe('signOnFailed');
  });

  test('an ID token with another nonce', async () => {
    await open();
    const browser = new Browser();
    const start = await browser.start();
    const changed = new URL(start);
    changed.searchParams.set('nonce', 'B'.repeat(43));
    await browser.back(await signInAt(browser.jar, changed.href, 'sub-ops'));
    expect((await browser.finish()).reason).toBe('signOnFailed');
  });

  test('an answer of another issuer', async () => {
    await open();
    const browser = new Browser();
    const answer = new URL(await signInAt(browser.jar, await browser.start(), 'sub-ops'));
    answer.searchParams.set('iss', 'http://127.0.0.1:1');
    await browser.back(answer.href);
    expect((await browser.finish()).reason).toBe('signOnFailed');
  });

  test('a refusal at the provider is told, and a provider that is gone', async () => {
    await open();
    const browser = new Browser();
    const { state = '' } = Object.fromEntries(new URL(await browser.start()).searchParams);
    await browser.back(`${callback('corp')}?error=access_denied&state=${state}`);
    expect(await browser.finish()).toMatchObject({ status: 400, reason: 'signOnFailed' });
    await it.close();
    await open({ issuer: 'http://127.0.0.1:1' });
    expect(await browser.start('?back=/home')).toBe('/login?signOn=1&back=%2Fhome');
    expect(await browser.finish()).toMatchObject({ status: 503, reason: 'signOnUnavailable' });
  });

  test('a person who has set out nowhere finishes nothing', async () => {
    await open();
    expect((await new Browser().finish()).reason).toBe('signOnExpired');
  });
});

describe('whose account it is', () => {
  test('an unverified address finds nobody, nor one that two accounts share', async () => {
    await open();
    provider.people.set('sub-x', { email: 'ops@example.cn', email_verified: false });
    expect((await new Browser().signOn('sub-x')).reason).toBe('signOnUnknown');
    await sql`update t_admin_user set email = 'ops@example.cn' where user_name = 'sale01'`.execute(
      it.engine.db,
    );
    expect((await new Browser().signOn('sub-ops')).reason).toBe('signOnUnknown');
  });

  test('once linked, the subject decides and not the address', async () => {
    await open();
    await new Browser().signOn('sub-ops');
    provider.people.set('sub-ops', { email: 'changed@example.cn', email_verified: true });
    expect((await new Browser().signOn('sub-ops')).data.userName).toBe('ops');
    // Another subject that now has the address does not get the account of the first.
    provider.people.set('sub-new', { email: 'ops@example.cn', email_verified: true });
    expect((await new Browser().signOn('sub-new')).reason).toBe('signOnTaken');
  });

  test('is found by the account name only where the setting says so', async () => {
    await open();
    provider.people.set('sub-y', { preferred_username: 'ops' });
    expect((await new Browser().signOn('sub-y')).reason).toBe('signOnUnknown');
    await it.close();
    await open({ match: 'userName' });
    expect((await new Browser().signOn('sub-y')).data.userName).toBe('ops');
  });

  test('a disabled or deleted person is refused; strangers who guess the password hold nobody up', async () => {
    await open();
    const set = (text: string) =>
      sql`update t_admin_user set ${sql.raw(text)} where user_name = 'ops'`.execute(it.engine.db);
    await set('status = 0');
    expect((await new Browser().signOn('sub-ops')).reason).toBe('accountDisabled');
    await set('status = 1, deleted = true');
    expect((await new Browser().signOn('sub-ops')).reason).toBe('signOnUnknown');
    await set('deleted = false, partners_id = (select min(partners_id) from t_partners)');
    await sql`update t_partners set status = 0`.execute(it.engine.db);
    expect((await new Browser().signOn('sub-ops')).reason).toBe('organisationDisabled');
    await sql`update t_partners set status = 1`.execute(it.engine.db);
    for (let count = 0; count < 5; count++) {
      await it.call('POST', '/api/admin/login', { body: { userName: 'ops', password: 'Wrong1234' } });
    }
    expect((await new Browser().signOn('sub-ops')).data.userName).toBe('ops');
  });

  test('a new account is made only where the setting says so, with its roles and without a password', async () => {
    await open();
    provider.people.set('sub-new', {
      email: 'li@example.cn',
      email_verified: true,
      preferred_username: 'LiLei',
      name: '李雷',
    });
    expect((await new Browser().signOn('sub-new')).reason).toBe('signOnUnknown');
    await it.close();
    await open({ create: { roleCodes: ['data'] } });
    const { data } = await new Browser().signOn('sub-new');
    expect(data).toMatchObject({ userName: 'lilei', nickName: '李雷', roleNames: '数据录入', adminFlag: 0 });
    expect(data.mustChangePassword).toBe(false);
    expect((await new Browser().signOn('sub-new')).data.userId).toBe(data.userId);
    // Its only way in cannot be taken away.
    const own = await it.call('GET', '/api/admin/signOn/identity', { token: data.token });
    const unlink = await it.call('DELETE', '/api/admin/signOn/identity', {
      token: data.token,
      body: { ids: [own.data.identities[0].identityId] },
    });
    expect(unlink.reason).toBe('notAllowedNow');
    // A taken name neither creates a second account nor gives access to the first.
    provider.people.set('sub-thief', { preferred_username: 'admin' });
    expect((await new Browser().signOn('sub-thief')).reason).toBe('signOnUnknown');
  });
});

describe('links', () => {
  test('are made by oneself, shown, and undone by nobody else', async () => {
    await open({ match: 'none' });
    const [finance, ops] = [await it.login('finance01'), await it.login('ops')];
    const browser = new Browser();
    const start = await browser.call('POST', '/api/admin/signOn/link', { provider: 'corp' }, finance.token);
    expect(await browser.back(await signInAt(browser.jar, start.data.url, 'sub-ops'))).toBe('/home?signOn=1');
    expect((await browser.finish(finance.token)).data).toEqual({ linked: true });
    const own = await it.call('GET', '/api/admin/signOn/identity', { token: finance.token });
    expect(own.data.identities).toMatchObject([
      { provider: 'corp', account: 'ops', label: { zh: '企业账号' } },
    ]);
    expect((await new Browser().signOn('sub-ops')).data.userName).toBe('finance01');

    const body = { ids: [own.data.identities[0].identityId] };
    const others = await it.call('DELETE', '/api/admin/signOn/identity', { token: ops.token, body });
    expect(others.data.count).toBe(0);
    const unlinked = await it.call('DELETE', '/api/admin/signOn/identity', { token: finance.token, body });
    expect(unlinked.data.count).toBe(1);
    expect((await new Browser().signOn('sub-ops')).reason).toBe('signOnUnknown');
  });

  test('of an identity that is linked to somebody else are refused', async () => {
    await open();
    await new Browser().signOn('sub-ops');
    const finance = await it.login('finance01');
    const browser = new Browser();
    const start = await browser.call('POST', '/api/admin/signOn/link', { provider: 'corp' }, finance.token);
    await browser.back(await signInAt(browser.jar, start.data.url, 'sub-ops'));
    expect((await browser.finish(finance.token)).reason).toBe('signOnTaken');
    expect((await new Browser().signOn('sub-ops')).data.userName).toBe('ops');
  });
});

test('the audit log tells who came in by which provider, and who was refused', async () => {
  await open();
  await new Browser().signOn('sub-ops');
  await sql`update t_admin_user set status = 0 where user_name = 'ops'`.execute(it.engine.db);
  await new Browser().signOn('sub-ops');
  await it.app.close();
  const { rows } = await sql<Columns<typeof registry.auditLog, 'userName' | 'content' | 'result'>>`
    select user_name, content, result from t_audit_log where action = 'login' order by log_id`.execute(
    it.engine.db,
  );
  expect(rows).toMatchObject([
    { userName: 'ops', content: 'SSO corp', result: 1 },
    { userName: 'ops', content: 'accountDisabled · SSO corp', result: 0 },
  ]);
});
