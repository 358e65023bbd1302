/**
 * A node for the tests of what is lost and doubled: tells notices of payments (`EVENTS`, keys of test orders), says which
 * it has taken in, and sends what is in the outbox to `RECEIVER`. It dies by SIGKILL before its statement number
 * `DIES_AT`, or once that has been carried out and nothing after it (`DIES=after`).
 */

import { datasets } from '@yikao/model/datasets/index.ts';
import type { KyselyPlugin } from 'kysely';
import { datasetServers } from '../datasets/index.ts';
import { createEngine, noQueue } from '../engine/engine.ts';
import { createSender } from '../engine/outbox/sender.ts';
import type { DynamicTables } from '../engine/sql.ts';
import { acceptNotice } from '../engine/steps/notice.ts';
import { testOrder, testOrderStepServer, testOrderSteps } from '../engine/testing/stepped-dataset.ts';
import { jobWorks } from '../job-works.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openServer } from '../platform/database/open.ts';
import { watchDisks } from '../platform/disk-room.ts';
import { openFileStore } from '../platform/files/open.ts';
import { silentLogger } from '../platform/logger.ts';
import { createSecrets } from '../platform/secrets.ts';
import { stepServers } from '../step-servers.ts';

const { EVENTS = '', RECEIVER = '', DIES_AT = '0', DIES = 'before', JOB_DATABASE_URL = '' } = process.env;
const logger = silentLogger();
const config = readConfig(process.env);
const database = openServer<DynamicTables>(JOB_DATABASE_URL, 2, logger);

let statements = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
const dying: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    if (DIES === 'before' && statements === Number(DIES_AT)) die();
    return node;
  },
  async transformResult({ result }) {
    if (DIES === 'after' && statements === Number(DIES_AT)) die();
    return result;
  },
};
const engine = createEngine({
  datasets: [...datasets, testOrder],
  servers: datasetServers,
  steps: [...stepServers, testOrderStepServer],
  jobWorks,
  db: database.kysely.withPlugin(dying),
  files: openFileStore(config),
  secrets: createSecrets(config),
  room: watchDisks(new Map(), logger),
  clock: systemClock,
  jobs: noQueue('This node starts no jobs'),
});
const sender = createSender({
  engine,
  logger,
  works: true,
  senders: {
    payment: async () => {},
    sms: async (content, { callKey }) => {
      const reply = await fetch(RECEIVER, {
        method: 'POST',
        headers: { 'idempotency-key': callKey },
        body: JSON.stringify(content),
      });
      if (!reply.ok) throw new Error(`The receiver answered ${reply.status}`);
    },
  },
});

for (const key of EVENTS.split(',').filter(Boolean).map(Number)) {
  const notice = { vendor: 'bank', eventId: `pay-${key}`, key, given: { payNo: `P${key}` } };
  const answer = await acceptNotice(engine, testOrderSteps, 'pay', notice);
  process.send?.({ key, answer });
  await sender.sendDue();
}
while ((await sender.sendDue()) > 0);
process.send?.({ statements });
await database.close();
process.disconnect?.();
