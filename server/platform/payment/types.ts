import type { IncomingHttpHeaders } from 'node:http';

/**
 * A payment that a vendor is to take. Amounts are yuan as exact decimal text; gateways turn them into the vendor's
 * units.
 */
export interface PaymentToTake {
  /** Our number of the payment, by which the vendor knows it too: at most 32 letters and digits. */
  readonly payNo: string;
  readonly amount: string;
  /** The subject of the payment, as the payer reads it; the vendor's bound is kept by the gateway. */
  readonly title: string;
  /** After it the vendor takes no money any more. */
  readonly expireTime: Date;
  /** Address of a picture of what is sold, for vendors that show one. */
  readonly imageUrl?: string;
}

/** How a payer gets to pay. */
export interface PreparedPayment {
  /** Content of a QR code, or a link; absent where the vendor's own app has to be opened with `params`. */
  readonly codeUrl?: string;
  /** The parameters that the vendor's app is opened with (Douyin: `data` and `byteAuthorization`). */
  readonly params?: Readonly<Record<string, string>>;
}

/** Where a payment stands at the vendor. `unknown`: the vendor has no such payment, or not yet. */
export type PaymentStanding = 'unknown' | 'pending' | 'paid' | 'closed';

/** The state of a payment, as the vendor tells it. */
export interface PaymentState {
  readonly status: PaymentStanding;
  /** Yuan; there when it was paid. */
  readonly amount?: string;
  /** The vendor's number; there when it was paid. */
  readonly transactionId?: string;
  readonly payTime?: Date;
}

/** Money that a vendor is to give back. */
export interface RefundToMake {
  readonly payNo: string;
  /** Our number of the refund. The vendor takes each once, however often it is asked. */
  readonly refundNo: string;
  /** Yuan that go back. */
  readonly amount: string;
  /** Yuan that were paid in all. */
  readonly paidAmount: string;
  /** The vendor's number of the payment. */
  readonly transactionId: string | null;
  readonly reason: string;
}

/** Where a refund stands at the vendor; `unknown`: the vendor was never asked for it. */
export type RefundStanding = 'unknown' | 'processing' | 'done' | 'failed';

/** The state of a refund, as the vendor tells it. */
export interface RefundState {
  readonly status: RefundStanding;
  /** Yuan; there when it is done and the vendor says so. */
  readonly amount?: string;
  readonly channelRefundNo?: string;
  readonly refundTime?: Date;
  /** Why it failed, in the vendor's words. For operators. */
  readonly reason?: string;
}

/** The notice of a vendor, once its signature has been found right. */
export type PaymentNotice = {
  /** Tells a repeated notice from a new one. */
  readonly eventId: string;
  /** The notice as it may be kept: opened, without signatures and keys. */
  readonly raw: unknown;
} & (
  | { readonly about: 'payment'; readonly payNo: string; readonly state: PaymentState }
  /** `processing`: the vendor says that something happened, and has to be asked what. */
  | { readonly about: 'refund'; readonly refundNo: string; readonly state: RefundState }
  /** Nothing that we act upon. */
  | { readonly about: 'other' }
);

/** A notice as it came in: names of headers in lower case, and the bytes of the body, which the signature is over. */
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
 * One merchant account at a vendor of payments. Every call but {@link verifyNotice} and {@link answer} goes to the
 * vendor, so none is made inside a transaction. All of them throw {@link PaymentFailure}.
 */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** Has the vendor ready to take a payment. The same payment may be prepared again. */
  prepay(payment: PaymentToTake): Promise<PreparedPayment>;
  query(payNo: string): Promise<PaymentState>;
  /** Has the vendor take no money for it any more, and answers where it stands then: `paid` when that came first. */
  close(payNo: string): Promise<PaymentState>;
  /** Asks for a refund. Repeated with the same number it is one refund. */
  refund(refund: RefundToMake): Promise<RefundState>;
  queryRefund(refund: Pick<RefundToMake, 'payNo' | 'refundNo'>): Promise<RefundState>;
  /**
   * Reads a notice that is truly the vendor's and meant for this account; throws {@link NoticeRefused} for any other.
   */
  verifyNotice(notice: RawNotice): Promise<PaymentNotice>;
  /** The answer to the vendor: `true` ends its notices about the event, `false` makes it come again. */
  answer(taken: boolean): NoticeAnswer;
}

/**
 * Every way in which a vendor's call fails.
 * `refused`: the vendor said no, and will again. `unreachable`: no answer, or one that says to try later; what was
 * asked may have been done. `untrusted`: an answer that is not signed by the vendor. `misconfigured`: keys or numbers
 * of the account that cannot be used.
 */
export type PaymentFailureCode = 'refused' | 'unreachable' | 'untrusted' | 'misconfigured';

/** A call to a vendor that failed. The message is for operators: the vendor's code and words, never a key. */
export class PaymentFailure extends Error {
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

/** A notice that is not the vendor's, is too old, or is not meant for the account. Nobody outside is told which. */
export class NoticeRefused extends Error {
  readonly reason: NoticeRefusal;

  constructor(reason: NoticeRefusal, options?: ErrorOptions) {
    super(`A notice of a payment was refused: ${reason}`, options);
    this.name = 'NoticeRefused';
    this.reason = reason;
  }
}
