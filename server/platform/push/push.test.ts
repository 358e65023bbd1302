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
    expect(failed).toMatchObject({ reason: 'refused', said: { zh: expect.stringContaining('请核对') } });
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
