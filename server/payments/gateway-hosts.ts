import type { PayChannel } from '@yikao/model/codes/payment.ts';
import { readParameter } from '../engine/parameter.ts';
import type { Db } from '../engine/sql.ts';

/** Machines of the vendors themselves, the real ones and those to try things on. */
const vendorHosts: Readonly<Record<PayChannel, readonly string[]>> = {
  1: ['api.mch.weixin.qq.com', 'api2.mch.weixin.qq.com'],
  2: ['openapi.alipay.com', 'openapi-sandbox.dl.alipaydev.com'],
  3: ['open.douyin.com', 'open-sandbox.douyin.com'],
};

/**
 * Whether an account may have payments asked at this address: a machine of its vendor by https, or one that the
 * parameter `pay.gatewayHosts` names. Else whoever keeps an account could have this server call machines beside it.
 */
export async function isGatewayAddress(db: Db, channel: PayChannel, address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  const own = await readParameter(db, 'pay.gatewayHosts');
  if (own.split(/[\s,，]+/).includes(hostname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && port === '' && username === '' && vendorHosts[channel].includes(hostname);
}
