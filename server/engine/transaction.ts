import { holdCounts, writeCounts } from './counters.ts';
import type { Db } from './sql.ts';

/** PostgreSQL's codes for a transaction that lost against another one and may simply be done again. */
const lost = new Set<unknown>(['40P01', '40001']);

/** How often a transaction is done again before it is given up. */
const mostTries = 5;

/** Whether an error means that the transaction lost against another one (deadlock, serialisation) and may be done again. */
export function isLostRace(error: unknown): boolean {
  return lost.has((error as { code?: unknown } | null)?.code);
}

/**
 * Runs `work` in a transaction, and again as a whole where it loses against another one: no part of a transaction can be
 * done again by itself. `work` must leave nothing behind outside of the database.
 */
export async function transact<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
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
