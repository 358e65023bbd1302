/** Milliseconds by which the server's clock is ahead of this machine's, as its last answer told. */
let aheadMs = 0;

/** Takes the server's time over from the `Date` header of an answer; null where there is none. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** The time on the server's clock, in milliseconds since 1970; right to a second or two, and the longer an answer takes. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
