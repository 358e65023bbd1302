import type { Config } from '../config.ts';
import { createDouyinPush, douyinPushEndpoint } from './douyin.ts';
import { createGetui, getuiEndpoint } from './getui.ts';
import { createJpush, jpushEndpoint } from './jpush.ts';
import { createLocalPush } from './local.ts';
import { type PushGateway, pushVendors } from './types.ts';
import { createWechatPush, wechatEndpoint } from './wechat.ts';

/** The gateways by the vendor of an app, a code of `pushVendor`. */
export type PushGateways = (vendor: number) => PushGateway;

/** Opens the gateways of all vendors; at `PUSH_URL` if their calls go through a proxy. Unknown vendors are simulated. */
export function openPushGateways({ pushUrl }: Pick<Config, 'pushUrl'>, now: () => Date): PushGateways {
  const at = (endpoint: string) => new URL(pushUrl ?? endpoint);
  const local = createLocalPush();
  const gateways = new Map<number, PushGateway>([
    [pushVendors.getui, createGetui(at(getuiEndpoint), now)],
    [pushVendors.jpush, createJpush(at(jpushEndpoint))],
    [pushVendors.wechat, createWechatPush(at(wechatEndpoint), now)],
    [pushVendors.douyin, createDouyinPush(at(douyinPushEndpoint), now)],
  ]);
  return vendor => gateways.get(vendor) ?? local;
}
