import { instantOf } from '@yikao/model/rules/times.ts';

/**
 * The source of the current time. Use it instead of `new Date()`, so that a test can run at any time; the model
 * computes days and times of day in Asia/Shanghai.
 */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock fixed at a time until it is moved. */
export function fixedClock(start: Date): Clock & { move(to: Date): void } {
  let at = start.getTime();
  return {
    now: () => instantOf(at),
    move: to => {
      at = to.getTime();
    },
  };
}
