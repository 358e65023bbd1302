import { createCipheriv, randomBytes } from 'node:crypto';
import { certificate } from './certificate.ts';
import { createLedger, type Trade, type TradeRefund } from './ledger.ts';
import {
  type Behaviour,
  isSignedBy,
  keyPair,
  type SentNotice,
  serveVendor,
  signedBy,
  type Vendor,
  type VendorReply,
  type VendorRequest,
} from './vendor.ts';

/** A merchant of the simulated vendor, as in its console. */
interface WechatMerchant {
  readonly mchId: string;
  readonly appId: string;
  readonly privateKey: string;
  readonly certSerial: string;
  readonly apiV3Key: string;
}

/** The ways in which a notice can be made to differ. */
interface NoticeChanges {
  /** Seconds that its time is away from now. */
  readonly ageSeconds?: number;
  readonly signedBy?: string;
  readonly serial?: string;
  readonly apiV3Key?: string;
  readonly eventId?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A server that implements WeChat Pay's API v3 as documented, and refuses unsigned calls. */
export interface WechatServer extends Vendor {
  readonly merchant: WechatMerchant;
  /** The platform's public key and its number, for merchants that use it instead of certificates. */
  readonly platformKey: { readonly id: string; readonly publicKey: string };
  /** Answers of the vendor's documents that it gives, signed, to calls of paths with this end instead of its own. */
  readonly answers: Map<string, { readonly status: number; readonly json: object }>;
  /** From now on it signs with another certificate. */
  rotate(): void;
  /** Serial number of the certificate that it signs with. */
  serial(): string;
  paymentNotice(payNo: string, changes?: NoticeChanges): SentNotice;
  refundNotice(refundNo: string, changes?: NoticeChanges): SentNotice;
}

/** The languages of answers ("应答的语种"); merchants report that any other is refused, also the `*` of `fetch`. */
const languages = new Set(['en', 'zh-CN', 'zh-HK', 'zh-TW']);

const states = { pending: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' } as const;
const refundStates = { processing: 'PROCESSING', done: 'SUCCESS', failed: 'ABNORMAL' } as const;

/**
 * Starts a {@link WechatServer}; `byPublicKey` has it sign as for merchants with the platform's public key, `mchId`
 * is the number of its merchant.
 */
export async function startWechatServer(
  now: () => Date,
  {
    byPublicKey = false,
    mchId = '1900000109',
  }: { readonly byPublicKey?: boolean; readonly mchId?: string } = {},
): Promise<WechatServer> {
  const merchantKeys = keyPair();
  const merchant: WechatMerchant = {
    mchId,
    appId: 'wx2421b1c4370ec43b',
    privateKey: merchantKeys.privateKey,
    certSerial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    apiV3Key: randomBytes(16).toString('hex'),
  };
  const publicKeys = keyPair();
  const platformKey = { id: 'PUB_KEY_ID_0119000001092024', publicKey: publicKeys.publicKey };
  const certificates: { serial: string; keys: ReturnType<typeof keyPair>; pem: string }[] = [];
  let refundOutcome: TradeRefund['status'] = 'processing';
  const ledger = createLedger(() => refundOutcome);
  const nonces = new Set<string>();
  const answers: WechatServer['answers'] = new Map();

  function addCertificate(): void {
    const keys = keyPair();
    const serial = `4${randomBytes(19).toString('hex').toUpperCase().padStart(39, '0')}`.slice(0, 40);
    const [from, to] = [-1, 365].map(days => new Date(now().getTime() + days * 86_400_000));
    if (from && to) certificates.unshift({ serial, keys, pem: certificate(keys, serial, from, to) });
  }
  addCertificate();
  const signer = () => {
    const [newest] = certificates;
    if (!newest) throw new Error('There is no certificate');
    return byPublicKey
      ? { serial: platformKey.id, key: publicKeys.privateKey }
      : { serial: newest.serial, key: newest.keys.privateKey };
  };

  function encrypt(text: string, key: string, associated: string) {
    const nonce = randomBytes(6).toString('hex');
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce));
    cipher.setAAD(Buffer.from(associated));
    const ciphertext = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return {
      algorithm: 'AEAD_AES_256_GCM',
      nonce,
      associated_data: associated,
      ciphertext: ciphertext.toString('base64'),
    };
  }

  function signatureHeaders(body: string, key: string, serial: string, ageSeconds = 0) {
    const timestamp = String(Math.floor(now().getTime() / 1000) - ageSeconds);
    const nonce = randomBytes(16).toString('hex');
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': signedBy(key, `${timestamp}\n${nonce}\n${body}\n`),
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    };
  }

  function complaintAbout({ method, path, headers, body }: VendorRequest): string | undefined {
    const match = /^WECHATPAY2-SHA256-RSA2048 (.*)$/.exec(headers.authorization ?? '');
    const parts = new Map(
      [...(match?.[1] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const part = (name: string) => parts.get(name) ?? '';
    if (part('mchid') !== merchant.mchId || part('serial_no') !== merchant.certSerial) return 'the merchant';
    if (Math.abs(now().getTime() / 1000 - Number(part('timestamp'))) > 300) return 'the time';
    if (nonces.has(part('nonce_str')) || part('nonce_str').length < 16) return 'the nonce';
    nonces.add(part('nonce_str'));
    const text = `${method}\n${path}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`;
    if (!isSignedBy(merchantKeys.publicKey, text, part('signature'))) return 'the signature';
    if (byPublicKey && headers['wechatpay-serial'] !== platformKey.id) return 'the number of the public key';
    if (!headers['user-agent'] || !headers.accept?.includes('application/json')) return 'the headers';
    if (!languages.has(headers['accept-language'] ?? 'zh-CN')) return 'the language';
    return undefined;
  }

  const told = (trade: Trade) => ({
    appid: merchant.appId,
    mchid: merchant.mchId,
    out_trade_no: trade.payNo,
    trade_type: 'NATIVE',
    trade_state: states[trade.status],
    trade_state_desc: '',
    ...(trade.status === 'paid' && {
      transaction_id: trade.transactionId,
      success_time: now().toISOString(),
      amount: { total: trade.paidFen, payer_total: trade.paidFen, currency: 'CNY', payer_currency: 'CNY' },
    }),
  });
  const toldRefund = (trade: Trade, refund: TradeRefund) => ({
    refund_id: refund.channelRefundNo,
    out_refund_no: refund.refundNo,
    transaction_id: trade.transactionId,
    out_trade_no: trade.payNo,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    ...(refund.status === 'done' && { success_time: now().toISOString() }),
    amount: {
      total: trade.paidFen,
      refund: refund.fen,
      payer_total: trade.paidFen,
      payer_refund: refund.fen,
    },
  });

  function answerTo(request: VendorRequest): { status: number; json?: unknown } {
    const { method } = request;
    const [path = '', query = ''] = request.path.split('?');
    const no = (status: number, code: string) => ({ status, json: { code, message: `${code} (a test)` } });
    if (method === 'GET' && path === '/v3/certificates') {
      const data = certificates.map(({ serial, pem }) => ({
        serial_no: serial,
        effective_time: now().toISOString(),
        expire_time: now().toISOString(),
        encrypt_certificate: encrypt(pem, merchant.apiV3Key, 'certificate'),
      }));
      return { status: 200, json: { data } };
    }
    const json = request.body === '' ? {} : JSON.parse(request.body);
    if (method === 'POST' && path === '/v3/pay/transactions/native') {
      const { appid, mchid, out_trade_no, description, time_expire, notify_url, amount } = json;
      const whole =
        appid === merchant.appId &&
        mchid === merchant.mchId &&
        /^[\w|*-]{6,32}$/.test(out_trade_no) &&
        Buffer.byteLength(description) <= 127 &&
        // Signs of one to three bytes alone ("字符集").
        !/[\u{10000}-\u{10ffff}]/u.test(description) &&
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(time_expire) &&
        Date.parse(time_expire) > now().getTime() &&
        Number.isInteger(amount.total) &&
        amount.total > 0;
      if (!whole) return no(400, 'PARAM_ERROR');
      const trade = ledger.open(out_trade_no, amount.total, notify_url);
      if (!trade) return no(400, 'INVALID_REQUEST');
      if (trade.status === 'paid') return no(400, 'ORDERPAID');
      return { status: 200, json: { code_url: `weixin://wxpay/bizpayurl?pr=${out_trade_no}` } };
    }
    const byNumber = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path);
    if (byNumber) {
      const payNo = decodeURIComponent(byNumber[1] ?? '');
      const trade = ledger.trades.get(payNo);
      if (method === 'GET' && query !== `mchid=${merchant.mchId}`) return no(400, 'PARAM_ERROR');
      if (!trade) return no(404, 'ORDER_NOT_EXIST');
      if (method === 'GET') return { status: 200, json: told(trade) };
      if (json.mchid !== merchant.mchId) return no(400, 'MCH_NOT_EXISTS');
      return ledger.close(payNo) === 'paid' ? no(400, 'ORDERPAID') : { status: 204 };
    }
    if (method === 'POST' && path === '/v3/refund/domestic/refunds') {
      const trade = ledger.trades.get(json.out_trade_no);
      if (!trade) return no(404, 'RESOURCE_NOT_EXISTS');
      if (json.amount.total !== trade.paidFen) return no(400, 'PARAM_ERROR');
      const refund = ledger.refund(json.out_trade_no, json.out_refund_no, json.amount.refund);
      if (!refund) return no(403, 'NOT_ENOUGH');
      return { status: 200, json: { ...toldRefund(trade, refund), status: refundStates[refund.status] } };
    }
    const refundNo = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path)?.[1];
    const found = refundNo === undefined ? undefined : ledger.findRefund(decodeURIComponent(refundNo));
    if (!found) return no(404, 'RESOURCE_NOT_EXISTS');
    return {
      status: 200,
      json: { ...toldRefund(found.trade, found.refund), status: refundStates[found.refund.status] },
    };
  }

  const published = (path: string) => [...answers].find(([end]) => path.endsWith(end))?.[1];

  function handle(request: VendorRequest, how: Behaviour): VendorReply {
    const complaint = complaintAbout(request);
    if (complaint !== undefined) {
      return { status: 401, body: JSON.stringify({ code: 'SIGN_ERROR', message: `Wrong: ${complaint}` }) };
    }
    const { status, json } = published(request.path) ?? answerTo(request);
    const body = json === undefined ? '' : JSON.stringify(json);
    const { serial, key } = signer();
    const signed =
      how === 'unsigned' ? {} : signatureHeaders(body, how === 'forged' ? keyPair().privateKey : key, serial);
    return { status, body, headers: signed };
  }

  function notice(eventType: string, type: string, content: object, changes: NoticeChanges): SentNotice {
    const text = JSON.stringify({ ...content, ...changes.content });
    const body = JSON.stringify({
      id: changes.eventId ?? `EV-${randomBytes(12).toString('hex')}`,
      create_time: now().toISOString(),
      resource_type: 'encrypt-resource',
      event_type: eventType,
      summary: '',
      resource: { original_type: type, ...encrypt(text, changes.apiV3Key ?? merchant.apiV3Key, type) },
    });
    const { serial, key } = signer();
    return {
      body,
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders(body, changes.signedBy ?? key, changes.serial ?? serial, changes.ageSeconds),
      },
    };
  }

  return {
    ...(await serveVendor(handle)),
    ledger,
    merchant,
    platformKey,
    answers,
    rotate: addCertificate,
    serial: () => signer().serial,
    refundsEnd(status) {
      refundOutcome = status;
    },
    paymentNotice(payNo, changes = {}) {
      const trade = ledger.trades.get(payNo);
      if (!trade) throw new Error(`There is no payment ${payNo}`);
      return notice('TRANSACTION.SUCCESS', 'transaction', told(trade), changes);
    },
    refundNotice(refundNo, changes = {}) {
      const found = ledger.findRefund(refundNo);
      if (!found) throw new Error(`There is no refund ${refundNo}`);
      const { trade, refund } = found;
      const status = refundStates[refund.status];
      const content = { ...toldRefund(trade, refund), mchid: merchant.mchId, refund_status: status };
      return notice(`REFUND.${status}`, 'refund', content, changes);
    },
  };
}
