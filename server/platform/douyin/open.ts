import type { Config } from '../config.ts';
import { createLocalDouyin } from './local.ts';
import { createDouyin, douyinEndpoint } from './platform.ts';
import type { DouyinGateway } from './types.ts';

/** The configured platform, at `DOUYIN_URL` if its calls go through a proxy; undefined if there is none. */
export function openDouyin(
  { douyinApp, douyinUrl, douyinLocal }: Pick<Config, 'douyinApp' | 'douyinUrl' | 'douyinLocal'>,
  now: () => Date,
): DouyinGateway | undefined {
  if (douyinApp) return createDouyin(new URL(douyinUrl ?? douyinEndpoint), douyinApp, now);
  return douyinLocal ? createLocalDouyin(now) : undefined;
}
