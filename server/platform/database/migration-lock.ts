import type { PoolClient } from 'pg';
import type { Database } from './types.ts';

/** Name of the row of `yikao_migration` that nodes lock while migrating or founding the installation. */
export const lockRow = '0000_lock';

/**
 * Runs work in a transaction that holds the migration lock, so that one of several starting nodes works and the others
 * wait. On failure rolls back and throws the work's error.
 */
export async function underMigrationLock<T>(
  database: Pick<Database, 'pool'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query('select name from yikao_migration where name = $1 for update', [lockRow]);
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    // The connection itself may have failed; one that cannot roll back is discarded.
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
