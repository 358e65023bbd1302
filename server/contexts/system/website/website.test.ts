import { currentWebsite } from '@yikao/model/contexts/system/website.calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

async function site(headers: Record<string, string>, from?: string) {
  const answer = await it.call('GET', '/api/base/website/current', { headers, ...(from && { from }) });
  expect(answer.status).toBe(200);
  return currentWebsite.parse(answer.data);
}

test('each host has its own title, whatever its port and case', async () => {
  expect((await site({ host: 'mszytb.local' })).title).toBe('美术志愿填报管理后台');
  expect((await site({ host: 'YKZYZN.local:3000' })).siteKey).toBe('ykzyzn');
});

test('an unknown host has the default site, which a parameter names', async () => {
  expect((await site({ host: '127.0.0.1:3000' })).siteKey).toBe('ykzyb');
  await sql`update t_config set config_value = 'mszytb' where config_key = 'site.defaultKey'`.execute(
    it.engine.db,
  );
  expect((await site({ host: 'elsewhere.example' })).siteKey).toBe('mszytb');
});

test('a forwarded host counts behind a proxy on this machine, and from nobody else', async () => {
  const headers = { host: 'ykzyb.local', 'x-forwarded-host': 'ykzyzn.local' };
  expect((await site(headers, '127.0.0.1')).siteKey).toBe('ykzyzn');
  expect((await site(headers, '203.0.113.9')).siteKey).toBe('ykzyb');
});

test('a site that is switched off is not shown', async () => {
  await sql`update t_website set status = 0 where site_key = 'ykzyzn'`.execute(it.engine.db);
  expect((await site({ host: 'ykzyzn.local' })).siteKey).not.toBe('ykzyzn');
});

test('nothing but branding leaves', async () => {
  const { data } = await it.call('GET', '/api/base/website/current');
  expect(Object.keys(data)).not.toContain('status');
  expect(Object.keys(data)).not.toContain('siteId');
});

test('the branding of any host is previewed by those who may see the sites, and by nobody else', async () => {
  const { token } = await it.login('ops');
  const preview = async (host: string) =>
    (await it.call('GET', `/api/base/website/preview?host=${encodeURIComponent(host)}`, { token })).data;
  expect((await preview('https://MSZYTB.local:8443/login?x=1')).siteKey).toBe('mszytb');
  expect(await preview('nowhere.example')).toEqual(await site({ host: 'nowhere.example' }));
  expect((await it.call('GET', '/api/base/website/preview?host=a')).status).toBe(401);
  const partner = (await it.login('partner01')).token;
  expect((await it.call('GET', '/api/base/website/preview?host=a', { token: partner })).status).toBe(403);
});
