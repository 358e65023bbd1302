import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PushServer, startPushServer } from '../../testing/push/push-server.ts';
import type { ExchangeEntry } from '../vendor/exchange.ts';
import { openPushGateways, type PushGateways } from './open.ts';
import { type PushAccount, PushFailure, type PushMessage, pushVendors } from './types.ts';

let server: PushServer;
let gateways: PushGateways;
const logged: ExchangeEntry[] = [];
beforeAll(async () => {
  server = await startPushServer();
  gateways = openPushGateways(
    { pushUrl: server.url },
    () => new Date(),
    async entry => {
      logged.push(entry);
    },
  );
});
afterAll(() => server.close());
beforeEach(() => {
  server.got.clear();
  server.dead.clear();
  server.ignored.clear();
  server.bodies.length = 0;
  server.calls.length = 0;
  server.moods.length = 0;
  logged.length = 0;
});

const message: PushMessage = {
  taskId: 7,
  title: '出分提醒',
  content: '点击查看',
  linkType: 3,
  linkValue: '/score',
};
const account = (vendor: number): PushAccount => ({
  ...{ vendor, appKey: `key-${vendor}`, appSecret: 'secret', vendorAppId: 'app', templateId: 'tpl' },
  ...{ titleKey: 'thing1', contentKey: 'thing2' },
});
let next = 0;
const targets = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    next += 1;
    return { key: `yikao${String(next).padStart(19, '0')}`, token: `t${at}` };
  });

const vendors = [
  ['getui', pushVendors.getui],
  ['jpush', pushVendors.jpush],
  ['wechat', pushVendors.wechat],
  ['douyin', pushVendors.douyin],
] as const;

describe.each(vendors)('%s', (_, vendor) => {
  const send = async (some: ReturnType<typeof targets>, key?: string) => {
    const gateway = gateways(vendor);
    return gateway.send(account(vendor), message, some, key ?? (await gateway.newKey(account(vendor))));
  };

  test('reaches every device of a batch once', async () => {
    const some = targets(250);
    const outcomes = await send(some);
    expect(outcomes.every(({ kind }) => kind === 'sent')).toBe(true);
    expect(server.got.size).toBe(250);
    expect(new Set(server.got.values())).toEqual(new Set([1]));
  });

  test('says in words which settings a person has to mend', async () => {
    server.moods.push('refuses', 'refuses', 'refuses');
    const failed = await send(targets(1)).catch(error => error);
    expect(failed).toBeInstanceOf(PushFailure);
    expect(failed).toMatchObject({ reason: 'refused', said: { zh: expect.stringContaining('核对') } });
    expect(server.got.size).toBe(0);
  });

  test('renews a token that ends in the middle of a batch', async () => {
    await send(targets(1));
    server.got.clear();
    server.moods.push('well', 'staleToken');
    const outcomes = await send(targets(400));
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(server.got.size).toBe(400);
    expect(new Set(server.got.values())).toEqual(new Set([1]));
  });

  test('does not send again what a vendor may have delivered before it fell silent', async () => {
    const some = targets(3);
    const gateway = gateways(vendor);
    const key = await gateway.newKey(account(vendor));
    server.moods.push('doneThenHangUp');
    const first = await send(some, key).catch(error => error);
    if (gateway.knownHours > 0) {
      expect(first).toMatchObject({ reason: 'unknown' });
      const second = await send(some, key);
      expect(second.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent']);
    } else {
      expect(first.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['sent', 'sent', 'unknown']);
    }
    expect([...server.got.values()]).toEqual([1, 1, 1]);
  });

  test('leaves what a busy vendor turned away for later', async () => {
    server.moods.push('busy', 'busy');
    const answer = await send(targets(1)).catch(error => error);
    if (gateways(vendor).knownHours > 0) expect(answer).toMatchObject({ reason: 'unsent' });
    else expect(answer).toEqual([{ kind: 'later' }]);
    expect(server.got.size).toBe(0);
  });
});

test('tokens that reach nobody are told apart', async () => {
  server.dead.add('t1');
  for (const vendor of [pushVendors.getui, pushVendors.wechat, pushVendors.douyin]) {
    const outcomes = await gateways(vendor).send(account(vendor), message, targets(2), `dead-${vendor}`);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'dead']);
  }
});

describe('answers as the vendors publish them', () => {
  const { getui, jpush, douyin, wechat } = pushVendors;
  const answered = async (vendor: number, status: number, body: object, count = 1) => {
    server.moods.push({ status, body });
    const key = await gateways(vendor).newKey(account(vendor));
    return gateways(vendor)
      .send(account(vendor), message, targets(count), key)
      .catch(error => error);
  };

  // Getui, "返回码说明" (docs.getui.com, rest_v2/code).
  test.each([
    [200, { code: 2, msg: 'starting' }, 'unsent', undefined],
    [401, { code: 10_003, msg: 'auth frequency' }, 'unsent', undefined],
    [401, { code: 10_005, msg: 'call frequency' }, 'unsent', undefined],
    [200, { code: 301, msg: 'domain' }, 'refused', '接口域名'],
    [401, { code: 10_002, msg: 'black list' }, 'refused', '黑名单'],
  ])('Getui %s %o', async (status, body, reason, zh) => {
    const failed = await answered(getui, status, body);
    expect(failed).toMatchObject({ reason });
    if (zh) expect(failed.said.zh).toContain(zh);
  });

  // JPush, "推送 API", "调用返回" (docs.jiguang.cn).
  test.each([
    [429, { error: { code: 2_002, message: 'rate' } }, 'unsent'],
    [403, { error: { code: 2_003, message: 'barred' } }, 'refused'],
    [401, { error: { code: 1_004, message: 'auth' } }, 'refused'],
  ])('JPush %s %o', async (status, body, reason) => {
    expect(await answered(jpush, status, body)).toMatchObject({ reason });
  });

  test('JPush 1011 names no device, so none is taken for gone', async () => {
    const body = { error: { code: 1_011, message: 'cannot find user by this audience' } };
    expect(await answered(jpush, 400, body, 3)).toEqual([
      { kind: 'unreached' },
      { kind: 'unreached' },
      { kind: 'unreached' },
    ]);
  });

  test('WeChat 45009 is the end of the day’s calls, and no reason to go on asking', async () => {
    expect(
      await answered(wechat, 200, { errcode: 45_009, errmsg: 'reach max api daily quota' }),
    ).toMatchObject({
      reason: 'refused',
      said: { zh: expect.stringContaining('明天') },
    });
  });

  test('Douyin 28006003 is too often, 28014043 is a person who has not subscribed', async () => {
    expect(await answered(douyin, 200, { err_no: 28_006_003, err_msg: '', log_id: '1' })).toEqual([
      { kind: 'later' },
    ]);
    expect(await answered(douyin, 200, { err_no: 28_014_043, err_msg: '', log_id: '1' })).toMatchObject([
      { kind: 'refused' },
    ]);
  });

  test('what Getui ignores was not sent', async () => {
    server.ignored.add('t1');
    const outcomes = await gateways(getui).send(account(getui), message, targets(3), 'ignored');
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'refused', 'sent']);
  });
});

test('Getui gives a token to the holder of the secret alone', async () => {
  const { getui } = pushVendors;
  const stranger = { ...account(getui), appKey: 'another', appSecret: 'guessed' };
  const failed = await gateways(getui)
    .send(stranger, message, targets(1), 'stranger')
    .catch(error => error);
  expect(failed).toMatchObject({ reason: 'refused', said: { zh: expect.stringContaining('MasterSecret') } });
  expect(server.got.size).toBe(0);
});

test('Getui takes a message for APNs and for the makers’ own services too', async () => {
  await gateways(pushVendors.getui).send(account(pushVendors.getui), message, targets(1), 'channels');
  // Getui, "公共参数": push_channel with ios.aps.alert and android.ups.notification.
  expect(server.bodies).toMatchObject([
    {
      settings: { strategy: { default: 1, ios: 4 } },
      push_channel: {
        ios: {
          type: 'notify',
          aps: { alert: { title: '出分提醒', body: '点击查看' }, 'content-available': 0 },
        },
        android: { ups: { notification: { title: '出分提醒', body: '点击查看', click_type: 'payload' } } },
      },
    },
  ]);
});

test('Douyin takes a message in the published form', async () => {
  await gateways(pushVendors.douyin).send(account(pushVendors.douyin), message, targets(1), 'form');
  expect(server.bodies).toEqual([
    { msg_id: 'tpl', open_id: 't0', page: 'score', data: { thing1: '出分提醒', thing2: '点击查看' } },
  ]);
});

test('a message that is not answered holds no other of its batch', async () => {
  const held = Promise.withResolvers<void>();
  let calls = 0;
  server.onCall = () => {
    calls += 1;
    return calls === 1 ? held.promise : Promise.resolve();
  };
  const sending = gateways(pushVendors.douyin).send(
    account(pushVendors.douyin),
    message,
    targets(60),
    'slow',
  );
  await expect.poll(() => server.got.size, { timeout: 8_000 }).toBe(59);
  held.resolve();
  server.onCall = async () => {};
  expect((await sending).every(({ kind }) => kind === 'sent')).toBe(true);
});

test('staff read what each vendor was asked, with its own number, and no secret or person', async () => {
  for (const [name, vendor] of vendors) {
    logged.length = 0;
    const gateway = gateways(vendor);
    const key = await gateway.newKey(account(vendor));
    await gateway.send(account(vendor), message, targets(2), key);
    const sends = logged.filter(({ subject }) => subject === 'pushTask:7');
    expect([name, sends.length]).toEqual([
      name,
      vendor === pushVendors.getui || vendor === pushVendors.jpush ? 1 : 2,
    ]);
    for (const entry of sends) {
      expect(entry).toMatchObject({ vendor: name, result: 'done', status: 200 });
      // WeChat names its number with refusals alone.
      if (vendor !== pushVendors.wechat) expect(entry.logNo).not.toBe('');
      expect(entry.request).toContain(message.title);
    }
    const text = JSON.stringify(logged);
    expect(text).not.toMatch(/"secret\\?"|access_token\\?":\\?"(?!\*)/);
    if (vendor >= pushVendors.wechat) expect(text).not.toMatch(/\\"t\d\\"/);
  }
  logged.length = 0;
  server.moods.push('refuses');
  await gateways(pushVendors.wechat)
    .send(account(pushVendors.wechat), message, targets(1), 'refused')
    .catch(() => {});
  expect(logged).toMatchObject([{ result: 'refused', code: '40037', logNo: '65af-77' }]);
});
