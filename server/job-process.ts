import { join } from 'node:path';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { datasetServers } from './contexts/datasets.ts';
import { tellOfJob } from './contexts/notice/job-ended.ts';
import { createStarterReader } from './contexts/people/auth/job-starter.ts';
import { createEngine, noQueue } from './engine/engine.ts';
import { work } from './engine/jobs/work.ts';
import type { DynamicTables } from './engine/table/sql.ts';
import { jobWorks } from './job-works.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openServer } from './platform/database/open.ts';
import { openDiskRoom } from './platform/disk-room.ts';
import { openFileStore } from './platform/files/open.ts';
import { createLogger } from './platform/logger.ts';
import { openFetchOutside } from './platform/outside/open.ts';
import { createSecrets } from './platform/secrets.ts';
import { findFfmpeg } from './platform/video/ffmpeg.ts';
import { stepServers } from './step-servers.ts';

/** Connections per job: for its work, for look-ups during an open transaction, and for statistics. */
const connections = 3;

// Another worker takes over a job without its parent: exit at once to avoid running twice.
const abandoned = () => process.exit(1);
process.once('disconnect', abandoned);

const config = readConfig(process.env);
const logger = createLogger(config);
const url = process.env.JOB_DATABASE_URL;
if (!url) throw new Error('JOB_DATABASE_URL is not set');
const database = openServer<DynamicTables>(url, connections, logger, config.databasePrepares);
const engine = createEngine({
  datasets,
  servers: datasetServers,
  steps: stepServers,
  jobWorks,
  jobEnded: tellOfJob,
  db: database.kysely,
  files: openFileStore(config),
  secrets: createSecrets(config),
  room: await openDiskRoom(config, database, logger),
  clock: systemClock,
  fetchOutside: openFetchOutside(config),
  publicUrl: config.publicUrl,
  ffmpeg: findFfmpeg(config.ffmpeg),
  jobs: noQueue('A job does not start other jobs'),
});
await work(
  {
    engine,
    logger,
    workFolder: join(config.dataDir, 'work'),
    currentActor: createStarterReader(systemClock),
    oneSession: process.env.JOB_ONE_SESSION === '1',
  },
  Number(process.argv[2]),
);
await database.close();
// The channel to the parent would keep the process alive.
process.off('disconnect', abandoned);
process.disconnect?.();
