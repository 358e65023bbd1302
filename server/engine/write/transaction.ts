import { holdCounts, writeCounts } from '../read/counters.ts';
import type { Db, Tx } from '../table/sql.ts';

/** PostgreSQL's codes for a transaction that lost against another one and may simply be done again. */
const lost = new Set<unknown>(['40P01', '40001']);

/** Most attempts at a transaction. */
const mostTries = 5;

/**
 * Reports whether an error means that the transaction lost against another one (deadlock, serialisation) and may be
 * done again.
 */
function isLostRace(error: unknown): boolean {
  return lost.has((error as { code?: unknown } | null)?.code);
}

/**
 * Runs `work` in a transaction, and repeats it as a whole if it loses a race, since parts of a transaction cannot be
 * repeated: the only way into one (`scripts/lib/own-kinds.mjs` checks it). `work` must not have effects outside the
 * database.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async within => {
        holdCounts(within);
        const answer = await work(within);
        await writeCounts(within);
        return answer;
      });
    } catch (error) {
      if (!isLostRace(error) || tries >= mostTries) throw error;
    }
  }
}
