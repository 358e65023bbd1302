import { createHmac, randomUUID } from 'node:crypto';
import { type VendorCall, vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import {
  type ExchangeLog,
  exchange,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
} from '../vendor/exchange.ts';
import {
  lostText,
  type SmsGateway,
  SmsRefused,
  type SmsTopicName,
  type SmsToSend,
  type TemplateStanding,
  type TextFound,
  type TextNotice,
} from './types.ts';

/** The settings of calls to the vendor. */
export interface AliyunSettings {
  readonly endpoint: URL;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** Signature that the vendor has approved, shown before each message. */
  readonly signName: string;
  /** Code of the approved template of each topic; '' without one. */
  readonly templates: Readonly<Record<SmsTopicName, string>>;
  /** Token in the address for reports; '' without reports. */
  readonly notifyToken: string;
}

/** Codes of the vendor for a request that it did not take because there were too many at once. */
const laterCodes = /^(Throttling|ServiceUnavailable|isp\.GATEWAY_ERROR)/;
/** Codes of the vendor after which it is unknown whether the text goes out. */
const unknownCodes = /^(isp\.SYSTEM_ERROR|InternalError)/;

/** The review of a template that was called off; it does not end any other way. */
const cancelled = '10';
/** Ends of a review ("GetSmsTemplate"); `0` is under way. */
const templateStates: Readonly<Record<string, TemplateStanding['state']>> = {
  1: 'approved',
  2: 'rejected',
  [cancelled]: 'rejected',
};

/** Rows of a page of sent texts, the most that the vendor gives. */
const pageRows = 50;

/** Percent-encoding of RFC 3986, as the vendor's signature requires: including `!'()*`, and a space as `%20`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The signature of Alibaba Cloud's RPC calls, version 1.0, as published in its "V2版本RPC风格请求体&签名机制": HMAC-SHA1 over
 * the method and the sorted, doubly encoded parameters, under the secret with `&` behind it.
 */
export function rpcSignature(
  method: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const query = Object.keys(parameters)
    .sort()
    .map(name => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&');
  return createHmac('sha1', `${secret}&`)
    .update(`${method}&${encode('/')}&${encode(query)}`)
    .digest('base64');
}

const outcome = ({ json }: VendorAnswer): VendorOutcome => ({
  done: textAt(json, 'Code') === 'OK',
  code: textAt(json, 'Code'),
  message: textAt(json, 'Message'),
  logNo: textAt(json, 'RequestId'),
});

/** Sends through Alibaba Cloud's short message service, version 2017-05-25. */
export function createAliyunGateway(settings: AliyunSettings, log: ExchangeLog): SmsGateway {
  async function ask(
    call: VendorCall,
    subject: string | undefined,
    given: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const parameters: Record<string, string> = {
      AccessKeyId: settings.accessKeyId,
      Action: call.action,
      Format: 'JSON',
      RegionId: 'cn-hangzhou',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      // The vendor compares it with its own clock, so a test clock would not work.
      Timestamp: new Date().toISOString().replace(/\.\d{3}Z$/, 'Z'),
      Version: '2017-05-25',
      ...given,
    };
    const Signature = rpcSignature('POST', parameters, settings.accessKeySecret);
    const answer = await exchange(
      log,
      {
        call,
        subject,
        url: settings.endpoint,
        body: new URLSearchParams({ ...parameters, Signature }),
        outcome,
      },
      lostText,
    );
    if (answer.done) return answer.json;
    const certainty = laterCodes.test(answer.code)
      ? 'unsent'
      : unknownCodes.test(answer.code) || answer.code === ''
        ? 'unknown'
        : 'refused';
    throw new SmsRefused(`${answer.code}: ${answer.message}`, { certainty });
  }

  async function sendOne(
    subject: string | undefined,
    parameters: Readonly<Record<string, string>>,
  ): Promise<string | null> {
    return textAt(await ask(vendorCalls.aliyun.send, subject, parameters), 'BizId') || null;
  }

  return {
    name: 'aliyun',
    leaves: true,
    notifyToken: settings.notifyToken || undefined,
    async send({ mobile, topic, values }: SmsToSend) {
      if (settings.templates[topic] === '') throw new SmsRefused(`SMS_URL 没有为 ${topic} 设置模板`);
      return sendOne(undefined, {
        PhoneNumbers: mobile,
        SignName: settings.signName,
        TemplateCode: settings.templates[topic],
        TemplateParam: JSON.stringify(values),
      });
    },
    sendText: ({ mobile, templateCode, signName, variables, key }) =>
      sendOne(`smsRecord:${key}`, {
        PhoneNumbers: mobile,
        SignName: signName,
        TemplateCode: templateCode,
        OutId: key,
        ...(variables.length > 0 && { TemplateParam: JSON.stringify(Object.fromEntries(variables)) }),
      }),
    async find({ mobile, key }, sent) {
      // A text that was sent about midnight may be listed under either day at the vendor.
      const days = new Set([-60_000, 60_000].map(ms => shanghaiDay(sent.getTime() + ms)));
      for (const day of days) {
        for (let page = 1; ; page += 1) {
          const json = await ask(vendorCalls.aliyun.find, `smsRecord:${key}`, {
            PhoneNumber: mobile,
            SendDate: day.replaceAll('-', ''),
            PageSize: String(pageRows),
            CurrentPage: String(page),
          });
          const rows = detailRows(json);
          const row = rows.find(one => textAt(one, 'OutId') === key);
          if (row) return standing(row);
          if (rows.length < pageRows) break;
        }
      }
      return { found: false };
    },
    async checkTemplate(TemplateCode) {
      // `QuerySmsTemplate`, which it replaces, has been taken offline.
      const json = await ask(vendorCalls.aliyun.template, undefined, { TemplateCode });
      const state = textAt(json, 'TemplateStatus');
      const told = textAt(json, 'AuditInfo', 'RejectInfo');
      return {
        state: templateStates[state] ?? 'pending',
        reason: told || (state === cancelled ? '审核已取消' : ''),
        content: textAt(json, 'TemplateContent').replaceAll('${', '{'),
      };
    },
    readNotices,
    answerNotice: taken => JSON.stringify(taken ? { code: 0, msg: '接收成功' } : { code: 1, msg: '未接收' }),
  };
}

/** The day of an instant in Shanghai, eight hours before UTC all year. */
function shanghaiDay(ms: number): string {
  return new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
}

function detailRows(json: unknown): readonly unknown[] {
  const list: unknown =
    json !== null && typeof json === 'object' ? Reflect.get(json, 'SmsSendDetailDTOs') : undefined;
  const rows: unknown =
    list !== null && typeof list === 'object' ? Reflect.get(list, 'SmsSendDetailDTO') : undefined;
  return Array.isArray(rows) ? rows : [];
}

function standing(row: unknown): TextFound {
  const state = textAt(row, 'SendStatus');
  return {
    found: true,
    state: state === '3' ? 'delivered' : state === '2' ? 'failed' : 'submitted',
    reason: textAt(row, 'ErrCode'),
  };
}

/** Reads `SmsReport` and `SmsUp` of the vendor's HTTP push. */
function readNotices(json: unknown): readonly TextNotice[] | undefined {
  if (!Array.isArray(json)) return undefined;
  return json.flatMap((one: unknown): TextNotice[] => {
    const mobile = textAt(one, 'phone_number').replace(/^(\+?86)(?=1\d{10}$)/, '');
    const success: unknown =
      one !== null && typeof one === 'object' ? Reflect.get(one, 'success') : undefined;
    if (typeof success === 'boolean') {
      return [
        {
          kind: 'report',
          key: textAt(one, 'out_id'),
          gatewayId: textAt(one, 'biz_id'),
          mobile,
          delivered: success,
          reason: [textAt(one, 'err_code'), textAt(one, 'err_msg')].filter(Boolean).join(' '),
          time: timeAt(textAt(one, 'report_time')),
        },
      ];
    }
    const content = textAt(one, 'content');
    return content === '' ? [] : [{ kind: 'reply', mobile, text: content }];
  });
}

/** A time of a vendor in its written form; null for any other text. */
export function timeAt(text: string): string | null {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : null;
}
