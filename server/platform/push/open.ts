import type { Config } from '../config.ts';
import type { ExchangeLog } from '../vendor/exchange.ts';
import { wechatEndpoint } from '../wechat-api.ts';
import { createDouyinPush, douyinPushEndpoint } from './douyin.ts';
import { createGetui, getuiEndpoint } from './getui.ts';
import { createJpush, jpushEndpoint } from './jpush.ts';
import { createLocalPush } from './local.ts';
import { type PushGateway, pushVendors } from './types.ts';
import { createWechatPush } from './wechat.ts';

/** The gateways by the vendor of an app, a code of `pushVendor`. */
export type PushGateways = (vendor: number) => PushGateway;

/**
 * Opens the gateways of all vendors; at `PUSH_URL` if their calls go through a proxy. Unknown vendors are simulated.
 * Requests are kept in `log`.
 */
export function openPushGateways(
  { pushUrl }: Pick<Config, 'pushUrl'>,
  now: () => Date,
  log: ExchangeLog,
): PushGateways {
  const at = (endpoint: string) => new URL(pushUrl ?? endpoint);
  const local = createLocalPush();
  const gateways = new Map<number, PushGateway>([
    [pushVendors.getui, createGetui(at(getuiEndpoint), now, log)],
    [pushVendors.jpush, createJpush(at(jpushEndpoint), log)],
    [pushVendors.wechat, createWechatPush(at(wechatEndpoint), now, log)],
    [pushVendors.douyin, createDouyinPush(at(douyinPushEndpoint), now, log)],
  ]);
  return vendor => gateways.get(vendor) ?? local;
}
