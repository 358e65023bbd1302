/**
 * The source of "now". Code asks it instead of `new Date()`, so that a test can stand at any instant;
 * days and times of day in Asia/Shanghai are reckoned in the model.
 */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still at an instant until it is moved. */
export function fixedClock(start: Date): Clock & { move(to: Date): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    move: to => {
      at = to.getTime();
    },
  };
}
