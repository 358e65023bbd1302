import type { Actor } from '../scope/actor.ts';

/** In whose name, when, and by which job rows are written. */
export interface Storing {
  /** The person named in the history. */
  readonly by: Actor;
  readonly now: Date;
  /** The job named in the history, which can be undone. */
  readonly jobId?: number | undefined;
}
