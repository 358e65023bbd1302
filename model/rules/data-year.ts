import { readShanghai } from './times.ts';

/** Milliseconds by which Asia/Shanghai is ahead of UTC; China has had no summer time since 1991. */
const shanghaiOffsetMs = 8 * 60 * 60 * 1000;

/** An instant as Asia/Shanghai wall time, `YYYY-MM-DD HH:mm:ss`. */
export function shanghaiTime(instant: Date): string {
  const iso = new Date(instant.getTime() + shanghaiOffsetMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/**
 * The instant of an Asia/Shanghai wall time `YYYY-MM-DD HH:mm:ss` of our own. Throws `RangeError` if it does not exist;
 * one from outside is read by `readShanghai`.
 */
export function shanghaiInstant(time: string): Date {
  const at = readShanghai(time);
  if (!at) throw new RangeError(`No such time: ${time}`);
  return at;
}

/** The default data year: the next year once August is over, else this one (spec section 4, domain 4.9). */
export function dataYear(now: Date): number {
  const [year, month] = shanghaiTime(now).split('-');
  return Number(year) + (Number(month) > 8 ? 1 : 0);
}

/** The end of the academic year, the default expiry of entitlements (spec section 9, domain 4.9). */
export function yearEnd(now: Date): string {
  return `${dataYear(now)}-08-31 23:59:59`;
}

/** First and last year of the year lists of the spec (section 4). */
const yearLists = { general: [2015, 2025], partners: [2016, 2024], export: [2012, 2025] } as const;

/** Name of a year list. */
export type YearList = keyof typeof yearLists;

/**
 * A year list, newest first. The listed bounds are a minimum: the present data year is always in it
 * (domain 6, Q9, Q10).
 */
export function yearList(list: YearList, now: Date): number[] {
  const [first, last] = yearLists[list];
  const end = Math.max(last, dataYear(now));
  return Array.from({ length: end - first + 1 }, (_, index) => end - index);
}
