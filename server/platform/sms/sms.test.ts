import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmsServer, startSmsServer } from '../../testing/sms-server.ts';
import { ConfigError, readConfig } from '../config.ts';
import { silentLogger } from '../logger.ts';
import { rpcSignature } from './aliyun.ts';
import { openSmsGateway } from './open.ts';
import { SmsRefused } from './types.ts';

let vendor: SmsServer;
beforeAll(async () => {
  vendor = await startSmsServer();
});
afterAll(() => vendor.close());

const open = (smsUrl: string | undefined) =>
  openSmsGateway({ smsUrl, production: true }, silentLogger(), async () => {});
const message = {
  mobile: '13800000000',
  topic: 'approved',
  values: { name: "O'*(李) &", account: 'p~1' },
} as const;

test('the signature is that of the published example', () => {
  // Alibaba Cloud, "Request signatures" of the RPC style: DescribeRegions of ECS.
  const parameters = {
    TimeStamp: '2016-02-23T12:46:24Z',
    Format: 'XML',
    AccessKeyId: 'testid',
    Action: 'DescribeRegions',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
    Version: '2014-05-26',
    SignatureVersion: '1.0',
  };
  const { TimeStamp: Timestamp, ...rest } = parameters;
  expect(rpcSignature('GET', { ...rest, Timestamp }, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
});

describe('a vendor', () => {
  test('takes a message that is signed, whatever signs stand in it', async () => {
    expect(await open(vendor.url).send(message)).toBe('B1');
    expect(vendor.taken).toEqual([
      { mobile: '13800000000', template: 'SMS_2', sign: '艺考(志愿)宝*', values: message.values },
    ]);
  });

  test('refuses another secret, and says so', async () => {
    await expect(open(vendor.wrongUrl).send(message)).rejects.toThrow('SignatureDoesNotMatch: said no');
  });

  test('gets no message for which no template is named', async () => {
    await expect(open(vendor.url).send({ ...message, topic: 'marks' })).rejects.toThrow(
      'SMS_URL 没有为 marks 设置模板',
    );
  });

  test('that says no is told from one that is away', async () => {
    vendor.refuseWith('isv.BUSINESS_LIMIT_CONTROL');
    await expect(open(vendor.url).send(message)).rejects.toThrow('isv.BUSINESS_LIMIT_CONTROL');
    vendor.refuseWith(undefined);
    const nobody = vendor.url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1');
    await expect(open(nobody).send(message)).rejects.toThrow(SmsRefused);
  });
});

test('reports and replies are read in their published form', () => {
  const gateway = open(vendor.url);
  // Alibaba Cloud, "SmsReport" and "SmsUp": the published examples, with a number.
  const report = {
    ...{ phone_number: '13811110000', send_time: '2017-01-01 00:00:00', report_time: '2017-01-01 00:00:00' },
    ...{ success: true, err_code: 'DELIVERED', err_msg: '用户接收成功', sms_size: '1' },
    ...{ biz_id: '12345', out_id: '67890' },
  };
  const reply = {
    ...{ phone_number: '13811110000', send_time: '2017-09-01 00:00:00', content: '内容' },
    ...{ sign_name: '签名', dest_code: '1234', sequence_id: 1_234_567_890 },
  };
  expect(gateway.readNotices([report, reply])).toMatchObject([
    { kind: 'report', key: '67890', gatewayId: '12345', delivered: true, time: '2017-01-01 00:00:00' },
    { kind: 'reply', mobile: '13811110000', text: '内容' },
  ]);
  expect(JSON.parse(gateway.answerNotice(true))).toEqual({ code: 0, msg: '接收成功' });
});

// Alibaba Cloud, "GetSmsTemplate": the states of a review, and the published reason.
test.each([
  [0, '', { state: 'pending', reason: '' }],
  [1, '', { state: 'approved', reason: '' }],
  [2, '模板内容中包含错别字。', { state: 'rejected', reason: '模板内容中包含错别字。' }],
  [10, '', { state: 'rejected', reason: '审核已取消' }],
] as const)('the state %i of a template', async (state, reason, expected) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the vendor's form
  const content = '您正在申请手机注册，验证码为：${code}，5分钟内有效！';
  vendor.reviews.set('SMS_20375', { state, content, reason });
  expect(await open(vendor.url).checkTemplate('SMS_20375')).toEqual({
    ...expected,
    content: '您正在申请手机注册，验证码为：{code}，5分钟内有效！',
  });
});

test('without a vendor nothing leaves', async () => {
  expect(open(undefined)).toMatchObject({ name: 'local', leaves: false });
  expect(await open(undefined).send(message)).toBeNull();
});

test('an address of a vendor that lacks something stops the start and names it', () => {
  const start = () =>
    readConfig({ SMS_URL: 'aliyun://key@dysmsapi.aliyuncs.com/?sign=a&code=SMS_1&refused=SMS_3' });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow('SMS_URL: lacks SECRET, approved');
});
