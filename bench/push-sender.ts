/** A node that sends the batches of one push task until it is killed; `push.ts` starts it. */
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { datasetServers } from '@yikao/server/contexts/datasets.ts';
import { pushSender } from '@yikao/server/contexts/push/push-sender.ts';
import { createExchangeLog } from '@yikao/server/contexts/system/gateway-log.ts';
import { createEngine, noQueue } from '@yikao/server/engine/engine.ts';
import type { DynamicTables } from '@yikao/server/engine/table/sql.ts';
import { jobWorks } from '@yikao/server/job-works.ts';
import { systemClock } from '@yikao/server/platform/clock.ts';
import { readConfig } from '@yikao/server/platform/config.ts';
import { openServer } from '@yikao/server/platform/database/open.ts';
import { openDiskRoom } from '@yikao/server/platform/disk-room.ts';
import { openFileStore } from '@yikao/server/platform/files/open.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { openFetchOutside } from '@yikao/server/platform/outside/open.ts';
import { openPushGateways } from '@yikao/server/platform/push/open.ts';
import { createSecrets } from '@yikao/server/platform/secrets.ts';
import { stepServers } from '@yikao/server/step-servers.ts';

const asked: { databaseUrl: string; dataDir: string; vendor: string; taskId: number; run: number } =
  JSON.parse(process.env.PUSH_BENCH ?? '{}');
const config = readConfig({ DATA_DIR: asked.dataDir, DATABASE_URL: asked.databaseUrl, LOG_LEVEL: 'silent' });
const logger = silentLogger();
const database = openServer<DynamicTables>(asked.databaseUrl, 3, logger, config.databasePrepares);
const engine = createEngine({
  datasets,
  servers: datasetServers,
  steps: stepServers,
  jobWorks,
  db: database.kysely,
  files: openFileStore(config),
  secrets: createSecrets(config),
  room: await openDiskRoom(config, database, logger),
  clock: systemClock,
  fetchOutside: openFetchOutside(config),
  jobs: noQueue('No job is run here'),
});
const gateways = openPushGateways(
  { pushUrl: asked.vendor },
  () => engine.clock.now(),
  createExchangeLog(engine, logger),
);
const send = pushSender(engine, gateways, Number.POSITIVE_INFINITY);
await send({ taskId: asked.taskId, run: asked.run }, { outboxId: 0, callKey: 'bench', attempt: 1 });
