import type { Logger } from './logger.ts';

/** Something that a node does again and again, with its life. */
export interface Loop {
  /** Begins to look. */
  start(): void;
  /** Looks no more, once the present look is over. */
  stop(): Promise<void>;
}

/** The parts that {@link createLoop} works with. */
export interface LoopParts {
  readonly logger: Logger;
  /** The name of the check in the log, such as `Looking for scheduled jobs`. */
  readonly name: string;
  /** Nodes of `ROLE=web` do not. */
  readonly works: boolean;
  /** Looks once, and answers the milliseconds until the next look. */
  readonly look: () => Promise<number>;
  /** Milliseconds until the next look after one that failed. */
  readonly afterFailureMs: number;
}

/** Looks for something to do, one look after the other; a look that fails is logged and made again. */
export function createLoop({ logger, name, works, look, afterFailureMs }: LoopParts): Loop {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    let waitMs = afterFailureMs;
    try {
      waitMs = await look();
    } catch (error) {
      logger.error({ err: error }, `${name} failed`);
    }
    if (!stopped) timer = setTimeout(next, waitMs);
  }
  function next(): void {
    looking = once();
  }

  return {
    start() {
      if (works) next();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
