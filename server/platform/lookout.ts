import type { Logger } from './logger.ts';

/** Something that is looked at again and again. */
export interface Lookout {
  /** Starts with a first check. */
  start(): void;
  /** Looks no more, once the present look is over. */
  stop(): Promise<void>;
}

/** The parts that {@link createLookout} is given. */
export interface LookoutOptions {
  readonly look: () => Promise<void>;
  /** Milliseconds between the end of a check and the next one. */
  readonly everyMs: number;
  readonly logger: Logger;
}

/** Repeats a check, one at a time. A failed check is logged, and the next one runs as usual. */
export function createLookout({ look, everyMs, logger }: LookoutOptions): Lookout {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let stopped = false;

  async function lookOnce(): Promise<void> {
    try {
      await look();
    } catch (error) {
      logger.error({ err: error }, 'A look that comes again and again has failed');
    }
    if (!stopped) timer = setTimeout(next, everyMs);
  }

  function next(): void {
    looking = lookOnce();
  }

  return {
    start: next,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
