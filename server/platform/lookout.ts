import type { Logger } from './logger.ts';

/** Something that is looked at again and again. */
export interface Lookout {
  /** Looks for the first time, and goes on. */
  start(): void;
  /** Looks no more, once the present look is over. */
  stop(): Promise<void>;
}

/** The parts that {@link createLookout} is given. */
export interface LookoutOptions {
  readonly look: () => Promise<void>;
  /** Milliseconds between the end of one look and the next. */
  readonly everyMs: number;
  readonly logger: Logger;
}

/** Looks again and again, one look at a time. A look that fails is logged, and the next one comes all the same. */
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
