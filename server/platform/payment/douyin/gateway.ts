import { createHash, randomBytes } from 'node:crypto';
import { equal, fromFen, toFen } from '@yikao/model/rules/money.ts';
import { instantOf } from '@yikao/model/rules/times.ts';
import { vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import type { ExchangeLog } from '../../vendor/exchange.ts';
import { privateKeyOf, publicKeyOf, signText, verifyText } from '../keys.ts';
import {
  NoticeRefused,
  PaymentFailure,
  type PaymentGateway,
  type PaymentNotice,
  type PaymentState,
  type RefundState,
} from '../types.ts';
import { jsonOf } from '../vendor-call.ts';
import { createDouyinClient } from './client.ts';
import type { DouyinSettings } from './settings.ts';

const calls = vendorCalls.douyinpay;

const fen = z.int().min(0);
const milliseconds = z.number().transform(value => (value > 0 ? instantOf(value) : undefined));

const order = z.object({
  app_id: z.string().optional(),
  order_id: z.string(),
  out_order_no: z.string(),
  pay_status: z.string(),
  total_amount: fen,
  discount_amount: fen.optional(),
  pay_time: milliseconds.optional(),
  item_order_list: z
    .array(z.object({ item_order_id: z.string(), item_order_amount: fen }))
    .nullish()
    .transform(list => list ?? []),
});
const refundMade = z.object({ refund_id: z.string() });
const refundList = z.object({
  refund_list: z
    .array(
      z.object({
        refund_id: z.string(),
        out_refund_no: z.string().catch(''),
        refund_status: z.string(),
        refund_total_amount: fen,
        refund_at: milliseconds.optional(),
        message: z.string().optional(),
      }),
    )
    .nullish()
    .transform(list => list ?? []),
});
const notice = z.object({ type: z.string(), version: z.string(), msg: z.string() });
const paymentMessage = z.object({
  app_id: z.string(),
  out_order_no: z.string(),
  order_id: z.string(),
  status: z.string(),
  total_amount: fen,
  discount_amount: fen.optional(),
  merchant_uid: z.string().optional(),
  event_time: z.number(),
});
const refundMessage = z.object({
  app_id: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  status: z.string(),
  refund_total_amount: fen,
  message: z.string().optional(),
  event_time: z.number(),
});

/** Seconds that the time of a notice may be away from ours. */
const clockSeconds = 300;
/** The code for reasons of a refund that are in words. */
const otherReason = 999;
/** Codes of the platform: no such order; repeated refund. */
const codes = { noOrder: 20_000, knownRefund: 22_013 } as const;

const standings: Readonly<Record<string, PaymentState['status']>> = {
  PROCESS: 'pending',
  SUCCESS: 'paid',
  FAIL: 'closed',
  TIMEOUT: 'closed',
  CANCEL: 'closed',
};

const refundStandings: Readonly<Record<string, RefundState['status']>> = {
  SUCCESS: 'done',
  FAIL: 'failed',
};

/**
 * Douyin Pay through the general trade system of mini-programs (通用交易系统), which replaces the discontinued guaranteed
 * payment. A payment is prepared without a call: the mini-program opens it with signed parameters. It expires
 * automatically; there is no call that closes it earlier.
 */
export function createDouyinGateway(
  settings: DouyinSettings,
  now: () => Date,
  log: ExchangeLog,
): PaymentGateway {
  const { appId, notifyUrl } = settings;
  const { call } = createDouyinClient(settings, now, log);
  const key = privateKeyOf(settings.privateKey, "The application's private key");
  const platformKey = publicKeyOf(settings.platformPublicKey, "Douyin's public key");

  const findOrder = async (payNo: string) => {
    const found = await call(calls.query, { out_order_no: payNo }, order);
    if (found.out_order_no !== payNo) {
      throw new PaymentFailure('untrusted', 'Douyin answered about another payment');
    }
    return found;
  };

  async function query(payNo: string): Promise<PaymentState> {
    try {
      const found = await findOrder(payNo);
      return {
        status: standings[found.pay_status] ?? 'pending',
        amount: fromFen(found.total_amount),
        transactionId: found.order_id,
        ...(found.pay_time && { payTime: found.pay_time }),
      };
    } catch (error) {
      if (isRefusal(error, codes.noOrder)) return { status: 'unknown' };
      throw error;
    }
  }

  async function queryRefund({ refundNo }: { readonly refundNo: string }): Promise<RefundState> {
    const { refund_list } = await call(calls.queryRefund, { out_refund_no: refundNo }, refundList);
    const found = refund_list.find(one => one.out_refund_no === refundNo);
    return found ? refundState(found.refund_status, found, found.refund_at) : { status: 'unknown' };
  }

  return {
    name: 'douyin',

    async prepay({ payNo, amount, title, expireTime, imageUrl }) {
      const price = toFen(amount);
      const seconds = Math.floor((expireTime.getTime() - now().getTime()) / 1000);
      const data = JSON.stringify({
        skuList: [
          {
            skuId: payNo,
            price,
            quantity: 1,
            title: title.slice(0, 80),
            imageList: imageUrl === undefined ? [] : [imageUrl],
            type: settings.skuType,
            tagGroupId: settings.tagGroupId,
          },
        ],
        outOrderNo: payNo,
        totalAmount: price,
        payExpireSeconds: Math.min(Math.max(seconds, 30), 48 * 3600),
        payNotifyUrl: notifyUrl,
        merchantUid: settings.merchantUid,
        orderEntrySchema: { path: settings.orderPage, params: JSON.stringify({ payNo }) },
      });
      const timestamp = Math.floor(now().getTime() / 1000);
      const nonce = randomBytes(16).toString('hex');
      const signature = signText(`POST\n/requestOrder\n${timestamp}\n${nonce}\n${data}\n`, key);
      const parts = {
        appid: appId,
        nonce_str: nonce,
        timestamp,
        key_version: settings.keyVersion,
        signature,
      };
      const told = Object.entries(parts).map(([name, value]) => `${name}=${value}`);
      return { params: { data, byteAuthorization: `SHA256-RSA2048 ${told.join(',')}` } };
    },

    query,
    // There is no such call: the platform closes unpaid orders on time, so query the state.
    close: query,

    async refund({ payNo, refundNo, amount, paidAmount, reason }) {
      const found = await findOrder(payNo);
      const item = found.item_order_list[0];
      const whole = equal(amount, paidAmount);
      if (!whole && !item) throw new PaymentFailure('refused', 'The order of Douyin has no item to refund');
      try {
        const made = await call(
          calls.refund,
          {
            order_id: found.order_id,
            out_refund_no: refundNo,
            refund_total_amount: toFen(amount),
            refund_reason: [{ code: otherReason, text: reason.slice(0, 49) || '退款' }],
            order_entry_schema: { path: settings.orderPage, params: JSON.stringify({ payNo }) },
            notify_url: notifyUrl,
            ...(whole
              ? { refund_all: true }
              : {
                  item_order_detail: [{ item_order_id: item?.item_order_id, refund_amount: toFen(amount) }],
                }),
          },
          refundMade,
        );
        return { status: 'processing', channelRefundNo: made.refund_id };
      } catch (error) {
        if (isRefusal(error, codes.knownRefund)) return queryRefund({ refundNo });
        throw error;
      }
    },

    queryRefund,

    async verifyNotice({ headers, body }): Promise<PaymentNotice> {
      const one = (name: string) => {
        const value = headers[name];
        return typeof value === 'string' ? value : '';
      };
      const timestamp = one('byte-timestamp');
      const age = now().getTime() / 1000 - Number(timestamp);
      if (!/^\d{10}$/.test(timestamp) || Math.abs(age) > clockSeconds) throw new NoticeRefused('time');
      const lead = Buffer.from(`${timestamp}\n${one('byte-nonce-str')}\n`);
      if (!verifyText(Buffer.concat([lead, body, Buffer.from('\n')]), one('byte-signature'), platformKey)) {
        throw new NoticeRefused('signature');
      }
      const told = notice.safeParse(jsonOf(body.toString('utf8')));
      if (!told.success) throw new NoticeRefused('content', { cause: told.error });
      return noticeOf(settings, told.data.type, told.data.msg);
    },

    answer: taken => ({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify(
        taken ? { err_no: 0, err_tips: 'success' } : { err_no: 1, err_tips: 'business fail' },
      ),
    }),
  };
}

/** A verified notice by its kind. Throws `NoticeRefused` for one of another account or of an unknown form. */
function noticeOf({ appId, merchantUid }: DouyinSettings, type: string, message: string): PaymentNotice {
  const raw = jsonOf(message);
  const parse = <T extends z.ZodType<{ app_id: string }>>(schema: T) => {
    const found = schema.safeParse(raw);
    if (!found.success) throw new NoticeRefused('content', { cause: found.error });
    if (found.data.app_id !== appId) throw new NoticeRefused('account');
    return found.data;
  };
  if (type === 'payment') {
    const found = parse(paymentMessage);
    const { out_order_no: payNo, status, merchant_uid } = found;
    if (merchant_uid !== undefined && merchant_uid !== '' && merchant_uid !== merchantUid) {
      throw new NoticeRefused('account');
    }
    return {
      // The platform does not number its notices; a repeated one has the same content.
      eventId: `payment:${payNo}:${status}:${found.event_time}`,
      raw: found,
      about: 'payment',
      payNo,
      state: {
        status: standings[status] ?? 'pending',
        amount: fromFen(found.total_amount),
        transactionId: found.order_id,
        payTime: instantOf(found.event_time),
      },
    };
  }
  if (type === 'refund') {
    const found = parse(refundMessage);
    return {
      eventId: `refund:${found.refund_id}:${found.status}:${found.event_time}`,
      raw: found,
      about: 'refund',
      refundNo: found.out_refund_no,
      state: refundState(found.status, found, instantOf(found.event_time)),
    };
  }
  const digest = createHash('sha256').update(message).digest('hex');
  return { eventId: `${type}:${digest.slice(0, 32)}`.slice(0, 128), raw, about: 'other' };
}

function refundState(
  status: string,
  found: {
    readonly refund_id: string;
    readonly refund_total_amount: number;
    readonly message?: string | undefined;
  },
  refundTime: Date | undefined,
): RefundState {
  const standing = refundStandings[status] ?? 'processing';
  return {
    status: standing,
    amount: fromFen(found.refund_total_amount),
    channelRefundNo: found.refund_id,
    ...(refundTime && { refundTime }),
    ...(standing === 'failed' && { reason: found.message || status }),
  };
}

function isRefusal(error: unknown, code: number): boolean {
  return error instanceof PaymentFailure && error.code === 'refused' && error.vendorCode === String(code);
}
