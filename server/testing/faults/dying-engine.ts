import { datasets } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { KyselyPlugin } from 'kysely';
import { datasetServers } from '../../contexts/datasets.ts';
import { createEngine, type Engine, noQueue } from '../../engine/engine.ts';
import type { DynamicTables } from '../../engine/table/sql.ts';
import { jobWorks } from '../../job-works.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { openServer } from '../../platform/database/open.ts';
import { watchDisks } from '../../platform/disk-room.ts';
import { openFileStore } from '../../platform/files/open.ts';
import { silentLogger } from '../../platform/logger.ts';
import { openFetchOutside } from '../../platform/outside/open.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { stepServers } from '../../step-servers.ts';

/** An engine whose process dies, and its number of statements so far. */
interface DyingEngine {
  readonly engine: Engine;
  statements(): number;
  close(): Promise<void>;
}

/** Further parts of such an engine, and its time. */
interface Options {
  readonly datasets?: readonly AnyDataset[];
  readonly steps?: typeof stepServers;
  readonly clock?: Clock;
}

/**
 * An engine in a separate process, on the database `JOB_DATABASE_URL`, for tests of lost and duplicated work. It dies
 * by SIGKILL before its statement number `DIES_AT`, or right after that statement (`DIES=after`); with 0 it survives.
 */
export function openDyingEngine(more: Options = {}): DyingEngine {
  const { DIES_AT = '0', DIES = 'before', JOB_DATABASE_URL = '' } = process.env;
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
    datasets: [...datasets, ...(more.datasets ?? [])],
    servers: datasetServers,
    steps: [...stepServers, ...(more.steps ?? [])],
    jobWorks,
    db: database.kysely.withPlugin(dying),
    files: openFileStore(config),
    secrets: createSecrets(config),
    fetchOutside: openFetchOutside(config),
    room: watchDisks(new Map(), logger),
    clock: more.clock ?? systemClock,
    jobs: noQueue('This node starts no jobs'),
  });
  return { engine, statements: () => statements, close: () => database.close() };
}
