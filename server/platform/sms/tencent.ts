import { createHash, createHmac } from 'node:crypto';
import { type VendorCall, vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import {
  type ExchangeLog,
  exchange,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
} from '../vendor/exchange.ts';
import { timeAt } from './aliyun.ts';
import { lostText, type SmsGateway, SmsRefused, type SmsTopicName, type TextNotice } from './types.ts';

/** The settings of calls to the vendor. */
export interface TencentSettings {
  readonly endpoint: URL;
  readonly secretId: string;
  readonly secretKey: string;
  readonly region: string;
  /** `SmsSdkAppId`. */
  readonly appId: string;
  readonly signName: string;
  readonly templates: Readonly<Record<SmsTopicName, string>>;
  readonly notifyToken: string;
}

const version = '2021-01-11';
const service = 'sms';
/** Codes of the vendor for a request that it did not take because there were too many at once. */
const laterCodes = /^(RequestLimitExceeded|LimitExceeded$|ResourceUnavailable)/;
/** Codes of the vendor after which it is unknown whether the text goes out. */
const unknownCodes = /^(InternalError)/;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The parts of a request that the signature covers. */
export interface SignedRequest {
  readonly host: string;
  readonly service: string;
  readonly action: string;
  readonly body: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The header `Authorization` of a POST of JSON, by the vendor's published method TC3-HMAC-SHA256. */
export function tc3Authorization(
  { host, service: of, action, body, timestamp }: SignedRequest,
  secretId: string,
  secretKey: string,
): string {
  const signedHeaders = 'content-type;host;x-tc-action';
  const canonical = [
    ...['POST', '/', ''],
    `content-type:application/json; charset=utf-8\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`,
    signedHeaders,
    sha256(body),
  ].join('\n');
  const date = new Date(timestamp * 1_000).toISOString().slice(0, 10);
  const credential = `${date}/${of}/tc3_request`;
  const toSign = ['TC3-HMAC-SHA256', timestamp, credential, sha256(canonical)].join('\n');
  const signing = hmac(hmac(hmac(`TC3${secretKey}`, date), of), 'tc3_request');
  const signature = createHmac('sha256', signing).update(toSign).digest('hex');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

/** The outcome of a call; of a sending that of its only number. */
const outcome = ({ json }: VendorAnswer): VendorOutcome => {
  const error = textAt(json, 'Response', 'Error', 'Code');
  const one = textAt(json, 'Response', 'SendStatusSet', 0, 'Code');
  const code = error || one || 'Ok';
  return {
    done: code === 'Ok' && textAt(json, 'Response', 'RequestId') !== '',
    code,
    message:
      textAt(json, 'Response', 'Error', 'Message') || textAt(json, 'Response', 'SendStatusSet', 0, 'Message'),
    logNo: textAt(json, 'Response', 'RequestId'),
  };
};

/** Sends through Tencent Cloud's short message service, version 2021-01-11. */
export function createTencentGateway(settings: TencentSettings, log: ExchangeLog): SmsGateway {
  async function ask(call: VendorCall, subject: string | undefined, given: object): Promise<unknown> {
    const { endpoint, secretId, secretKey, region } = settings;
    const body = JSON.stringify(given);
    // The vendor compares it with its own clock, so a test clock would not work.
    const timestamp = Math.floor(Date.now() / 1_000);
    const { action } = call;
    const signed = { host: endpoint.host, service, action, body, timestamp };
    const answer = await exchange(
      log,
      {
        call,
        subject,
        url: endpoint,
        headers: {
          authorization: tc3Authorization(signed, secretId, secretKey),
          'content-type': 'application/json; charset=utf-8',
          'x-tc-action': action,
          'x-tc-timestamp': String(timestamp),
          'x-tc-version': version,
          'x-tc-region': region,
        },
        body,
        outcome,
      },
      lostText,
    );
    if (answer.done) return answer.json;
    const certainty = laterCodes.test(answer.code)
      ? 'unsent'
      : unknownCodes.test(answer.code) || answer.logNo === ''
        ? 'unknown'
        : 'refused';
    throw new SmsRefused(`${answer.code}: ${answer.message}`, { certainty });
  }

  async function sendOne(
    subject: string | undefined,
    mobile: string,
    parts: {
      readonly TemplateId: string;
      readonly SignName: string;
      readonly TemplateParamSet: readonly string[];
    },
    SessionContext?: string,
  ): Promise<string | null> {
    const json = await ask(vendorCalls.tencent.send, subject, {
      PhoneNumberSet: [`+86${mobile}`],
      SmsSdkAppId: settings.appId,
      ...parts,
      ...(SessionContext !== undefined && { SessionContext }),
    });
    const of = (name: string) => textAt(json, 'Response', 'SendStatusSet', 0, name);
    // Each number has a separate state; an answer without it confirms nothing.
    if (of('Code') !== 'Ok') throw lostText('unknown', 'The answer names no state of the text');
    return of('SerialNo') || null;
  }

  return {
    name: 'tencent',
    leaves: true,
    notifyToken: settings.notifyToken || undefined,
    async send({ mobile, topic, values }) {
      const TemplateId = settings.templates[topic];
      if (TemplateId === '') throw new SmsRefused(`SMS_URL 没有为 ${topic} 设置模板`);
      return sendOne(undefined, mobile, {
        TemplateId,
        SignName: settings.signName,
        TemplateParamSet: Object.values(values),
      });
    },
    sendText: ({ mobile, templateCode, signName, variables, key }) =>
      sendOne(
        `smsRecord:${key}`,
        mobile,
        {
          TemplateId: templateCode,
          SignName: signName,
          TemplateParamSet: numbered(variables).map(([, value]) => value),
        },
        key,
      ),
    async checkTemplate(templateCode) {
      if (!/^\d{1,15}$/.test(templateCode)) throw new SmsRefused('The code of a template is a number');
      const json = await ask(vendorCalls.tencent.template, undefined, {
        TemplateIdSet: [Number(templateCode)],
        International: 0,
      });
      const of = (name: string) => textAt(json, 'Response', 'DescribeTemplateStatusSet', 0, name);
      const state = of('StatusCode');
      if (state === '') throw new SmsRefused('短信平台没有这个编号的模板');
      return {
        // 0 approved and in effect, 1 in review, 2 approved and not yet in effect, -1 rejected; only 0 may be used.
        state: state === '0' ? 'approved' : state === '-1' ? 'rejected' : 'pending',
        reason: of('ReviewReply'),
        content: of('TemplateContent'),
      };
    },
    readNotices,
    answerNotice: taken =>
      JSON.stringify(taken ? { result: 0, errmsg: 'OK' } : { result: 1, errmsg: 'not taken' }),
  };
}

/** Variables that are numbers in the order of their numbers; others as they come. */
function numbered(variables: readonly (readonly [string, string])[]) {
  return variables.every(([name]) => /^\d+$/.test(name))
    ? variables.toSorted(([one], [other]) => Number(one) - Number(other))
    : variables;
}

/** Reads the reports and replies that the vendor pushes. */
function readNotices(json: unknown): readonly TextNotice[] | undefined {
  const list: readonly unknown[] | undefined = Array.isArray(json)
    ? json
    : json !== null && typeof json === 'object'
      ? [json]
      : undefined;
  return list?.flatMap((one): TextNotice[] => {
    const mobile = textAt(one, 'mobile').replace(/^(\+?86)(?=1\d{10}$)/, '');
    const status = textAt(one, 'report_status');
    if (status !== '') {
      return [
        {
          kind: 'report',
          key: '',
          gatewayId: textAt(one, 'sid'),
          mobile,
          delivered: status === 'SUCCESS',
          reason: [textAt(one, 'errmsg'), textAt(one, 'description')].filter(Boolean).join(' '),
          time: timeAt(textAt(one, 'user_receive_time')),
        },
      ];
    }
    const text = textAt(one, 'text');
    return text === '' ? [] : [{ kind: 'reply', mobile, text }];
  });
}
