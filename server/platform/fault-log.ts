import type { Logger } from './logger.ts';

/** Shortest time between two lines about faults of one kind. */
const apartMs = 1_000;

/** The message of a fault, and of its cause where it has none itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return error.message || code || (error.cause === undefined ? error.name : reasonOf(error.cause));
}

/**
 * Logs faults that come in crowds while another part is down, such as the queue's while its database does not answer: one
 * line a second at most, with the reason and the number left out, and without a stack, which is the same each time.
 */
export function createFaultLog(
  logger: Logger,
  text: string,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  let left = 0;
  return error => {
    const at = now();
    if (at - last < apartMs) {
      left += 1;
      return;
    }
    logger.error({ reason: reasonOf(error), ...(left > 0 && { left }) }, text);
    last = at;
    left = 0;
  };
}
