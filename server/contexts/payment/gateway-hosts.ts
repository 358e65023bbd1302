import type { PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import type { Db } from '../../engine/table/sql.ts';

/** The vendors' hosts, for production and testing. */
const vendorHosts: Readonly<Record<PayChannel, readonly string[]>> = {
  1: ['api.mch.weixin.qq.com', 'api2.mch.weixin.qq.com'],
  2: ['openapi.alipay.com', 'openapi-sandbox.dl.alipaydev.com'],
  3: ['open.douyin.com', 'open-sandbox.douyin.com'],
};

/**
 * Reports whether an account may use this gateway address: a host of its vendor with https, or one named by the
 * parameter `pay.gatewayHosts`. Otherwise people who manage accounts could make this server call internal hosts.
 */
export async function isGatewayAddress(db: Db, channel: PayChannel, address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  const own = await readParameter(db, 'pay.gatewayHosts');
  if (own.split(/[\s,，]+/).includes(hostname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && port === '' && username === '' && vendorHosts[channel].includes(hostname);
}
