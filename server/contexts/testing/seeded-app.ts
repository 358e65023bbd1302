import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import type { LoginAnswer } from '@yikao/model/contexts/people/login.calls.ts';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../app.ts';
import { createEngine, type Engine, noQueue } from '../../engine/engine.ts';
import { createSender } from '../../engine/outbox/sender.ts';
import type { DatasetServers } from '../../engine/table/server-side.ts';
import type { DynamicTables } from '../../engine/table/sql.ts';
import { jobWorks } from '../../job-works.ts';
import { fixedClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { watchDisks } from '../../platform/disk-room.ts';
import { openFileStore } from '../../platform/files/open.ts';
import { silentLogger } from '../../platform/logger.ts';
import { migrate, readMigrations } from '../../platform/migrations.ts';
import { openFetchOutside } from '../../platform/outside/open.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { seed } from '../../seeds/load.ts';
import { stepServers } from '../../step-servers.ts';
import { createTestDatabase, migrationsFolder, type Template } from '../../testing/database.ts';
import { contentSenders } from '../content/senders.ts';
import { datasetServers } from '../datasets.ts';
import { createFeatures } from '../features.ts';
import { bundleNotices } from '../notice/bundler.ts';
import { tellOfJob } from '../notice/job-ended.ts';
import { noticeTextSender } from '../notice/text-sender.ts';
import { paymentSender } from '../payment/ask-vendor.ts';
import { createGateways } from '../payment/gateways.ts';
import type { PayableKinds } from '../payment/payable.ts';
import { pushSenders } from '../push/senders.ts';
import { recordingSender } from '../reach/calls/recordings.ts';
import { openReach } from '../reach/gateways.ts';
import { createTextSender } from '../reach/texts/text-sender.ts';
import { createExchangeLog } from '../system/gateway-log.ts';
import { smsSender } from '../system/sms/sms-sender.ts';
import { tiktokSenders } from '../tiktok/senders.ts';

/** Password of every account of {@link seeded}. */
export const password = 'Admin1234';

/** The time at which {@link seeded} was filled and its clock is set: a morning in Shanghai. */
export const start = new Date('2026-03-02T09:00:00+08:00');

/** The key by which its codes are sealed. */
const secretKey = 'the secret key of the seeded test database';

/** A database as a first start with demo data leaves it. */
export const seeded: Template<unknown> = {
  name: 'seeded',
  async fill(database) {
    const logger = silentLogger();
    await migrate(database, await readMigrations(migrationsFolder), logger);
    await seed({
      db: database.kysely.withTables<DynamicTables>(),
      config: { adminPassword: password, demo: true },
      clock: fixedClock(start),
      secrets: createSecrets({ secretKey, otherSecretKeys: [], dataDir: tmpdir() }),
      logger,
    });
  },
};

/** An answer as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** `data.reason` of a refusal. */
  readonly reason: string | undefined;
  // A test knows the shape of its answer and asserts it.
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the call under test
  readonly data: any;
}

/** The headers and the body that a call of a test may carry. */
export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

/** The whole application on a seeded database, with a clock that moves only on request. */
export interface SeededApp {
  readonly app: FastifyInstance;
  readonly engine: Engine;
  readonly dataDir: string;
  /** Lets time pass. */
  pass(amount: { readonly hours?: number; readonly minutes?: number; readonly seconds?: number }): void;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options?: CallOptions): Promise<Answer>;
  /** Sends due outgoing messages through the configured gateway; returns the number. */
  sendMessages(): Promise<number>;
  /** Tells of bundled events as the clock does; returns the number of occasions and bundles. */
  bundleNotices(): Promise<number>;
  /** Handles due texts of people through the configured gateway; returns the number. */
  sendTexts(): Promise<number>;
  /** Logs in and returns the answer. */
  login(userName: string, options?: { readonly rememberMe?: boolean }): Promise<LoginAnswer>;
  close(): Promise<void>;
}

/** Options of {@link openSeededApp}. */
interface SeededOptions {
  /** Asks for captchas. */
  readonly captcha?: boolean;
  /** `SMS_URL` of the settings. */
  readonly sms?: string;
  /** Further variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Server sides of the datasets instead of the product's. */
  readonly servers?: DatasetServers;
  /** Kinds of orders that can be paid, instead of the product's. */
  readonly payables?: PayableKinds;
  /** Accepts jobs, which are otherwise refused. */
  readonly enqueue?: (jobId: number) => Promise<void>;
}

/** Opens the application; captchas are off unless requested. */
export async function openSeededApp(options: SeededOptions = {}): Promise<SeededApp> {
  const database = await createTestDatabase(seeded);
  const dataDir = await mkdtemp(join(tmpdir(), 'yikao-features-'));
  const config = readConfig({
    SECRET_KEY: secretKey,
    ...options.env,
    DATA_DIR: dataDir,
    CAPTCHA: options.captcha ? 'on' : 'off',
    LOG_LEVEL: 'silent',
    SMS_URL: options.sms,
  });
  const clock = fixedClock(start);
  const engine = createEngine({
    datasets,
    steps: stepServers,
    jobWorks,
    jobEnded: tellOfJob,
    servers: options.servers ?? datasetServers,
    db: database.kysely.withTables<DynamicTables>(),
    files: openFileStore(config),
    secrets: createSecrets(config),
    fetchOutside: openFetchOutside(config),
    room: watchDisks(new Map([['data', dataDir]]), silentLogger()),
    clock,
    ffmpeg: config.ffmpeg,
    jobs: {
      ...noQueue('No job is run here'),
      ...(options.enqueue && {
        enqueue: (_, id) => options.enqueue?.(id) ?? Promise.resolve(),
        // Its jobs are run directly, so none waits in a queue.
        withdraw: async () => false,
      }),
    },
  });
  const logger = silentLogger();
  const exchanges = createExchangeLog(engine, logger);
  const gateways = createGateways(engine, config, exchanges);
  const reach = openReach(engine, config, logger, exchanges);
  const app = await createApp({
    engine,
    config,
    logger,
    ...createFeatures(engine, config, gateways, options.payables, reach),
  });
  const sms = { engine, logger, gateway: reach.sms };
  const texts = createTextSender({ ...sms, works: false });
  const sender = createSender({
    engine,
    logger,
    senders: {
      sms: smsSender(sms),
      payment: paymentSender(engine, gateways),
      ...contentSenders(engine, config, exchanges),
      recording: recordingSender(engine, reach.calls),
      ...pushSenders(engine, config, exchanges),
      noticeText: noticeTextSender(engine),
      ...tiktokSenders(engine, config, exchanges),
    },
    works: false,
  });

  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: CallOptions = {}) {
    const { token, body, headers, from = '203.0.113.1' } = options;
    const response = await app.inject({
      method,
      url,
      remoteAddress: from,
      headers: { ...headers, ...(token !== undefined && { 'access-token': token }) },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = response.headers['content-type']?.toString().startsWith('application/json');
    const json = isJson ? response.json() : { message: response.body, data: response.body };
    return {
      status: response.statusCode,
      headers: response.headers,
      message: json.message,
      reason: json.data?.reason,
      data: json.data,
    };
  }

  return {
    app,
    engine,
    dataDir,
    pass: ({ hours = 0, minutes = 0, seconds = 0 }) =>
      clock.move(new Date(clock.now().getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000)),
    call,
    sendMessages: () => sender.sendDue(),
    bundleNotices: () => bundleNotices(engine),
    sendTexts: () => texts.sendDue(),
    async login(userName, { rememberMe = false } = {}) {
      const answer = await call('POST', '/api/admin/login', { body: { userName, password, rememberMe } });
      if (answer.status !== 200) throw new Error(`${userName} cannot log in: ${answer.message}`);
      return answer.data;
    },
    async close() {
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
