/**
 * Pushes: an audience over 1,000,000 devices estimated; as many records built as a job does, beside one insert-select; and
 * distributed against a vendor on this machine by a process that is killed ten times. All over a PostgreSQL server.
 *
 *   node bench/push.ts [devices] [kills]
 */
import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { buildPush } from '@yikao/model/contexts/push/push.jobs.ts';
import { pushTaskSteps } from '@yikao/model/contexts/push/push-task.machine.ts';
import { estimateAudience } from '@yikao/server/contexts/push/audience.ts';
import { pushSender } from '@yikao/server/contexts/push/push-sender.ts';
import { createExchangeLog } from '@yikao/server/contexts/system/gateway-log.ts';
import { findJob } from '@yikao/server/engine/jobs/lifecycle/job.ts';
import { work } from '@yikao/server/engine/jobs/work.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { takeStep } from '@yikao/server/engine/steps/take-step.ts';
import { storeRows } from '@yikao/server/engine/testing/store-rows.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { openPushGateways } from '@yikao/server/platform/push/open.ts';
import { startPushServer } from '@yikao/server/testing/push/push-server.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';

const devices = Number(process.argv[2] ?? 1_000_000);
const kills = Number(process.argv[3] ?? 10);

const bench = await startEngine();
const vendor = await startPushServer();
try {
  const { engine, workFolder } = bench;
  const { db } = engine;
  const by = elevated();
  const [appId = 0] = await storeRows(
    engine,
    registry.pushApp,
    [{ appName: '百万', platform: 1, vendor: 1, vendorAppId: 'gt', appKey: 'million', appSecret: 'secret' }],
    { by },
  );
  await sql`
    insert into t_wish_user (mobile, province_id, data_year, joint_category_id, status, composite_provisional, visit_num)
    select '1' || lpad((3000000000 + n)::text, 10, '0'), 430000, 2025 + n % 3, n % 11, 1, 0, 0
    from generate_series(1, ${devices}::integer) as n`.execute(db);
  await sql`
    insert into t_push_device (app_id, user_id, token, province_id, tags, last_active_time, device_status, chosen)
    select ${appId}, user_id, 'd' || user_id, (array[430000, 420000, 410000, 370000])[1 + user_id % 4], '美术',
      now() - make_interval(hours => (user_id % 2000)::integer), 1, 1 from t_wish_user`.execute(db);
  await sql`vacuum analyze t_push_device`.execute(db);
  await sql`vacuum analyze t_wish_user`.execute(db);

  const audience = {
    ...{
      taskId: 0,
      appIds: [appId],
      audienceType: 2 as const,
      provinceId: null,
      provinceIds: [430000, 420000],
    },
    ...{
      jointCategoryIds: null,
      jointParents: null,
      dataYear: null,
      cardTypes: null,
      tags: null,
      activeDays: 30,
      userIds: null,
    },
  };
  for (const [name, asked] of [
    ['of devices', audience],
    ['of people', { ...audience, dataYear: 2026, jointCategoryIds: [1, 2, 3] }],
  ] as const) {
    const times: number[] = [];
    let told = await estimateAudience(db, asked, engine.clock.now());
    for (let turn = 0; turn < 11; turn += 1) {
      const start = performance.now();
      told = await estimateAudience(db, asked, engine.clock.now());
      times.push(performance.now() - start);
    }
    const median = times.toSorted((one, other) => one - other)[5] ?? 0;
    console.log(
      `an audience ${name} over ${devices} devices: ${told.exact ? '' : 'about '}${told.count}, median ${median.toFixed(0)} ms (aim: under 300 ms)`,
    );
  }

  const [taskId = 0] = await storeRows(
    engine,
    registry.pushTask,
    [{ taskName: '百万', appIds: [appId], title: '出分', content: '点击查看', linkType: 0, audienceType: 1 }],
    { by },
  );
  await takeStep(engine, pushTaskSteps, 'build', { keys: taskId, by: { kind: 'person', actor: by } });
  const queued = await sql<{
    id: number;
  }>`select max(id) as id from t_biz_log where op = ${buildPush.name}`.execute(db);
  const jobId = queued.rows[0]?.id ?? 0;
  const began = performance.now();
  await work({ engine, logger: silentLogger(), workFolder, currentActor: async () => by }, jobId);
  const built = (performance.now() - began) / 1_000;
  const job = await findJob(db, jobId);
  if (job?.status !== 'success') throw new Error(`The job has ended with ${job?.message}`);
  await sql`create table copied (like t_push_record including all)`.execute(db);
  const copying = performance.now();
  await sql`
    insert into copied (task_id, app_id, device_id, user_id, send_status, clicked)
    select ${taskId}, app_id, device_id, user_id, 0, 0 from t_push_device
    where not deleted and device_status = 1 and chosen = 1 and app_id = ${appId}`.execute(db);
  const copied = (performance.now() - copying) / 1_000;
  await sql`drop table copied`.execute(db);
  console.log(
    `${devices} records built in ${built.toFixed(1)} s, one insert-select ${copied.toFixed(1)} s, ratio ${(built / copied).toFixed(2)} (aim: at most 3)`,
  );

  await takeStep(engine, pushTaskSteps, 'distribute', { keys: taskId, by: { kind: 'person', actor: by } });
  const { run = 0 } =
    (await sql<{ run: number }>`select run_no as run from t_push_task where task_id = ${taskId}`.execute(db))
      .rows[0] ?? {};
  const sentSoFar = async () =>
    (await sql<{ n: number }>`select sent_num as n from t_push_task where task_id = ${taskId}`.execute(db))
      .rows[0]?.n ?? 0;
  let sending = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const child = fork(fileURLToPath(new URL('./push-sender.ts', import.meta.url)), [], {
      env: {
        ...process.env,
        PUSH_BENCH: JSON.stringify({
          ...{ databaseUrl: bench.config.databaseUrl, dataDir: bench.config.dataDir },
          ...{ vendor: vendor.url, taskId, run },
        }),
      },
    });
    const start = performance.now();
    const until = (devices * kill) / (kills + 1);
    while ((await sentSoFar()) < until) await setTimeout(20);
    child.kill('SIGKILL');
    sending += (performance.now() - start) / 1_000;
  }
  const send = pushSender(
    engine,
    openPushGateways(
      { pushUrl: vendor.url },
      () => engine.clock.now(),
      createExchangeLog(engine, silentLogger()),
    ),
    Number.POSITIVE_INFINITY,
  );
  const start = performance.now();
  await send({ taskId, run }, { outboxId: 0, callKey: 'bench', attempt: 1 });
  sending += (performance.now() - start) / 1_000;
  const twice = [...vendor.got.values()].filter(times => times !== 1).length;
  const rate = devices / sending;
  console.log(
    `distributed to ${vendor.got.size} of ${devices} devices with ${kills} kills, ${twice} of them not once (aim: 0); ${rate.toFixed(0)} a second (aim: 2,000)`,
  );
  if (twice > 0 || vendor.got.size !== devices) process.exitCode = 1;
} finally {
  await vendor.close();
  await bench.stop();
}
