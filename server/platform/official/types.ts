import { VendorFailure } from '../vendor/failure.ts';

/** The credentials of an account at the vendor, with which it is read. */
export interface OfficialCredentials {
  readonly appId: string;
  readonly appSecret: string;
}

/** One article of a message, as the vendor gives it. */
export interface OfficialItem {
  /** The vendor's number of the message, and the place of the article in it. */
  readonly sourceNo: string;
  readonly title: string;
  readonly author: string;
  readonly summary: string;
  /** HTML as the account's editor made it; not yet sanitised. */
  readonly content: string;
  /** Address of the page; of a draft it opens for a while only. */
  readonly url: string;
  /** Address of the cover; '' without one. */
  readonly cover: string;
  /** The vendor's time of the message. */
  readonly time: Date;
}

/** A page of a list: articles of the messages from an offset on. */
export interface OfficialPage {
  /** Messages of the whole list. */
  readonly total: number;
  /** Messages of this page, each with up to eight articles. */
  readonly messages: number;
  readonly items: readonly OfficialItem[];
}

/** The two lists of an account. */
export type OfficialList = 'published' | 'draft';

/** Most messages that one page may have, by the vendor's rule. */
export const officialPageSize = 20;

/** Reads the articles of official accounts. */
export interface OfficialGateway {
  /** True if accounts without credentials can be read: in the simulated one. */
  readonly local: boolean;
  /**
   * Reads one page of a list, from the newest message on.
   * @throws {OfficialFailure} if the vendor refuses, or cannot be reached.
   */
  read(
    credentials: OfficialCredentials | undefined,
    list: OfficialList,
    offset: number,
  ): Promise<OfficialPage>;
}

/**
 * Why a list was not read. `unreachable`: no answer, or one of a server in trouble; try again. `refused`: the vendor does
 * not take the credentials or our address, which a person has to mend. `quota`: the calls of the day are used up.
 */
export type OfficialReason = 'unreachable' | 'refused' | 'quota';

/** A list that was not read. */
export class OfficialFailure extends VendorFailure {
  readonly reason: OfficialReason;
  /** The vendor's number of the error; 0 if there was no answer. */
  readonly vendorCode: number;

  constructor(reason: OfficialReason, vendorCode: number, message: string, options?: ErrorOptions) {
    super(message.slice(0, 200), options);
    this.name = 'OfficialFailure';
    this.reason = reason;
    this.vendorCode = vendorCode;
  }
}
