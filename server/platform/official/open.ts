import type { Config } from '../config.ts';
import { createLocalOfficial } from './local.ts';
import type { OfficialGateway } from './types.ts';
import { createWechatOfficial, officialEndpoint } from './wechat.ts';

/**
 * The configured way to official accounts: the vendor, at `OFFICIAL_URL` if its calls go through a proxy, and the
 * simulated account for those without credentials where `OFFICIAL_LOCAL` is on.
 */
export function openOfficialGateway(
  { officialUrl, officialLocal }: Pick<Config, 'officialUrl' | 'officialLocal'>,
  now: () => Date,
): OfficialGateway {
  const vendor = createWechatOfficial(new URL(officialUrl ?? officialEndpoint), now);
  const local = officialLocal ? createLocalOfficial() : undefined;
  return {
    local: local !== undefined,
    read: (credentials, list, offset) =>
      (credentials === undefined && local ? local : vendor).read(credentials, list, offset),
  };
}
