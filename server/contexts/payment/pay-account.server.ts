import { registry } from '@yikao/model/contexts/datasets.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { isGatewayAddress } from './gateway-hosts.ts';

/** Server side of the payment accounts: vendors are called at their own addresses only. */
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
