import type { IncomingHttpHeaders } from 'node:http';
import { type Said, VendorFailure } from '../vendor/failure.ts';

/** An authorisation that the platform gave, with its ends. */
export interface Grant {
  readonly openId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: string;
  readonly expires: Date;
  /** Until then the authorisation can be renewed. */
  readonly refreshUntil: Date;
}

/** The person of an account, as the platform shows them. */
export interface DouyinPerson {
  readonly nickName: string;
  readonly avatar: string;
  readonly douyinNo: string;
}

/** A course for the platform to review. The same `outId` is one course, however often it is submitted. */
export interface CourseToSubmit {
  readonly outId: string;
  readonly title: string;
  readonly classId: string;
  /** Yuan, as exact decimal text. */
  readonly price: string;
  readonly images: readonly string[];
  readonly refundable: boolean;
}

/** A mount for the platform to review. The same `outId` is one mount, however often it is submitted. */
export interface MountToSubmit {
  readonly outId: string;
  readonly openId: string;
  readonly accessToken: string;
  readonly itemId: string | null;
  readonly path: string;
  readonly title: string;
}

/** The state of a course or a mount at the platform, with its reason if it was rejected. */
export interface DouyinState {
  readonly state: 'waiting' | 'approved' | 'rejected' | 'mounted';
  readonly reason: string;
  readonly viewNum: number;
  readonly clickNum: number;
  readonly dealNum: number;
}

/**
 * A notice of the platform. `verify`: the platform asks whether an address is ours, before it saves it; the answer repeats
 * the challenge, and the question may be unsigned. All others have a valid signature. `unknown`: an event that nothing in
 * the product reads.
 */
export type DouyinNotice =
  | { readonly about: 'verify'; readonly challenge: string | number }
  | {
      readonly about: 'course' | 'mount';
      /** The platform's number of the event; repeated notices have the same. */
      readonly eventId: string;
      readonly outId: string;
      readonly state: DouyinState['state'];
      readonly reason: string;
    }
  | {
      readonly about: 'unknown';
      readonly event: string;
      readonly eventId: string;
      /** The platform's number of its own log. */
      readonly logNo: string;
    };

/** A notice as received: header names in lower case, and the bytes that its signature covers. */
export interface RawNotice {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The open platform of Douyin. Its calls go to the outside, so make none inside a transaction. */
export interface DouyinGateway {
  /** Seconds between a submission and the first question about it. */
  readonly askAfter: number;
  /** The page on which a person authorises us, and from which they come back to `backUrl` with the state. */
  authUrl(state: string, backUrl: string): string;
  /** Exchanges the code that a person came back with. @throws {DouyinFailure} */
  exchange(code: string): Promise<Grant>;
  /** Renews the access token; the end of the refresh token stays as it is. */
  renew(refreshToken: string): Promise<Grant>;
  /**
   * Exchanges a refresh token for one that is valid for another 30 days, at most five times in a row; the old one ends.
   */
  extend(refreshToken: string): Promise<Pick<Grant, 'refreshToken' | 'refreshUntil'>>;
  person(accessToken: string, openId: string): Promise<DouyinPerson>;
  classes(): Promise<readonly { readonly classId: string; readonly name: string }[]>;
  /** Returns the platform's number of the course. */
  submitCourse(course: CourseToSubmit): Promise<string>;
  courseState(platformId: string): Promise<DouyinState>;
  /** Returns the platform's number of the mount. */
  submitMount(mount: MountToSubmit): Promise<string>;
  mountState(platformId: string): Promise<DouyinState>;
  /** Takes a mount away; one that is not there any more is no failure. */
  endMount(platformId: string): Promise<void>;
  /** Reads a notice; undefined for one that the platform has not signed, unless it is a question about the address. */
  verifyNotice(notice: RawNotice): DouyinNotice | undefined;
}

/**
 * Why a call failed. `unreachable`: try again. `expired`: the account's authorisation has ended. `refused`: a person has
 * to mend something, which `said` says.
 */
export type DouyinReason = 'unreachable' | 'expired' | 'refused';

/** A call that the platform did not carry out. */
export class DouyinFailure extends VendorFailure {
  readonly reason: DouyinReason;
  readonly said: Said;

  constructor(reason: DouyinReason, message: string, said: Said, options?: ErrorOptions) {
    super(message.slice(0, 200), options);
    this.name = 'DouyinFailure';
    this.reason = reason;
    this.said = said;
  }
}
