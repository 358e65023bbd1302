import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { ExchangeLog } from '../vendor/exchange.ts';
import { type AliyunSettings, createAliyunGateway } from './aliyun.ts';
import { createLocalGateway } from './local.ts';
import { createTencentGateway, type TencentSettings } from './tencent.ts';
import type { SmsGateway } from './types.ts';

/** The settings of one of the vendors. */
export type SmsSettings =
  | ({ readonly vendor: 'aliyun' } & AliyunSettings)
  | ({ readonly vendor: 'tencent' } & TencentSettings);

/**
 * Parses an address such as
 * `aliyun://KEY:SECRET@dysmsapi.aliyuncs.com/?sign=…&code=SMS_1&approved=SMS_2&refused=SMS_3&notify=TOKEN` or
 * `tencent://ID:KEY@sms.tencentcloudapi.com/?app=1400…&sign=…&code=1&approved=2&refused=3&notify=TOKEN`;
 * `aliyun+http://` and `tencent+http://` connect without TLS. Templates of other topics, and the token of the address
 * for reports, may be omitted if they are not used. Returns the missing parts instead, if there are any.
 */
export function readSmsUrl(text: string): SmsSettings | { readonly missing: string } {
  const url = new URL(text);
  const given = (name: string) => url.searchParams.get(name)?.trim() ?? '';
  const tencent = url.protocol.startsWith('tencent');
  const parts = {
    KEY: decodeURIComponent(url.username),
    SECRET: decodeURIComponent(url.password),
    ...(tencent && { app: given('app') }),
    sign: given('sign'),
    code: given('code'),
    approved: given('approved'),
    refused: given('refused'),
  };
  const missing = Object.entries(parts).filter(([, value]) => value === '');
  if (missing.length > 0) return { missing: missing.map(([name]) => name).join(', ') };
  const { KEY, SECRET, sign, code, approved, refused } = parts;
  const common = {
    endpoint: new URL(`${url.protocol.endsWith('+http:') ? 'http' : 'https'}://${url.host}/`),
    signName: sign,
    templates: {
      ...{ code, approved, refused },
      marks: given('marks'),
      marksBack: given('marksBack'),
      registered: given('registered'),
      crawler: given('crawler'),
    },
    notifyToken: given('notify'),
  };
  return tencent
    ? {
        vendor: 'tencent',
        ...common,
        secretId: KEY,
        secretKey: SECRET,
        appId: given('app'),
        region: given('region') || 'ap-guangzhou',
      }
    : { vendor: 'aliyun', ...common, accessKeyId: KEY, accessKeySecret: SECRET };
}

/** The configured gateway: the vendor of `SMS_URL`, or none. Its requests are kept in `log`. */
export function openSmsGateway(
  config: Pick<Config, 'smsUrl' | 'production'>,
  logger: Logger,
  log: ExchangeLog,
): SmsGateway {
  const settings = config.smsUrl === undefined ? undefined : readSmsUrl(config.smsUrl);
  if (settings === undefined || 'missing' in settings) return createLocalGateway(logger, config.production);
  return settings.vendor === 'tencent'
    ? createTencentGateway(settings, log)
    : createAliyunGateway(settings, log);
}
