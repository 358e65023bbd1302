import { halfUp2 } from '@yikao/model/rules/money.ts';
import { readShanghai } from '@yikao/model/rules/times.ts';
import { vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import type { ExchangeLog } from '../../vendor/exchange.ts';
import {
  NoticeRefused,
  PaymentFailure,
  type PaymentGateway,
  type PaymentNotice,
  type PaymentState,
} from '../types.ts';
import { createAlipayClient, wallTime } from './client.ts';
import type { AlipaySettings } from './settings.ts';
import { signedText } from './signed-text.ts';

/** Yuan as Alipay writes them. */
const yuan = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/);
const tradeStatus = z.enum(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED']);

const trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: tradeStatus,
  total_amount: yuan,
  send_pay_date: z.string().optional(),
});
const refunded = z.object({ fund_change: z.enum(['Y', 'N']).optional(), refund_fee: yuan.optional() });
const refundFound = z.object({
  refund_status: z.string().optional(),
  refund_amount: yuan.optional(),
  gmt_refund_pay: z.string().optional(),
});
const paymentNotice = z.object({
  notify_id: z.string().min(1).max(128),
  notify_time: z.string(),
  app_id: z.string(),
  seller_id: z.string().optional(),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: tradeStatus,
  total_amount: yuan,
  gmt_payment: z.string().optional(),
  /** Included in a notice about a refund: the total refunded, and our number of the refund. */
  refund_fee: yuan.optional(),
  out_biz_no: z.string().optional(),
});

/** Hours after which a notice is refused, one more than Alipay repeats it. */
const noticeHours = 26;
/** Milliseconds that Alipay's clock may be ahead of ours. */
const aheadMs = 300_000;
/** An instant as Alipay writes it: wall time of Shanghai. */
function instantOf(text: string | undefined): Date | undefined {
  return text?.length === 19 ? readShanghai(text) : undefined;
}

/** Status of a trade. One that was paid and fully refunded is also `TRADE_CLOSED`, and then has a time of payment. */
function standingOf(status: z.infer<typeof tradeStatus>, paid: Date | undefined): PaymentState['status'] {
  if (status === 'WAIT_BUYER_PAY') return 'pending';
  return status === 'TRADE_CLOSED' && !paid ? 'closed' : 'paid';
}

/**
 * Alipay's face-to-face payment by QR code (`alipay.trade.precreate`): calls are signed with RSA2 over their sorted
 * parameters, answers and notices are verified by Alipay's signature.
 */
export function createAlipayGateway(
  settings: AlipaySettings,
  now: () => Date,
  log: ExchangeLog,
): PaymentGateway {
  const { appId, sellerId, notifyUrl } = settings;
  const { call, isSigned } = createAlipayClient(settings, now, log);

  async function query(payNo: string): Promise<PaymentState> {
    try {
      const found = await call(vendorCalls.alipay.query, { out_trade_no: payNo }, trade);
      if (found.out_trade_no !== payNo) {
        throw new PaymentFailure('untrusted', 'Alipay answered about another payment');
      }
      const payTime = instantOf(found.send_pay_date);
      return {
        status: standingOf(found.trade_status, payTime),
        amount: halfUp2(found.total_amount),
        transactionId: found.trade_no,
        ...(payTime && { payTime }),
      };
    } catch (error) {
      // There is no trade before the code is scanned.
      if (isRefusal(error, 'ACQ.TRADE_NOT_EXIST')) return { status: 'unknown' };
      throw error;
    }
  }

  return {
    name: 'alipay',

    async prepay({ payNo, amount, title, expireTime }) {
      const answer = await call(
        vendorCalls.alipay.pay,
        {
          out_trade_no: payNo,
          total_amount: amount,
          subject: title.replace(/[/=&]/g, ' ').slice(0, 256),
          time_expire: wallTime(expireTime),
          qr_code_timeout_express: `${Math.max(1, Math.floor((expireTime.getTime() - now().getTime()) / 60_000))}m`,
        },
        z.object({ qr_code: z.string() }),
        { notify_url: notifyUrl },
      );
      return { codeUrl: answer.qr_code };
    },

    query,

    async close(payNo) {
      try {
        await call(vendorCalls.alipay.close, { out_trade_no: payNo }, z.object({}));
        return { status: 'closed' };
      } catch (error) {
        if (isRefusal(error, 'ACQ.TRADE_NOT_EXIST')) return { status: 'unknown' };
        // Already paid or closed: query which.
        if (error instanceof PaymentFailure && error.code === 'refused') {
          const state = await query(payNo);
          if (state.status !== 'pending') return state;
        }
        throw error;
      }
    },

    async refund({ payNo, refundNo, amount, reason }) {
      const answer = await call(
        vendorCalls.alipay.refund,
        {
          out_trade_no: payNo,
          out_request_no: refundNo,
          refund_amount: amount,
          refund_reason: reason.slice(0, 256),
        },
        refunded,
      );
      // `N`: this call moved no money, because an earlier one did or because it is still on its way.
      return answer.fund_change === 'Y' ? { status: 'done', amount } : { status: 'processing' };
    },

    async queryRefund({ payNo, refundNo }) {
      try {
        const found = await call(
          vendorCalls.alipay.queryRefund,
          { out_trade_no: payNo, out_request_no: refundNo, query_options: ['gmt_refund_pay'] },
          refundFound,
        );
        if (found.refund_status !== 'REFUND_SUCCESS') return { status: 'unknown' };
        const refundTime = instantOf(found.gmt_refund_pay);
        return {
          status: 'done',
          ...(found.refund_amount !== undefined && { amount: halfUp2(found.refund_amount) }),
          ...(refundTime && { refundTime }),
        };
      } catch (error) {
        if (isRefusal(error, 'ACQ.TRADE_NOT_EXIST')) return { status: 'unknown' };
        throw error;
      }
    },

    async verifyNotice({ body }): Promise<PaymentNotice> {
      const form = new URLSearchParams(body.toString('utf8'));
      const parameters: Record<string, string> = Object.create(null);
      for (const [name, value] of form) {
        // A duplicate name could be signed as one value and read as the other.
        if (name in parameters) throw new NoticeRefused('content');
        parameters[name] = value;
      }
      const { sign, sign_type: signType, ...told } = parameters;
      if (sign === undefined || signType !== 'RSA2') throw new NoticeRefused('signature');
      if (!isSigned(signedText(told), sign)) throw new NoticeRefused('signature');
      const found = paymentNotice.safeParse(told);
      if (!found.success) throw new NoticeRefused('content', { cause: found.error });
      return noticeOf(found.data);
    },

    answer: taken => ({ status: 200, contentType: 'text/plain', body: taken ? 'success' : 'fail' }),
  };

  function noticeOf(found: z.infer<typeof paymentNotice>): PaymentNotice {
    if (found.app_id !== appId) throw new NoticeRefused('account');
    if (found.seller_id !== undefined && found.seller_id !== sellerId) throw new NoticeRefused('account');
    const age = now().getTime() - (instantOf(found.notify_time)?.getTime() ?? Number.NEGATIVE_INFINITY);
    if (age > noticeHours * 3_600_000 || age < -aheadMs) throw new NoticeRefused('time');
    const base = { eventId: found.notify_id, raw: found };
    if (found.out_biz_no !== undefined && found.refund_fee !== undefined) {
      // The fee is the total of all refunds, so the particular one must be queried.
      return { ...base, about: 'refund', refundNo: found.out_biz_no, state: { status: 'processing' } };
    }
    const payTime = instantOf(found.gmt_payment);
    return {
      ...base,
      about: 'payment',
      payNo: found.out_trade_no,
      state: {
        status: standingOf(found.trade_status, payTime),
        amount: halfUp2(found.total_amount),
        transactionId: found.trade_no,
        ...(payTime && { payTime }),
      },
    };
  }
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof PaymentFailure && error.code === 'refused' && error.vendorCode === code;
}
