import type { pino } from 'pino';
import { faultOf } from './faults.ts';

/** Milliseconds during which further faults are counted instead of logged. */
const gatherMs = 1_000;

/** The error of a line that has no other fact; undefined for any other line. */
function onlyError(first: unknown): unknown {
  if (first instanceof Error) return first;
  if (typeof first !== 'object' || first === null) return undefined;
  const [name, ...others] = Object.keys(first);
  return name === 'err' && others.length === 0 ? (first as { err: unknown }).err : undefined;
}

/**
 * Wraps a logger's method so that an outage does not fill the log: the first fault below the product is logged with its
 * stack, further ones are counted, and one line per second gives their number by kind until they stop. A line with its
 * own data (a job, an audit entry) is logged unchanged.
 */
export function countingFaults(
  logMethod: NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']>,
): typeof logMethod {
  let counts: Map<string, number> | undefined;

  function gather(tell: (facts: object, text: string) => void): void {
    setTimeout(() => {
      const told = counts;
      if (told === undefined || told.size === 0) {
        counts = undefined;
        return;
      }
      counts = new Map();
      tell({ faults: Object.fromEntries(told) }, 'More faults of the same outage');
      gather(tell);
    }, gatherMs).unref();
  }

  return function logFault(args, method, level) {
    const fault = faultOf(onlyError(args[0]));
    if (fault === undefined) {
      logMethod.call(this, args, method, level);
      return;
    }
    if (counts !== undefined) {
      counts.set(fault, (counts.get(fault) ?? 0) + 1);
      return;
    }
    counts = new Map();
    logMethod.call(this, args, method, level);
    gather((facts, text) => logMethod.call(this, [facts, text] as unknown as typeof args, method, level));
  };
}
