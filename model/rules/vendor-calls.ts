import { type Label, label } from '../kernel/label.ts';

/**
 * A call to a vendor, or a notice of one, with the vendor's page that it was written from. Every request through
 * `exchange` names one, the table of `docs/operators.md` lists them all, and pages of the product name those without a page.
 */
export interface VendorCall {
  /** Short name of the vendor, as in the vendor log; at most 16 characters. */
  readonly vendor: string;
  /** The vendor's name of the call, or of the notice. */
  readonly action: string;
  /** The vendor's page or the file of its official SDK; undefined if none was found. */
  readonly page?: string;
  /** The part of a call that its page does not say, or the name of a call without a page. */
  readonly unconfirmed?: Label;
}

/** Declares the calls of a vendor: those written from a page, and those for which none was found. */
const of = (vendor: string) => ({
  as: (action: string, page: string, unconfirmed?: Label): VendorCall => ({
    ...{ vendor, action, page },
    ...(unconfirmed && { unconfirmed }),
  }),
  without: (action: string, zh: string, en: string): VendorCall => ({
    ...{ vendor, action },
    unconfirmed: label(zh, en),
  }),
});

const aliyun = of('aliyun');
const tencent = of('tencent');
const feige = of('feige');
const getui = of('getui');
const jpush = of('jpush');
const wechat = of('wechat');
const douyin = of('douyin');
const wechatpay = of('wechatpay');
const alipay = of('alipay');
const douyinpay = of('douyinpay');

/** All calls to vendors and notices of vendors, by vendor. */
export const vendorCalls = {
  aliyun: {
    send: aliyun.as('SendSms', '阿里云《SendSms》、《V2版本RPC风格请求体&签名机制》、《API错误码》'),
    find: aliyun.as('QuerySendDetails', '阿里云《QuerySendDetails - 查询短信发送详情》'),
    template: aliyun.as(
      'GetSmsTemplate',
      '阿里云《GetSmsTemplate - 查询模板审核详情》、SDK dysmsapi-20170525 GetSmsTemplateResponseBody',
    ),
    report: aliyun.as('SmsReport', '阿里云《SmsReport》'),
    reply: aliyun.as('SmsUp', '阿里云《SmsUp》'),
    live: aliyun.without('auth_key', '直播地址鉴权', 'signed addresses of live streams'),
  },
  tencent: {
    send: tencent.as('SendSms', '腾讯云《签名方法 v3》、SDK sms/v20210111'),
    template: tencent.as('DescribeSmsTemplateList', '腾讯云 SDK sms/v20210111 DescribeTemplateListStatus'),
    report: tencent.as('SmsReport', '腾讯云《短信下发状态通知》'),
    reply: tencent.without('SmsReply', '短信回复推送', 'replies to texts'),
    live: tencent.as('txSecret', '腾讯云《推流配置》'),
  },
  feige: {
    call: feige.without('voicecall', '拨打电话及其签名', 'placing a call, and its signature'),
    notice: feige.without('notify', '话单推送及其签名', 'the notice of a call’s end, and its signature'),
  },
  getui: {
    auth: getui.as('/auth', '个推《鉴权API》、SDK getui-pushapi-java-client-v2 AuthApi'),
    send: getui.as(
      '/push/single/batch/cid',
      '个推《推送API》、《公共参数》、《返回码说明》',
      label('重复 request_id 的应答', 'the answer to a repeated request_id'),
    ),
  },
  jpush: {
    key: jpush.as('/v3/push/cid', '极光《推送 API》cid'),
    send: jpush.as('/v3/push', '极光《推送 API》'),
  },
  wechat: {
    token: wechat.as('/cgi-bin/stable_token', '微信《获取稳定版接口调用凭据》'),
    send: wechat.as('subscribe/send', '微信《发送订阅消息》'),
    published: wechat.as('/cgi-bin/freepublish/batchget', '微信《获取已发布的消息列表》'),
    draft: wechat.as(
      '/cgi-bin/draft/batchget',
      '微信《获取草稿列表》',
      label('封面地址（thumb_url）', 'the address of the cover (thumb_url)'),
    ),
  },
  douyin: {
    connect: douyin.as('/platform/oauth/connect/', '抖音《抖音获取授权码》'),
    token: douyin.as('/oauth/access_token/', '抖音《获取 access_token》'),
    renew: douyin.as('/oauth/refresh_token/', '抖音《刷新 access_token》'),
    extend: douyin.as('/oauth/renew_refresh_token/', '抖音《刷新 refresh_token》'),
    client: douyin.as('/oauth/client_token/', '抖音《生成 client_token》'),
    person: douyin.as('/oauth/userinfo/', '抖音《获取用户公开信息》'),
    notify: douyin.as(
      '/api/notification/v2/subscription/notify_user/',
      '抖音《给用户发送订阅消息》、《状态码》',
      label('28014036、28014041 两个返回码', 'the codes 28014036 and 28014041'),
    ),
    webhook: douyin.as(
      'webhook',
      '抖音《Webhooks 概述》',
      label(
        '课程和挂载审核事件的名称与内容',
        'names and contents of the events about reviews of courses and mounts',
      ),
    ),
    classes: douyin.without('/api/apps/v1/course/class/list', '课程类目', 'categories of courses'),
    course: douyin.without('/api/apps/v1/course/submit', '提交课程', 'submitting a course'),
    courseState: douyin.without('/api/apps/v1/course/query', '查询课程审核', 'the review of a course'),
    mount: douyin.without('/api/apps/v1/video_mount/submit', '提交视频挂载', 'submitting a mount'),
    mountState: douyin.without('/api/apps/v1/video_mount/query', '查询视频挂载', 'the state of a mount'),
    endMount: douyin.without('/api/apps/v1/video_mount/unbind', '解除视频挂载', 'taking a mount away'),
  },
  wechatpay: {
    pay: wechatpay.as('POST /v3/pay/transactions/native', '微信支付《Native下单》、《基本规则》'),
    query: wechatpay.as('GET /v3/pay/transactions/out-trade-no/…', '微信支付《商户订单号查询订单》'),
    close: wechatpay.as('POST /v3/pay/transactions/out-trade-no/…/close', '微信支付《关闭订单》'),
    refund: wechatpay.as('POST /v3/refund/domestic/refunds', '微信支付《申请退款》'),
    queryRefund: wechatpay.as('GET /v3/refund/domestic/refunds/…', '微信支付《查询单笔退款》'),
    certificates: wechatpay.as(
      'GET /v3/certificates',
      '微信支付《下载平台证书》、SDK wechatpay-java CertificateDownloader',
    ),
    notice: wechatpay.as('notify', '微信支付《支付成功回调通知》、《退款结果通知》'),
  },
  alipay: {
    pay: alipay.as(
      'alipay.trade.precreate',
      '支付宝 SDK alipay-sdk-java-all AlipayTradePrecreateModel、《公共错误码》',
    ),
    query: alipay.as('alipay.trade.query', '支付宝 SDK alipay-sdk-java-all AlipayTradeQueryModel'),
    close: alipay.as('alipay.trade.close', '支付宝 SDK alipay-sdk-java-all AlipayTradeCloseModel'),
    refund: alipay.as('alipay.trade.refund', '支付宝 SDK alipay-sdk-java-all AlipayTradeRefundModel'),
    queryRefund: alipay.as(
      'alipay.trade.fastpay.refund.query',
      '支付宝 SDK alipay-sdk-java-all AlipayTradeFastpayRefundQueryModel',
    ),
    notice: alipay.as(
      'notify',
      '支付宝《异步返回结果的验签》、SDK alipay-sdk-nodejs-all checkNotifySign',
      label(
        '扫码支付的退款通知（out_biz_no、refund_fee）',
        'the notice of a refund of a payment by QR code (out_biz_no, refund_fee)',
      ),
    ),
  },
  douyinpay: {
    token: douyinpay.as('/oauth/client_token/', '抖音《获取应用授权调用凭证》'),
    query: douyinpay.as('order_query', '抖音《查询订单信息》、《错误码和返回码》'),
    refund: douyinpay.without('refund_create', '发起退款', 'asking for a refund'),
    queryRefund: douyinpay.without('refund_query', '查询退款', 'the state of a refund'),
    order: douyinpay.without('requestOrder', '小程序下单参数', 'the parameters of an order'),
    notice: douyinpay.without('notify', '支付和退款结果通知', 'the notice of a payment or refund'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, VendorCall>>>>;

/** A vendor of {@link vendorCalls}. */
export type Vendor = keyof typeof vendorCalls;

/** The vendors by the names that people know. */
export const vendorNames = {
  aliyun: label('阿里云', 'Alibaba Cloud'),
  tencent: label('腾讯云', 'Tencent Cloud'),
  feige: label('飞鸽', 'Feige'),
  getui: label('个推', 'Getui'),
  jpush: label('极光', 'JPush'),
  wechat: label('微信', 'WeChat'),
  douyin: label('抖音', 'Douyin'),
  wechatpay: label('微信支付', 'WeChat Pay'),
  alipay: label('支付宝', 'Alipay'),
  douyinpay: label('抖音支付', 'Douyin Pay'),
} as const satisfies Record<Vendor, Label>;

/** The calls and notices of a vendor that its documents do not confirm, wholly or in part. */
export function unconfirmedCalls(vendor: Vendor): readonly Label[] {
  const calls: readonly VendorCall[] = Object.values(vendorCalls[vendor]);
  return calls.flatMap(({ unconfirmed }) => (unconfirmed ? [unconfirmed] : []));
}
