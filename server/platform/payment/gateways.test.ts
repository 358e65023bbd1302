import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AlipayServer, startAlipayServer } from '../../testing/payment/alipay-server.ts';
import { type DouyinServer, startDouyinServer } from '../../testing/payment/douyin-server.ts';
import { keyPair, type SentNotice, type Vendor } from '../../testing/payment/vendor.ts';
import { startWechatServer, type WechatServer } from '../../testing/payment/wechat-server.ts';
import type { ExchangeEntry } from '../vendor/exchange.ts';
import { createAlipayGateway } from './alipay/gateway.ts';
import { createDouyinGateway } from './douyin/gateway.ts';
import { NoticeRefused, type PaymentGateway, type RawNotice } from './types.ts';
import { createWechatGateway } from './wechat/gateway.ts';

let time = Date.parse('2026-03-02T09:00:00+08:00');
const now = () => new Date(time);
const notifyUrl = 'https://yikao.example.cn/api/pay/notify/test';

/** A simulated vendor for payments and refunds, with its gateway. */
interface Pair {
  readonly vendor: Vendor & {
    paymentNotice(payNo: string, changes?: object): SentNotice;
    refundNotice(refundNo: string, changes?: object): SentNotice;
  };
  readonly gateway: PaymentGateway;
}

const logged: ExchangeEntry[] = [];
const log = async (entry: ExchangeEntry) => void logged.push(entry);

const wechatGateway = (vendor: WechatServer, more: object = {}) =>
  createWechatGateway({ endpoint: new URL(vendor.url), notifyUrl, ...vendor.merchant, ...more }, now, log);
const alipayGateway = (vendor: AlipayServer, more: object = {}) =>
  createAlipayGateway(
    { endpoint: new URL('/gateway.do', vendor.url), notifyUrl, ...vendor.application, ...more },
    now,
    log,
  );
const douyinGateway = (vendor: DouyinServer, more: object = {}) =>
  createDouyinGateway(
    {
      endpoint: new URL(vendor.url),
      notifyUrl,
      tagGroupId: 'tag_group_1',
      skuType: 301,
      orderPage: 'pages/order',
      ...vendor.application,
      ...more,
    },
    now,
    log,
  );

let wechat: WechatServer;
let byPublicKey: WechatServer;
let alipay: AlipayServer;
let douyin: DouyinServer;
const pairs: Record<string, () => Pair> = {};

beforeAll(async () => {
  wechat = await startWechatServer(now);
  byPublicKey = await startWechatServer(now, { byPublicKey: true });
  alipay = await startAlipayServer(now);
  douyin = await startDouyinServer(now);
  const made: Record<string, Pair> = {
    'WeChat Pay by certificates': { vendor: wechat, gateway: wechatGateway(wechat) },
    'WeChat Pay by its public key': {
      vendor: byPublicKey,
      gateway: wechatGateway(byPublicKey, { platformKey: byPublicKey.platformKey }),
    },
    Alipay: { vendor: alipay, gateway: alipayGateway(alipay) },
    'Douyin Pay': { vendor: douyin, gateway: douyinGateway(douyin) },
  };
  for (const [name, pair] of Object.entries(made)) pairs[name] = () => pair;
});
afterAll(() => Promise.all([wechat, byPublicKey, alipay, douyin].map(vendor => vendor.close())));
beforeEach(() => {
  for (const vendor of [wechat, byPublicKey, alipay, douyin]) vendor.behave('well');
});

let number = 0;
/** Prepares a payment, including the client's part for a mini-program. */
async function prepare({ vendor, gateway }: Pair, amount = '199.00'): Promise<string> {
  number += 1;
  const payNo = `P2026030209000000${String(number).padStart(4, '0')}`;
  const expireTime = new Date(time + 1_800_000);
  const title = '录取概率卡 = 一张 & 更多';
  const prepared = await gateway.prepay({ payNo, amount, title, expireTime });
  if (prepared.params) expect((vendor as DouyinServer).requestOrder(prepared.params)).toBe(true);
  else expect(prepared.codeUrl).toContain(payNo);
  return payNo;
}

const raw = ({ headers, body }: SentNotice): RawNotice => ({ headers, body: Buffer.from(body) });

describe.each(['WeChat Pay by certificates', 'WeChat Pay by its public key', 'Alipay', 'Douyin Pay'])(
  '%s',
  name => {
    const pair = () => pairs[name]?.() as Pair;

    test('takes a payment, tells of it, and answers where it stands, exact to the fen', async () => {
      const { vendor, gateway } = pair();
      const payNo = await prepare(pair(), '0.29');
      expect(['pending', 'unknown']).toContain((await gateway.query(payNo)).status);
      vendor.ledger.pay(payNo);
      const state = await gateway.query(payNo);
      expect(state).toMatchObject({ status: 'paid', amount: '0.29', transactionId: `T${payNo}` });
      const told = await gateway.verifyNotice(raw(vendor.paymentNotice(payNo)));
      expect(told).toMatchObject({ about: 'payment', payNo, state: { status: 'paid', amount: '0.29' } });
      expect(gateway.answer(true).status).toBe(200);
      expect(gateway.answer(false)).not.toEqual(gateway.answer(true));
    });

    test('has its calls kept by our number, without keys and signatures', async () => {
      const { vendor, gateway } = pair();
      const payNo = await prepare(pair());
      logged.length = 0;
      vendor.ledger.pay(payNo);
      await gateway.query(payNo);
      const about = logged.filter(({ subject }) => subject === payNo);
      expect(about).toMatchObject([{ result: 'done', status: 200 }]);
      expect(JSON.stringify(logged)).not.toMatch(/"(sign|Signature|client_secret)\\":\\"(?!\*{4})/);
    });

    test('gives part of the money back and then the rest, each once however often it is asked', async () => {
      const { vendor, gateway } = pair();
      const payNo = await prepare(pair());
      vendor.ledger.pay(payNo);
      vendor.refundsEnd('done');
      const base = { payNo, paidAmount: '199.00', transactionId: `T${payNo}`, reason: '重复购买' };
      const refundNo = `R${payNo}`;
      await gateway.refund({ ...base, refundNo, amount: '50.05' });
      await gateway.refund({ ...base, refundNo, amount: '50.05' });
      expect(await gateway.queryRefund({ payNo, refundNo })).toMatchObject({
        status: 'done',
        amount: '50.05',
      });
      await gateway.refund({ ...base, refundNo: `${refundNo}b`, amount: '148.95' });
      expect(vendor.ledger.trades.get(payNo)?.refunds.size).toBe(2);
      await expect(
        gateway.refund({ ...base, refundNo: `${refundNo}c`, amount: '0.01' }),
      ).rejects.toMatchObject({
        code: 'refused',
      });
      const told = await gateway.verifyNotice(raw(vendor.refundNotice(refundNo)));
      expect(told).toMatchObject({ about: 'refund', refundNo });
      expect(await gateway.queryRefund({ payNo, refundNo: 'R00000000' })).toEqual({ status: 'unknown' });
    });

    test('that was paid is not closed, and one that it never heard of is told as such', async () => {
      const { vendor, gateway } = pair();
      const payNo = await prepare(pair());
      vendor.ledger.pay(payNo);
      expect(await gateway.close(payNo)).toMatchObject({ status: 'paid', amount: '199.00' });
      expect((await gateway.query('P00000000000')).status).toBe('unknown');
    });

    test('is asked again after an answer that went lost, and nothing is done twice', async () => {
      const { vendor, gateway } = pair();
      const payNo = await prepare(pair());
      vendor.ledger.pay(payNo);
      vendor.refundsEnd('done');
      await gateway.query(payNo);
      vendor.behave('lost', 1);
      const state = await gateway.query(payNo);
      expect(state.status).toBe('paid');
      const refundNo = `R${payNo}`;
      vendor.behave('lost', 1);
      await gateway.refund({
        payNo,
        refundNo,
        amount: '1.00',
        paidAmount: '199.00',
        transactionId: null,
        reason: 'x',
      });
      expect([...(vendor.ledger.trades.get(payNo)?.refunds.keys() ?? [])]).toEqual([refundNo]);
    });

    test('that is broken is asked three times and then counts as out of reach', async () => {
      const { vendor, gateway } = pair();
      const payNo = await prepare(pair());
      vendor.behave('broken');
      const before = vendor.calls.length;
      await expect(gateway.query(payNo)).rejects.toMatchObject({ code: 'unreachable' });
      expect(vendor.calls.length - before).toBe(3);
    });

    test('is not believed in notices that are forged, old, changed, or meant for somebody else', async () => {
      const { vendor, gateway } = pair();
      const payNo = await prepare(pair());
      vendor.ledger.pay(payNo);
      const refusal = async (notice: SentNotice) => {
        const error = await gateway.verifyNotice(raw(notice)).then(
          () => undefined,
          (found: unknown) => found,
        );
        expect(error).toBeInstanceOf(NoticeRefused);
        return (error as NoticeRefused).reason;
      };
      const good = vendor.paymentNotice(payNo);
      const { privateKey } = keyPair();
      expect(await refusal(vendor.paymentNotice(payNo, { signedBy: privateKey }))).toBe('signature');
      expect(await refusal({ ...good, body: good.body.replace(/.(.{2})$/, 'x$1') })).toBe('signature');
      expect(await refusal({ headers: {}, body: good.body.replace(/&sign=[^&]*/, '') })).toMatch(
        /^(signature|time)$/,
      );
      expect(await refusal({ ...good, body: '' })).toMatch(/^(signature|content)$/);
      expect(await refusal(vendor.paymentNotice(payNo, { ageSeconds: 301, ageHours: 27 }))).toBe('time');
      expect(await refusal(vendor.paymentNotice(payNo, { ageSeconds: -301, ageHours: -1 }))).toBe('time');
      const others = {
        mchid: '1900000110',
        app_id: 'another',
        seller_id: '2088000000000000',
        merchant_uid: '1',
      };
      expect(await refusal(vendor.paymentNotice(payNo, { content: others }))).toBe('account');
    });
  },
);

describe('WeChat Pay', () => {
  test('changes its certificate, and both answers and notices are believed by the new one', async () => {
    const gateway = wechatGateway(wechat);
    const payNo = await prepare({ vendor: wechat, gateway });
    wechat.ledger.pay(payNo);
    wechat.rotate();
    time += 61_000;
    expect((await gateway.query(payNo)).status).toBe('paid');
    wechat.rotate();
    time += 61_000;
    expect(await gateway.verifyNotice(raw(wechat.paymentNotice(payNo)))).toMatchObject({ payNo });
  });

  test('is asked for certificates once a minute at most, however many numbers somebody makes up', async () => {
    const gateway = wechatGateway(wechat);
    const payNo = await prepare({ vendor: wechat, gateway });
    wechat.ledger.pay(payNo);
    const before = wechat.calls.filter(call => call.endsWith('/v3/certificates')).length;
    const made = Array.from({ length: 20 }, (_, at) => wechat.paymentNotice(payNo, { serial: `4${at}` }));
    const answers = await Promise.allSettled(made.map(notice => gateway.verifyNotice(raw(notice))));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(wechat.calls.filter(call => call.endsWith('/v3/certificates')).length).toBe(before);
  });

  test('does not open what is meant for another merchant, and keeps no key in what it says', async () => {
    const gateway = wechatGateway(wechat);
    const payNo = await prepare({ vendor: wechat, gateway });
    wechat.ledger.pay(payNo);
    const foreign = wechat.paymentNotice(payNo, { apiV3Key: 'x'.repeat(32) });
    await expect(gateway.verifyNotice(raw(foreign))).rejects.toMatchObject({ reason: 'account' });
    const stranger = wechatGateway(wechat, { privateKey: keyPair().privateKey });
    await expect(stranger.query(payNo)).rejects.toMatchObject({ code: 'misconfigured' });
    expect(() => wechatGateway(wechat, { privateKey: 'MIIEvSecretSecret' })).toThrow(
      /^The merchant's private key cannot be read$/,
    );
    expect(() => wechatGateway(wechat, { apiV3Key: 'short' })).toThrow('32 characters');
    const closed = wechatGateway(wechat, { apiV3Key: 'y'.repeat(32) });
    await expect(closed.query(payNo)).rejects.toMatchObject({ code: 'misconfigured' });
  });
});

test.each(['unsigned', 'forged'] as const)('an answer that is %s says nothing about a payment', async how => {
  for (const name of ['WeChat Pay by certificates', 'WeChat Pay by its public key', 'Alipay']) {
    const pair = pairs[name]?.() as Pair;
    const payNo = await prepare(pair);
    pair.vendor.ledger.pay(payNo);
    pair.vendor.behave(how);
    await expect(pair.gateway.query(payNo), name).rejects.toMatchObject({ code: 'untrusted' });
    await expect(pair.gateway.close(payNo), name).rejects.toMatchObject({ code: 'untrusted' });
  }
});

describe('Alipay', () => {
  test('is not believed when a parameter stands in a notice twice, or was changed after it was signed', async () => {
    const gateway = alipayGateway(alipay);
    const payNo = await prepare({ vendor: alipay, gateway });
    alipay.ledger.pay(payNo);
    const changed = alipay.paymentNotice(payNo, { tampered: { total_amount: '0.01' } });
    await expect(gateway.verifyNotice(raw(changed))).rejects.toMatchObject({ reason: 'signature' });
    const good = alipay.paymentNotice(payNo);
    const twice = { ...good, body: `${good.body}&total_amount=0.01` };
    await expect(gateway.verifyNotice(raw(twice))).rejects.toMatchObject({ reason: 'content' });
  });

  test('says that the key is not the one it knows, which is ours to put right', async () => {
    const stranger = alipayGateway(alipay, { privateKey: keyPair().privateKey });
    await expect(stranger.query('P1')).rejects.toMatchObject({ code: 'misconfigured' });
  });
});

describe('Douyin Pay', () => {
  test('takes a token back before its end, and is asked for another one', async () => {
    const gateway = douyinGateway(douyin);
    const payNo = await prepare({ vendor: douyin, gateway });
    expect((await gateway.query(payNo)).status).toBe('pending');
    douyin.forgetTokens();
    await expect(gateway.query(payNo)).rejects.toMatchObject({ code: 'unreachable' });
    expect((await gateway.query(payNo)).status).toBe('pending');
    const stranger = douyinGateway(douyin, { appSecret: 'another' });
    await expect(stranger.query(payNo)).rejects.toMatchObject({ code: 'misconfigured' });
  });

  test('tells why a refund failed', async () => {
    const gateway = douyinGateway(douyin);
    const payNo = await prepare({ vendor: douyin, gateway });
    douyin.ledger.pay(payNo);
    douyin.refundsEnd('failed');
    const refundNo = `R${payNo}`;
    await gateway.refund({
      payNo,
      refundNo,
      amount: '199.00',
      paidAmount: '199.00',
      transactionId: null,
      reason: '',
    });
    const failed = { status: 'failed', reason: '账户余额不足' };
    expect(await gateway.queryRefund({ payNo, refundNo })).toMatchObject(failed);
    expect(await gateway.verifyNotice(raw(douyin.refundNotice(refundNo)))).toMatchObject({ state: failed });
  });
});
