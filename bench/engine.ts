import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { datasetServers } from '@yikao/server/contexts/datasets.ts';
import { createEngine, type Engine } from '@yikao/server/engine/engine.ts';
import type { DynamicTables } from '@yikao/server/engine/table/sql.ts';
import { jobWorks } from '@yikao/server/job-works.ts';
import { systemClock } from '@yikao/server/platform/clock.ts';
import { type Config, readConfig } from '@yikao/server/platform/config.ts';
import { openDatabase } from '@yikao/server/platform/database/open.ts';
import { openDiskRoom } from '@yikao/server/platform/disk-room.ts';
import { openFileStore } from '@yikao/server/platform/files/open.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { migrate, readMigrations } from '@yikao/server/platform/migrations.ts';
import { openFetchOutside } from '@yikao/server/platform/outside/open.ts';
import { createSecrets } from '@yikao/server/platform/secrets.ts';
import { stepServers } from '@yikao/server/step-servers.ts';
import { startPostgres } from '../scripts/lib/postgres.mjs';

/** The whole product's engine in this process, on a separate migrated database without rows. */
export interface BenchEngine {
  readonly engine: Engine;
  readonly config: Config;
  /** Folder in which jobs keep their files while they run. */
  readonly workFolder: string;
  /** Closes and removes everything: call it in a `finally`, or the server outlives the benchmark. */
  stop(): Promise<void>;
}

/**
 * Starts the engine that a benchmark measures, on a PostgreSQL server or the embedded database. Jobs are not queued: the benchmark works through them itself. Throws
 * when the server does not start or a migration fails; nothing is left running then.
 */
export async function startEngine(on: 'postgres' | 'embedded' = 'postgres'): Promise<BenchEngine> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = on === 'postgres' ? await startPostgres() : undefined;
  made.defer(() => postgres?.stop());
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  const logger = silentLogger();
  const database = await openDatabase(config, { logger });
  made.defer(() => database.close());
  const migrations = fileURLToPath(new URL('../server/migrations', import.meta.url));
  await migrate(database, await readMigrations(migrations), logger);
  const engine = createEngine({
    datasets,
    servers: datasetServers,
    steps: stepServers,
    jobWorks,
    db: database.kysely.withTables<DynamicTables>(),
    files: openFileStore(config),
    secrets: createSecrets(config),
    fetchOutside: openFetchOutside(config),
    room: await openDiskRoom(config, database, logger),
    clock: systemClock,
    jobs: { enqueue: async () => {}, withdraw: async () => false, wake: () => {} },
  });
  const kept = made.move();
  return { engine, config, workFolder: join(folder, 'work'), stop: () => kept.disposeAsync() };
}
