import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import type { Engine } from '../engine.ts';
import type { Db } from '../sql.ts';
import type { StepBy, StepRow } from './step-server.ts';

/** Something that happened to rows, told inside the transaction in which it happened. */
export interface RowEvent {
  /** Dataset and step, such as `serviceOrder.pay`. */
  readonly name: string;
  readonly dataset: AnyDataset;
  /** The rows as they stood before. */
  readonly rows: readonly StepRow[];
  readonly given: Readonly<RowValues>;
  readonly by: StepBy;
  readonly now: Date;
}

/** Follows an event, in its transaction: what it throws undoes the event, too. */
export type Listener = (engine: Engine, db: Db, event: RowEvent) => Promise<void>;

/** Events that may lie within one another: a listener takes a step, which another one hears. */
const deepest = 8;

const depths = new WeakMap<Db, number>();

/**
 * Tells an event to the server sides that listen, in the order in which they are registered. Throws when events lie
 * deeper in one another than any honest chain does, which is a circle.
 */
export async function emit(engine: Engine, db: Db, event: RowEvent): Promise<void> {
  const depth = (depths.get(db) ?? 0) + 1;
  if (depth > deepest) throw new Error(`Events go round in a circle at ${event.name}`);
  depths.set(db, depth);
  try {
    for (const side of Object.values(engine.servers)) await side.on?.[event.name]?.(engine, db, event);
  } finally {
    depths.set(db, depth - 1);
  }
}
