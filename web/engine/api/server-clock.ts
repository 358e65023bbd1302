import { readInstant } from '@yikao/model/rules/times.ts';

/** Milliseconds by which the server's clock is ahead of this machine's, from its last answer. */
let aheadMs = 0;

/** Applies the server's time from the `Date` header of an answer; null without one. */
export function noteServerTime(date: string | null): void {
  const at = readInstant(date ?? '')?.getTime();
  if (at !== undefined) aheadMs = at - Date.now();
}

/** The time on the server's clock, in milliseconds since 1970; right to a second or two, and the longer an answer takes. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
