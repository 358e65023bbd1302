import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasets } from '@yikao/model/datasets/index.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createApp } from '../../app.ts';
import { datasetServers } from '../../datasets/index.ts';
import type { Feature } from '../../features/feature.ts';
import { jobWorks } from '../../job-works.ts';
import { systemClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { watchDisks } from '../../platform/disk-room.ts';
import { openFileStore } from '../../platform/files/open.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { stepServers } from '../../step-servers.ts';
import { createTestDatabase, type Template } from '../../testing/database.ts';
import { type Actor, elevated, thawActor } from '../actor.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { JobWork } from '../jobs/lifecycle/job-work.ts';
import type { CurrentActor } from '../jobs/lifecycle/rights.ts';
import { work } from '../jobs/work.ts';
import type { DatasetServers } from '../server-side.ts';
import type { DynamicTables } from '../sql.ts';
import type { StepServer } from '../steps/step-server.ts';
import { createTableSql } from '../tables.ts';

/** An answer as a client sees it. */
export interface Reply {
  readonly status: number;
  readonly body: {
    readonly success: boolean;
    readonly code: number;
    readonly message: string;
    // A test knows what it asked for; asserting on the shape is its business.
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
  /** Calls as `who`; the body goes as JSON. */
  call(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Reply>;
  /** Carries out the jobs that were started, in this process. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

/** For tests whose people are no accounts: a job's starter is whoever started it, as they were. */
export const standsAs: CurrentActor = async (_, starter) => thawActor(starter);

/**
 * Makes the account of {@link person}, for tests that run jobs in their own process: that asks for the rights of it.
 */
export async function addAccount(app: TestApp, { userId, userName } = person()): Promise<void> {
  await sql`insert into t_admin_user (user_id, user_name, nick_name, user_type, admin_flag)
    values (${userId}, ${userName}, ${userName}, 1, 1)`.execute(app.engine.db);
}

/** A person for a test: an administrator unless told otherwise. */
export function person(parts: Partial<Actor> = {}): Actor {
  // Somebody who acts is not the product itself, which may do more.
  const { elevated: _, ...everybody } = elevated();
  return { ...everybody, userId: 1, userName: 'admin', ...parts };
}

/**
 * The parts that a test brings beside the datasets: the steps and kinds of jobs of its own, and server sides that
 * listen.
 */
export interface Own {
  readonly steps?: readonly StepServer[];
  readonly servers?: DatasetServers;
  readonly jobWorks?: readonly JobWork[];
}

/**
 * Opens the application, with the calls of `features` beside those of the datasets, and with datasets of the test's own
 * (`more`), whose tables it makes; `people` are known by their names.
 */
export async function openTestApp(
  template: Template<unknown>,
  people: Readonly<Record<string, Actor>>,
  features: readonly Feature[] = [],
  more: readonly AnyDataset[] = [],
  own: Own = {},
): Promise<TestApp> {
  // The engine's tables are found by name at run time; the template fills whichever there are.
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
