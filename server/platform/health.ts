import type { Database } from './database/types.ts';
import type { DiskRoom } from './disk-room.ts';
import type { Logger } from './logger.ts';
import { isMigrated, type Migration } from './migrations.ts';

/** Milliseconds after which a database that does not answer counts as away. */
const answerMs = 5_000;

/** The readiness of a node, part by part. */
export interface Readiness {
  readonly ready: boolean;
  /** The database answers. */
  readonly database: boolean;
  /** The database has all migrations of this version. */
  readonly migrations: boolean;
  /** The disks have room for large writes. A node without it still counts as ready: everything else works. */
  readonly disk: boolean;
}

/** Databases that had all migrations when they last answered. */
const upToDate = new WeakSet<Database>();

/**
 * Asks the database whether it is there and up to date; never throws, and never takes longer than some seconds. A node
 * that is not ready gets no calls from its load balancer. An embedded database that is late since it is at work for a job
 * of this node is there all the same.
 */
export async function ready(
  database: Database,
  migrations: readonly Migration[],
  room: DiskRoom,
  logger: Logger,
): Promise<Readiness> {
  const disk = !(await room.low());
  const steps = database.steps?.();
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`The database did not answer in ${answerMs} ms`));
    }, answerMs);
  });
  try {
    const migrated = await Promise.race([isMigrated(database, migrations), late]);
    if (migrated) upToDate.add(database);
    return { ready: migrated, database: true, migrations: migrated, disk };
  } catch (error) {
    const works = isLate && steps !== undefined && database.steps?.() !== steps;
    if (works && upToDate.has(database)) return { ready: true, database: true, migrations: true, disk };
    logger.warn({ err: error }, 'Not ready');
    return { ready: false, database: false, migrations: false, disk };
  } finally {
    clearTimeout(timer);
  }
}
