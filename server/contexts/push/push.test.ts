import { registry } from '@yikao/model/contexts/datasets.ts';
import { outboxSteps } from '@yikao/model/contexts/system/outbox.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { work } from '../../engine/jobs/work.ts';
import { createStepClock } from '../../engine/steps/clock.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { silentLogger } from '../../platform/logger.ts';
import { type PushServer, startPushServer } from '../../testing/push/push-server.ts';
import { createStarterReader } from '../people/auth/job-starter.ts';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { signedBy } from '../testing/signed-by.ts';

const { pushApp, pushTask, pushDevice, pushRecord } = registry;

const secret = 'the-secret-with-which-the-mini-program-signs';
let server: PushServer;
let it: SeededApp;
const jobs: number[] = [];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startPushServer();
  it = await openSeededApp({
    env: { PUSH_URL: server.url, APP_KEYS: `wechat:${secret}` },
    enqueue: async id => void jobs.push(id),
  });
  for (const who of ['admin', 'ops', 'sale01']) tokens[who] = (await it.login(who)).token;
  await sql`update t_push_device set deleted = true`.execute(it.engine.db);
});
afterAll(async () => {
  await it.close();
  await server.close();
});
beforeEach(() => {
  server.got.clear();
  server.dead.clear();
  server.moods.length = 0;
  server.calls.length = 0;
  server.onCall = async () => {};
});

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body && { body }) });
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows[0] as T;

let made = 0;
async function addApp(vendor: number): Promise<{ appId: number; appKey: string }> {
  made += 1;
  const appKey = `app-${made}`;
  const answer = await call('ops', 'POST', pushApp.path, {
    ...{ appName: `应用${made}`, platform: 1, vendor, appKey, appSecret: 'secret' },
    ...(vendor === 1 && { vendorAppId: 'gt' }),
    ...((vendor === 3 || vendor === 4) && { templateId: 'tpl' }),
  });
  expect(answer.status, answer.message).toBe(200);
  const { id } = await one(sql<{ id: number }>`select max(app_id) as id from t_push_app`);
  return { appId: id, appKey };
}

const bind = (body: object) => {
  const url = `${pushDevice.path}/bind`;
  return it.call('POST', url, { body, headers: signedBy(it, { url, body, secret }) });
};

/** Devices of an app without people, so that each of them counts. */
async function addDevices(appId: number, count: number, mark = 'd'): Promise<void> {
  await sql`
    insert into t_push_device (app_id, token, last_active_time, device_status, chosen)
    select ${appId}, ${mark} || ${appId} || '-' || n, now(), 1, 1 from generate_series(1, ${count}::integer) as n`.execute(
    it.engine.db,
  );
}

async function addTask(appIds: readonly number[], more: object = {}): Promise<number> {
  const answer = await call('ops', 'POST', pushTask.path, {
    ...{
      taskName: '出分提醒',
      appIds,
      title: '模考出分',
      content: '点击查看',
      linkType: 3,
      linkValue: '/score',
    },
    ...{ audienceType: 1, ...more },
  });
  expect(answer.status, JSON.stringify(answer.data)).toBe(200);
  return (await one(sql<{ id: number }>`select max(task_id) as id from t_push_task`)).id;
}

const step = (name: string, taskId: number, who = 'ops') =>
  call(who, 'POST', `${pushTask.path}/${name}`, { taskId });
const taskOf = async (taskId: number) =>
  (await call('ops', 'GET', `${pushTask.path}/info?taskId=${taskId}`)).data;

async function runJobs(): Promise<void> {
  const parts = {
    ...{ engine: it.engine, logger: silentLogger(), workFolder: it.dataDir },
    currentActor: createStarterReader(it.engine.clock),
  };
  for (let id = jobs.shift(); id !== undefined; id = jobs.shift()) await work(parts, id);
}

async function built(appIds: readonly number[], more: object = {}): Promise<number> {
  const taskId = await addTask(appIds, more);
  const answer = await step('build', taskId);
  expect(answer.status, answer.message).toBe(200);
  await runJobs();
  return taskId;
}

/** Sends what is due until nothing is, with the waits between. */
async function sendAll(): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    if ((await it.sendMessages()) === 0) {
      const waiting = await one(
        sql<{
          n: number;
        }>`select count(*)::integer as n from t_outbox where topic = 'push' and outbox_status in (0, 1)`,
      );
      if (waiting.n === 0) return;
      it.pass({ minutes: 11 });
    }
  }
}

/** The numbers of the records of a task by their state. */
async function statesOf(taskId: number): Promise<Record<number, number>> {
  const found = await sql<{ state: number; n: number }>`
    select send_status as state, count(*)::integer as n from t_push_record where task_id = ${taskId}
    group by send_status`.execute(it.engine.db);
  return Object.fromEntries(found.rows.map(({ state, n }) => [state, n]));
}

const onceEach = (count: number) => {
  expect(server.got.size).toBe(count);
  expect([...new Set(server.got.values())]).toEqual(count === 0 ? [] : [1]);
};

describe('devices', () => {
  test('are bound by a signed call, once for a token, and follow their person', async () => {
    const { appId, appKey } = await addApp(9);
    const { userId } = await one(sql<{ userId: number }>`select min(user_id) as user_id from t_wish_user`);
    expect((await bind({ appKey, token: 'a', userId })).status).toBe(200);
    expect((await bind({ appKey, token: 'a', userId, tags: '美术,舞蹈' })).status).toBe(200);
    it.pass({ minutes: 1 });
    expect((await bind({ appKey, token: 'b', userId })).status).toBe(200);
    const chosen = () =>
      sql<{ token: string }>`
        select token from t_push_device where app_id = ${appId} and chosen = 1 and device_status = 1`.execute(
        it.engine.db,
      );
    expect((await chosen()).rows).toEqual([{ token: 'b' }]);
    const url = `${pushDevice.path}/unbind`;
    const body = { appKey, token: 'b' };
    expect((await it.call('POST', url, { body, headers: signedBy(it, { url, body, secret }) })).status).toBe(
      200,
    );
    expect((await chosen()).rows).toEqual([{ token: 'a' }]);
  });

  test('an unsigned, a forged and a repeated call bind nothing', async () => {
    const { appKey } = await addApp(9);
    const url = `${pushDevice.path}/bind`;
    const body = { appKey, token: 'x' };
    expect((await it.call('POST', url, { body })).status).toBe(401);
    const forged = signedBy(it, { url, body, secret: 'another' });
    expect((await it.call('POST', url, { body, headers: forged })).status).toBe(401);
    const headers = signedBy(it, { url, body, secret });
    expect((await it.call('POST', url, { body, headers })).status).toBe(200);
    expect((await it.call('POST', url, { body, headers })).status).toBe(401);
    expect((await bind({ appKey: 'no such app', token: 'x' })).status).toBe(404);
  });
});

describe('an audience', () => {
  test('is estimated with the number of devices that are built then', async () => {
    const { appId, appKey } = await addApp(9);
    const people = await sql<{ userId: number; provinceId: number }>`
      select user_id, province_id from t_wish_user where province_id = 430000 and not deleted limit 3`.execute(
      it.engine.db,
    );
    for (const [at, { userId }] of people.rows.entries()) await bind({ appKey, token: `p${at}`, userId });
    await addDevices(appId, 4);
    const estimate = (body: object) =>
      call('ops', 'POST', `${pushTask.path}/estimate`, { appIds: [appId], ...body });
    expect((await estimate({})).data.count).toBe(4 + people.rows.length);
    const audience = { provinceIds: [430000] };
    const asked = await estimate({ audienceType: 2, ...audience });
    expect(asked.data).toMatchObject({ count: people.rows.length, exact: true });
    const taskId = await built([appId], { audienceType: 2, audience });
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 2, targetNum: people.rows.length });
  });

  test('takes the conditions of the call of section 9 and gives them back', async () => {
    const { appId } = await addApp(9);
    const audience = { provinceIds: [430000], dataYear: 2025, activeDays: 30 };
    const taskId = await addTask([appId], { audienceType: 2, audience });
    expect(await taskOf(taskId)).toMatchObject({ audience, dataYear: 2025, activeDays: 30 });
    const bad = await call('ops', 'POST', pushTask.path, {
      ...{
        taskName: 'x',
        appIds: [appId],
        title: 'x',
        content: 'x',
        audienceType: 2,
        audience: { dataYear: 'x' },
      },
    });
    expect(bad.status).toBe(400);
  });

  test('of nobody fails with the reason, and is built anew after it was mended', async () => {
    const { appId } = await addApp(9);
    const taskId = await built([appId]);
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 6, errorMsg: '无目标设备', targetNum: 0 });
    await addDevices(appId, 2);
    expect((await step('build', taskId)).status).toBe(200);
    await runJobs();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 2, targetNum: 2 });
  });

  test('of joint categories, which the call of a task gives, is counted in its form and built', async () => {
    const { appId, appKey } = await addApp(9);
    const people = await sql<{ userId: number; jointCategoryId: number }>`
      select user_id, joint_category_id from t_wish_user
      where joint_category_id is not null and not deleted order by user_id limit 8`.execute(it.engine.db);
    for (const [at, { userId }] of people.rows.entries()) await bind({ appKey, token: `j${at}`, userId });
    const jointCategoryIds = [people.rows[0]?.jointCategoryId ?? 0];
    const fitting = people.rows.filter(row => row.jointCategoryId === jointCategoryIds[0]).length;
    const audience = { jointCategoryIds };
    const taskId = await built([appId], { audienceType: 2, audience });
    const form = { taskId, appIds: [appId], audienceType: 2 };
    const estimate = (more: object) => call('ops', 'POST', `${pushTask.path}/estimate`, { ...form, ...more });
    expect((await estimate({})).data.count).toBe(fitting);
    expect((await estimate({ jointCategoryIds: null })).data.count).toBe(people.rows.length);
    expect(await taskOf(taskId)).toMatchObject({ targetNum: fitting, audience });
  });

  test('an edit of a built task drops its list', async () => {
    const { appId } = await addApp(9);
    await addDevices(appId, 3);
    const taskId = await built([appId]);
    const { version } = await taskOf(taskId);
    const saved = await call('ops', 'PUT', pushTask.path, { taskId, version, title: '改过的标题' });
    expect(saved.status, saved.message).toBe(200);
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 0, targetNum: 0, title: '改过的标题' });
    const left = await one(
      sql<{ n: number }>`select count(*)::integer as n from t_push_record where task_id = ${taskId}`,
    );
    expect(left.n).toBe(0);
  });
});

describe('a distribution', () => {
  test('reaches each device once and counts from the rows, dead tokens and clicks too', async () => {
    const { appId, appKey } = await addApp(1);
    await addDevices(appId, 1_203);
    server.dead.add(`d${appId}-7`);
    const taskId = await built([appId]);
    expect((await step('distribute', taskId)).status).toBe(200);
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({
      ...{ pushStatus: 4, targetNum: 1_203, sentNum: 1_203, successNum: 1_202, failNum: 1 },
    });
    onceEach(1_202);
    const dead = await one(
      sql<{
        status: number;
      }>`select device_status as status from t_push_device where token = ${`d${appId}-7`}`,
    );
    expect(dead.status).toBe(0);
    const url = `${pushDevice.path}/click`;
    const body = { appKey, token: `d${appId}-1`, taskId };
    for (let times = 0; times < 2; times += 1)
      await it.call('POST', url, { body, headers: signedBy(it, { url, body, secret }) });
    expect((await call('ops', 'GET', `${pushTask.path}/progress?taskId=${taskId}`)).data.clickNum).toBe(1);
    expect((await taskOf(taskId)).clickNum).toBe(1);
    const rows = await call('ops', 'GET', `${pushRecord.path}?taskId=${taskId}&sendStatus=2`);
    expect(rows.data).toMatchObject({ total: 1, records: [{ errorMsg: '设备令牌已失效' }] });
  });

  test('reaches no more devices a minute than the parameter says, and the rest in the next one', async () => {
    // Whatever earlier tests have sent is over a minute ago.
    it.pass({ minutes: 2 });
    await sql`insert into t_config (config_key, config_value) values ('push.minuteMax', '700')
      on conflict (config_key) do update set config_value = '700'`.execute(it.engine.db);
    const { appId } = await addApp(1);
    await addDevices(appId, 1_000);
    const taskId = await built([appId]);
    expect((await step('distribute', taskId)).status).toBe(200);
    while ((await it.sendMessages()) > 0);
    onceEach(700);
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 3, sentNum: 700 });
    it.pass({ seconds: 30 });
    while ((await it.sendMessages()) > 0);
    onceEach(700);
    it.pass({ seconds: 40 });
    while ((await it.sendMessages()) > 0);
    onceEach(1_000);
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, sentNum: 1_000 });
    await sql`delete from t_config where config_key = 'push.minuteMax'`.execute(it.engine.db);
  });

  test('of which the vendor knows no device asks a person, and disables none', async () => {
    for (const vendor of [1, 2, 3]) {
      const { appId } = await addApp(vendor);
      await addDevices(appId, 4);
      for (let n = 1; n <= 4; n += 1) server.dead.add(`d${appId}-${n}`);
      const valid = () =>
        one(
          sql<{
            n: number;
          }>`select count(*)::integer as n from t_push_device where app_id = ${appId} and device_status = 1`,
        );
      const taskId = await built([appId]);
      await step('distribute', taskId);
      await sendAll();
      // As with a wrong AppKey: the task stops with the reason, its devices wait.
      expect(await taskOf(taskId)).toMatchObject({
        ...{ pushStatus: 6, successNum: 0, failNum: 0 },
        errorMsg: expect.stringContaining('核对应用的 AppKey'),
      });
      expect(await statesOf(taskId)).toEqual({ 0: 4 });
      expect((await valid()).n).toBe(4);
      // The keys were right, and a person goes on: the devices get nothing and stay valid.
      expect((await step('distribute', taskId)).status).toBe(200);
      await sendAll();
      expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, successNum: 0, failNum: 4 });
      expect((await valid()).n).toBe(4);
    }
  });

  test('goes on where it stood once the keys were mended', async () => {
    const { appId } = await addApp(2);
    await addDevices(appId, 3);
    for (let n = 1; n <= 3; n += 1) server.dead.add(`d${appId}-${n}`);
    const taskId = await built([appId]);
    await step('distribute', taskId);
    await sendAll();
    expect((await taskOf(taskId)).pushStatus).toBe(6);
    server.dead.clear();
    await step('distribute', taskId);
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, successNum: 3, failNum: 0 });
  });

  test('is not ended by nodes that die, however often', async () => {
    const { appId } = await addApp(1);
    await addDevices(appId, 3);
    const taskId = await built([appId]);
    await step('distribute', taskId);
    // Each time a node takes the message and dies before it asks the vendor.
    for (let deaths = 0; deaths < 9; deaths += 1) {
      const found = await sql<{ id: number }>`
        select outbox_id as id from t_outbox where topic = 'push' and outbox_status in (0, 1)`.execute(
        it.engine.db,
      );
      const keys = found.rows.map(({ id }) => Number(id));
      await takeStep(it.engine, outboxSteps, 'take', { keys, by: { kind: 'vendor' } });
      it.pass({ minutes: 3 });
    }
    server.moods.push('fault');
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, successNum: 3, errorMsg: null });
  });

  test('paused, resumed and paused again it goes on after the last batch, each device once', async () => {
    const { appId } = await addApp(2);
    await addDevices(appId, 2_600);
    const taskId = await built([appId]);
    await step('distribute', taskId);
    let batches = 0;
    server.onCall = async () => {
      batches += 1;
      if (batches === 2 || batches === 4) expect((await step('pause', taskId)).status).toBe(200);
    };
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 7, sentNum: 1_000 });
    expect((await step('resume', taskId)).status).toBe(200);
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 7, sentNum: 2_000 });
    await step('resume', taskId);
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, sentNum: 2_600, successNum: 2_600 });
    onceEach(2_600);
  });

  test('two people press distribute: one begins it', async () => {
    const { appId } = await addApp(1);
    await addDevices(appId, 5);
    const taskId = await built([appId]);
    const answers = await Promise.all([step('distribute', taskId), step('distribute', taskId, 'admin')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await sendAll();
    onceEach(5);
  });

  test.each([
    ['a fault', 'fault'],
    ['nothing, before it took the batch', 'hangUp'],
    ['nothing, after it took the batch', 'doneThenHangUp'],
    ['that it is busy', 'busy'],
  ] as const)('a vendor that answers %s is asked again, and nobody gets it twice', async (_, mood) => {
    for (const vendor of [1, 2]) {
      server.got.clear();
      const { appId } = await addApp(vendor);
      await addDevices(appId, 700);
      const taskId = await built([appId]);
      server.moods.push('well', mood, mood);
      await step('distribute', taskId);
      await sendAll();
      expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, successNum: 700 });
      onceEach(700);
    }
  });

  test('of mini-programs, what was lost on its way is not sent again and says so', async () => {
    const { appId } = await addApp(3);
    await addDevices(appId, 150);
    const taskId = await built([appId]);
    server.moods.push('doneThenHangUp');
    await step('distribute', taskId);
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, sentNum: 150, successNum: 149, failNum: 1 });
    onceEach(150);
  });

  test('a vendor that refuses the app stops it with words, and it goes on once the app is mended', async () => {
    const { appId } = await addApp(2);
    await addDevices(appId, 600);
    const taskId = await built([appId]);
    server.moods.push('well', 'refuses');
    await step('distribute', taskId);
    await sendAll();
    const failed = await taskOf(taskId);
    expect(failed).toMatchObject({ pushStatus: 6, sentNum: 500 });
    expect(failed.errorMsg).toContain('请核对应用的 AppKey');
    expect((await step('build', taskId)).status).toBe(409);
    await step('distribute', taskId);
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, sentNum: 600 });
    onceEach(600);
  });

  test('a sender that dies between the vendor and the note leaves nobody with two', async () => {
    const { appId } = await addApp(1);
    await addDevices(appId, 900);
    const taskId = await built([appId]);
    await step('distribute', taskId);
    let deaths = 0;
    server.onCall = async () => {
      // As if the process had died after the call: the note of the batch is lost, its claim stays.
      if (deaths >= 3) return;
      deaths += 1;
      server.moods.push('doneThenHangUp');
    };
    await sendAll();
    expect(deaths).toBe(3);
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, successNum: 900 });
    onceEach(900);
  });

  test('cancelled in the middle, the rest gets nothing', async () => {
    const { appId } = await addApp(2);
    await addDevices(appId, 1_600);
    const taskId = await built([appId]);
    await step('distribute', taskId);
    server.onCall = async () => void (await step('cancel', taskId));
    await sendAll();
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 5, sentNum: 500 });
    onceEach(500);
    expect((await step('resume', taskId)).status).toBe(409);
    expect(await statesOf(taskId)).toEqual({ 1: 500, 3: 1_100 });
  });

  test('cancelled before it began or while it is paused, nobody is left waiting', async () => {
    const { appId } = await addApp(1);
    await addDevices(appId, 700);
    const unsent = await built([appId]);
    expect((await step('cancel', unsent)).status).toBe(200);
    await sendAll();
    expect(await statesOf(unsent)).toEqual({ 3: 700 });
    const paused = await built([appId]);
    await step('distribute', paused);
    server.onCall = async () => void (await step('pause', paused));
    await sendAll();
    const before = await statesOf(paused);
    expect((await step('cancel', paused)).status).toBe(200);
    await sendAll();
    expect(await statesOf(paused)).toEqual({ 1: before[1], 3: before[0] });
    expect(await taskOf(paused)).toMatchObject({ pushStatus: 5, sentNum: before[1] });
  });

  test('cancelled after a sender died, what may have arrived is told as lost and not sent again', async () => {
    const { appId } = await addApp(1);
    await addDevices(appId, 900);
    const taskId = await built([appId]);
    await step('distribute', taskId);
    server.moods.push('doneThenHangUp');
    await it.sendMessages();
    await step('cancel', taskId);
    await sendAll();
    expect(await statesOf(taskId)).toEqual({ 2: 500, 3: 400 });
    expect(await taskOf(taskId)).toMatchObject({ pushStatus: 5, sentNum: 500, failNum: 500 });
    onceEach(200);
  });

  test.each([1, 3, 4])(
    'a token of vendor %i that expires in the middle of a batch is renewed',
    async vendor => {
      const { appId } = await addApp(vendor);
      await addDevices(appId, 250);
      const taskId = await built([appId]);
      server.moods.push('well', 'staleToken');
      await step('distribute', taskId);
      await sendAll();
      expect(await taskOf(taskId)).toMatchObject({ pushStatus: 4, successNum: 250, failNum: 0 });
      onceEach(250);
    },
  );

  test('at its time it begins by itself', async () => {
    const { appId } = await addApp(1);
    await addDevices(appId, 3);
    const nextWeek = new Date(it.engine.clock.now().getTime() + 7 * 86_400_000);
    const taskId = await built([appId], { sendTime: shanghaiTime(nextWeek) });
    const clock = createStepClock({ engine: it.engine, onFailure: () => undefined });
    await clock.takeDue();
    expect((await taskOf(taskId)).pushStatus).toBe(2);
    await sql`update t_push_task set due_time = ${it.engine.clock.now()}::timestamptz where task_id = ${taskId}`.execute(
      it.engine.db,
    );
    await clock.takeDue();
    await sendAll();
    expect((await taskOf(taskId)).pushStatus).toBe(4);
    onceEach(3);
  });

  test('people without the code may not build or send', async () => {
    const { appId } = await addApp(9);
    const taskId = await addTask([appId]);
    for (const name of ['build', 'distribute', 'cancel'])
      expect((await step(name, taskId, 'sale01')).status).toBe(403);
  });
});
