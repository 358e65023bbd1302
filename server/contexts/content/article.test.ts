import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { isPublicArticle } from './article/public-articles.ts';

let it: SeededApp;
/** Tokens by account: `ops` may publish, `service01` writes and submits only. */
const tokens: Record<string, string> = {};
const { path } = registry.article;

beforeAll(async () => {
  it = await openSeededApp();
  const { db } = it.engine;
  tokens.admin = (await it.login('admin')).token;
  // A writer is somebody with the codes of a writer.
  await sql`insert into t_role (role_name, role_code, data_scope, status, create_time, update_time)
    values ('编辑', 'writer', 0, 1, now(), now())`.execute(db);
  await sql`insert into t_role_perm (role_id, perm_id)
    select r.role_id, p.perm_id from t_role as r, t_perm as p where r.role_code = 'writer'
      and p.perm_code in ('base:article:list', 'base:article:add', 'base:article:update', 'base:article:submit')`.execute(
    db,
  );
  await sql`update t_user_role set role_id = (select role_id from t_role where role_code = 'writer')
    where user_id = (select user_id from t_admin_user where user_name = 'ops')`.execute(db);
  tokens.writer = (await it.login('ops')).token;
});
afterAll(() => it.close());

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body !== undefined && { body }) });

let next = 0;
/** Adds a draft and returns its number. */
async function draft(who: string, more: object = {}): Promise<number> {
  const columnId = await aColumn();
  next += 1;
  const answer = await call(who, 'POST', path, {
    ...{ title: `统考须知 ${next}`, columnId, content: '<p>先核对报名信息</p>' },
    ...more,
  });
  expect(answer.status, answer.message).toBe(200);
  return answer.data.articleId;
}

async function aColumn(): Promise<number> {
  const found = await sql<{ id: number }>`select column_id as id from t_column order by 1 limit 1`.execute(
    it.engine.db,
  );
  return found.rows[0]?.id ?? 0;
}

const read = async (articleId: number) =>
  (await call('admin', 'GET', `/api/base/getArticle?articleId=${articleId}`)).data;
const step = (who: string, name: string, articleId: number, more: object = {}) =>
  call(who, 'PUT', `${path}/${name}`, { articleId, ...more });
const submit = (who: string, articleId: number, more: object = {}) =>
  call(who, 'POST', `${path}/info/submit`, { articleId, columnId: 1, ...more });
const edit = async (who: string, articleId: number, values: object) =>
  call(who, 'PUT', path, { articleId, version: (await read(articleId)).version, ...values });
const ok = (answer: Answer) => expect(answer.status, answer.message).toBe(200);

/** Numbers of the articles that everybody may read now. */
async function publicOnes(): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select a.article_id as id from t_article as a where ${isPublicArticle('a', it.engine.clock.now())}`.execute(
    it.engine.db,
  );
  return found.rows.map(({ id }) => id);
}

test('a draft goes to review with its column, schools and provinces filled in, and is approved by somebody who publishes', async () => {
  const id = await draft('writer');
  ok(await submit('writer', id, { provinceIds: [430_000], publishTime: '2026-03-05 09:00:00' }));
  expect(await read(id)).toMatchObject({
    ...{ auditStatus: 1, columnId: 1, provinceIds: '430000', publishTime: '2026-03-05 09:00:00' },
  });
  expect((await step('writer', 'approve', id)).status).toBe(403);
  ok(await step('admin', 'approve', id, { auditRemark: '可发' }));
  expect(await read(id)).toMatchObject({ auditStatus: 2, auditRemark: '可发', upStatus: 0 });
});

test('what somebody submits who may publish is approved at once', async () => {
  const id = await draft('admin');
  ok(await submit('admin', id));
  expect(await read(id)).toMatchObject({ auditStatus: 2, auditByName: expect.anything() });
});

test('a refused article keeps its reason, is submitted again after an edit, and not before', async () => {
  const id = await draft('writer');
  ok(await submit('writer', id));
  expect((await step('admin', 'reject', id)).status).toBe(400);
  ok(await step('admin', 'reject', id, { auditRemark: '标题夸大' }));
  expect(await read(id)).toMatchObject({ auditStatus: 3, auditRemark: '标题夸大' });
  expect((await submit('writer', id)).reason).toBe('notAllowedNow');
  ok(await edit('writer', id, { title: `改过的标题 ${id}` }));
  expect(await read(id)).toMatchObject({ auditStatus: 0, auditRemark: '标题夸大' });
  ok(await submit('writer', id));
  expect(await read(id)).toMatchObject({ auditStatus: 1, auditRemark: null });
});

test('nobody changes the text of an article while it is reviewed', async () => {
  const id = await draft('writer');
  ok(await submit('writer', id));
  const refused = await edit('admin', id, { content: '<p>换掉</p>' });
  expect(refused.status).toBe(400);
  expect((await read(id)).content).toContain('先核对');
  ok(await step('writer', 'withdraw', id));
  expect(await read(id)).toMatchObject({ auditStatus: 0 });
});

test('an approved article that is edited goes back to draft and off the sites, unless the editor may publish', async () => {
  const id = await draft('admin');
  ok(await submit('admin', id));
  ok(await step('admin', 'putUp', id));
  expect(await publicOnes()).toContain(id);
  ok(await edit('admin', id, { content: '<p>改一个字</p>' }));
  expect(await read(id)).toMatchObject({ auditStatus: 2, upStatus: 1 });
  expect(await publicOnes()).toContain(id);
  ok(await edit('writer', id, { content: '<p>再改</p>' }));
  expect(await read(id)).toMatchObject({ auditStatus: 0 });
  expect(await publicOnes()).not.toContain(id);
});

test('a scheduled article becomes public at its time, with nothing that has to run', async () => {
  const id = await draft('admin', { publishTime: '2026-03-02 12:00:00' });
  ok(await submit('admin', id));
  ok(await step('admin', 'putUp', id));
  expect(await publicOnes()).not.toContain(id);
  it.pass({ hours: 2, minutes: 59, seconds: 59 });
  expect(await publicOnes()).not.toContain(id);
  it.pass({ seconds: 1 });
  expect(await publicOnes()).toContain(id);
  ok(await step('admin', 'takeDown', id));
  expect(await publicOnes()).not.toContain(id);
  expect((await step('admin', 'takeDown', id)).reason).toBe('unmetNeeds');
});

test('the list says which articles are scheduled, public, withdrawn or were never published, and finds them so', async () => {
  const title = '清单状态';
  const ids = await Promise.all(
    ['2099-01-01 09:00:00', '2026-01-01 09:00:00', '2026-01-01 09:00:00', null].map((publishTime, at) =>
      draft('admin', { title: `${title}${at}`, publishTime }),
    ),
  );
  for (const id of ids) ok(await submit('admin', id));
  for (const id of ids.slice(0, 3)) ok(await step('admin', 'putUp', id));
  ok(await step('admin', 'takeDown', ids[2] ?? 0));
  const listed = async (more: object) =>
    (await call('admin', 'POST', `${path}/list`, { title, size: 10, ...more })).data.records;
  const states = new Map(
    (await listed({})).map((row: { articleId: number; publishState: number }) => [
      row.articleId,
      row.publishState,
    ]),
  );
  expect(ids.map(id => states.get(id))).toEqual([2, 3, 4, 1]);
  expect(
    (await listed({ publishState: 2 })).map(({ articleId }: { articleId: number }) => articleId),
  ).toEqual([ids[0]]);
});

test('a time in the past publishes now and stays as the date; without one it is the time of the step', async () => {
  const old = await draft('admin', { publishTime: '2025-01-01 08:00:00' });
  const none = await draft('admin');
  for (const id of [old, none]) {
    ok(await submit('admin', id));
    ok(await step('admin', 'putUp', id));
  }
  expect(await publicOnes()).toEqual(expect.arrayContaining([old, none]));
  expect((await read(old)).publishTime).toBe('2025-01-01 08:00:00');
  expect((await read(none)).publishTime.slice(0, 10)).toBe('2026-03-02');
});

test('an article that is not approved cannot be put up', async () => {
  const id = await draft('admin');
  expect((await step('admin', 'putUp', id)).reason).toBe('notAllowedNow');
});

test('the same title in a column is refused with what to change', async () => {
  const title = '同一标题';
  const id = await draft('admin', { title });
  const answer = await call('admin', 'POST', path, {
    title: ' 同一标题',
    columnId: await aColumn(),
    content: '<p>x</p>',
  });
  expect(answer.status).toBe(409);
  expect(JSON.stringify(answer.data)).toContain(`与 ID ${id} 重复`);
});

test('of two editors the second hears what the first changed, and nothing of either is lost', async () => {
  const id = await draft('admin');
  const { version } = await read(id);
  ok(await call('admin', 'PUT', path, { articleId: id, version, summary: '甲写的摘要' }));
  const second = await call('writer', 'PUT', path, { articleId: id, version, content: '<p>乙写的正文</p>' });
  expect(second.reason).toBe('staleVersion');
  expect(second.data.current).toMatchObject({ summary: '甲写的摘要' });
  expect((await read(id)).content).toContain('先核对');
});

test('every version of a text is kept whole, and restoring one is an edit that is a version itself', async () => {
  const id = await draft('writer', { title: '版本一', content: '<p>第一版</p>' });
  ok(await edit('writer', id, { content: '<p>第二版</p>' }));
  ok(await edit('writer', id, { title: '版本三', summary: '有摘要' }));
  ok(await edit('writer', id, { orderNum: 9 }));
  const versions = (await call('writer', 'GET', `${path}/versions?articleId=${id}`)).data;
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  const text = async (version: number) =>
    (await call('writer', 'GET', `${path}/versions/text?articleId=${id}&version=${version}`)).data.text;
  expect(await text(1)).toMatchObject({ title: '版本一', content: '<p>第一版</p>', summary: null });
  expect(await text(2)).toMatchObject({ title: '版本一', content: '<p>第二版</p>' });
  expect(await text(3)).toMatchObject({ title: '版本三', summary: '有摘要' });
  const stale = await call('writer', 'PUT', `${path}/versions/restore`, { articleId: id, version: 1, to: 1 });
  expect(stale.reason).toBe('staleVersion');
  ok(await call('writer', 'PUT', `${path}/versions/restore`, { articleId: id, version: 4, to: 1 }));
  expect(await read(id)).toMatchObject({
    title: '版本一',
    content: '<p>第一版</p>',
    summary: null,
    orderNum: 9,
  });
  expect(await text(3)).toMatchObject({ title: '版本三', content: '<p>第二版</p>' });
  expect((await call('writer', 'GET', `${path}/versions/text?articleId=${id}&version=99`)).status).toBe(404);
});

test('restoring a version of an approved article by somebody who may not publish sends it back to draft', async () => {
  const id = await draft('admin');
  ok(await edit('admin', id, { content: '<p>第二版</p>' }));
  ok(await submit('admin', id));
  const { version } = await read(id);
  ok(await call('writer', 'PUT', `${path}/versions/restore`, { articleId: id, version, to: 1 }));
  expect(await read(id)).toMatchObject({ auditStatus: 0 });
});

test('a preview shows a draft to the people with its link, for ten minutes and one version, with nothing that runs', async () => {
  const id = await draft('writer', {
    content: '<p onclick="x()">草稿正文</p><script>alert(1)</script><img src="/common/file/a.png">',
  });
  const link = (await call('writer', 'POST', `${path}/preview`, { articleId: id, siteKey: 'mszytb' })).data
    .url;
  const shown = await it.call('GET', link);
  expect(shown.status).toBe(200);
  expect(shown.data).toContain('草稿正文');
  expect(shown.data).toContain('美术志愿填报');
  expect(shown.data).not.toMatch(/<script|onclick/);
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
  expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(shown.headers['cache-control']).toContain('no-store');
  const changed = link.replace(
    /token=(.)/,
    (_: string, letter: string) => `token=${letter === 'A' ? 'B' : 'A'}`,
  );
  expect((await it.call('GET', changed)).status).toBe(410);
  expect((await it.call('GET', `${path}/preview/page?token=x`)).status).toBe(410);
  ok(await edit('writer', id, { summary: '改了' }));
  expect((await it.call('GET', link)).status).toBe(410);
  const again = (await call('writer', 'POST', `${path}/preview`, { articleId: id, siteKey: 'ykzyb' })).data
    .url;
  it.pass({ minutes: 9, seconds: 59 });
  expect((await it.call('GET', again)).status).toBe(200);
  it.pass({ seconds: 1 });
  expect((await it.call('GET', again)).status).toBe(410);
});

test('a person who is bound to a province previews and changes no article of another one', async () => {
  const id = await draft('admin', { provinceIds: [370_000] });
  const { db } = it.engine;
  await sql`update t_admin_user set province_id = 430000, data_scope = null where user_name = 'ops'`
    .execute(db)
    .catch(() => sql`update t_admin_user set province_id = 430000 where user_name = 'ops'`.execute(db));
  it.pass({ minutes: 1 });
  const token = (await it.login('ops')).token;
  const asOps = (method: 'GET' | 'POST', url: string, body?: unknown) =>
    it.call(method, url, { token, ...(body !== undefined && { body }) });
  expect((await asOps('GET', `/api/base/getArticle?articleId=${id}`)).status).toBe(404);
  expect((await asOps('POST', `${path}/preview`, { articleId: id, siteKey: 'ykzyb' })).status).toBe(404);
  expect((await asOps('GET', `${path}/versions?articleId=${id}`)).status).toBe(404);
  await sql`update t_admin_user set province_id = null where user_name = 'ops'`.execute(db);
});

test('the original is kept in one form, whichever way its link was shared', async () => {
  const id = await draft('admin', {
    sourceUrl: 'http://mp.weixin.qq.com/s?__biz=Mz&mid=22&idx=1&sn=ab&chksm=99&scene=21#wechat_redirect',
  });
  expect((await read(id)).sourceUrl).toBe('https://mp.weixin.qq.com/s?__biz=Mz&mid=22&idx=1&sn=ab');
});
