/** The state that an answer tells of the server that gave it. */
export interface Sign {
  /** HTTP status. */
  readonly status: number;
  /** The answer is ours; a proxy in front of a server that is away answers something else. */
  readonly ours: boolean;
  /** Stable name of the failure, where it is ours and has one. */
  readonly reason?: string | undefined;
  /** Seconds to wait, as the server says; null where it says nothing. */
  readonly retryAfter: number | null;
}

/** Failures that ask to wait and concern files alone: all else works. */
const filesOnly: ReadonlySet<string | undefined> = new Set(['storeAway']);

/** Failures of a server that cannot do its work, by which it says that it has not begun. */
const notBegun: ReadonlySet<string | undefined> = new Set(['databaseAway', 'databaseBusy', 'shuttingDown']);

/** Whether the server that answered so cannot do its work for a moment, this call and any other. */
export function isAway({ status, ours, retryAfter, reason }: Sign): boolean {
  if (status === 502 || status === 504) return true;
  return status === 503 && (!ours || (retryAfter !== null && !filesOnly.has(reason)));
}

/** Whether a call that was to change something, and was answered so, may have done it all the same. */
export function isDoubtful(sign: Sign): boolean {
  return isAway(sign) && !notBegun.has(sign.reason);
}

/** Seconds of a `Retry-After` header; null where there is none, or a date. */
export function retryAfterOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
}
