import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AlipayServer, startAlipayServer } from '../../testing/payment/alipay-server.ts';
import { keyPair } from '../../testing/payment/vendor.ts';
import { startWechatServer, type WechatServer } from '../../testing/payment/wechat-server.ts';
import { createAlipayGateway } from './alipay/gateway.ts';
import { rawMember, signedText } from './alipay/signed-text.ts';
import { publicKeyOf } from './keys.ts';
import type { PaymentGateway } from './types.ts';
import { createWechatGateway } from './wechat/gateway.ts';
import { decrypt, isRecent, isSigned } from './wechat/platform-keys.ts';

// The examples are those of the vendors' documents and of the tests of their official SDKs.

test('WeChat Pay: a text is opened with the APIv3 key, and one that was changed is not', () => {
  // wechatpay-java, AeadAesCipherTest.
  const key = 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb';
  const found = {
    algorithm: 'AEAD_AES_256_GCM' as const,
    nonce: 'uluk4a9R25RW',
    associated_data: 'associatedData',
    ciphertext: 'ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=',
  };
  expect(decrypt(found, key)).toBe('message');
  expect(decrypt({ ...found, associated_data: 'bad-associatedData' }, key)).toBeUndefined();
  expect(decrypt({ ...found, nonce: 'bad-4a9R25RW' }, key)).toBeUndefined();
});

test('WeChat Pay: a notice is believed by its signature, for five minutes', () => {
  // wechatpay-go, TestHandler_ParseNotifyRequest.
  const publicKey = [
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2VCTd91fnUn73Xy9DLvt/V62TVxRTEEstVdeRaZ3B3leO0pldE80',
    '6mXO4RwdHXagHQ4vGeZN0yqm++rDsGK+U3AH7kejyD2pXshNP9Cq5YwbptiLGtjcquw4HNxJQUOmDeJf2vg6byms9RUipiq4',
    'SzbJKqJFlUpbuIPDpSpWz10PYmyCNeDGUUK65E5h2B834uxl1zNLYQCrkdBzb8oUxwYeP5a2DNxmjL5lsJML7DGr5znsevno',
    'qGRwTm9fxCGfy8wus7hwKz6clt3Whmmda7UAdb1c08hEQFVRbF14AR73xbnd8N0obCWJPCbzMCtkaSef4FdEEgEXJiw0VAJT',
    '8wIDAQAB',
  ].join('');
  const signature = [
    'tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXFlbYZTOQrVdG',
    '4b6LfTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXvV1VEA1IBLX',
    '70xptjL8hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmfdEdkNO6B2Cke5e8',
    'VTxY406ArAmQ90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==',
  ].join('');
  const ciphertext = [
    'YDS3lKPaC4Y52Gf3uhft5qUBlIa8b428AWTtTauHQfQrRw+X1WpiuHIDy0vo1Vd6VEq67aVyqPdDYMkRVSDaZL3iZttevRMO',
    'oPKMifozg6XPWjIZumks/GpT48lI4NizyeaqLBokNebthah3o1H76qSlO9NkDjp9bzmKLEYYH9TEklFUpsvPqOTOcgSLgh21',
    'YJXYR7dEBXFgRLiNIKRgO5JdXh1hccRUAlyVWxE54PXpnQ==',
  ].join('');
  const body = JSON.stringify({
    id: '3119dfba-e649-5eec-ab1e-3412bc4d2e17',
    create_time: '2021-06-24T16:37:26+08:00',
    resource_type: 'encrypt-resource',
    event_type: 'PAYSCORE.USER_OPEN_SERVICE',
    summary: '签约成功',
    resource: {
      original_type: 'payscore',
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext,
      associated_data: 'payscore',
      nonce: 'Kj7QIyUiYx1q',
    },
  });
  const timestamp = '1624523846';
  const found = {
    timestamp,
    nonce: 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz',
    signature,
    serial: 'D7CE59D1F522D701',
  };
  const key = publicKeyOf(publicKey, 'The key');
  expect(isSigned(found, Buffer.from(body), key)).toBe(true);
  expect(isSigned(found, Buffer.from(body.replace('成功', '失败')), key)).toBe(false);
  // A signature that WeChat Pay sends to probe whether it is checked.
  expect(isSigned({ ...found, signature: `WECHATPAY/SIGNTEST/${signature}` }, Buffer.from(body), key)).toBe(
    false,
  );
  const after = (seconds: number) => new Date((Number(timestamp) + seconds) * 1_000);
  expect([-299, 299, -300, 300].map(seconds => isRecent(found, after(seconds)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('Alipay: the text of a notice that its signature covers', () => {
  // Alipay, "异步返回结果的验签".
  const body =
    'total_amount=2.00&buyer_id=2088102116773037&body=大乐透2.1&trade_no=2016071921001003030200089909&refund_fee=0.00' +
    '&notify_time=2016-07-19 14:10:49&subject=大乐透2.1&sign_type=RSA2&charset=utf-8&notify_type=trade_status_sync' +
    '&out_trade_no=0719141034-6418&gmt_close=2016-07-19 14:10:46&gmt_payment=2016-07-19 14:10:47' +
    '&trade_status=TRADE_SUCCESS&version=1.0&sign=kPbQIjX+xQc8F0&gmt_create=2016-07-19 14:10:44' +
    '&app_id=2015102700040153&seller_id=2088102119685838&notify_id=4a91b7a78a503640467525113fb7d8bg8e';
  const { sign: _, sign_type: __, ...told } = Object.fromEntries(new URLSearchParams(body));
  expect(signedText(told)).toBe(
    'app_id=2015102700040153&body=大乐透2.1&buyer_id=2088102116773037&charset=utf-8&gmt_close=2016-07-19 14:10:46' +
      '&gmt_create=2016-07-19 14:10:44&gmt_payment=2016-07-19 14:10:47' +
      '&notify_id=4a91b7a78a503640467525113fb7d8bg8e&notify_time=2016-07-19 14:10:49' +
      '&notify_type=trade_status_sync&out_trade_no=0719141034-6418&refund_fee=0.00&seller_id=2088102119685838' +
      '&subject=大乐透2.1&total_amount=2.00&trade_no=2016071921001003030200089909&trade_status=TRADE_SUCCESS&version=1.0',
  );
});

test('Alipay: a notice is believed by its signature, and one that was changed is not', async () => {
  // alipay-sdk-nodejs-all, checkNotifySign.
  const alipayPublicKey = [
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5kn',
    'm2jnnz/YGIXIofVHkA/tAlBAd5DrY7YpvI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcO',
    'rxFYRlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5rDU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C',
    '6l17XAXGKDsm/9TFWwO8EPHHHCaQdjtV5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5',
    'JwIDAQAB',
  ].join('');
  const sign = [
    'QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/nLWZpXyyh0LEWdK2',
    'S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/U8ONNQjWXd0HIul4TG+Q3fm3',
    'svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEF',
    'ajkJ8cxUTLi8+VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==',
  ].join('');
  const told = {
    ...{ gmt_create: '2019-08-15 15:56:22', charset: 'utf-8', subject: '语雀空间 500人规模' },
    ...{ seller_email: 'z97-yuquerevenue@service.aliyun.com', buyer_id: '2088102534368455' },
    ...{ invoice_amount: '0.10', notify_id: '2019081500222155624068450559358070' },
    fund_bill_list: '[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]',
    ...{ notify_type: 'trade_status_sync', trade_status: 'TRADE_SUCCESS', receipt_amount: '0.10' },
    ...{
      buyer_pay_amount: '0.10',
      sign_type: 'RSA2',
      app_id: '2019073166072302',
      seller_id: '2088531891668739',
    },
    ...{ gmt_payment: '2019-08-15 15:56:24', notify_time: '2019-08-15 15:56:25', version: '1.0' },
    ...{
      out_trade_no: '20190815155618536-564-57',
      total_amount: '0.10',
      trade_no: '2019081522001468450512505578',
    },
    ...{ auth_app_id: '2019073166072302', buyer_logon_id: 'xud***@126.com', point_amount: '0.00', sign },
  };
  const gateway = createAlipayGateway(
    {
      endpoint: new URL('https://openapi.alipay.com/gateway.do'),
      notifyUrl: 'https://yikao.example.cn/api/pay/notify/test',
      appId: told.app_id,
      sellerId: told.seller_id,
      privateKey: keyPair().privateKey,
      alipayPublicKey,
    },
    () => new Date('2019-08-15T15:57:00+08:00'),
    async () => {},
  );
  const verify = (form: Record<string, string>) =>
    gateway.verifyNotice({ headers: {}, body: Buffer.from(new URLSearchParams(form).toString()) });
  expect(await verify(told)).toMatchObject({
    about: 'payment',
    payNo: '20190815155618536-564-57',
    state: {
      status: 'paid',
      amount: '0.10',
      transactionId: '2019081522001468450512505578',
      payTime: new Date('2019-08-15T15:56:24+08:00'),
    },
  });
  await expect(verify({ ...told, total_amount: '0.01' })).rejects.toMatchObject({ reason: 'signature' });
});

test('Alipay: the part of an answer that its signature covers, however it is spaced', () => {
  // alipay-sdk-nodejs-all, getSignStr.
  const member = 'alipay_offline_material_image_upload_response';
  const part =
    '{"code":"10000","sign":"xxx","msg":"Success","image_id":"Zp1Nm6FDTZaEuSSniGd5awAAACMAAQED",' +
    '"image_url":"http:\\/\\/oalipay-dl-django.alicdn.com\\/rest\\/1.0\\/image?fileIds=Zp1Nm6FD&zoom=original"}';
  expect(rawMember(`{"${member}":${part},"sign":"P8xrBWqZCUv11U=="}`, member)).toBe(part);
  expect(rawMember(`{"${member}"\n  :\n  ${part},\n\n  "sign"  :  "P8xrBWqZCUv11U=="}`, member)).toBe(part);
});

const now = () => new Date('2026-03-02T09:00:00+08:00');
const notifyUrl = 'https://yikao.example.cn/api/pay/notify/test';
let wechat: WechatServer;
let alipay: AlipayServer;
beforeAll(async () => {
  wechat = await startWechatServer(now);
  alipay = await startAlipayServer(now);
});
afterAll(() => Promise.all([wechat.close(), alipay.close()]));

const wechatGateway = () =>
  createWechatGateway({ endpoint: new URL(wechat.url), notifyUrl, ...wechat.merchant }, now, async () => {});
const alipayGateway = () =>
  createAlipayGateway(
    { endpoint: new URL('/gateway.do', alipay.url), notifyUrl, ...alipay.application },
    now,
    async () => {},
  );

let number = 0;
async function prepare(gateway: PaymentGateway): Promise<string> {
  number += 1;
  const payNo = `P2026030209000000${String(number).padStart(4, '0')}`;
  const expireTime = new Date(now().getTime() + 1_800_000);
  await gateway.prepay({ payNo, amount: '199.00', title: '录取概率卡', expireTime });
  return payNo;
}

describe('WeChat Pay', () => {
  test('closes nothing while a payer is paying, and is asked again', async () => {
    const gateway = wechatGateway();
    const payNo = await prepare(gateway);
    // "关闭订单", 业务错误码.
    wechat.answers.set(`${payNo}/close`, {
      status: 202,
      json: { code: 'USER_PAYING', message: '用户支付中，需要输入密码' },
    });
    await expect(gateway.close(payNo)).rejects.toMatchObject({
      code: 'unreachable',
      vendorCode: 'USER_PAYING',
    });
    wechat.answers.clear();
    expect(await gateway.close(payNo)).toEqual({ status: 'closed' });
  });

  test('names no application of an order that nobody has paid', async () => {
    const gateway = wechatGateway();
    const payNo = await prepare(gateway);
    // "商户订单号查询订单": appid, transaction_id, success_time and amount are optional.
    const json = { mchid: wechat.merchant.mchId, out_trade_no: payNo, trade_state_desc: '订单未支付' };
    for (const trade_state of ['NOTPAY', 'ACCEPT']) {
      wechat.answers.set(`?mchid=${wechat.merchant.mchId}`, { status: 200, json: { ...json, trade_state } });
      expect(await gateway.query(payNo)).toEqual({ status: 'pending' });
    }
    wechat.answers.clear();
  });

  test('takes signs of one to three bytes alone', async () => {
    const gateway = wechatGateway();
    const expireTime = new Date(now().getTime() + 1_800_000);
    const payment = { payNo: 'P202603020900009001', amount: '1.00', title: '🎨艺考𠮷冲刺班', expireTime };
    expect((await gateway.prepay(payment)).codeUrl).toContain(payment.payNo);
    const bare = { ...payment, payNo: 'P202603020900009002', title: '🎨' };
    expect((await gateway.prepay(bare)).codeUrl).toContain(bare.payNo);
  });

  test.each([
    // New merchants get a public key and no certificates; certificates that ended have no successor.
    { status: 404, json: { code: 'RESOURCE_NOT_EXISTS', message: '无可用的平台证书' } },
    { status: 200, json: { data: [] } },
  ])(
    'without certificates wants its public key, and a refund that it took counts as no refusal: $status',
    async answer => {
      const payNo = await prepare(wechatGateway());
      wechat.ledger.pay(payNo);
      wechat.answers.set('/v3/certificates', answer);
      const [refundNo, reason] = [`R${payNo}`, '重复购买'];
      const refund = { payNo, refundNo, amount: '1.00', paidAmount: '199.00', transactionId: null, reason };
      await expect(wechatGateway().refund(refund)).rejects.toMatchObject({
        code: 'misconfigured',
        message: expect.stringContaining('enter its public key'),
      });
      wechat.answers.clear();
      expect((await wechatGateway().queryRefund(refund)).status).not.toBe('unknown');
    },
  );
});

describe('Alipay', () => {
  // "公共错误码" and the codes of alipay.trade.refund. Alipay signs these answers too.
  test.each([
    ['20000', 'isp.unknow-error', 'unreachable'],
    ['20001', 'aop.invalid-app-auth-token', 'misconfigured'],
    ['40001', 'isv.missing-signature', 'misconfigured'],
    ['40002', 'isv.invalid-signature', 'misconfigured'],
    ['40002', 'isv.invalid-app-id', 'misconfigured'],
    ['40002', 'isv.invalid-parameter', 'refused'],
    ['40003', 'isv.missing-signature-config', 'misconfigured'],
    ['40004', 'ACQ.SYSTEM_ERROR', 'unreachable'],
    ['40004', 'ACQ.SELLER_BALANCE_NOT_ENOUGH', 'refused'],
    ['40005', 'isv.app-call-limited', 'unreachable'],
    ['40006', 'isv.insufficient-isv-permissions', 'misconfigured'],
  ])('answers %s %s', async (code, sub_code, expected) => {
    const gateway = alipayGateway();
    alipay.answers.set('alipay.trade.refund', { code, msg: '', sub_code, sub_msg: '' });
    const refund = { payNo: 'P1', refundNo: 'R1', amount: '1.00', paidAmount: '1.00', transactionId: null };
    await expect(gateway.refund({ ...refund, reason: '重复购买' })).rejects.toMatchObject({
      code: expected,
      vendorCode: sub_code,
    });
    alipay.answers.clear();
  });
});
