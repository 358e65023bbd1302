import type { IncomingHttpHeaders } from 'node:http';
import { fromFen, toFen } from '@yikao/model/rules/money.ts';
import { readInstant } from '@yikao/model/rules/times.ts';
import { vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import type { ExchangeLog } from '../../vendor/exchange.ts';
import {
  NoticeRefused,
  PaymentFailure,
  type PaymentGateway,
  type PaymentNotice,
  type PaymentState,
  type RefundState,
} from '../types.ts';
import { jsonOf } from '../vendor-call.ts';
import { createWechatClient, signatureOf } from './client.ts';
import { decrypt, encryptedText, isRecent, isSigned } from './platform-keys.ts';
import type { WechatSettings } from './settings.ts';

const calls = vendorCalls.wechatpay;

const fen = z.object({ total: z.int(), currency: z.literal('CNY').optional() });

/** A payment in queries and notices. */
const transaction = z.object({
  appid: z.string().optional(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.enum([
    'SUCCESS',
    'REFUND',
    'NOTPAY',
    'CLOSED',
    'REVOKED',
    'USERPAYING',
    'PAYERROR',
    'ACCEPT',
  ]),
  success_time: z.string().optional(),
  amount: fen.optional(),
});

/** A refund, with its state in `status` for answers and in `refund_status` for notices. */
const refundFields = z.object({
  out_refund_no: z.string(),
  refund_id: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ refund: z.int() }),
});
const refundAnswer = refundFields.extend({ status: z.string() });
const refundNotice = refundFields.extend({ mchid: z.string(), refund_status: z.string() });

const notice = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: encryptedText,
});

const standings = {
  SUCCESS: 'paid',
  // Money was received and partly refunded since: the payment took place.
  REFUND: 'paid',
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  PAYERROR: 'pending',
  ACCEPT: 'pending',
  CLOSED: 'closed',
  REVOKED: 'closed',
} as const satisfies Record<string, PaymentState['status']>;

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : readInstant(text);
}

function stateOf(found: z.infer<typeof transaction>): PaymentState {
  const payTime = dateOf(found.success_time);
  return {
    status: standings[found.trade_state],
    ...(found.amount && { amount: fromFen(found.amount.total) }),
    ...(found.transaction_id !== undefined && { transactionId: found.transaction_id }),
    ...(payTime && { payTime }),
  };
}

function refundStateOf(status: string, found: z.infer<typeof refundFields>): RefundState {
  const refundTime = dateOf(found.success_time);
  return {
    status: status === 'SUCCESS' ? 'done' : status === 'PROCESSING' ? 'processing' : 'failed',
    amount: fromFen(found.amount.refund),
    ...(found.refund_id !== undefined && { channelRefundNo: found.refund_id }),
    ...(refundTime && { refundTime }),
    ...(status !== 'SUCCESS' && status !== 'PROCESSING' && { reason: status }),
  };
}

/** The longest beginning of a text within this many bytes of UTF-8, without the signs of four bytes: none are taken. */
function withinBytes(text: string, most: number): string {
  let bytes = 0;
  let kept = '';
  for (const sign of text) {
    const size = Buffer.byteLength(sign);
    if (size > 3) continue;
    bytes += size;
    if (bytes > most) break;
    kept += sign;
  }
  return kept;
}

/**
 * WeChat Pay, API v3, Native payment (a QR code): calls are signed with `WECHATPAY2-SHA256-RSA2048`, answers and
 * notices are verified by the platform's signature, and notices are decrypted with the APIv3 key.
 */
export function createWechatGateway(
  settings: WechatSettings,
  now: () => Date,
  log: ExchangeLog,
): PaymentGateway {
  const { mchId, appId, apiV3Key, notifyUrl } = settings;
  const { call, read, find } = createWechatClient(settings, now, log);

  const byNumber = (payNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(payNo)}`;

  async function query(payNo: string): Promise<PaymentState> {
    try {
      const json = await call(calls.query, `${byNumber(payNo)}?mchid=${encodeURIComponent(mchId)}`);
      const found = read(transaction, json);
      if (found.out_trade_no !== payNo || found.mchid !== mchId) {
        throw new PaymentFailure('untrusted', 'WeChat Pay answered about another payment');
      }
      return stateOf(found);
    } catch (error) {
      if (isRefusal(error, 'ORDER_NOT_EXIST', 'ORDERNOTEXIST')) return { status: 'unknown' };
      throw error;
    }
  }

  return {
    name: 'wechat',

    async prepay({ payNo, amount, title, expireTime }) {
      const json = await call(calls.pay, '/v3/pay/transactions/native', {
        appid: appId,
        mchid: mchId,
        description: withinBytes(title, 127) || payNo,
        out_trade_no: payNo,
        time_expire: `${new Date(expireTime.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`,
        notify_url: notifyUrl,
        amount: { total: toFen(amount), currency: 'CNY' },
      });
      return { codeUrl: read(z.object({ code_url: z.string() }), json).code_url };
    },

    query,

    async close(payNo) {
      try {
        await call(calls.close, `${byNumber(payNo)}/close`, { mchid: mchId });
        return { status: 'closed' };
      } catch (error) {
        // Already paid or closed, or never created: query which.
        if (error instanceof PaymentFailure && error.code === 'refused') {
          const state = await query(payNo);
          if (state.status !== 'pending') return state;
        }
        throw error;
      }
    },

    async refund({ payNo, refundNo, amount, paidAmount, reason }) {
      const told = withinBytes(reason, 80);
      const json = await call(calls.refund, '/v3/refund/domestic/refunds', {
        out_trade_no: payNo,
        out_refund_no: refundNo,
        ...(told !== '' && { reason: told }),
        notify_url: notifyUrl,
        amount: { refund: toFen(amount), total: toFen(paidAmount), currency: 'CNY' },
      });
      const found = read(refundAnswer, json);
      return refundStateOf(found.status, found);
    },

    async queryRefund({ refundNo }) {
      try {
        const found = read(
          refundAnswer,
          await call(calls.queryRefund, `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`),
        );
        return refundStateOf(found.status, found);
      } catch (error) {
        if (isRefusal(error, 'RESOURCE_NOT_EXISTS')) return { status: 'unknown' };
        throw error;
      }
    },

    async verifyNotice({ headers, body }, how): Promise<PaymentNotice> {
      const signature = signatureOf((name: keyof IncomingHttpHeaders) => headers[name]);
      if (!isRecent(signature, now())) throw new NoticeRefused('time');
      const signer = await find(signature.serial, { offline: how?.offline === true }).catch(error => {
        // If the platform's key cannot be fetched, the notice cannot be verified; the platform repeats it.
        if (error instanceof PaymentFailure) throw new NoticeRefused('serial', { cause: error });
        throw error;
      });
      if (!signer) throw new NoticeRefused('serial');
      if (!isSigned(signature, body, signer)) throw new NoticeRefused('signature');
      const told = notice.safeParse(jsonOf(body.toString('utf8')));
      if (!told.success) throw new NoticeRefused('content', { cause: told.error });
      const opened = decrypt(told.data.resource, apiV3Key);
      // Signed by the platform, and closed to us: it is another merchant's.
      if (opened === undefined) throw new NoticeRefused('account');
      return noticeOf(told.data, jsonOf(opened));
    },

    answer: taken =>
      taken
        ? { status: 200, contentType: 'application/json', body: '{"code":"SUCCESS"}' }
        : // WeChat Pay repeats after any status of 4xx or 5xx; a payment that is not ours is no fault of the server.
          { status: 404, contentType: 'application/json', body: '{"code":"FAIL","message":"失败"}' },
  };

  function noticeOf({ id, event_type }: z.infer<typeof notice>, raw: unknown): PaymentNotice {
    const base = { eventId: id, raw };
    if (event_type.startsWith('TRANSACTION.')) {
      const found = transaction.safeParse(raw);
      if (!found.success) throw new NoticeRefused('content', { cause: found.error });
      const { mchid, appid } = found.data;
      if (mchid !== mchId || (appid ?? appId) !== appId) throw new NoticeRefused('account');
      return { ...base, about: 'payment', payNo: found.data.out_trade_no, state: stateOf(found.data) };
    }
    if (event_type.startsWith('REFUND.')) {
      const found = refundNotice.safeParse(raw);
      if (!found.success) throw new NoticeRefused('content', { cause: found.error });
      if (found.data.mchid !== mchId) throw new NoticeRefused('account');
      return {
        ...base,
        about: 'refund',
        refundNo: found.data.out_refund_no,
        state: refundStateOf(found.data.refund_status, found.data),
      };
    }
    return { ...base, about: 'other' };
  }
}

function isRefusal(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof PaymentFailure && error.code === 'refused' && codes.includes(error.vendorCode);
}
