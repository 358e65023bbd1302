/** The state of the server as shown by an answer. */
export interface Sign {
  /** HTTP status. */
  readonly status: number;
  /** The answer comes from our server, and not from a proxy in front of an unavailable one. */
  readonly ours: boolean;
  /** Stable name of the failure, if it is ours. */
  readonly reason?: string | undefined;
  /** Seconds to wait, as sent by the server; null without a header. */
  readonly retryAfter: number | null;
}

/** Failures that ask to wait and affect only files: everything else works. */
const filesOnly: ReadonlySet<string | undefined> = new Set(['storeAway']);

/** Failures of a server that is unable to work, and has not begun the call. */
const notBegun: ReadonlySet<string | undefined> = new Set(['databaseAway', 'databaseBusy', 'shuttingDown']);

/** Reports whether the server that answered so cannot do its work for a moment, this call and any other. */
export function isAway({ status, ours, retryAfter, reason }: Sign): boolean {
  if (status === 502 || status === 504) return true;
  return status === 503 && (!ours || (retryAfter !== null && !filesOnly.has(reason)));
}

/** Reports whether a write with this answer may still have taken effect. */
export function isDoubtful(sign: Sign): boolean {
  return isAway(sign) && !notBegun.has(sign.reason);
}

/** Seconds of a `Retry-After` header; null without one, or for a date. */
export function retryAfterOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
}
