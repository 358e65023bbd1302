import type { Lost } from '../vendor/exchange.ts';
import { type Said, VendorFailure } from '../vendor/failure.ts';

/** The vendors, by their codes in `pushVendor`. */
export const pushVendors = { getui: 1, jpush: 2, wechat: 3, douyin: 4, local: 9 } as const;

/** The credentials of an app at its vendor. */
export interface PushAccount {
  readonly vendor: number;
  readonly appKey: string;
  readonly appSecret: string;
  /** AppID of Getui. */
  readonly vendorAppId: string | null;
  /** Template of subscription messages, and the names of its parts. */
  readonly templateId: string | null;
  readonly titleKey: string | null;
  readonly contentKey: string | null;
}

/** A push as it is shown, and the page that it opens. */
export interface PushMessage {
  readonly taskId: number;
  readonly title: string;
  readonly content: string;
  /** Kind of the page, a code of `pushLink`; 0 for none. */
  readonly linkType: number;
  readonly linkValue: string | null;
}

/** A device to be reached; `key` names this push to it, and is the same whenever it is sent again. */
export interface PushTarget {
  readonly key: string;
  readonly token: string;
}

/**
 * Outcome of the push to one device. `dead`: the vendor names this token as one that reaches no device any more.
 * `unreached`: the vendor found none of the batch, and named none. `refused`: this device does not get it, with the reason.
 * `later`: it was certainly not sent, and may be tried again. `unknown`: it may have arrived, so it must not be sent again.
 */
export type PushOutcome =
  | { readonly kind: 'sent' | 'dead' | 'unreached' | 'later' | 'unknown' }
  | { readonly kind: 'refused'; readonly reason: Said };

/** A vendor of pushes. Its calls go to the outside, so make none inside a transaction. */
export interface PushGateway {
  /** Most devices of one call. */
  readonly batch: number;
  /**
   * Hours for which a batch that is sent again with its key is known to the vendor and counts once; 0 if it knows none.
   */
  readonly knownHours: number;
  /** The key for a batch, before it is sent for the first time. */
  newKey(account: PushAccount): Promise<string>;
  /**
   * Sends a push to devices; the outcomes come in their order.
   * @throws {PushFailure} if the batch as a whole was not taken.
   */
  send(
    account: PushAccount,
    message: PushMessage,
    targets: readonly PushTarget[],
    key: string,
  ): Promise<readonly PushOutcome[]>;
}

/**
 * Why a batch was not taken. `unsent`: nothing was sent; try again. `unknown`: the vendor may have taken it; send it again
 * with its key alone. `refused`: nothing was sent, and a person has to mend the app's settings.
 */
export type PushReason = 'unsent' | 'unknown' | 'refused';

/** A batch that was not taken. */
export class PushFailure extends VendorFailure {
  readonly reason: PushReason;
  /** The words for the person who has to mend it; of `refused` alone. */
  readonly said: Said | undefined;

  constructor(reason: PushReason, message: string, options?: ErrorOptions & { readonly said?: Said }) {
    super(message.slice(0, 200), options);
    this.name = 'PushFailure';
    this.reason = reason;
    this.said = options?.said;
  }
}

/** The failure of a call that the vendor did not answer. */
export const lostPush = (how: Lost, message: string, options?: ErrorOptions) =>
  new PushFailure(how, message, options);

/** The task of a push, as the log of exchanges names it. */
export const subjectOf = ({ taskId }: PushMessage) => `pushTask:${taskId}`;
