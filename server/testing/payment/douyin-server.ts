import { randomBytes } from 'node:crypto';
import { createLedger, type TradeRefund } from './ledger.ts';
import {
  isSignedBy,
  keyPair,
  type SentNotice,
  serveVendor,
  signedBy,
  type Vendor,
  type VendorReply,
  type VendorRequest,
} from './vendor.ts';

/** A mini-program of the simulated vendor, as in its console. */
interface DouyinApplication {
  readonly appId: string;
  readonly appSecret: string;
  readonly merchantUid: string;
  readonly privateKey: string;
  readonly keyVersion: string;
  readonly platformPublicKey: string;
}

/** The ways in which a notice can be made to differ. */
interface NoticeChanges {
  readonly ageSeconds?: number;
  readonly signedBy?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A server that implements Douyin's general trade system as documented. */
export interface DouyinServer extends Vendor {
  readonly application: DouyinApplication;
  /** The act of the mini-program with the parameters that it was handed; false when the platform refuses them. */
  requestOrder(params: Readonly<Record<string, string>>): boolean;
  /** Takes back the access tokens that it gave out. */
  forgetTokens(): void;
  paymentNotice(payNo: string, changes?: NoticeChanges): SentNotice;
  refundNotice(refundNo: string, changes?: NoticeChanges): SentNotice;
}

const states = { pending: 'PROCESS', paid: 'SUCCESS', closed: 'TIMEOUT' } as const;
const refundStates = { processing: 'PROCESSING', done: 'SUCCESS', failed: 'FAIL' } as const;

/** Starts a {@link DouyinServer}. */
export async function startDouyinServer(now: () => Date): Promise<DouyinServer> {
  const applicationKeys = keyPair();
  const platformKeys = keyPair();
  const application: DouyinApplication = {
    appId: 'tt312312313123',
    appSecret: randomBytes(16).toString('hex'),
    merchantUid: '7287484783',
    privateKey: applicationKeys.privateKey,
    keyVersion: '2',
    platformPublicKey: platformKeys.publicKey,
  };
  let refundOutcome: TradeRefund['status'] = 'processing';
  const ledger = createLedger(() => refundOutcome);
  const tokens = new Set<string>();

  const well = (data: object) => ({ err_no: 0, err_msg: 'success', log_id: 'a test', data });
  const no = (code: number, message: string) => ({ err_no: code, err_msg: message, log_id: 'a test' });
  const itemOf = (payNo: string) => `I${payNo}`;

  // biome-ignore lint/suspicious/noExplicitAny: JSON of the call under test
  const calls: Readonly<Record<string, (json: any) => object>> = {
    order_query({ out_order_no }) {
      const trade = ledger.trades.get(out_order_no);
      if (!trade) return no(20_000, '订单不存在');
      return well({
        app_id: application.appId,
        order_id: trade.transactionId,
        out_order_no,
        pay_status: states[trade.status],
        total_amount: trade.status === 'paid' ? trade.paidFen : trade.fen,
        merchant_uid: application.merchantUid,
        ...(trade.status === 'paid' && { pay_time: now().getTime(), channel_pay_id: 'C1' }),
        item_order_list: [
          { item_order_id: itemOf(out_order_no), sku_id: out_order_no, item_order_amount: trade.fen },
        ],
      });
    },
    refund_create({
      order_id,
      out_refund_no,
      refund_total_amount,
      refund_all,
      item_order_detail,
      refund_reason,
      notify_url,
    }) {
      const trade = [...ledger.trades.values()].find(one => one.transactionId === order_id);
      const whole = refund_all === true && item_order_detail === undefined;
      const part =
        refund_all !== true &&
        item_order_detail?.length === 1 &&
        item_order_detail[0].item_order_id === itemOf(trade?.payNo ?? '') &&
        item_order_detail[0].refund_amount === refund_total_amount;
      if (!trade || !(whole || part) || refund_reason?.[0]?.code !== 999 || !notify_url)
        return no(10_000, '参数错误');
      if (ledger.findRefund(out_refund_no)) return no(22_013, '重复的退款单号');
      const refund = ledger.refund(trade.payNo, out_refund_no, refund_total_amount);
      return refund
        ? well({ refund_id: refund.channelRefundNo, refund_audit_deadline: 0 })
        : no(22_001, '退款金额超限');
    },
    refund_query({ out_refund_no }) {
      const found = ledger.findRefund(out_refund_no);
      if (!found) return well({ refund_list: null });
      const { refund } = found;
      return well({
        refund_list: [
          {
            refund_id: refund.channelRefundNo,
            out_refund_no,
            refund_status: refundStates[refund.status],
            refund_total_amount: refund.fen,
            refund_at: refund.status === 'done' ? now().getTime() : 0,
            message: refund.status === 'failed' ? '账户余额不足' : '',
          },
        ],
      });
    },
  };

  function handle({ method, path, headers, body }: VendorRequest): VendorReply {
    const reply = (json: object) => ({ status: 200, body: JSON.stringify(json) });
    const json = JSON.parse(body);
    if (method === 'POST' && path === '/oauth/client_token/') {
      const { client_key, client_secret, grant_type } = json;
      const known =
        client_key === application.appId &&
        client_secret === application.appSecret &&
        grant_type === 'client_credential';
      if (!known)
        return reply({ data: { error_code: 10_003, description: 'client_key错误' }, message: 'error' });
      const token = `clt.${randomBytes(12).toString('hex')}`;
      tokens.add(token);
      return reply({
        data: { error_code: 0, description: '', access_token: token, expires_in: 7200 },
        message: 'success',
      });
    }
    if (!tokens.has(String(headers['access-token']))) return reply(no(11_002, 'AccessToken非法'));
    const name = /^\/api\/trade_basic\/v1\/developer\/(\w+)\/$/.exec(path)?.[1] ?? '';
    return reply(calls[name]?.(json) ?? no(10_000, '参数错误'));
  }

  function notice(type: string, content: object, changes: NoticeChanges): SentNotice {
    const body = JSON.stringify({
      msg: JSON.stringify({ ...content, ...changes.content }),
      type,
      version: '3.0',
    });
    const timestamp = String(Math.floor(now().getTime() / 1000) - (changes.ageSeconds ?? 0));
    const nonce = randomBytes(8).toString('hex');
    const key = changes.signedBy ?? platformKeys.privateKey;
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'byte-timestamp': timestamp,
        'byte-nonce-str': nonce,
        'byte-signature': signedBy(key, `${timestamp}\n${nonce}\n${body}\n`),
      },
    };
  }

  return {
    ...(await serveVendor(handle)),
    ledger,
    application,
    refundsEnd(status) {
      refundOutcome = status;
    },
    forgetTokens: () => tokens.clear(),
    requestOrder({ data = '', byteAuthorization = '' }) {
      const match =
        /^SHA256-RSA2048 appid=(.*),nonce_str=(.*),timestamp=(.*),key_version=(.*),signature=(.*)$/.exec(
          byteAuthorization,
        );
      const [, appId, nonce, timestamp, version, signature = ''] = match ?? [];
      const text = `POST\n/requestOrder\n${timestamp}\n${nonce}\n${data}\n`;
      if (appId !== application.appId || version !== application.keyVersion) return false;
      if (!isSignedBy(applicationKeys.publicKey, text, signature)) return false;
      const { outOrderNo, totalAmount, payNotifyUrl, skuList, merchantUid, payExpireSeconds } =
        JSON.parse(data);
      const [sku] = skuList;
      const whole =
        sku.price * sku.quantity === totalAmount &&
        merchantUid === application.merchantUid &&
        payExpireSeconds >= 30 &&
        sku.type > 0 &&
        sku.tagGroupId !== '';
      return whole && ledger.open(outOrderNo, totalAmount, payNotifyUrl) !== undefined;
    },
    paymentNotice(payNo, changes = {}) {
      const trade = ledger.trades.get(payNo);
      if (!trade) throw new Error(`There is no payment ${payNo}`);
      return notice(
        'payment',
        {
          app_id: application.appId,
          out_order_no: payNo,
          order_id: trade.transactionId,
          status: trade.status === 'paid' ? 'SUCCESS' : 'CANCEL',
          total_amount: trade.status === 'paid' ? trade.paidFen : trade.fen,
          merchant_uid: application.merchantUid,
          event_time: now().getTime(),
        },
        changes,
      );
    },
    refundNotice(refundNo, changes = {}) {
      const found = ledger.findRefund(refundNo);
      if (!found) throw new Error(`There is no refund ${refundNo}`);
      const { trade, refund } = found;
      return notice(
        'refund',
        {
          app_id: application.appId,
          status: refundStates[refund.status],
          order_id: trade.transactionId,
          refund_id: refund.channelRefundNo,
          out_refund_no: refundNo,
          refund_total_amount: refund.fen,
          message: refund.status === 'failed' ? '账户余额不足' : '',
          event_time: now().getTime(),
        },
        changes,
      );
    },
  };
}
