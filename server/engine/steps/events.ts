import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Engine } from '../engine.ts';
import type { DatasetServer, DatasetServers } from '../table/server-side.ts';
import type { Tx } from '../table/sql.ts';
import type { StepBy, StepRow } from './step-server.ts';

/** An event on rows, sent inside the transaction that caused it. */
export interface RowEvent<Row = RowValues, Given = Readonly<RowValues>> {
  /** Dataset and step, such as `serviceOrder.pay`, or dataset and another kind of change, such as `userCard.add`. */
  readonly name: string;
  readonly dataset: AnyDataset;
  readonly keys: readonly number[];
  /** For a step the rows before it; otherwise their current state, including deleted ones. */
  readonly rows: readonly StepRow<Row>[];
  /** The inputs given with the step; nothing of other events. */
  readonly given: Given;
  readonly by: StepBy;
  readonly now: Date;
}

/** Handles an event in its transaction: an error it throws also rolls back the event. */
export type Listener<Row = RowValues, Given = Readonly<RowValues>> = (
  engine: Engine,
  db: Tx,
  event: RowEvent<Row, Given>,
) => Promise<void>;

/** Events that may lie within one another: a listener takes a step, which another one hears. */
const deepest = 8;

const depths = new WeakMap<Tx, number>();

const heardBy = new WeakMap<DatasetServers, ReadonlyMap<string, readonly DatasetServer[]>>();

/** The server sides that listen to an event, in the order in which they are registered. */
export function listenersOf(servers: DatasetServers, event: string): readonly DatasetServer[] {
  let known = heardBy.get(servers);
  if (!known) {
    const listening = Object.values(servers).flatMap(side =>
      Object.keys(side.on ?? {}).map(name => ({ name, side })),
    );
    const grouped = Map.groupBy(listening, ({ name }) => name);
    known = new Map([...grouped].map(([name, found]) => [name, found.map(({ side }) => side)]));
    heardBy.set(servers, known);
  }
  return known.get(event) ?? [];
}

/**
 * Sends an event to the server sides that listen, in order of registration. Throws if events are nested too deeply,
 * which indicates a cycle.
 */
export async function emit(engine: Engine, db: Tx, event: RowEvent): Promise<void> {
  const listening = listenersOf(engine.servers, event.name);
  if (listening.length === 0 || event.keys.length === 0) return;
  const depth = (depths.get(db) ?? 0) + 1;
  if (depth > deepest) throw new Error(`Events go round in a circle at ${event.name}`);
  depths.set(db, depth);
  try {
    for (const side of listening) await side.on?.[event.name]?.(engine, db, event);
  } finally {
    depths.set(db, depth - 1);
  }
}
