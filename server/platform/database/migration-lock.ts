import type { PoolClient } from 'pg';
import type { Database } from './types.ts';

/** Name of the row of `yikao_migration` that nodes lock while one of them migrates or founds the installation. */
export const lockRow = '0000_lock';

/**
 * Does work in one transaction that holds the migration lock, so that of nodes that start together one works and the
 * others wait. Rolls back and throws the work's own error when it fails.
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
    // The connection may be the thing that failed; one that cannot roll back is thrown away.
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
