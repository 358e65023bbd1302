import { setTimeout as after } from 'node:timers/promises';
import type { JobContext } from '../work.ts';

/** Milliseconds that one transaction of a job may keep others waiting, where they share one session. */
const turnMs = 200;

/** The part of a chunk's time that follows it as a pause, and its bounds in milliseconds. */
const pause = { share: 0.2, leastMs: 20, mostMs: 500 } as const;

/**
 * Lets others have the database after a chunk that took `tookMs`. The embedded database has one session: a page asks it
 * ten times, and without a pause each of these would wait for another chunk. On a server nothing waits, and the job goes
 * on at once.
 */
export async function giveWay({ oneSession }: Pick<JobContext, 'oneSession'>, tookMs: number): Promise<void> {
  if (oneSession !== true) return;
  await after(Math.min(pause.mostMs, Math.max(pause.leastMs, tookMs * pause.share)));
}

/**
 * Rows of the next chunk, after one of `rows` took `tookMs`: so many that it takes about a turn of the embedded database,
 * at least `least` and at most `most`, and no more than twice as many as before.
 */
export function rowsByTime(
  rows: number,
  tookMs: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const fitting = Math.round((rows * turnMs) / Math.max(1, tookMs));
  return Math.max(Math.min(least, most), Math.min(most, fitting, rows * 2));
}
