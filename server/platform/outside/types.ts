import { AppError, type ErrorCode } from '@yikao/model/errors.ts';

/** Limits of one fetch; each is required, since a page of somebody else may be of any size and never end. */
export interface OutsideRequest {
  /** Most bytes of the content, after it was unpacked. */
  readonly maxBytes: number;
  /** Milliseconds for everything: names, redirects, content. */
  readonly timeoutMs: number;
  /** Media types that are taken, in lower case: `text/html`, or `image/` for all of a kind; `any` also for none. */
  readonly accept: readonly string[] | 'any';
  /** Hosts that alone may be fetched, also after a redirect; left out for any public host. */
  readonly hosts?: readonly string[];
  /** Ends the fetch early. */
  readonly signal?: AbortSignal;
}

/** A fetched page, feed or picture. */
export interface OutsidePage {
  /** Its address after all redirects. */
  readonly url: string;
  /** Its media type in lower case, without parameters; '' if the server names none. */
  readonly type: string;
  /** The encoding that the server names, in lower case; undefined if it names none. */
  readonly charset: string | undefined;
  readonly bytes: Buffer;
}

/**
 * Fetches a page of the public internet, and none of our own network (domain 2.L). Only http and https, on their own ports,
 * without a name and password in the address; other hosts and ports are named by `OUTSIDE_HOSTS`.
 * @throws {OutsideFailure} with the reason in both languages.
 */
export type FetchOutside = ((url: string, request: OutsideRequest) => Promise<OutsidePage>) & {
  /** The name that we give ourselves. */
  readonly agent: string;
};

/** The reasons for which a fetch fails. */
export type OutsideReason = Extract<ErrorCode, `outside${string}`>;

/** A fetch that failed; an answer of a call as it is, and its `text` is kept with a job. */
export class OutsideFailure extends AppError {
  /** The HTTP status that the server answered with, where that was the reason. */
  readonly answered: number | undefined;
  /** Seconds that the server asked to wait (`Retry-After`). */
  readonly waitSeconds: number | undefined;

  constructor(
    reason: OutsideReason,
    facts: {
      readonly params?: Readonly<Record<string, string | number>>;
      readonly answered?: number;
      readonly waitSeconds?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(reason, { params: facts.params ?? {}, cause: facts.cause });
    this.answered = facts.answered;
    this.waitSeconds = facts.waitSeconds;
  }
}
