import { type MenuEntry, menuList } from '@yikao/model/calls/menu.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

async function menu(userName: string, headers: Record<string, string> = {}): Promise<MenuEntry[]> {
  const { token, userId } = await it.login(userName);
  const answer = await it.call('GET', `/api/admin/menuList?userId=${userId}`, { token, headers });
  expect(answer.status).toBe(200);
  return menuList.parse(answer.data);
}
const addresses = (entries: MenuEntry[]): string[] =>
  entries.flatMap(entry => [...(entry.permUrl ? [entry.permUrl] : []), ...addresses(entry.children)]);

test('an administrator sees every group and page in order, each once', async () => {
  const entries = await menu('admin');
  expect(entries.map(({ description }) => description).slice(0, 3)).toEqual([
    '数据管理',
    '院校专业',
    '就业指南',
  ]);
  expect(entries.at(-1)?.description).toBe('系统');
  expect(addresses(entries)).toContain('/wish/admission');
  expect(new Set(addresses(entries)).size).toBe(addresses(entries).length);
});

test('a person sees the pages of the roles with their groups, and no other', async () => {
  const pages = addresses(await menu('hunan01'));
  expect(pages).toContain('/sch/examType');
  expect(pages).toContain('/sys/log');
  expect(pages).not.toContain('/base/province');
  expect(pages).not.toContain('/sys/user');
});

test('no group is empty, and a page outside the menu is not in it', async () => {
  for (const userName of ['admin', 'ops', 'sale01']) {
    const entries = await menu(userName);
    expect(entries.every(({ children }) => children.length > 0)).toBe(true);
    expect(addresses(entries)).not.toContain('/wish/remarkEdit');
  }
});

test('the titles come in the language asked for', async () => {
  const [first] = await menu('admin', { 'accept-language': 'en-US,en;q=0.9' });
  expect(first?.description).toBe('Data');
});

test("another person's menu is refused, except to an administrator", async () => {
  const { token } = await it.login('hunan01');
  expect(await it.call('GET', '/api/admin/menuList?userId=1', { token })).toMatchObject({
    status: 403,
    reason: 'forbidden',
  });
  const [admin, { userId }] = [await it.login('admin'), await it.login('hunan01')];
  const seen = await it.call('GET', `/api/admin/menuList?userId=${userId}`, { token: admin.token });
  expect(addresses(seen.data)).toEqual(addresses(await menu('hunan01')));
});

test('a role that is switched off gives nothing', async () => {
  await sql`update t_role set status = 0 where role_code = 'data'`.execute(it.engine.db);
  expect(await menu('hunan01')).toEqual([]);
});
