import type { Config } from '../config.ts';
import type { ExchangeLog } from '../vendor/exchange.ts';
import { createLocalDouyin } from './local.ts';
import { createDouyin, douyinEndpoint } from './platform.ts';
import type { DouyinGateway } from './types.ts';

/**
 * The configured platform, at `DOUYIN_URL` if its calls go through a proxy; undefined if there is none. Requests are kept
 * in `log`.
 */
export function openDouyin(
  { douyinApp, douyinUrl, douyinLocal }: Pick<Config, 'douyinApp' | 'douyinUrl' | 'douyinLocal'>,
  now: () => Date,
  log: ExchangeLog,
): DouyinGateway | undefined {
  if (douyinApp) return createDouyin(new URL(douyinUrl ?? douyinEndpoint), douyinApp, now, log);
  return douyinLocal ? createLocalDouyin(now) : undefined;
}
