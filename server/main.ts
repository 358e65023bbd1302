import { fileURLToPath } from 'node:url';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { createApp } from './app.ts';
import { subjectFilling } from './contexts/admission/subject-filling.ts';
import { compositeFilling } from './contexts/consumer/composite-scores.ts';
import { contentSenders } from './contexts/content/senders.ts';
import { datasetServers } from './contexts/datasets.ts';
import { createFeatures } from './contexts/features.ts';
import { createNoticeBundler } from './contexts/notice/bundler.ts';
import { tellOfJob } from './contexts/notice/job-ended.ts';
import { noticeTextSender } from './contexts/notice/text-sender.ts';
import { paymentSender } from './contexts/payment/ask-vendor.ts';
import { createGateways } from './contexts/payment/gateways.ts';
import { createPaymentSweep } from './contexts/payment/sweep.ts';
import { pushSenders } from './contexts/push/senders.ts';
import { recordingSender } from './contexts/reach/calls/recordings.ts';
import { openReach } from './contexts/reach/gateways.ts';
import { budgetsFor } from './contexts/reach/texts/budget.ts';
import { createTextSender } from './contexts/reach/texts/text-sender.ts';
import { handlers } from './contexts/scheduled.ts';
import { browserFeature } from './contexts/system/browser/routes.ts';
import { createExchangeLog } from './contexts/system/gateway-log.ts';
import { createScheduler } from './contexts/system/schedule/schedule.ts';
import { readSmsBudgets } from './contexts/system/sms/sms-budget.ts';
import { smsSender } from './contexts/system/sms/sms-sender.ts';
import { statusFeature } from './contexts/system/status/routes.ts';
import { tiktokSenders } from './contexts/tiktok/senders.ts';
import { assertDeclarations } from './declarations.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import { stopJob } from './engine/jobs/lifecycle/job-work.ts';
import { createSender } from './engine/outbox/sender.ts';
import { createFiller, searchFilling } from './engine/search/fill.ts';
import { assertStates } from './engine/steps/assert-states.ts';
import type { Db, DynamicTables } from './engine/table/sql.ts';
import { greeting } from './greeting.ts';
import { createJobQueue } from './job-queue.ts';
import { jobWorks } from './job-works.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database/open.ts';
import { openDiskRoom } from './platform/disk-room.ts';
import { openFileStore } from './platform/files/open.ts';
import { ready } from './platform/health.ts';
import { joinInstallation } from './platform/installation.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { migrate, readMigrations } from './platform/migrations.ts';
import { openFetchOutside } from './platform/outside/open.ts';
import { assertPortFree } from './platform/port.ts';
import { createSecrets } from './platform/secrets.ts';
import { findFfmpeg } from './platform/video/ffmpeg.ts';
import { importDemoBatch } from './seeds/demo-import.ts';
import { type Seeded, seed } from './seeds/load.ts';
import { startFailure } from './start-failure.ts';
import { stepServers } from './step-servers.ts';
import { stopOnSignals } from './stop.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A generated first password that was not shown yet; shown even if the start fails. */
let untold: Seeded | undefined;

/** Milliseconds that calls under way get at a stop; then their connections are closed. */
const callsMs = 2_500;

/** Counts the used shares of the budgets for text codes and for texts of people. */
function watchBudgets(metrics: Metrics, db: Db, clock: Clock): void {
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
  metrics.watch(
    { name: 'yikao_text_budget_used', help: "Share of today's texts of people", label: 'window' },
    async () => {
      const { all } = await budgetsFor(db, 0, clock.now());
      return { day: all.used / all.max };
    },
  );
}

/** Sends the messages of the outbox: each topic by its own sender. */
function createOutbox(
  engine: Engine,
  config: Config,
  logger: Logger,
  {
    sms,
    gateways,
    exchanges,
    reach,
  }: {
    readonly sms: ReturnType<typeof smsSender>;
    readonly gateways: ReturnType<typeof createGateways>;
    readonly exchanges: ReturnType<typeof createExchangeLog>;
    readonly reach: ReturnType<typeof openReach>;
  },
) {
  return createSender({
    engine,
    logger,
    senders: {
      sms,
      payment: paymentSender(engine, gateways),
      ...contentSenders(engine, config, exchanges),
      recording: recordingSender(engine, reach.calls),
      ...pushSenders(engine, config, exchanges),
      noticeText: noticeTextSender(engine),
      ...tiktokSenders(engine, config, exchanges),
    },
    works: config.role !== 'web',
  });
}

/** Starts one process of the product, and has it end on a signal. */
async function start(): Promise<void> {
  assertDeclarations();
  const config = readConfig(process.env);
  const logger = createLogger(config);
  const clock = systemClock;
  await assertPortFree(config);
  const database = await openDatabase(config, { logger });
  const db = database.kysely.withTables<DynamicTables>();
  const migrations = await readMigrations(here('./migrations'));
  await migrate(database, migrations, logger);
  await assertStates(db, stepServers);
  const files = openFileStore(config);
  const secrets = createSecrets(config);
  await joinInstallation({ database, files, secrets, config, logger });
  const seeded = await seed({ db, config, clock, secrets, files, logger });
  untold = seeded;

  const room = await openDiskRoom(config, database, logger);
  const metrics = createMetrics(database, room);
  watchBudgets(metrics, db, clock);
  const queue = createJobQueue({
    ...{ config, database, db, logger, metrics },
    giveUp: (within, job, ending) => stopJob(engine, within, job, ending),
  });
  const engine = createEngine({
    datasets,
    servers: datasetServers,
    steps: stepServers,
    jobWorks,
    jobEnded: tellOfJob,
    db,
    files,
    room,
    secrets,
    clock,
    jobs: queue,
    fetchOutside: openFetchOutside(config),
    publicUrl: config.publicUrl,
    ffmpeg: findFfmpeg(config.ffmpeg),
  });
  const scheduler = createScheduler({
    engine,
    jobs: queue.jobs,
    logger,
    metrics,
    works: config.role !== 'web',
    handlers,
  });
  const exchanges = createExchangeLog(engine, logger);
  const reach = openReach(engine, config, logger, exchanges);
  const sms = { engine, logger, gateway: reach.sms };
  const texts = createTextSender({ ...sms, works: config.role !== 'web' });
  const gateways = createGateways(engine, config, exchanges);
  const sweep = createPaymentSweep(engine, logger, config.role !== 'web');
  const sender = createOutbox(engine, config, logger, { sms: smsSender(sms), gateways, exchanges, reach });
  const bundler = createNoticeBundler({ engine, logger, works: config.role !== 'web' });
  const filler = createFiller(engine, logger, config.role !== 'web', [
    searchFilling,
    compositeFilling,
    subjectFilling,
  ]);
  const status = statusFeature({ ready: () => ready(database, migrations, room, logger), metrics });
  const browser = browserFeature(here('../web/dist'));
  const { authenticate, features } = createFeatures(engine, config, gateways, undefined, reach);
  const app = await createApp(
    config.role === 'worker'
      ? // A worker runs jobs, and answers only monitoring calls.
        { engine: { ...engine, datasets: [], steps: [] }, config, logger, authenticate, features: [status] }
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
  if (config.demo) await importDemoBatch(engine);
  scheduler.start();
  sender.start();
  texts.start();
  bundler.start();
  sweep.start();
  filler.start();
  const address = await app.listen({ port: config.port, host: config.host });
  process.stdout.write(greeting(address, seeded, config));
  untold = undefined;

  // Stop accepting calls, then hand over running jobs, and close the database last, since both still use it.
  const closeCalls = async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), callsMs);
    await app.close();
    clearTimeout(cut);
  };
  stopOnSignals(
    [
      { name: 'calls', patienceMs: callsMs + 500, end: closeCalls },
      {
        name: 'jobs',
        patienceMs: 3_000,
        end: () =>
          Promise.all([
            ...[scheduler.stop(), sweep.stop(), sender.stop(), texts.stop(), filler.stop()],
            bundler.stop(),
            queue.stop(),
          ]),
      },
      { name: 'database', patienceMs: 3_000, end: () => database.close() },
    ],
    logger,
  );
}

try {
  await start();
} catch (error) {
  console.error(startFailure(error));
  if (untold?.password !== undefined) {
    console.error(
      `The account ${untold.userName} has been made all the same; its password is ${untold.password}`,
    );
  }
  process.exit(1);
}
