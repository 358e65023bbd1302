import { registry } from '@yikao/model/datasets/index.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { defineServer } from '../engine/server-side.ts';
import { isGatewayAddress } from '../payments/gateway-hosts.ts';

/** Server side of the payment accounts: their vendors are asked at the vendors' own addresses. */
export const payAccountServer = defineServer(registry.payAccount, {
  reads: ['payChannel', 'gatewayUrl'],
  before: (db, changes) =>
    Promise.all(
      changes.map(async ({ row: { payChannel, gatewayUrl } }) => {
        if (!gatewayUrl || !payChannel || (await isGatewayAddress(db, payChannel, gatewayUrl))) return {};
        const message = {
          zh: '不是该支付渠道的地址；如需使用，请管理员在系统参数“支付网关”中加入其主机名',
          en: 'This is no address of the vendor; an administrator can allow its host under “Payment gateways” in the parameters',
        };
        return { issues: [issue('gatewayUrl', 'rule', message)] };
      }),
    ),
});
