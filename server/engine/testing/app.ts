import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createApp } from '../../app.ts';
import { datasetServers } from '../../contexts/datasets.ts';
import type { Feature } from '../../contexts/shared/feature.ts';
import { jobWorks } from '../../job-works.ts';
import { systemClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { watchDisks } from '../../platform/disk-room.ts';
import { openFileStore } from '../../platform/files/open.ts';
import { silentLogger } from '../../platform/logger.ts';
import { openFetchOutside } from '../../platform/outside/open.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { stepServers } from '../../step-servers.ts';
import { createTestDatabase, type Template } from '../../testing/database.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { JobWork } from '../jobs/lifecycle/job-work.ts';
import type { CurrentActor } from '../jobs/lifecycle/rights.ts';
import { work } from '../jobs/work.ts';
import { type Actor, elevated, thawActor } from '../scope/actor.ts';
import type { StepServer } from '../steps/step-server.ts';
import type { DatasetServers } from '../table/server-side.ts';
import type { DynamicTables } from '../table/sql.ts';
import { createTableSql } from '../table/tables.ts';

/** An answer as a client sees it. */
export interface Reply {
  readonly status: number;
  readonly body: {
    readonly success: boolean;
    readonly code: number;
    readonly message: string;
    // A test knows the shape of its answer and asserts it.
    // biome-ignore lint/suspicious/noExplicitAny: JSON of the call under test
    readonly data: any;
  };
}

/** The real application on a real database, with people instead of logins: the token is the person's name. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly engine: Engine;
  readonly dataDir: string;
  /** By which another process reaches the same database. */
  readonly databaseUrl: string;
  /** Calls as `who`; the body is sent as JSON. */
  call(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Reply>;
  /** Carries out the jobs that were started, in this process. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

/** For tests whose people are not accounts: a job runs as the person who started it, unchanged. */
export const standsAs: CurrentActor = async (_, starter) => thawActor(starter);

/** Creates the account of {@link person}, for tests that run jobs in a separate process, which reads its rights. */
export async function addAccount(app: TestApp, { userId, userName } = person()): Promise<void> {
  await sql`insert into t_admin_user (user_id, user_name, nick_name, user_type, admin_flag)
    values (${userId}, ${userName}, ${userName}, 1, 1)`.execute(app.engine.db);
}

/** A person for a test; by default an administrator. */
export function person(parts: Partial<Actor> = {}): Actor {
  // A person is not the product itself, which may do more.
  const { elevated: _, ...everybody } = elevated();
  return { ...everybody, userId: 1, userName: 'admin', ...parts };
}

/** Further parts of a test's application: its own steps, job kinds and listening server sides. */
export interface Own {
  readonly steps?: readonly StepServer[];
  readonly servers?: DatasetServers;
  readonly jobWorks?: readonly JobWork[];
}

/**
 * Opens the application, with the calls of `features` and of the datasets, and creates tables for the test's own
 * datasets (`more`); `people` are keyed by name.
 */
export async function openTestApp(
  template: Template<unknown>,
  people: Readonly<Record<string, Actor>>,
  features: readonly Feature[] = [],
  more: readonly AnyDataset[] = [],
  own: Own = {},
): Promise<TestApp> {
  // The engine finds tables by name at run time; the template supplies whichever exist.
  const database = await createTestDatabase<DynamicTables>(template as Template<DynamicTables>);
  for (const dataset of more) {
    const machine = own.steps?.find(({ machine: { datasets: of } }) => of.includes(dataset))?.machine;
    for (const line of createTableSql(dataset, machine).split(/;\n/)) {
      if (line.trim() !== '') await sql.raw(line).execute(database.kysely);
    }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'yikao-app-'));
  const config = readConfig({ DATA_DIR: dataDir, CAPTCHA: 'off', LOG_LEVEL: 'silent' });
  const logger = silentLogger();
  const queue: number[] = [];
  const engine = createEngine({
    datasets: [...datasets, ...more],
    servers: { ...datasetServers, ...own.servers },
    steps: [...stepServers, ...(own.steps ?? [])],
    jobWorks: [...jobWorks, ...(own.jobWorks ?? [])],
    db: database.kysely,
    files: openFileStore(config),
    secrets: createSecrets(config),
    fetchOutside: openFetchOutside(config),
    room: watchDisks(new Map([['data', dataDir]]), logger),
    clock: systemClock,
    jobs: {
      enqueue: async (_, id) => {
        queue.push(id);
      },
      withdraw: async (_, id) => {
        const at = queue.indexOf(id);
        if (at !== -1) queue.splice(at, 1);
        return at !== -1;
      },
      wake: () => {},
    },
  });
  const app = await createApp({
    engine,
    config,
    logger,
    features,
    authenticate: async token => (Object.hasOwn(people, token) ? people[token] : undefined),
  });
  return {
    app,
    engine,
    dataDir,
    databaseUrl: database.url,
    async call(who, method, url, body) {
      const response = await app.inject({
        method,
        url,
        headers: who === '' ? {} : { 'access-token': who },
        ...(body !== undefined && { payload: body as object }),
      });
      return { status: response.statusCode, body: response.json() };
    },
    async runJobs() {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        await work({ engine, logger, workFolder: join(dataDir, 'work'), currentActor: standsAs }, id);
      }
    },
    async close() {
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
