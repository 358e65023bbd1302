import type { Label } from '@yikao/model/kernel/label.ts';
import type { Engine } from '../../../engine/engine.ts';

/** The parts that a handler works with. */
export interface HandlerContext {
  readonly engine: Engine;
  /** `params` of the job, which its schema in `scheduledParams` has accepted. */
  readonly params: unknown;
  /** Aborted when this node stops; the handler then throws (`throwIfAborted`), and another node begins anew. */
  readonly signal: AbortSignal;
}

/**
 * Does what a scheduled job is for and says in a sentence what it did. May be run again after a node died in the
 * middle of it, so doing it twice must do no harm. Throwing marks the run as failed.
 */
export type ScheduledHandler = (context: HandlerContext) => Promise<Label>;
