import { sql } from 'kysely';
import type { Db } from '../table/sql.ts';

/** A number in a row that many transactions increment and decrement; neither history nor version record it. */
export interface Counter {
  readonly table: string;
  /** Column of the row's key. */
  readonly key: string;
  readonly column: string;
}

/** The counts of a transaction so far: by counter, and by row. */
type Counts = Map<Counter, Map<number, number>>;

const open = new WeakMap<Db, Counts>();

/** Has {@link count} wait for {@link writeCounts} in this transaction. */
export function holdCounts(db: Db): void {
  open.set(db, new Map());
}

/**
 * Writes the counts of a transaction as its last statements, so that heavily shared rows are locked for the shortest
 * time.
 */
export async function writeCounts(db: Db): Promise<void> {
  const counts = open.get(db) ?? new Map();
  open.delete(db);
  // In one order for all, so that no two transactions wait for each other.
  const counters = [...counts.keys()].toSorted((one, other) =>
    `${one.table}.${one.column}`.localeCompare(`${other.table}.${other.column}`),
  );
  for (const counter of counters) await write(db, counter, counts.get(counter) ?? new Map());
}

/** Adds `by` to each of the rows, as often as it is named; at the end of the transaction if that is `transact`'s. */
export async function count(db: Db, counter: Counter, keys: readonly number[], by: 1 | -1): Promise<void> {
  const held = open.get(db);
  const rows = held?.get(counter) ?? new Map<number, number>();
  for (const key of keys) rows.set(key, (rows.get(key) ?? 0) + by);
  if (held) held.set(counter, rows);
  else await write(db, counter, rows);
}

async function write(
  db: Db,
  { table, key, column }: Counter,
  counted: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = [...counted].filter(([, n]) => n !== 0).toSorted(([one], [other]) => one - other);
  if (rows.length === 0) return;
  await sql`
    update ${sql.table(table)} as c set ${sql.id(column)} = c.${sql.id(column)} + r.n
    from unnest(${rows.map(([id]) => id)}::bigint[], ${rows.map(([, n]) => n)}::integer[]) as r (id, n)
    where c.${sql.id(key)} = r.id`.execute(db);
}
