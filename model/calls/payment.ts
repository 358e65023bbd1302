import { z } from 'zod';
import { payBizType, payChannel, payStatus } from '../codes/payment.ts';

const codeOf = <C extends number>(items: readonly { readonly code: C }[]) =>
  z.coerce.number().pipe(z.literal(items.map(({ code }) => code)));

/** Asks a vendor to take an order's money. */
export const prepayBody = z.object({
  bizType: codeOf(payBizType.items),
  orderNo: z.string().trim().min(1).max(32),
  payType: codeOf(payChannel.items),
});

/** How the payer gets to pay: a code to scan, or what a mini-program is opened with. */
export const prepaid = z.object({
  payNo: z.string(),
  /** Content of a QR code, or a link; null where `params` open the vendor's own app. */
  codeUrl: z.string().nullable(),
  params: z.record(z.string(), z.string()).nullable(),
  /** Until when it can be paid, `YYYY-MM-DD HH:mm:ss` in Shanghai. */
  expireTime: z.string(),
});

/** Looks after a payment. */
export const payStatusQuery = z.object({ payNo: z.string().trim().min(1).max(32) });

/** Where a payment stands. */
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
