import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { tableName } from '../../naming.ts';
import type { Db } from '../../sql.ts';

/**
 * Holds the database to its indexes for the rest of a transaction. A chunk meets a table that grows while no
 * statistics of it exist yet; the planner then takes a few thousand rows for a reason to read the whole table,
 * again for every chunk (measured: 340 ms a chunk instead of 15, at 100,000 rows), or to gather and sort all that a
 * job has done instead of walking along the index (70 ms instead of 3, at 60,000).
 */
export async function preferIndexes(db: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('jit', 'off', true)`.execute(db);
}

/**
 * Whether the `total` rows of a walk, read `pageRows` at a time in the order of the key, are better read along the
 * key's index than by whatever index finds them. The planner cannot know: it sees one page, whose rows it may gather
 * and sort as a whole, again for every page. By that road all pages together look at `total² / 2 pageRows` rows at
 * worst, by the key's index at every row of the table once.
 */
export async function walksByKey(
  db: Db,
  dataset: AnyDataset,
  total: number,
  pageRows: number,
): Promise<boolean> {
  const known = await sql<{ rows: number }>`
    select reltuples::bigint as rows from pg_class where oid = ${tableName(dataset)}::regclass`.execute(db);
  return (total * total) / (2 * pageRows) > Math.max(Number(known.rows[0]?.rows ?? 0), total);
}

/**
 * Holds the database to the order of the key for the rest of a transaction, for walks that are better off so
 * ({@link walksByKey}). With statistics older than the rows the planner takes what is left for little and sorts it
 * (measured on the embedded database: 430 ms a page instead of 25, an export of a million rows in 225 s instead of 28).
 */
export async function preferKeyOrder(db: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true)`.execute(db);
}

/** Rows after whose insertion statistics are worth their cost for the first time. */
const firstRows = 2_000;

/**
 * Says when an import has made a table so much larger that its statistics mislead: without any, the planner
 * meets rows by whichever index comes first (measured: 3 s a chunk). Call it after each commit; nobody waits for it.
 */
export class TableStatistics {
  private inserted = 0;
  private next = firstRows;
  private renewal: Promise<void> = Promise.resolve();
  private readonly db: Db;
  private readonly table: string;

  constructor(db: Db, table: string) {
    this.db = db;
    this.table = table;
  }

  /** Counts inserted rows and has the statistics renewed when the table has grown by half since they were made. */
  grown(rows: number): void {
    this.inserted += rows;
    if (this.inserted < this.next) return;
    this.next = this.inserted * 3;
    this.renewal = this.renewal.then(() => this.renew());
    // Whoever waits for it gets its failure; until then it must not count as unhandled.
    this.renewal.catch(() => {});
  }

  /** Resolves when no renewal is under way. Throws what one has thrown. */
  renewed(): Promise<void> {
    return this.renewal;
  }

  private async renew(): Promise<void> {
    const known = await sql<{ rows: number }>`
      select reltuples::bigint as rows from pg_class where oid = ${this.table}::regclass`.execute(this.db);
    if (this.inserted > (known.rows[0]?.rows ?? 0) / 2)
      await sql`analyze ${sql.table(this.table)}`.execute(this.db);
  }
}
