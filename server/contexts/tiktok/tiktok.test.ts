import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStepClock } from '../../engine/steps/clock.ts';
import { silentLogger } from '../../platform/logger.ts';
import { type OpenServer, startOpenServer } from '../../testing/douyin/open-server.ts';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { ttTokenRefresh } from './token-refresh.ts';

const { ttAccount, ttCourse, ttMount } = registry;
const notifyUrl = '/api/course/tiktok/notify';

let server: OpenServer;
let it: SeededApp;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startOpenServer();
  it = await openSeededApp({
    env: {
      DOUYIN_URL: server.url,
      DOUYIN_KEY: server.app.key,
      DOUYIN_SECRET: server.app.secret,
      PUBLIC_URL: 'https://yikao.example.cn',
    },
  });
  for (const who of ['admin', 'ops', 'sale01']) tokens[who] = (await it.login(who)).token;
});
afterAll(async () => {
  await it.close();
  await server.close();
});
beforeEach(() => {
  server.errors.clear();
  server.down.clear();
  server.ended.length = 0;
});

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body && { body }) });
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows[0] as T;

/** Sends what the platform is asked, with the waits of repetitions. */
async function settle(): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    if ((await it.sendMessages()) > 0) continue;
    const waiting = await one(
      sql<{
        n: number;
      }>`select count(*)::integer as n from t_outbox where topic = 'douyin' and outbox_status in (0, 1)`,
    );
    if (waiting.n === 0) return;
    it.pass({ minutes: 11 });
  }
}

const clock = () => createStepClock({ engine: it.engine, onFailure: () => undefined }).takeDue();

async function authorise(code: string, who = 'ops'): Promise<number> {
  const { data } = await call(who, 'GET', `${ttAccount.path}/auth/url`);
  const answer = await call(who, 'POST', `${ttAccount.path}/authorize`, { code, state: data.state });
  expect(answer.status, answer.message).toBe(200);
  return answer.data.id;
}

async function addMount(accountId: number, more: object = {}): Promise<number> {
  const answer = await call('ops', 'POST', ttMount.path, {
    ...{ accountId, mountType: 3, path: 'pages/course/detail?id=8', mountTitle: '素描提分课' },
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.data)).toBe(200);
  return (await one(sql<{ id: number }>`select max(id) as id from t_tt_mount`)).id;
}

const rowOf = async (path: string, id: number) => (await call('ops', 'GET', `${path}/info?id=${id}`)).data;
const submit = (id: number) => call('ops', 'POST', `${ttMount.path}/submit`, { id });

async function submitted(accountId: number, more: object = {}) {
  const id = await addMount(accountId, more);
  const answer = await submit(id);
  expect(answer.status, answer.message).toBe(200);
  await settle();
  const { platformId } = await one(
    sql<{ platformId: string }>`select platform_id from t_tt_mount where id = ${id}`,
  );
  return { id, platformId, outId: server.submitted.get(platformId) ?? '' };
}

const notify = (event: string, content: object | string, msgId: string, forge = false) => {
  const { body, headers } = server.notice(event, content, msgId);
  return it.app.inject({
    method: 'POST',
    url: notifyUrl,
    payload: forge ? body.replace('2', '3') : body,
    headers,
  });
};

describe('an authorisation', () => {
  test('is of the person who began it, for ten minutes and once', async () => {
    const { data } = await call('ops', 'GET', `${ttAccount.path}/auth/url`);
    expect(new URL(data.url).searchParams.get('redirect_uri')).toBe(
      'https://yikao.example.cn/api/course/tiktok/account/back',
    );
    const body = { code: 'good-1', state: data.state };
    expect((await call('admin', 'POST', `${ttAccount.path}/authorize`, body)).status).toBe(409);
    expect((await call('ops', 'POST', `${ttAccount.path}/authorize`, body)).status).toBe(200);
    expect((await call('ops', 'POST', `${ttAccount.path}/authorize`, body)).status).toBe(409);
    const late = await call('ops', 'GET', `${ttAccount.path}/auth/url`);
    it.pass({ minutes: 11 });
    const given = { code: 'good-1', state: late.data.state };
    expect((await call('ops', 'POST', `${ttAccount.path}/authorize`, given)).status).toBe(409);
    expect((await call('sale01', 'GET', `${ttAccount.path}/auth/url`)).status).toBe(403);
  });

  test('ends in a page that says so, and its tokens are nowhere to be read', async () => {
    const { data } = await call('ops', 'GET', `${ttAccount.path}/auth/url`);
    const back = await it.app.inject({
      url: `${ttAccount.path}/back?code=good-2&state=${data.state}`,
    });
    expect(back.body).toContain('授权成功');
    const again = await it.app.inject({ url: `${ttAccount.path}/back?code=good-2&state=${data.state}` });
    expect(again.body).toContain('授权链接已失效');
    const list = await call('ops', 'GET', ttAccount.path);
    expect(JSON.stringify(list.data)).not.toMatch(/act\.|rft\./);
    const stored = await sql<{
      accessToken: string;
    }>`select access_token from t_tt_account where access_token is not null`.execute(it.engine.db);
    for (const { accessToken } of stored.rows) expect(accessToken).not.toContain('act.');
  });

  test("says the platform's refusal in words", async () => {
    const { data } = await call('ops', 'GET', `${ttAccount.path}/auth/url`);
    const answer = await call('ops', 'POST', `${ttAccount.path}/authorize`, {
      code: 'bad',
      state: data.state,
    });
    expect(answer.message).toContain('授权码已使用或已过期');
  });

  test('expires by the clock, and the hourly job renews it', async () => {
    const id = await authorise('good-3');
    await sql`update t_tt_account set expire_time = ${it.engine.clock.now()}::timestamptz where id = ${id}`.execute(
      it.engine.db,
    );
    it.pass({ seconds: 1 });
    await clock();
    expect((await rowOf(ttAccount.path, id)).authStatus).toBe(2);
    // The job uses no more of its context than this.
    await ttTokenRefresh({
      ...{ engine: it.engine, logger: silentLogger(), params: {}, signal: new AbortController().signal },
    } as never);
    await settle();
    expect((await rowOf(ttAccount.path, id)).authStatus).toBe(1);
    server.errors.set('/oauth/refresh_token/', [10_010]);
    const refused = await call('ops', 'POST', `${ttAccount.path}/refresh`, { id });
    expect(refused.message).toContain('授权已失效');
    expect(await rowOf(ttAccount.path, id)).toMatchObject({ authStatus: 2 });
  });
});

describe('an authorisation that ends soon', () => {
  const job = () =>
    // The job uses no more of its context than this.
    ttTokenRefresh({
      ...{ engine: it.engine, logger: silentLogger(), params: {}, signal: new AbortController().signal },
    } as never);
  const nextDay = async () => {
    it.pass({ hours: 25 });
    for (const who of ['admin', 'ops', 'sale01']) tokens[who] = (await it.login(who)).token;
  };
  const until = async (id: number) =>
    (await one(sql<{ until: Date }>`select refresh_until as until from t_tt_account where id = ${id}`)).until;

  test('is extended for another 30 days before its refresh token ends', async () => {
    server.refreshSeconds = 2 * 86_400;
    const id = await authorise('good-20');
    server.extended.length = 0;
    await nextDay();
    await job();
    await settle();
    expect(server.extended).toEqual(['rft.open-good-20']);
    const days = ((await until(id)).getTime() - it.engine.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    server.refreshSeconds = 30 * 86_400;
    expect(await rowOf(ttAccount.path, id)).toMatchObject({ authStatus: 1, errorMsg: null });
    await nextDay();
    await job();
    await settle();
    expect(server.extended).toHaveLength(1);
  });

  test('says so where the platform does not extend it any more, and stays valid until then', async () => {
    server.refreshSeconds = 2 * 86_400;
    const id = await authorise('good-21');
    server.errors.set('/oauth/renew_refresh_token/', [10_020]);
    await nextDay();
    await job();
    await settle();
    server.refreshSeconds = 30 * 86_400;
    expect(await rowOf(ttAccount.path, id)).toMatchObject({
      authStatus: 1,
      errorMsg: expect.stringContaining('续期次数已用完'),
    });
  });
});

describe('the webhook', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    it.app.inject({
      method: 'POST',
      url: notifyUrl,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });

  test('is saved in the console: the challenge comes back', async () => {
    // Douyin, "Webhooks 概述": the published question and its answer.
    const asked = '{"event":"verify_webhook","client_key":"","content":{"challenge":12345}}';
    const answer = await post(asked);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.json()).toEqual({ challenge: 12345 });
  });

  test('keeps an event that nothing reads in the vendor log, once for its Msg-Id', async () => {
    // Douyin, "WebHooks接入": the published example.
    const content =
      '{"action": "pay_success","msg_time": 1665991178,"order": {"order_id": "123","pay_amount": 1}}';
    for (let times = 0; times < 2; times += 1)
      expect((await notify('life_trade_order_notify', content, 'm-life-1')).statusCode).toBe(200);
    const log = await call('admin', 'GET', '/api/sys/gateway/list?action=life_trade_order_notify');
    expect(log.data.records).toMatchObject([
      {
        vendor: 'douyin',
        exchangeResult: 4,
        vendorLogNo: '202210101930530102281180650970B5AF',
        requestText: expect.stringContaining('pay_success'),
      },
    ]);
  });

  test('believes the platform, however many notices were forged from its address', async () => {
    const { body, headers } = server.notice('life_trade_order_notify', '{}', 'm-life-2');
    for (let n = 0; n < 60; n += 1)
      expect((await post(body, { 'x-douyin-signature': 'ab' })).statusCode).toBe(401);
    expect((await post(body, { 'x-douyin-signature': 'ab' })).statusCode).toBe(429);
    expect((await post(body, headers)).statusCode).toBe(200);
    await sql`delete from t_rate_limit`.execute(it.engine.db);
  });
});

describe('a mount', () => {
  test('is submitted, approved by a notice and mounted by the answer to a question', async () => {
    const accountId = await authorise('good-10');
    const { id, platformId, outId } = await submitted(accountId);
    expect((await notify('mount_audit', { out_id: outId, status: 2 }, 'e-1')).statusCode).toBe(200);
    expect((await rowOf(ttMount.path, id)).mountStatus).toBe(2);
    server.states.set(platformId, { status: 4 });
    it.pass({ minutes: 2 });
    await clock();
    await settle();
    expect(await rowOf(ttMount.path, id)).toMatchObject({
      mountStatus: 4,
      viewNum: 40,
      clickNum: 6,
      dealNum: 1,
    });
  });

  test('a forged notice changes nothing, a repeated one nothing more', async () => {
    const accountId = await authorise('good-11');
    const { id, outId } = await submitted(accountId);
    const told = { out_id: outId, status: 3, reason: '锚点文案含有夸大用语' };
    expect((await it.app.inject({ method: 'POST', url: notifyUrl, payload: told })).statusCode).toBe(401);
    expect((await notify('mount_audit', told, 'e-2', true)).statusCode).toBe(401);
    expect((await rowOf(ttMount.path, id)).mountStatus).toBe(1);
    await notify('mount_audit', told, 'e-2');
    expect(await rowOf(ttMount.path, id)).toMatchObject({
      mountStatus: 3,
      rejectReason: '锚点文案含有夸大用语',
    });
    const { version } = await rowOf(ttMount.path, id);
    await call('ops', 'PUT', ttMount.path, { id, version, mountTitle: '素描课' });
    it.pass({ minutes: 1 });
    await submit(id);
    await notify('mount_audit', told, 'e-2');
    await notify('mount_audit', told, 'e-3');
    expect((await rowOf(ttMount.path, id)).mountStatus).toBe(1);
  });

  test('cannot be submitted from an account that is not authorised, nor to what is off the shelf', async () => {
    const accountId = await authorise('good-12');
    const course = await addMount(accountId, { mountType: 1, bizId: 999_999 });
    expect((await submit(course)).message).toContain('没有上架');
    const page = await addMount(accountId);
    await call('ops', 'POST', `${ttAccount.path}/unbind`, { id: accountId });
    expect((await submit(page)).message).toContain('未授权或已过期');
  });

  test('what hangs on an account is told before it is unbound, and ends with it, in review too', async () => {
    const accountId = await authorise('good-13');
    const live = await submitted(accountId);
    await notify('mount_audit', { out_id: live.outId, status: 2 }, 'e-4');
    const waiting = await submitted(accountId);
    const hangs = await call('ops', 'GET', `${ttAccount.path}/hangs?id=${accountId}`);
    expect(hangs.data).toMatchObject({ total: 2 });
    await call('ops', 'POST', `${ttAccount.path}/unbind`, { id: accountId });
    await settle();
    expect((await rowOf(ttMount.path, live.id)).mountStatus).toBe(5);
    expect((await rowOf(ttMount.path, waiting.id)).mountStatus).toBe(0);
    expect(server.ended.toSorted()).toEqual([live.platformId, waiting.platformId].toSorted());
    await notify('mount_audit', { out_id: waiting.outId, status: 2 }, 'e-5');
    expect((await rowOf(ttMount.path, waiting.id)).mountStatus).toBe(0);
  });

  test('is sent once more to a platform in trouble, and rejected in words by one that refuses', async () => {
    const accountId = await authorise('good-14');
    server.down.add('/api/apps/v1/video_mount/submit');
    const id = await addMount(accountId);
    await submit(id);
    await it.sendMessages();
    expect((await rowOf(ttMount.path, id)).mountStatus).toBe(1);
    server.down.clear();
    it.pass({ minutes: 1 });
    await settle();
    expect(server.submitted.size).toBeGreaterThan(0);
    server.errors.set('/api/apps/v1/video_mount/submit', [28_005_034]);
    const other = await addMount(accountId);
    await submit(other);
    await settle();
    expect(await rowOf(ttMount.path, other)).toMatchObject({
      mountStatus: 3,
      rejectReason: '账号不满足挂载条件',
    });
  });
});

describe('a course', () => {
  test('is reviewed, sold once approved, and reviewed again after an edit', async () => {
    const { courseId } = await one(sql<{ courseId: number }>`
      insert into t_course (course_name, cover, course_type, price, free_flag, audit_status, order_num)
      values ('素描三十讲', '/upload/a.png', 1, 199, 0, 2, 0) returning course_id`);
    const nowhere = { courseId: 999_999, classId: '10101', title: '没有的课程', price: 199 };
    expect((await call('ops', 'POST', ttCourse.path, nowhere)).status).toBe(400);
    const answer = await call('ops', 'POST', ttCourse.path, {
      ...{ courseId, classId: '10101', title: '素描提分课', price: 199, images: [] },
    });
    expect(answer.status).toBe(200);
    const { id } = await one(sql<{ id: number }>`select max(id) as id from t_tt_course`);
    const bare = await call('ops', 'POST', `${ttCourse.path}/submit`, { id });
    expect(bare.message).toContain('请先上传课程图片');
    await sql`update t_tt_course set images = '{/upload/a.png}' where id = ${id}`.execute(it.engine.db);
    expect((await call('ops', 'POST', `${ttCourse.path}/submit`, { id })).status).toBe(200);
    await settle();
    const { platformId } = await one(
      sql<{ platformId: string }>`select platform_id from t_tt_course where id = ${id}`,
    );
    server.states.set(platformId, { status: 2 });
    it.pass({ minutes: 2 });
    await clock();
    await settle();
    expect(await rowOf(ttCourse.path, id)).toMatchObject({ auditStatus: 2, upStatus: 1 });
    const { version } = await rowOf(ttCourse.path, id);
    const saved = await call('ops', 'PUT', ttCourse.path, { id, version, price: 299 });
    expect(saved.status, saved.message).toBe(200);
    expect(await rowOf(ttCourse.path, id)).toMatchObject({ auditStatus: 0, upStatus: 0 });
    const held = await call('admin', 'DELETE', `${registry.course.path}?ids=${courseId}`);
    expect(held.status).toBe(409);
    expect((await call('ops', 'GET', `${ttCourse.path}/audit/${id}`)).data.auditStatus).toBe(0);
  });
});

test('staff read what the platform was asked and answered, without tokens and people', async () => {
  await authorise('good-for-the-log');
  const log = await call('admin', 'GET', '/api/sys/gateway/list?vendor=douyin&size=50');
  const actions = log.data.records.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['/oauth/access_token/', '/oauth/userinfo/']));
  const text = JSON.stringify(log.data.records);
  expect(text).not.toMatch(/good-for-the-log|act\.\d|rft\.\d|艺考课堂/);
  expect(text).not.toContain(server.app.secret);
});
