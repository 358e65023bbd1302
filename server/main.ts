import { fileURLToPath } from 'node:url';
import { datasets } from '@yikao/model/datasets/index.ts';
import { assertDatasets } from '@yikao/model/kernel/assert.ts';
import { createApp } from './app.ts';
import { datasetServers } from './datasets/index.ts';
import { createEngine } from './engine/engine.ts';
import type { DynamicTables } from './engine/sql.ts';
import { browserFeature } from './features/browser/routes.ts';
import { createFeatures } from './features/index.ts';
import { createScheduler } from './features/schedule/schedule.ts';
import { readSmsBudgets } from './features/sms-budget.ts';
import { statusFeature } from './features/status/routes.ts';
import { greeting } from './greeting.ts';
import { createJobQueue } from './job-queue.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database/open.ts';
import { openFileStore } from './platform/files/open.ts';
import { ready } from './platform/health.ts';
import { createLogger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate, readMigrations } from './platform/migrations.ts';
import { type Seeded, seed } from './seeds/load.ts';
import { startFailure } from './start-failure.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A first password that was made and that nobody has been told yet; told even when the start fails after it. */
let untold: Seeded | undefined;

/** Starts one process of the product; gives what ends it cleanly. */
async function start(): Promise<() => Promise<void>> {
  assertDatasets(datasets);
  const config = readConfig(process.env);
  const logger = createLogger(config);
  const clock = systemClock;
  const database = await openDatabase(config, { logger });
  const db = database.kysely.withTables<DynamicTables>();
  const migrations = await readMigrations(here('./migrations'));
  await migrate(database, migrations, logger);
  const seeded = await seed({ db, config, clock, logger });
  untold = seeded;

  const metrics = createMetrics(database);
  metrics.watch(
    {
      name: 'yikao_sms_budget_used',
      help: 'Share of the text codes of the hour and the day',
      label: 'window',
    },
    async () => {
      const { hour, day } = await readSmsBudgets(db, clock.now());
      return { hour: hour.used / hour.max, day: day.used / day.max };
    },
  );
  const queue = createJobQueue({ config, database, db, logger, metrics });
  const engine = createEngine({
    datasets,
    servers: datasetServers,
    db,
    files: openFileStore(config),
    clock,
    jobs: queue,
  });
  const scheduler = createScheduler({
    engine,
    jobs: queue.jobs,
    logger,
    metrics,
    works: config.role !== 'web',
  });
  const status = statusFeature({ ready: () => ready(database, migrations, logger), metrics });
  const browser = browserFeature(here('../web/dist'));
  const { authenticate, features } = createFeatures(engine, config);
  const app = await createApp(
    config.role === 'worker'
      ? // A worker runs jobs, and answers only those who watch over it.
        { engine: { ...engine, datasets: [] }, config, logger, authenticate, features: [status] }
      : {
          engine,
          config,
          logger,
          authenticate,
          headers: browser.headers,
          features: [browser.feature, status, ...features],
          page: browser.page,
        },
  );
  await queue.start();
  scheduler.start();
  const address = await app.listen({ port: config.port, host: config.host });
  process.stdout.write(greeting(address, seeded, config));
  untold = undefined;

  return async () => {
    // First nobody new gets in, then running jobs are handed on, and the database goes last: both still use it.
    await app.close();
    await scheduler.stop();
    await queue.stop();
    await database.close();
  };
}

/** Ends the process once `stop` is through; a second signal does not wait for it. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(
        () => process.exit(0),
        error => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

try {
  stopOnSignals(await start());
} catch (error) {
  console.error(startFailure(error));
  if (untold?.password !== undefined) {
    console.error(
      `The account ${untold.userName} has been made all the same; its password is ${untold.password}`,
    );
  }
  process.exit(1);
}
