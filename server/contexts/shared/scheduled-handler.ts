import type { Label } from '@yikao/model/kernel/label.ts';
import type { Engine } from '../../engine/engine.ts';

/** The parts that a handler works with. */
export interface HandlerContext {
  readonly engine: Engine;
  /** `params` of the job, which its schema in `scheduledParams` has accepted. */
  readonly params: unknown;
  /** Aborted when this node stops; the handler then throws (`throwIfAborted`), and another node starts it again. */
  readonly signal: AbortSignal;
}

/**
 * Runs a scheduled job and returns a sentence about the result. It may run again after a node died in the middle, so it
 * must be repeatable. An error marks the run as failed.
 */
export type ScheduledHandler = (context: HandlerContext) => Promise<Label>;
