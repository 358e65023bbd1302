import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTencentSmsServer, type TencentSmsServer } from '../../testing/tencent-sms-server.ts';
import { silentLogger } from '../logger.ts';
import type { ExchangeEntry } from '../vendor/exchange.ts';
import { openSmsGateway } from './open.ts';
import { tc3Authorization } from './tencent.ts';

let vendor: TencentSmsServer;
const logged: ExchangeEntry[] = [];
beforeAll(async () => {
  vendor = await startTencentSmsServer();
});
afterAll(() => vendor.close());

const open = (smsUrl: string) =>
  openSmsGateway({ smsUrl, production: true }, silentLogger(), async entry => void logged.push(entry));
const text = {
  mobile: '13800000000',
  templateCode: '1100',
  signName: '艺考',
  variables: [
    ['2', '周六'],
    ['1', '李明'],
  ],
  key: '7',
} as const;

test('the signature is that of the published example', () => {
  // Tencent Cloud, "Signature v3": DescribeInstances of CVM, with its three signed headers.
  const signed = {
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    timestamp: 1_551_113_065,
  };
  expect(
    tc3Authorization(signed, 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', 'Gu5t9xGARNpq86cd98joQYCN3*******'),
  ).toMatch(/Signature=be4f67d323c78ab9acb7395e43c0dbcf822a9cfac32fea2449a7bc7726b770a3$/);
});

test('a text is taken with its values in the order of their numbers, and logged without its secrets', async () => {
  expect(await open(vendor.url).sendText(text)).toBe('S1');
  expect(vendor.taken).toEqual([
    { mobile: '+8613800000000', template: '1100', params: ['李明', '周六'], context: '7' },
  ]);
  expect(logged.at(-1)).toMatchObject({ vendor: 'tencent', action: 'SendSms', result: 'done', logNo: 'T-1' });
  expect(JSON.stringify(logged)).not.toMatch(/13800000000|李明/);
});

test('a refusal, a wrong secret and a vendor that is away are told apart', async () => {
  vendor.refuseWith('LimitExceeded.PhoneNumberDailyLimit');
  await expect(open(vendor.url).sendText(text)).rejects.toMatchObject({ certainty: 'refused' });
  vendor.refuseWith(undefined);
  await expect(open(vendor.wrongUrl).sendText(text)).rejects.toMatchObject({
    certainty: 'refused',
    message: expect.stringContaining('SignatureFailure'),
  });
  const away = await startTencentSmsServer();
  await away.close();
  await expect(open(away.url).sendText(text)).rejects.toMatchObject({ certainty: 'unsent' });
});

test('the review of a template and pushed reports and replies are read', async () => {
  const gateway = open(vendor.url);
  expect(await gateway.checkTemplate('8')).toMatchObject({ state: 'approved', content: '{1}您好' });
  expect(await gateway.checkTemplate('9')).toMatchObject({ state: 'rejected', reason: 'too vague' });
  expect(await gateway.checkTemplate('10')).toMatchObject({ state: 'pending' });
  expect(
    gateway.readNotices([
      {
        mobile: '13800000000',
        nationcode: '86',
        report_status: 'FAIL',
        errmsg: 'EMPTY',
        description: '空号',
        sid: 'S1',
      },
      // Tencent Cloud, "短信下发状态通知": the published example, with a number.
      {
        user_receive_time: '2015-10-17 08:03:04',
        nationcode: '86',
        mobile: '13800000000',
        report_status: 'SUCCESS',
        errmsg: 'DELIVRD',
        description: '用户短信送达成功',
        sid: 'xxxxxxx',
      },
      { mobile: '13800000000', nationcode: '86', text: 'R', sign: '艺考', extend: '', time: 1 },
    ]),
  ).toMatchObject([
    { kind: 'report', gatewayId: 'S1', delivered: false, reason: 'EMPTY 空号' },
    { kind: 'report', gatewayId: 'xxxxxxx', delivered: true, time: '2015-10-17 08:03:04' },
    { kind: 'reply', text: 'R' },
  ]);
});
