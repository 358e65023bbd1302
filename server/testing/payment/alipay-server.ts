import { randomBytes } from 'node:crypto';
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

/** An application of the simulated vendor, as in its console. */
interface AlipayApplication {
  readonly appId: string;
  readonly sellerId: string;
  readonly privateKey: string;
  readonly alipayPublicKey: string;
}

/** The ways in which a notice can be made to differ. */
interface NoticeChanges {
  readonly signedBy?: string;
  readonly ageHours?: number;
  readonly eventId?: string;
  /** Parameters that replace its own before signing. */
  readonly content?: Readonly<Record<string, string>>;
  /** The same, after it was signed. */
  readonly tampered?: Readonly<Record<string, string>>;
}

/** A server that implements Alipay's open gateway as documented, and refuses unsigned calls. */
export interface AlipayServer extends Vendor {
  readonly application: AlipayApplication;
  /** Answers of the vendor's documents that it gives, signed, instead of its own, by method. */
  readonly answers: Map<string, object>;
  paymentNotice(payNo: string, changes?: NoticeChanges): SentNotice;
  refundNotice(refundNo: string, changes?: NoticeChanges): SentNotice;
}

const states = { pending: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' } as const;
const yuan = (fen: number) => `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
const fenOf = (text: string) => Math.round(Number(text) * 100);

/** The vendor's rule, written here once more: all that has a value, sorted, `&` between. */
function joined(parameters: Iterable<readonly [string, string]>): string {
  return [...parameters]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort((one, other) => (one.split('=')[0] ?? '').localeCompare(other.split('=')[0] ?? '', 'en'))
    .join('&');
}

/** Starts an {@link AlipayServer}. */
export async function startAlipayServer(now: () => Date): Promise<AlipayServer> {
  const applicationKeys = keyPair();
  const alipayKeys = keyPair();
  const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '');
  const application: AlipayApplication = {
    appId: '2021001234567890',
    sellerId: '2088102146225135',
    // As Alipay's tool and console show them: base64 without the lines around.
    privateKey: bare(applicationKeys.privateKey),
    alipayPublicKey: bare(alipayKeys.publicKey),
  };
  let refundOutcome: TradeRefund['status'] = 'done';
  const answers: AlipayServer['answers'] = new Map();
  const ledger = createLedger(() => refundOutcome);
  const wallTime = (time: Date) =>
    new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

  type Answer = Record<string, unknown>;
  const well = (more: Answer): Answer => ({ code: '10000', msg: 'Success', ...more });
  const no = (subCode: string): Answer => ({
    code: '40004',
    msg: 'Business Failed',
    sub_code: subCode,
    sub_msg: `${subCode} {"of": "a test"}`,
  });

  const methods: Readonly<
    Record<string, (content: Record<string, string>, common: URLSearchParams) => Answer>
  > = {
    'alipay.trade.precreate'(
      { out_trade_no = '', total_amount = '', subject = '', time_expire = '' },
      common,
    ) {
      const whole =
        /^\w{1,64}$/.test(out_trade_no) &&
        /^\d+\.\d\d$/.test(total_amount) &&
        subject !== '' &&
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time_expire);
      if (!whole) return no('ACQ.INVALID_PARAMETER');
      const trade = ledger.open(out_trade_no, fenOf(total_amount), common.get('notify_url') ?? '');
      if (!trade) return no('ACQ.CONTEXT_INCONSISTENT');
      return well({ out_trade_no, qr_code: `https://qr.alipay.com/${out_trade_no}` });
    },
    'alipay.trade.query'({ out_trade_no = '' }) {
      const trade = ledger.trades.get(out_trade_no);
      if (!trade || trade.status === 'pending') return no('ACQ.TRADE_NOT_EXIST');
      return well({
        out_trade_no,
        trade_no: trade.transactionId,
        trade_status: states[trade.status],
        total_amount: yuan(trade.status === 'paid' ? trade.paidFen : trade.fen),
        ...(trade.status === 'paid' && { send_pay_date: wallTime(now()) }),
      });
    },
    'alipay.trade.close'({ out_trade_no = '' }) {
      const status = ledger.close(out_trade_no);
      if (status === undefined) return no('ACQ.TRADE_NOT_EXIST');
      return status === 'paid' ? no('ACQ.TRADE_STATUS_ERROR') : well({ out_trade_no });
    },
    'alipay.trade.refund'({ out_trade_no = '', out_request_no = '', refund_amount = '' }) {
      const known = ledger.findRefund(out_request_no) !== undefined;
      const refund = ledger.refund(out_trade_no, out_request_no, fenOf(refund_amount));
      if (!refund) return no('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
      return well({
        out_trade_no,
        fund_change: known || refund.status !== 'done' ? 'N' : 'Y',
        refund_fee: refund_amount,
      });
    },
    'alipay.trade.fastpay.refund.query'({ out_request_no = '' }) {
      const found = ledger.findRefund(out_request_no);
      if (found?.refund.status !== 'done') return well({});
      return well({
        out_request_no,
        refund_status: 'REFUND_SUCCESS',
        refund_amount: yuan(found.refund.fen),
        gmt_refund_pay: wallTime(now()),
      });
    },
  };

  function handle({ path, body }: VendorRequest, how: Behaviour): VendorReply {
    const common = new URLSearchParams(path.split('?')[1]);
    const form = new URLSearchParams(body);
    const method = common.get('method') ?? '';
    const given = [...common, ...form].filter(([name]) => name !== 'sign');
    const member = `${method.replaceAll('.', '_')}_response`;
    const known =
      common.get('app_id') === application.appId &&
      common.get('sign_type') === 'RSA2' &&
      common.get('charset') === 'utf-8' &&
      common.get('version') === '1.0' &&
      Math.abs(Date.parse(`${common.get('timestamp')?.replace(' ', 'T')}+08:00`) - now().getTime()) < 900_000;
    if (!known || !isSignedBy(applicationKeys.publicKey, joined(given), common.get('sign') ?? '')) {
      const answer = {
        code: '40002',
        msg: 'Invalid Arguments',
        sub_code: known ? 'isv.invalid-signature' : 'isv.invalid-app-id',
        sub_msg: 'no',
      };
      return { status: 200, body: JSON.stringify({ [member]: answer }) };
    }
    const content = JSON.parse(form.get('biz_content') ?? '{}');
    const own = methods[method]?.(content, common) ?? no('isv.invalid-method');
    const answer = JSON.stringify(answers.get(method) ?? own);
    if (how === 'unsigned') return { status: 200, body: `{"${member}":${answer}}` };
    const sign = signedBy(how === 'forged' ? keyPair().privateKey : alipayKeys.privateKey, answer);
    return { status: 200, body: `{"${member}":${answer},"sign":"${sign}"}` };
  }

  function notice(trade: Trade, more: Readonly<Record<string, string>>, changes: NoticeChanges): SentNotice {
    const time = new Date(now().getTime() - (changes.ageHours ?? 0) * 3_600_000);
    const told: Record<string, string> = {
      notify_id: changes.eventId ?? randomBytes(16).toString('hex'),
      notify_type: 'trade_status_sync',
      notify_time: wallTime(time),
      charset: 'utf-8',
      version: '1.0',
      app_id: application.appId,
      auth_app_id: application.appId,
      seller_id: application.sellerId,
      out_trade_no: trade.payNo,
      trade_no: trade.transactionId,
      trade_status: states[trade.status],
      total_amount: yuan(trade.paidFen),
      gmt_payment: wallTime(now()),
      subject: '报考指南 100%+',
      ...more,
      ...changes.content,
    };
    const sign = signedBy(changes.signedBy ?? alipayKeys.privateKey, joined(Object.entries(told)));
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams({ ...told, ...changes.tampered, sign, sign_type: 'RSA2' }).toString(),
    };
  }

  return {
    ...(await serveVendor(handle)),
    ledger,
    application,
    answers,
    refundsEnd(status) {
      refundOutcome = status;
    },
    paymentNotice(payNo, changes = {}) {
      const trade = ledger.trades.get(payNo);
      if (!trade) throw new Error(`There is no payment ${payNo}`);
      return notice(trade, {}, changes);
    },
    refundNotice(refundNo, changes = {}) {
      const found = ledger.findRefund(refundNo);
      if (!found) throw new Error(`There is no refund ${refundNo}`);
      return notice(
        found.trade,
        { out_biz_no: refundNo, refund_fee: yuan(found.refund.fen), gmt_refund: wallTime(now()) },
        changes,
      );
    },
  };
}
