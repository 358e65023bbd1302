/**
 * A node for the tests, to be killed while it starts jobs: on the database given by its argument it starts exports one
 * after the other, several at a time, once its parent sends a message, and reports the id of each acknowledged one.
 */

import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { datasetServers } from '../../contexts/datasets.ts';
import { createEngine } from '../../engine/engine.ts';
import { stopJob } from '../../engine/jobs/lifecycle/job-work.ts';
import { startExport } from '../../engine/jobs/start.ts';
import { elevated } from '../../engine/scope/actor.ts';
import type { DynamicTables } from '../../engine/table/sql.ts';
import { createJobQueue } from '../../job-queue.ts';
import { jobWorks } from '../../job-works.ts';
import { systemClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { openServer } from '../../platform/database/open.ts';
import { openDiskRoom } from '../../platform/disk-room.ts';
import { openFileStore } from '../../platform/files/open.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { openFetchOutside } from '../../platform/outside/open.ts';
import { createSecrets } from '../../platform/secrets.ts';

/** Simultaneous starts, so that a kill hits several of them at different points. */
const together = 4;

process.once('disconnect', () => process.exit(1));
const logger = silentLogger();
const database = openServer(process.argv[2] ?? '', together, logger);
const db = database.kysely.withTables<DynamicTables>();
const config = readConfig({ DATA_DIR: process.env.DATA_DIR, DATABASE_URL: database.url, ROLE: 'web' });
const room = await openDiskRoom(config, database, logger);
const queue = createJobQueue({
  ...{ config, database, db, logger, metrics: createMetrics(database, room) },
  giveUp: (within, job, ending) => stopJob(engine, within, job, ending),
});
const files = openFileStore(config);
const engine = createEngine({
  datasets,
  servers: datasetServers,
  steps: [],
  jobWorks,
  db,
  files,
  secrets: createSecrets(config),
  fetchOutside: openFetchOutside(config),
  room,
  clock: systemClock,
  jobs: queue,
});
await queue.start();

async function startOnAndOn(): Promise<never> {
  const { region } = registry;
  const wanted = { tableId: region.tableId, title: '导出', fieldNames: ['id', 'regionName'] };
  for (;;) process.send?.((await startExport(engine, region, elevated(), wanted)).id);
}

process.once('message', () => {
  for (let one = 0; one < together; one++) void startOnAndOn();
});
process.send?.('ready');
