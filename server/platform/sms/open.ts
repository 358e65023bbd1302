import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { type AliyunSettings, createAliyunGateway } from './aliyun.ts';
import { createLocalGateway } from './local.ts';
import type { SmsGateway } from './types.ts';

/**
 * Parses an address such as
 * `aliyun://KEY:SECRET@dysmsapi.aliyuncs.com/?sign=…&code=SMS_1&approved=SMS_2&refused=SMS_3&marks=SMS_4&marksBack=SMS_5`;
 * `aliyun+http://` connects without TLS. The last three may be omitted if mark notices and registration by code are not
 * used. Returns the missing parts instead, if there are any.
 */
export function readSmsUrl(text: string): AliyunSettings | { readonly missing: string } {
  const url = new URL(text);
  const given = (name: string) => url.searchParams.get(name)?.trim() ?? '';
  const parts = {
    KEY: decodeURIComponent(url.username),
    SECRET: decodeURIComponent(url.password),
    sign: given('sign'),
    code: given('code'),
    approved: given('approved'),
    refused: given('refused'),
  };
  const missing = Object.entries(parts).filter(([, value]) => value === '');
  if (missing.length > 0) return { missing: missing.map(([name]) => name).join(', ') };
  const { KEY, SECRET, sign, ...templates } = parts;
  return {
    endpoint: new URL(`${url.protocol === 'aliyun+http:' ? 'http' : 'https'}://${url.host}/`),
    accessKeyId: KEY,
    accessKeySecret: SECRET,
    signName: sign,
    templates: {
      ...templates,
      marks: given('marks'),
      marksBack: given('marksBack'),
      registered: given('registered'),
      crawler: given('crawler'),
    },
  };
}

/** The configured gateway: the vendor of `SMS_URL`, or none. */
export function openSmsGateway(config: Pick<Config, 'smsUrl' | 'production'>, logger: Logger): SmsGateway {
  const settings = config.smsUrl === undefined ? undefined : readSmsUrl(config.smsUrl);
  return settings !== undefined && !('missing' in settings)
    ? createAliyunGateway(settings)
    : createLocalGateway(logger, config.production);
}
