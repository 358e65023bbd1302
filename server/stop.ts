import { setTimeout as after } from 'node:timers/promises';
import type { Logger } from './platform/logger.ts';

/** One part to stop, and the milliseconds after which the next one is stopped regardless. */
export interface StopStep {
  readonly name: string;
  readonly patienceMs: number;
  end(): Promise<unknown>;
}

/** Milliseconds from a signal to the end of the process, whatever hangs: the sender waits ten seconds. */
const deadlineMs = 9_000;

/** Stops the parts in sequence; returns the names of those that failed or were too slow. */
async function endAll(steps: readonly StopStep[], logger: Logger): Promise<string[]> {
  const unended: string[] = [];
  for (const { name, patienceMs, end } of steps) {
    const patience = new AbortController();
    try {
      const late = after(patienceMs, 'late', { signal: patience.signal });
      if ((await Promise.race([end(), late])) === 'late') {
        logger.warn({ part: name, patienceMs }, 'A part of the process did not end in time');
        unended.push(name);
      }
    } catch (error) {
      logger.error({ err: error, part: name }, 'A part of the process failed while it ended');
      unended.push(name);
    } finally {
      patience.abort();
    }
  }
  return unended;
}

/**
 * Ends the process on SIGINT and SIGTERM: with 0 if everything stopped in order, else with 1. Acknowledged data is safe
 * either way. A second signal ends it at once.
 */
export function stopOnSignals(steps: readonly StopStep[], logger: Logger): void {
  let stopping = false;
  const leave = (unended: readonly string[]): never => {
    const code = unended.length === 0 ? 0 : 1;
    if (code !== 0)
      console.error(`Yikao was ended by force (exit code 1); still at work: ${unended.join(', ')}`);
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => leave(['the process as a whole']), deadlineMs);
      void endAll(steps, logger).then(leave);
    });
  }
}
