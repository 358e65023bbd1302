/** What an answer tells of the server that gave it. */
export interface Sign {
  /** HTTP status. */
  readonly status: number;
  /** The answer is ours; a proxy in front of a server that is away answers something else. */
  readonly ours: boolean;
  /** Seconds to wait, as the server says; null where it says nothing. */
  readonly retryAfter: number | null;
}

/** Whether the server that answered so cannot do its work for a moment, this call and any other. */
export function isAway({ status, ours, retryAfter }: Sign): boolean {
  if (status === 502 || status === 504) return true;
  return status === 503 && (!ours || retryAfter !== null);
}

/** Seconds of a `Retry-After` header; null where there is none, or a date. */
export function retryAfterOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
}
