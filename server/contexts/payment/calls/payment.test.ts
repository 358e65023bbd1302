import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatasetServer } from '../../../engine/table/server-side.ts';
import { type AlipayServer, startAlipayServer } from '../../../testing/payment/alipay-server.ts';
import { type DouyinServer, startDouyinServer } from '../../../testing/payment/douyin-server.ts';
import { keyPair, type SentNotice } from '../../../testing/payment/vendor.ts';
import { startWechatServer, type WechatServer } from '../../../testing/payment/wechat-server.ts';
import { datasetServers } from '../../datasets.ts';
import { openSeededApp, type SeededApp, start } from '../../testing/seeded-app.ts';
import { accountFor } from '../accounts.ts';
import { cancelPayments } from '../messages.ts';
import type { Payable, PayableOrders } from '../payable.ts';
import { ordersBeingPaid } from '../records.ts';
import { requestRefund } from '../refunds.ts';
import { postDueQuestions } from '../sweep.ts';

/** An order of the test, as a feature that sells something would store it. */
interface Order extends Payable {
  status: 'pending' | 'paid' | 'closed' | 'broken';
  heard: string[];
}

const orders = new Map<string, Order>();
let made = 0;

function newOrder(amount: string, more: Partial<Order> = {}): Order {
  made += 1;
  const order: Order = {
    orderNo: `S2026030209${String(made).padStart(6, '0')}`,
    amount,
    title: '录取概率卡',
    expireTime: new Date(it.engine.clock.now().getTime() + 1_800_000),
    partnersId: null,
    saleUserId: null,
    siteKey: null,
    status: 'pending',
    heard: [],
    ...more,
  };
  orders.set(order.orderNo, order);
  return order;
}

const kind: PayableOrders = {
  async find(_, __, orderNo) {
    const order = orders.get(orderNo);
    if (order && order.status !== 'pending') throw failure('notPayable');
    return order;
  },
  see: async (_, __, orderNo) => orders.has(orderNo),
};

/** The effect of a payment's event on an order: it is paid once, and late or repeated money is returned. */
const listening: DatasetServer = {
  of: 'ordersOfTheTest',
  on: {
    async 'payRecord.pay'(engine, db, { rows }) {
      for (const row of rows) {
        const { orderNo, payNo, amount } = row as unknown as {
          orderNo: string;
          payNo: string;
          amount: string;
        };
        const order = orders.get(orderNo);
        if (order?.status === 'broken') throw new Error('The order cannot be told just now');
        order?.heard.push('paid');
        if (order?.status === 'pending') order.status = 'paid';
        else
          await requestRefund(engine, db, {
            bizType: 1,
            orderNo,
            payNo,
            refundNo: `R${payNo}`,
            amount,
            reason: '超时支付',
          });
      }
    },
    async 'payRefund.done'(_, __, { rows }) {
      for (const row of rows)
        orders.get(String((row as { orderNo?: unknown }).orderNo))?.heard.push('refunded');
    },
    async 'payRefund.fail'(_, __, { rows }) {
      for (const row of rows)
        orders.get(String((row as { orderNo?: unknown }).orderNo))?.heard.push('refundFailed');
    },
  },
};

let it: SeededApp;
let token: string;
let wechat: WechatServer;
let alipay: AlipayServer;
let douyin: DouyinServer;
let wechatAccount: number;
let now = () => start;

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) =>
  it.call(method, url, { token, ...(body !== undefined && { body }) });

async function addAccount(values: Record<string, unknown>): Promise<number> {
  const answer = await call('POST', '/api/pay/account', { accountName: '测试账户', ...values });
  expect(answer.message).toBe('新增成功');
  return answer.data.accountId;
}

// This test has its own orders; the product's do not listen.
const { serviceOrder: _orders, refund: _refunds, ...others } = datasetServers;

beforeAll(async () => {
  it = await openSeededApp({
    payables: { 1: kind },
    servers: { ...others, ordersOfTheTest: listening },
    env: { PUBLIC_URL: 'https://yikao.example.cn', PAY_LOCAL: 'on' },
  });
  now = () => it.engine.clock.now();
  [wechat, alipay, douyin] = await Promise.all([
    startWechatServer(now),
    startAlipayServer(now),
    startDouyinServer(now),
  ]);
  token = (await it.login('admin')).token;
  await sql`
    insert into t_config (config_key, config_value) values ('pay.gatewayHosts', '127.0.0.1')
    on conflict (config_key) do update set config_value = excluded.config_value`.execute(it.engine.db);
});
afterAll(async () => {
  await it.close();
  await Promise.all([wechat, alipay, douyin].map(vendor => vendor.close()));
});
beforeEach(async () => {
  for (const vendor of [wechat, alipay, douyin]) vendor.behave('well');
  wechat.refundsEnd('processing');
  alipay.refundsEnd('done');
  douyin.refundsEnd('processing');
});

const prepay = async (order: Order, payType = 1) => {
  const answer = await call('POST', '/api/pay/prepay', { bizType: 1, orderNo: order.orderNo, payType });
  expect(answer.reason).toBeUndefined();
  return answer.data as { payNo: string; codeUrl: string | null; params: Record<string, string> | null };
};

/** Sends a notice as a vendor does, to the address that it was given. */
const tell = (notice: SentNotice, url: string) =>
  it.app.inject({
    method: 'POST',
    url: new URL(url, 'https://yikao.example.cn').pathname,
    headers: { ...notice.headers },
    payload: notice.body,
    remoteAddress: '203.0.113.9',
  });
const wechatUrl = () => `/api/pay/notify/wechat/${wechatAccount}`;

async function record(payNo: string) {
  const found = await sql<{ status: number; paid: string | null; outcome: string }>`
    select pay_status as status, paid_amount::text as paid from t_pay_record where pay_no = ${payNo}`.execute(
    it.engine.db,
  );
  return found.rows[0];
}
async function refundStatus(refundNo: string) {
  const found = await sql<{ status: number }>`
    select pay_refund_status as status from t_pay_refund where refund_no = ${refundNo}`.execute(it.engine.db);
  return found.rows[0]?.status;
}
/** Sends until nothing is left that is due now. */
async function sendAll() {
  for (let sent = 1; sent > 0; ) sent = await it.sendMessages();
}
async function sweep() {
  await postDueQuestions(it.engine);
  await sendAll();
}

describe('without a payment account', () => {
  test('the local page shows what is to be paid, pays it, and the order hears of it once', async () => {
    const order = newOrder('199.00', { title: '<b>卡</b>' });
    const { payNo, codeUrl } = await prepay(order, 2);
    const path = new URL(codeUrl ?? '').pathname;
    const page = await it.app.inject({ url: path, headers: { 'accept-language': 'zh-CN' } });
    expect(page.body).toContain('199.00');
    expect(page.body).toContain('&#60;b&#62;卡');
    expect((await it.app.inject({ url: `${path}?lang=en` })).body).toContain('No money is taken');
    expect((await it.app.inject({ url: path.replace(/.$/, 'x') })).statusCode).toBe(404);
    const post = (payload: string) =>
      it.app.inject({
        method: 'POST',
        url: path,
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await post('act=pay')).statusCode).toBe(303);
    expect(order).toMatchObject({ status: 'paid', heard: ['paid'] });
    await post('act=pay');
    await post('act=close');
    expect(order.heard).toEqual(['paid']);
    expect((await it.app.inject({ url: path })).body).toContain('支付成功');
    expect((await call('GET', `/api/pay/status?payNo=${payNo}`)).data).toMatchObject({
      payStatus: 1,
      amount: '199.00',
    });
    await it.engine.db.transaction().execute(db =>
      requestRefund(it.engine, db, {
        bizType: 1,
        orderNo: order.orderNo,
        refundNo: 'RLOCAL1',
        amount: '199.00',
        reason: 'x',
      }),
    );
    await sendAll();
    expect(order.heard).toEqual(['paid', 'refunded']);
    expect(await refundStatus('RLOCAL1')).toBe(2);
  });

  test('a payment that is given up is closed, and another one can be made', async () => {
    const order = newOrder('10.00');
    const first = await prepay(order, 2);
    expect((await prepay(order, 2)).payNo).toBe(first.payNo);
    const path = new URL(first.codeUrl ?? '').pathname;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await it.app.inject({ method: 'POST', url: path, payload: 'act=close', headers });
    expect(await record(first.payNo)).toMatchObject({ status: 2 });
    expect((await prepay(order, 2)).payNo).not.toBe(first.payNo);
  });

  test('a forged notice of the local page changes nothing', async () => {
    const order = newOrder('10.00');
    const { payNo } = await prepay(order, 2);
    const body = JSON.stringify({
      id: crypto.randomUUID(),
      payNo,
      status: 'paid',
      amount: '10.00',
      payTime: null,
    });
    const headers = {
      'local-timestamp': String(Math.floor(now().getTime() / 1000)),
      'local-signature': '0'.repeat(64),
    };
    expect((await tell({ headers, body }, '/api/pay/notify/local')).statusCode).toBe(401);
    expect(order.heard).toEqual([]);
  });
});

describe('with WeChat Pay', () => {
  beforeAll(async () => {
    const { privateKey, certSerial, apiV3Key, mchId, appId } = wechat.merchant;
    wechatAccount = await addAccount({
      payChannel: 1,
      mchId,
      appId,
      privateKey,
      certSerial,
      apiKey: apiV3Key,
      gatewayUrl: wechat.url,
    });
  });

  test('keys never leave: neither by the account, nor its history, nor the audit log', async () => {
    const { apiV3Key, privateKey } = wechat.merchant;
    const info = await call('GET', `/api/pay/account/info?accountId=${wechatAccount}`);
    const list = await call('GET', '/api/pay/account/list');
    const history = await call('GET', `/api/pay/account/history?accountId=${wechatAccount}`);
    const stored = await sql<{ text: string }>`select a::text as text from t_pay_account as a`.execute(
      it.engine.db,
    );
    const told = JSON.stringify([info, list, history, stored.rows]);
    expect(info.data).toMatchObject({ mchId: wechat.merchant.mchId, apiKey: true });
    expect(told).not.toContain(apiV3Key);
    expect(told).not.toContain(privateKey.slice(60, 100));
    await expect
      .poll(async () => {
        const log = await sql<{
          text: string;
        }>`select content as text from t_audit_log where module = 'payAccount'`.execute(it.engine.db);
        return log.rows.length;
      })
      .toBeGreaterThan(0);
    const log = await sql<{ text: string }>`select content as text from t_audit_log`.execute(it.engine.db);
    expect(JSON.stringify(log.rows)).not.toContain(apiV3Key);
    expect(JSON.stringify(log.rows)).not.toContain(privateKey.slice(60, 100));
  });

  test('an order is paid once, by notices that come twice at once, again, and in another form', async () => {
    const order = newOrder('199.00');
    const { payNo, codeUrl } = await prepay(order);
    expect(codeUrl).toContain('weixin://');
    expect(wechat.ledger.trades.get(payNo)?.notifyUrl).toBe(`https://yikao.example.cn${wechatUrl()}`);
    wechat.ledger.pay(payNo);
    const notice = wechat.paymentNotice(payNo);
    const answers = await Promise.all([1, 2, 3].map(() => tell(notice, wechatUrl())));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      [1, 2, 3].map(() => [200, '{"code":"SUCCESS"}']),
    );
    await tell(wechat.paymentNotice(payNo), '/api/pay/notify/1');
    await tell(wechat.paymentNotice(payNo), '/api/pay/notify/wechat');
    expect(order).toMatchObject({ status: 'paid', heard: ['paid'] });
    expect(await record(payNo)).toMatchObject({ status: 1, paid: '199.00' });
    expect(
      (await call('POST', '/api/pay/prepay', { bizType: 1, orderNo: order.orderNo, payType: 1 })).reason,
    ).toBe('notPayable');
  });

  test('of a partner that is disabled while it is under way is still taken in', async () => {
    const [partner] = (
      await sql<{ id: number }>`select min(partners_id) as id from t_partners`.execute(it.engine.db)
    ).rows;
    const order = newOrder('88.00', { partnersId: Number(partner?.id) });
    const { payNo } = await prepay(order);
    wechat.ledger.pay(payNo);
    const enabling = (verb: string) =>
      call('PUT', `/api/base/wish/partners/${verb}`, { partnersId: Number(partner?.id) });
    expect((await enabling('disable')).status).toBe(200);
    expect((await tell(wechat.paymentNotice(payNo), wechatUrl())).statusCode).toBe(200);
    expect(order).toMatchObject({ status: 'paid', heard: ['paid'] });
    expect((await enabling('enable')).status).toBe(200);
  });

  test('notices that are forged, of an unknown order, too large, or too many change nothing', async () => {
    const order = newOrder('199.00');
    const { payNo } = await prepay(order);
    wechat.ledger.pay(payNo);
    const { privateKey } = keyPair();
    expect((await tell(wechat.paymentNotice(payNo, { signedBy: privateKey }), wechatUrl())).statusCode).toBe(
      401,
    );
    expect((await tell(wechat.paymentNotice(payNo), '/api/pay/notify/wechat/999')).statusCode).toBe(404);
    expect((await tell(wechat.paymentNotice(payNo), '/api/pay/notify/nobody')).statusCode).toBe(404);
    const unknown = wechat.paymentNotice(payNo, { content: { out_trade_no: 'P00000000' } });
    const answered = await tell(unknown, wechatUrl());
    // WeChat Pay tells again after 4xx and 5xx; a payment that is not ours is no fault of the server.
    expect([answered.statusCode, answered.json().code]).toEqual([404, 'FAIL']);
    const large = await tell({ headers: {}, body: 'x'.repeat(65 * 1024) }, wechatUrl());
    expect(large.statusCode).toBe(413);
    expect(order.heard).toEqual([]);
    for (let at = 0; at < 60; at += 1) await tell({ headers: {}, body: '{}' }, wechatUrl());
    expect((await tell({ headers: {}, body: '{}' }, wechatUrl())).statusCode).toBe(429);
    // A valid notice from the same address is still accepted.
    expect((await tell(wechat.paymentNotice(payNo), wechatUrl())).statusCode).toBe(200);
    expect(order.heard).toEqual(['paid']);
    it.pass({ minutes: 11 });
  });

  test('notices with numbers of certificates that nobody knows are refused and counted, and have few of them fetched', async () => {
    const order = newOrder('199.00');
    const { payNo } = await prepay(order);
    wechat.ledger.pay(payNo);
    const fetched = () => wechat.calls.filter(call => call.endsWith('/v3/certificates')).length;
    const before = fetched();
    const { privateKey: signedBy } = keyPair();
    const stranger = (at: number) =>
      tell(
        wechat.paymentNotice(payNo, {
          serial: `4${String(at).padStart(39, 'A')}`,
          signedBy,
        }),
        wechatUrl(),
      );
    for (const how of ['well', 'broken', 'unsigned'] as const) {
      it.pass({ minutes: 2 });
      wechat.behave(how);
      for (let at = 0; at < 8; at += 1) expect((await stranger(at)).statusCode).toBe(401);
    }
    wechat.behave('well');
    expect(fetched() - before).toBeLessThanOrEqual(3);
    const told = new Set<number>();
    for (let at = 0; at < 50; at += 1) told.add((await stranger(100 + at)).statusCode);
    expect(told).toEqual(new Set([401, 429]));
    expect(order.heard).toEqual([]);
    expect((await tell(wechat.paymentNotice(payNo), wechatUrl())).statusCode).toBe(200);
    expect(order.heard).toEqual(['paid']);
    it.pass({ minutes: 11 });
  });

  test('a number of a notice that was used for another payment is no repeat', async () => {
    const [one, other] = [newOrder('199.00'), newOrder('88.00')];
    const [first, second] = [await prepay(one), await prepay(other)];
    for (const { payNo } of [first, second]) wechat.ledger.pay(payNo);
    const eventId = 'EV-used-twice';
    for (const { payNo } of [first, second, second, first])
      expect((await tell(wechat.paymentNotice(payNo, { eventId }), wechatUrl())).statusCode).toBe(200);
    expect([one.heard, other.heard]).toEqual([['paid'], ['paid']]);
    const kept = await sql<{ outcome: string }>`
      select outcome from t_pay_notice where event_id like 'EV-used-twice%' order by event_id`.execute(
      it.engine.db,
    );
    expect(kept.rows).toEqual([{ outcome: 'paid' }, { outcome: 'paid' }]);
  });

  test('an account has no other machine asked than its vendor’s or one that an administrator allowed', async () => {
    const { apiV3Key: apiKey, ...merchant } = wechat.merchant;
    for (const gatewayUrl of [
      'http://169.254.169.254/latest/meta-data',
      'https://localhost:5432',
      'http://api.mch.weixin.qq.com',
      'https://api.mch.weixin.qq.com:8443',
      'https://api.mch.weixin.qq.com.example.cn',
      'https://openapi.alipay.com/gateway.do',
    ]) {
      const account = { accountName: '他处', payChannel: 1, ...merchant, apiKey, appId: 'wx1', gatewayUrl };
      expect((await call('POST', '/api/pay/account', account)).data.errors).toEqual([
        expect.objectContaining({ field: 'gatewayUrl' }),
      ]);
    }
  });

  test('a person who keeps an account of their own says nothing of what another one took', async () => {
    const order = newOrder('199.00');
    const { payNo } = await prepay(order);
    const other = await startWechatServer(now, { mchId: '1900000999' });
    try {
      const { apiV3Key: apiKey, ...merchant } = other.merchant;
      const account = await addAccount({ payChannel: 1, ...merchant, apiKey, gatewayUrl: other.url });
      other.ledger.open(payNo, 19_900, '');
      other.ledger.pay(payNo);
      for (const url of [`/api/pay/notify/wechat/${account}`, '/api/pay/notify/wechat', '/api/pay/notify/1'])
        expect((await tell(other.paymentNotice(payNo), url)).statusCode).toBe(401);
      expect(order).toMatchObject({ status: 'pending', heard: [] });
      wechat.ledger.pay(payNo);
      expect((await tell(wechat.paymentNotice(payNo), '/api/pay/notify/1')).statusCode).toBe(200);
      expect(order.heard).toEqual(['paid']);
    } finally {
      await other.close();
    }
  });

  test('a wrong amount is kept for a person, who gives it back', async () => {
    const order = newOrder('199.00');
    const { payNo } = await prepay(order);
    wechat.ledger.pay(payNo, 100);
    expect((await tell(wechat.paymentNotice(payNo), wechatUrl())).statusCode).toBe(200);
    expect(order).toMatchObject({ status: 'pending', heard: [] });
    expect(await record(payNo)).toEqual({ status: 3, paid: '1.00' });
    const list = await call('GET', '/api/pay/record/list?payStatus=3');
    const [row] = list.data.records;
    expect(row).toMatchObject({ payNo, amount: 199, paidAmount: 1 });
    wechat.refundsEnd('done');
    const back = await call('PUT', '/api/pay/record/giveBack', { recordId: row.recordId, remark: '已联系' });
    expect(back.data).toMatchObject({ count: 1, taken: [{ state: 'returned' }] });
    await sendAll();
    expect(wechat.ledger.trades.get(payNo)?.refunds.get(payNo)).toMatchObject({ fen: 100, status: 'done' });
    expect(await refundStatus(payNo)).toBe(2);
  });

  test('money that comes after the order was closed goes back by itself', async () => {
    const order = newOrder('199.00');
    const { payNo } = await prepay(order);
    order.status = 'closed';
    await it.engine.db.transaction().execute(db => cancelPayments(it.engine, db, 1, order.orderNo));
    // Paid at the same moment: the vendor reports it in its answer to the closing.
    wechat.ledger.pay(payNo);
    await sendAll();
    expect(await record(payNo)).toMatchObject({ status: 1 });
    expect(order).toMatchObject({ status: 'closed', heard: ['paid'] });
    const refundNo = `R${payNo}`;
    expect(wechat.ledger.findRefund(refundNo)?.refund.fen).toBe(19_900);
    const refund = wechat.ledger.findRefund(refundNo)?.refund;
    if (refund) refund.status = 'done';
    await tell(wechat.refundNotice(refundNo), wechatUrl());
    await tell(wechat.refundNotice(refundNo), wechatUrl());
    await tell(wechat.paymentNotice(payNo), wechatUrl());
    expect(order.heard).toEqual(['paid', 'refunded']);
  });

  test('money that comes for a payment that the vendor has closed before counts, and goes back', async () => {
    const order = newOrder('20.00');
    const { payNo } = await prepay(order);
    order.status = 'closed';
    await it.engine.db.transaction().execute(db => cancelPayments(it.engine, db, 1, order.orderNo));
    await sendAll();
    expect(await record(payNo)).toMatchObject({ status: 2 });
    wechat.ledger.pay(payNo);
    wechat.refundsEnd('done');
    await tell(wechat.paymentNotice(payNo), wechatUrl());
    await sendAll();
    expect(order.heard).toEqual(['paid', 'refunded']);
  });

  test('an order that cannot be told leaves nothing behind, and the vendor tells again', async () => {
    const order = newOrder('199.00', { status: 'pending' });
    const { payNo } = await prepay(order);
    order.status = 'broken';
    wechat.ledger.pay(payNo);
    const notice = wechat.paymentNotice(payNo);
    expect((await tell(notice, wechatUrl())).statusCode).toBe(500);
    expect(await record(payNo)).toMatchObject({ status: 0, paid: null });
    order.status = 'pending';
    expect((await tell(notice, wechatUrl())).statusCode).toBe(200);
    expect(order).toMatchObject({ status: 'paid', heard: ['paid'] });
  });

  test('a payment that nobody tells of is found by asking; one past its time is closed at the vendor first', async () => {
    const [told, over] = [newOrder('1.00'), newOrder('2.00')];
    const [paid, unpaid] = [await prepay(told), await prepay(over)];
    wechat.ledger.pay(paid.payNo);
    expect(await ordersBeingPaid(it.engine.db, 1, [told.orderNo, over.orderNo])).toEqual(
      new Set([told.orderNo, over.orderNo]),
    );
    await sweep();
    expect(told.heard).toEqual([]);
    it.pass({ seconds: 31 });
    wechat.behave('broken');
    await sweep();
    expect(told.heard).toEqual([]);
    wechat.behave('well');
    it.pass({ minutes: 1 });
    await sendAll();
    expect(told).toMatchObject({ status: 'paid', heard: ['paid'] });
    it.pass({ minutes: 31 });
    await sweep();
    expect(wechat.ledger.trades.get(unpaid.payNo)?.status).toBe('closed');
    expect(await record(unpaid.payNo)).toMatchObject({ status: 2 });
    expect(await ordersBeingPaid(it.engine.db, 1, [told.orderNo, over.orderNo])).toEqual(new Set());
  });

  test('a person who looks has the vendor asked, at most every few seconds', async () => {
    const order = newOrder('3.00');
    const { payNo } = await prepay(order);
    const asked = () => wechat.calls.filter(path => path.includes(payNo)).length;
    const look = async () => (await call('GET', `/api/pay/status?payNo=${payNo}`)).data.payStatus;
    expect([await look(), await look(), await look()]).toEqual([0, 0, 0]);
    expect(asked()).toBe(1);
    wechat.ledger.pay(payNo);
    it.pass({ seconds: 4 });
    expect(await look()).toBe(1);
    expect(order.heard).toEqual(['paid']);
    expect((await call('GET', '/api/pay/status?payNo=P1')).reason).toBe('notFound');
  });

  test('a vendor that is away or says no is told as such, and the same payment is prepared later', async () => {
    const order = newOrder('4.00');
    wechat.behave('broken');
    const away = await call('POST', '/api/pay/prepay', { bizType: 1, orderNo: order.orderNo, payType: 1 });
    expect(away).toMatchObject({ status: 503, reason: 'payUnavailable' });
    wechat.behave('well');
    expect((await prepay(order)).codeUrl).toContain('weixin://');
    const late = newOrder('4.00', { expireTime: new Date(now().getTime() + 10_000) });
    const over = await call('POST', '/api/pay/prepay', { bizType: 1, orderNo: late.orderNo, payType: 1 });
    expect(over.reason).toBe('notPayable');
  });

  test('refunds never exceed what was paid, and one that failed is asked for again by its number', async () => {
    const order = newOrder('100.00');
    const { payNo } = await prepay(order);
    wechat.ledger.pay(payNo);
    await tell(wechat.paymentNotice(payNo), wechatUrl());
    const refund = (refundNo: string, amount: string) =>
      it.engine.db
        .transaction()
        .execute(db =>
          requestRefund(it.engine, db, { bizType: 1, orderNo: order.orderNo, refundNo, amount, reason: '' }),
        );
    await refund('RA1', '60.00');
    await expect(refund('RA2', '40.01')).rejects.toMatchObject({ code: 'notRefundable' });
    await refund('RA2', '40.00');
    wechat.refundsEnd('failed');
    await sendAll();
    expect([await refundStatus('RA1'), await refundStatus('RA2')]).toEqual([3, 3]);
    expect(order.heard).toEqual(['paid', 'refundFailed', 'refundFailed']);
    for (const trade of wechat.ledger.trades.values()) trade.refunds.delete('RA1');
    wechat.refundsEnd('processing');
    await refund('RA1', '60.00');
    await sendAll();
    expect(await refundStatus('RA1')).toBe(1);
    const found = wechat.ledger.findRefund('RA1');
    if (found) found.refund.status = 'done';
    it.pass({ minutes: 2 });
    await sweep();
    expect(await refundStatus('RA1')).toBe(2);
  });
});

test('Alipay: paid by its notice; a notice of a refund has the vendor asked what became of it', async () => {
  const { appId, sellerId, privateKey, alipayPublicKey } = alipay.application;
  const accountId = await addAccount({
    payChannel: 2,
    mchId: sellerId,
    appId,
    privateKey,
    platformKey: alipayPublicKey,
    gatewayUrl: `${alipay.url}/gateway.do`,
  });
  const order = newOrder('0.29');
  const { payNo } = await prepay(order, 2);
  alipay.ledger.pay(payNo);
  const url = `/api/pay/notify/alipay/${accountId}`;
  expect((await tell(alipay.paymentNotice(payNo, { tampered: { total_amount: '9.99' } }), url)).body).toBe(
    'fail',
  );
  expect((await tell(alipay.paymentNotice(payNo), url)).body).toBe('success');
  expect(order.heard).toEqual(['paid']);
  alipay.refundsEnd('processing');
  await it.engine.db.transaction().execute(db =>
    requestRefund(it.engine, db, {
      bizType: 1,
      orderNo: order.orderNo,
      refundNo: 'RALI1',
      amount: '0.10',
      reason: '',
    }),
  );
  await sendAll();
  expect(await refundStatus('RALI1')).toBe(1);
  const found = alipay.ledger.findRefund('RALI1');
  if (found) found.refund.status = 'done';
  expect((await tell(alipay.refundNotice('RALI1'), url)).body).toBe('success');
  await sendAll();
  expect(order.heard).toEqual(['paid', 'refunded']);
});

test('Douyin Pay: the mini-program opens it, notices tell of payment and refund', async () => {
  const { appId, appSecret, merchantUid, privateKey, keyVersion, platformPublicKey } = douyin.application;
  const accountId = await addAccount({
    payChannel: 3,
    mchId: merchantUid,
    appId,
    privateKey,
    apiKey: appSecret,
    platformKey: platformPublicKey,
    keyVersion,
    tagGroupId: 'tag_group_1',
    skuType: 301,
    orderPage: 'pages/order',
    gatewayUrl: douyin.url,
  });
  const order = newOrder('59.90');
  const { payNo, params } = await prepay(order, 3);
  expect(douyin.requestOrder(params ?? {})).toBe(true);
  douyin.ledger.pay(payNo);
  const url = `/api/pay/notify/douyin/${accountId}`;
  expect((await tell(douyin.paymentNotice(payNo), url)).json()).toEqual({ err_no: 0, err_tips: 'success' });
  expect(order.heard).toEqual(['paid']);
  await it.engine.db.transaction().execute(db =>
    requestRefund(it.engine, db, {
      bizType: 1,
      orderNo: order.orderNo,
      refundNo: 'RDY1',
      amount: '9.90',
      reason: '',
    }),
  );
  await sendAll();
  const found = douyin.ledger.findRefund('RDY1');
  if (found) found.refund.status = 'done';
  await tell(douyin.refundNotice('RDY1'), url);
  expect(order.heard).toEqual(['paid', 'refunded']);
});

test('the account is the nearest one: of the partner, of its superior, of the site, the default one', async () => {
  const partners = await call('GET', '/api/base/wish/partners/list');
  const [top] = partners.data.records as { partnersId: number; children?: { partnersId: number }[] }[];
  const child = top?.children?.[0]?.partnersId;
  const choose = (partnersId: number | null, siteKey: string | null) =>
    accountFor(it.engine.db, { payChannel: 2, partnersId, siteKey });
  const usual = await choose(null, null);
  const base = { payChannel: 2, privateKey: alipay.application.privateKey, platformKey: 'x', appId: 'A1' };
  const byDefault = await addAccount({ ...base, mchId: '2088000000000001', defaultFlag: 1 });
  const ofSite = await addAccount({ ...base, mchId: '2088000000000002', siteKey: 'mszytb' });
  const ofPartner = await addAccount({ ...base, mchId: '2088000000000003', partnersId: top?.partnersId });
  expect(await choose(null, null)).toBe(byDefault);
  expect(await choose(null, 'mszytb')).toBe(ofSite);
  expect(await choose(top?.partnersId ?? 0, 'mszytb')).toBe(ofPartner);
  if (child !== undefined) expect(await choose(child, null)).toBe(ofPartner);
  expect(usual).not.toBe(byDefault);
});
