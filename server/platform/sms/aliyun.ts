import { createHmac, randomUUID } from 'node:crypto';
import { type SmsGateway, SmsRefused, type SmsTopicName, type SmsToSend } from './types.ts';

/** The settings of calls to the vendor. */
export interface AliyunSettings {
  readonly endpoint: URL;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** Signature that the vendor has approved, shown before each message. */
  readonly signName: string;
  /** Code of the approved template of each topic; '' without one. */
  readonly templates: Readonly<Record<SmsTopicName, string>>;
}

/** Milliseconds the vendor has to answer. */
const timeoutMs = 10_000;

/** Percent-encoding of RFC 3986, as the vendor's signature requires: including `!'()*`, and a space as `%20`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The signature of Alibaba Cloud's RPC calls, version 1.0, as published in its "Request signatures": HMAC-SHA1 over
 * the method and the sorted, doubly encoded parameters, under the secret with `&` behind it.
 */
export function rpcSignature(
  method: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  return createHmac('sha1', `${secret}&`)
    .update(`${method}&${encode('/')}&${encode(query)}`)
    .digest('base64');
}

/** Sends through Alibaba Cloud's short message service: `SendSms`, version 2017-05-25. */
export function createAliyunGateway(settings: AliyunSettings): SmsGateway {
  return {
    name: 'aliyun',
    leaves: true,
    async send({ mobile, topic, values }: SmsToSend) {
      if (settings.templates[topic] === '') throw new SmsRefused(`SMS_URL names no template for ${topic}`);
      const parameters: Record<string, string> = {
        AccessKeyId: settings.accessKeyId,
        Action: 'SendSms',
        Format: 'JSON',
        PhoneNumbers: mobile,
        RegionId: 'cn-hangzhou',
        SignName: settings.signName,
        SignatureMethod: 'HMAC-SHA1',
        SignatureNonce: randomUUID(),
        SignatureVersion: '1.0',
        TemplateCode: settings.templates[topic],
        TemplateParam: JSON.stringify(values),
        // The vendor compares it with its own clock, so a test clock would not work.
        Timestamp: new Date().toISOString().replace(/\.\d{3}Z$/, 'Z'),
        Version: '2017-05-25',
      };
      const signature = rpcSignature('POST', parameters, settings.accessKeySecret);
      const answer = await ask(settings.endpoint, { ...parameters, Signature: signature });
      if (answer.Code !== 'OK') throw new SmsRefused(`${answer.Code}: ${answer.Message}`);
      return answer.BizId === '' ? null : answer.BizId;
    },
  };
}

async function ask(endpoint: URL, form: Record<string, string>) {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const json: unknown = await response.json();
    const text = (name: string) => {
      const value = json !== null && typeof json === 'object' ? Reflect.get(json, name) : undefined;
      return typeof value === 'string' ? value : '';
    };
    return {
      Code: text('Code') || `HTTP ${response.status}`,
      Message: text('Message'),
      BizId: text('BizId'),
    };
  } catch (cause) {
    throw new SmsRefused('The vendor could not be reached', { cause });
  }
}
