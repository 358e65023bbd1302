import type { IncomingHttpHeaders } from 'node:http';
import { VendorFailure } from '../vendor/failure.ts';

/**
 * A payment to prepare at a vendor. Amounts are yuan as exact decimal text; gateways convert them to the vendor's
 * units.
 */
export interface PaymentToTake {
  /** Our number of the payment, shared with the vendor: at most 32 letters and digits. */
  readonly payNo: string;
  readonly amount: string;
  /** The subject of the payment as shown to the payer; the gateway enforces the vendor's limit. */
  readonly title: string;
  /** After it the vendor takes no money any more. */
  readonly expireTime: Date;
  /** Address of a picture of the product, for vendors that show one. */
  readonly imageUrl?: string;
}

/** A payer's means of paying. */
export interface PreparedPayment {
  /** Content of a QR code, or a link; absent if the vendor's app is opened with `params`. */
  readonly codeUrl?: string;
  /** The parameters that the vendor's app is opened with (Douyin: `data` and `byteAuthorization`). */
  readonly params?: Readonly<Record<string, string>>;
}

/** Status of a payment at the vendor. `unknown`: the vendor has no such payment, or not yet. */
export type PaymentStanding = 'unknown' | 'pending' | 'paid' | 'closed';

/** The state of a payment, as reported by the vendor. */
export interface PaymentState {
  readonly status: PaymentStanding;
  /** Yuan; there when it was paid. */
  readonly amount?: string;
  /** The vendor's number; there when it was paid. */
  readonly transactionId?: string;
  readonly payTime?: Date;
}

/** A refund for a vendor to make. */
export interface RefundToMake {
  readonly payNo: string;
  /** Our number of the refund. The vendor executes each once, however often it is requested. */
  readonly refundNo: string;
  /** Amount to refund, in yuan. */
  readonly amount: string;
  /** Yuan that were paid in all. */
  readonly paidAmount: string;
  /** The vendor's number of the payment. */
  readonly transactionId: string | null;
  readonly reason: string;
}

/** Status of a refund at the vendor; `unknown`: it was never requested there. */
export type RefundStanding = 'unknown' | 'processing' | 'done' | 'failed';

/** The state of a refund, as reported by the vendor. */
export interface RefundState {
  readonly status: RefundStanding;
  /** Yuan; set if the refund is done and the vendor reports the amount. */
  readonly amount?: string;
  readonly channelRefundNo?: string;
  readonly refundTime?: Date;
  /** Why it failed, in the vendor's words. For operators. */
  readonly reason?: string;
}

/** The notice of a vendor, once its signature has been found right. */
export type PaymentNotice = {
  /** Distinguishes a repeated notice from a new one. */
  readonly eventId: string;
  /** The notice as it may be kept: opened, without signatures and keys. */
  readonly raw: unknown;
} & (
  | { readonly about: 'payment'; readonly payNo: string; readonly state: PaymentState }
  /** `processing`: the vendor reports a change without its outcome, which must be queried. */
  | { readonly about: 'refund'; readonly refundNo: string; readonly state: RefundState }
  /** An event that requires no action. */
  | { readonly about: 'other' }
);

/** A notice as received: header names in lower case, and the bytes of the body, which the signature covers. */
export interface RawNotice {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The answer to a vendor's notice. */
export interface NoticeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The names of the gateways. */
export const gatewayNames = ['wechat', 'alipay', 'douyin', 'local'] as const;

/** One of {@link gatewayNames}. */
export type GatewayName = (typeof gatewayNames)[number];

/**
 * One merchant account at a payment vendor. Every call except {@link verifyNotice} and {@link answer} goes to the
 * vendor, so make none inside a transaction. All of them throw {@link PaymentFailure}.
 */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** Has the vendor ready to take a payment. The same payment may be prepared again. */
  prepay(payment: PaymentToTake): Promise<PreparedPayment>;
  query(payNo: string): Promise<PaymentState>;
  /** Closes a payment at the vendor, and returns its resulting state: `paid` if that came first. */
  close(payNo: string): Promise<PaymentState>;
  /** Asks for a refund. Repeated with the same number it is one refund. */
  refund(refund: RefundToMake): Promise<RefundState>;
  queryRefund(refund: Pick<RefundToMake, 'payNo' | 'refundNo'>): Promise<RefundState>;
  /**
   * Reads a notice that is verified as the vendor's and meant for this account; throws {@link NoticeRefused} for any
   * other. With `offline` it uses only known keys and fetches none.
   */
  verifyNotice(notice: RawNotice, how?: { readonly offline?: boolean }): Promise<PaymentNotice>;
  /** The answer to the vendor: `true` ends its notices about the event, `false` makes it repeat them. */
  answer(taken: boolean): NoticeAnswer;
}

/**
 * Every way in which a vendor's call can fail. `refused`: the vendor refused for good. `unreachable`: no answer, or a
 * request to retry later; the call may have taken effect. `untrusted`: an answer without the vendor's signature.
 * `misconfigured`: unusable keys or numbers of the account.
 */
export type PaymentFailureCode = 'refused' | 'unreachable' | 'untrusted' | 'misconfigured';

/** A call to a vendor that failed. The message is for operators: the vendor's code and words, never a key. */
export class PaymentFailure extends VendorFailure {
  readonly code: PaymentFailureCode;
  /** The vendor's own code, such as `ORDER_CLOSED`; '' without one. */
  readonly vendorCode: string;

  constructor(
    code: PaymentFailureCode,
    message: string,
    options: ErrorOptions & { vendorCode?: string } = {},
  ) {
    super(message.slice(0, 128), options);
    this.name = 'PaymentFailure';
    this.code = code;
    this.vendorCode = options.vendorCode ?? '';
  }
}

/** Every reason for which a notice is not believed. */
export type NoticeRefusal = 'signature' | 'serial' | 'time' | 'content' | 'account';

/**
 * A notice that is not the vendor's, is too old, or is not meant for the account. The sender does not learn the reason.
 */
export class NoticeRefused extends Error {
  readonly reason: NoticeRefusal;

  constructor(reason: NoticeRefusal, options?: ErrorOptions) {
    super(`A notice of a payment was refused: ${reason}`, options);
    this.name = 'NoticeRefused';
    this.reason = reason;
  }
}
