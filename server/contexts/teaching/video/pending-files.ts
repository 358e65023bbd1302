import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';

type Stores = Pick<Engine, 'db' | 'files' | 'clock'>;

/** Milliseconds after which a file without a row was left by a crash. Storing one takes minutes at most. */
const staleMs = 86_400_000;

/** Files removed between two looks at whether the node stops. */
const batch = 100;

/** Notes files before they are stored, so that those that no row will have are found. */
export async function noteFiles(
  { db, clock }: Pick<Stores, 'db' | 'clock'>,
  keys: readonly string[],
): Promise<void> {
  await sql`
    insert into t_course_pending_file (path, create_time)
    select path, ${clock.now()}::timestamptz from unnest(${keys}::text[]) as path
    on conflict (path) do update set create_time = excluded.create_time`.execute(db);
}

/** Forgets files that have got their row in the caller's transaction, or that were removed. */
export async function forgetFiles(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from t_course_pending_file where path = any(${keys}::text[])`.execute(db);
}

/** Removes the files that crashes left without a row; returns their number. */
export async function removeStaleFiles({ db, files, clock }: Stores, signal: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - staleMs);
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const removed = await transact(db, async within => {
      // Held until the files are gone: a conversion that stores one of them again waits.
      const found = await sql<{ path: string }>`
        delete from t_course_pending_file where path in (
          select path from t_course_pending_file where create_time < ${before}::timestamptz
          order by create_time limit ${batch} for update skip locked)
        returning path`.execute(within);
      for (const { path } of found.rows) await files.remove(path);
      return found.rows.length;
    });
    count += removed;
    if (removed < batch) return count;
  }
}
