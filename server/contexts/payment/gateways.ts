import { pathOf } from '@yikao/model/calls/call.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import type { PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { openSecret } from '../../engine/write/sealing.ts';
import type { Config } from '../../platform/config.ts';
import { createAlipayGateway } from '../../platform/payment/alipay/gateway.ts';
import { alipayEndpoint } from '../../platform/payment/alipay/settings.ts';
import { createDouyinGateway } from '../../platform/payment/douyin/gateway.ts';
import { douyinEndpoint } from '../../platform/payment/douyin/settings.ts';
import { type GatewayName, PaymentFailure, type PaymentGateway } from '../../platform/payment/types.ts';
import { createWechatGateway } from '../../platform/payment/wechat/gateway.ts';
import { wechatEndpoint } from '../../platform/payment/wechat/settings.ts';
import type { ExchangeLog } from '../../platform/vendor/exchange.ts';
import { accountFor, type PaidFor } from './accounts.ts';
import { isGatewayAddress } from './gateway-hosts.ts';
import { createLocalGateway, type LocalGateway } from './local/gateway.ts';

const { payAccount } = registry;

/** The gateway of each channel, whose name its notices use. */
export const channelGateways = {
  1: 'wechat',
  2: 'alipay',
  3: 'douyin',
} as const satisfies Record<PayChannel, GatewayName>;

/** A gateway, and the account that it is of; null for the local one. */
export interface ChosenGateway {
  readonly gateway: PaymentGateway;
  readonly accountId: number | null;
}

/** Finds gateways of accounts; see {@link createGateways}. */
export interface Gateways {
  /** The gateway that takes a payment; undefined if no account does. */
  choose(paid: PaidFor): Promise<ChosenGateway | undefined>;
  /** The gateway of an account, in use or not. Throws {@link PaymentFailure} `misconfigured` for one that cannot be used. */
  of(accountId: number | null): Promise<PaymentGateway>;
  /** The simulated gateway; undefined if disabled. */
  readonly local: LocalGateway | undefined;
}

/** A stored account without its secrets. */
type AccountRow = Columns<
  typeof payAccount,
  | 'accountId'
  | 'version'
  | 'payChannel'
  | 'mchId'
  | 'appId'
  | 'certSerial'
  | 'platformKeyId'
  | 'platformKey'
  | 'keyVersion'
  | 'tagGroupId'
  | 'skuType'
  | 'orderPage'
  | 'notifyUrl'
  | 'gatewayUrl'
>;

/**
 * The gateways of the accounts. Each is created on first use and kept until its account changes, since it holds
 * certificates and tokens. If no account takes a channel, the local gateway does, if enabled. Requests are kept in `log`.
 */
export function createGateways(
  engine: Engine,
  config: Pick<Config, 'publicUrl' | 'payLocal'>,
  log: ExchangeLog,
): Gateways {
  const made = new Map<number, { readonly version: number; readonly gateway: PaymentGateway }>();
  const local = config.payLocal ? createLocalGateway(engine, config.publicUrl) : undefined;
  const now = () => engine.clock.now();

  async function readAccount(accountId: number): Promise<AccountRow | undefined> {
    const found = await sql<AccountRow>`
      select account_id, version, pay_channel, mch_id, app_id, cert_serial, platform_key_id, platform_key,
        key_version, tag_group_id, sku_type, order_page, notify_url, gateway_url
      from t_pay_account where account_id = ${accountId}`.execute(engine.db);
    return found.rows[0];
  }

  function given<T>(value: T | null | undefined, what: string): T {
    if (value === null || value === undefined || value === '') {
      throw new PaymentFailure('misconfigured', `The account lacks ${what}`);
    }
    return value;
  }

  async function make(account: AccountRow): Promise<PaymentGateway> {
    const { accountId, payChannel, mchId, appId, notifyUrl, gatewayUrl, platformKey, platformKeyId } =
      account;
    const secret = async (name: 'privateKey' | 'apiKey') =>
      given(await openSecret(engine, engine.db, payAccount, name, accountId), name);
    const ours =
      config.publicUrl &&
      config.publicUrl +
        pathOf(paymentCalls.notifyAccount, {
          payChannel: channelGateways[payChannel],
          accountId: String(accountId),
        });
    const common = { appId, notifyUrl: given(notifyUrl || ours, 'notifyUrl (or PUBLIC_URL)') };
    const privateKey = await secret('privateKey');
    if (gatewayUrl && !(await isGatewayAddress(engine.db, payChannel, gatewayUrl))) {
      throw new PaymentFailure('misconfigured', 'gatewayUrl is no address of the vendor');
    }
    const endpoint = (usual: string) => new URL(gatewayUrl || usual);
    switch (payChannel) {
      case 1:
        return createWechatGateway(
          {
            ...common,
            mchId,
            privateKey,
            endpoint: endpoint(wechatEndpoint),
            certSerial: given(account.certSerial, 'certSerial'),
            apiV3Key: await secret('apiKey'),
            ...(platformKeyId && {
              platformKey: { id: platformKeyId, publicKey: given(platformKey, 'platformKey') },
            }),
          },
          now,
          log,
        );
      case 2:
        return createAlipayGateway(
          {
            ...common,
            sellerId: mchId,
            privateKey,
            endpoint: endpoint(alipayEndpoint),
            alipayPublicKey: given(platformKey, 'platformKey'),
          },
          now,
          log,
        );
      case 3:
        return createDouyinGateway(
          {
            ...common,
            merchantUid: mchId,
            privateKey,
            endpoint: endpoint(douyinEndpoint),
            appSecret: await secret('apiKey'),
            keyVersion: given(account.keyVersion, 'keyVersion'),
            platformPublicKey: given(platformKey, 'platformKey'),
            tagGroupId: given(account.tagGroupId, 'tagGroupId'),
            skuType: given(account.skuType, 'skuType'),
            orderPage: given(account.orderPage, 'orderPage'),
          },
          now,
          log,
        );
    }
  }

  async function of(accountId: number | null): Promise<PaymentGateway> {
    if (accountId === null) return given<PaymentGateway>(local, 'itself: PAY_LOCAL is off');
    const account = await readAccount(accountId);
    if (!account) throw new PaymentFailure('misconfigured', 'There is no such account');
    const known = made.get(accountId);
    if (known?.version === account.version) return known.gateway;
    const gateway = await make(account);
    made.set(accountId, { version: account.version, gateway });
    return gateway;
  }

  return {
    local,
    of,
    async choose(paid) {
      const accountId = await accountFor(engine.db, paid);
      if (accountId !== undefined) return { accountId, gateway: await of(accountId) };
      return local && { accountId: null, gateway: local };
    },
  };
}
