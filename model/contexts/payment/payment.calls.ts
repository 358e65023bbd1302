import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { payBizType, payChannel, payStatus } from './payment.codes.ts';

const codeOf = <C extends number>(items: readonly { readonly code: C }[]) =>
  z.coerce.number<number | string>().pipe(z.literal(items.map(({ code }) => code)));

/** Asks a vendor to take an order's money. */
const prepayBody = z.object({
  bizType: codeOf(payBizType.items),
  orderNo: z.string().trim().min(1).max(32),
  payType: codeOf(payChannel.items),
});

/** The means of paying: a code to scan, or parameters that open a mini-program. */
const prepaid = z.object({
  payNo: z.string(),
  /** Content of a QR code, or a link; null if `params` open the vendor's app. */
  codeUrl: z.string().nullable(),
  params: z.record(z.string(), z.string()).nullable(),
  /** Until when it can be paid, `YYYY-MM-DD HH:mm:ss` in Shanghai. */
  expireTime: z.string(),
});

/** Looks after a payment. */
const payStatusQuery = z.object({ payNo: z.string().trim().min(1).max(32) });

/** Status of a payment. */
export const payStanding = z.object({
  payNo: z.string(),
  orderNo: z.string(),
  payStatus: codeOf(payStatus.items),
  amount: z.string(),
});

/** Answer of {@link prepaid}. */
export type Prepaid = z.infer<typeof prepaid>;

/** Answer of {@link payStanding}. */
export type PayStanding = z.infer<typeof payStanding>;

const language = z.object({ lang: z.enum(['zh', 'en']).optional() });

/** Payments: preparing one for an order, reading its status, and receiving vendors' notices. */
export const paymentCalls = {
  prepay: call('POST /api/pay/prepay', {
    once: true,
    of: 'payment',
    label: label('发起支付，返回付款码', 'Have an order paid; answers the code to scan'),
    may: 'person',
    body: prepayBody,
    data: prepaid,
    fails: ['notFound', 'notAllowedNow'],
  }),
  status: call('GET /api/pay/status', {
    of: 'payment',
    label: label('查询支付结果', 'The state of a payment'),
    may: 'person',
    query: payStatusQuery,
    data: payStanding,
    fails: ['notFound'],
  }),
  /** Public; a notice without the vendor's signature changes nothing. The answer has the vendor's format. */
  notify: call('POST /api/pay/notify/:payChannel', {
    of: 'payment',
    label: label('支付渠道的通知', 'A notice of a vendor'),
    may: 'public',
    answers: 'text',
    fails: ['tooManyRequests'],
  }),
  /** The notice address that we give to vendors: it contains the account's id. */
  notifyAccount: call('POST /api/pay/notify/:payChannel/:accountId', {
    of: 'payment',
    label: label('支付渠道关于某账户的通知', 'A notice of a vendor about one account'),
    may: 'public',
    answers: 'text',
    fails: ['tooManyRequests'],
  }),
  /** Takes the place of a vendor's page if none is configured. */
  localPage: call('GET /pay/local/:token', {
    of: 'payment',
    label: label('本地付款页', 'Page to pay on, where no vendor is set'),
    may: 'public',
    query: language,
    answers: 'text',
    fails: ['notFound'],
  }),
  localEnd: call('POST /pay/local/:token', {
    of: 'payment',
    label: label('在本地付款页付款或关闭', 'Pay or close on that page'),
    may: 'public',
    query: language,
    body: z.object({
      act: z.enum(['pay', 'close']),
      amount: z
        .string()
        .trim()
        .regex(/^\d{1,8}(\.\d{1,2})?$/)
        .optional(),
    }),
    answers: 'redirect',
    fails: ['notFound'],
  }),
} as const;
