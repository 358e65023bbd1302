import { VendorFailure } from '../vendor/failure.ts';

/** The keys of a seat. */
export interface SeatKeys {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** A call to be placed: the vendor rings the seat and then the number. */
export interface CallToPlace {
  readonly callId: number;
  readonly extension: string;
  readonly calledNumber: string;
}

/** A notice of the end of a call. */
export interface CallNotice {
  readonly taskId: string;
  /** Our number, which the vendor repeats; undefined if it does not. */
  readonly callId: number | undefined;
  readonly calledNumber: string;
  readonly outboundNumber: string | null;
  readonly connected: boolean;
  /** Seconds. */
  readonly duration: number;
  readonly beginTime: string | null;
  readonly endTime: string | null;
  readonly recordUrl: string | null;
  readonly remark: string | null;
}

/** Places telephone calls. */
export interface CallGateway {
  readonly name: string;
  /** True if calls are simulated, and need no keys. */
  readonly local: boolean;
  /**
   * Places a call and returns the vendor's number for it.
   * @throws {CallRefused} if the vendor refuses or does not answer; a call of the latter kind may have been placed.
   */
  place(keys: SeatKeys | undefined, call: CallToPlace): Promise<string>;
  /** The recording at an address that this gateway has made up; undefined for addresses that are fetched. */
  readonly recording?: (url: string) => Buffer | undefined;
  /** Reads a notice without believing it; undefined if it has another form. */
  readNotice(json: unknown): CallNotice | undefined;
  /** Reports whether a notice was signed with a seat's keys. */
  isSigned(keys: SeatKeys | undefined, json: unknown): boolean;
}

/** A call that the vendor did not take, with its reason in the vendor's words. */
export class CallRefused extends VendorFailure {
  /** The vendor did not answer: it is not known whether a telephone rang. */
  readonly unanswered: boolean;

  constructor(reason: string, options: ErrorOptions & { readonly unanswered?: boolean } = {}) {
    super(reason.slice(0, 128), options);
    this.name = 'CallRefused';
    this.unanswered = options.unanswered ?? false;
  }
}
