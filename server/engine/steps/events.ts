import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import type { Engine } from '../engine.ts';
import type { DatasetServer, DatasetServers } from '../server-side.ts';
import type { Db } from '../sql.ts';
import type { StepBy, StepRow } from './step-server.ts';

/** Something that happened to rows, told inside the transaction in which it happened. */
export interface RowEvent<Row = RowValues, Given = Readonly<RowValues>> {
  /** Dataset and step, such as `serviceOrder.pay`, or what was done by other roads, such as `userCard.add`. */
  readonly name: string;
  readonly dataset: AnyDataset;
  readonly keys: readonly number[];
  /** Of a step the rows as they stood before it; otherwise as they stand now, deleted ones too. */
  readonly rows: readonly StepRow<Row>[];
  /** The inputs given with the step; nothing of other events. */
  readonly given: Given;
  readonly by: StepBy;
  readonly now: Date;
}

/** Follows an event, in its transaction: what it throws undoes the event, too. */
export type Listener<Row = RowValues, Given = Readonly<RowValues>> = (
  engine: Engine,
  db: Db,
  event: RowEvent<Row, Given>,
) => Promise<void>;

/** Events that may lie within one another: a listener takes a step, which another one hears. */
const deepest = 8;

const depths = new WeakMap<Db, number>();

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
 * Tells an event to the server sides that listen, in the order in which they are registered. Throws when events lie
 * deeper in one another than any honest chain does, which is a circle.
 */
export async function emit(engine: Engine, db: Db, event: RowEvent): Promise<void> {
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
