import type { Config } from '../config.ts';
import type { ExchangeLog } from '../vendor/exchange.ts';
import { wechatEndpoint } from '../wechat-api.ts';
import { createLocalOfficial } from './local.ts';
import type { OfficialGateway } from './types.ts';
import { createWechatOfficial } from './wechat.ts';

/**
 * The configured way to official accounts: the vendor, at `OFFICIAL_URL` if its calls go through a proxy, and the
 * simulated account for those without credentials where `OFFICIAL_LOCAL` is on. Requests are kept in `log`.
 */
export function openOfficialGateway(
  { officialUrl, officialLocal }: Pick<Config, 'officialUrl' | 'officialLocal'>,
  now: () => Date,
  log: ExchangeLog,
): OfficialGateway {
  const vendor = createWechatOfficial(new URL(officialUrl ?? wechatEndpoint), now, log);
  const local = officialLocal ? createLocalOfficial() : undefined;
  return {
    local: local !== undefined,
    read: (credentials, list, offset) =>
      (credentials === undefined && local ? local : vendor).read(credentials, list, offset),
  };
}
