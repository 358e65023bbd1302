import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJob, type Ending, findJob, type Job } from './engine/jobs/lifecycle/job.ts';
import { stopJob } from './engine/jobs/lifecycle/job-work.ts';
import { cancelJob } from './engine/jobs/lifecycle/queue.ts';
import { startExport } from './engine/jobs/start.ts';
import { work } from './engine/jobs/work.ts';
import { freezeActor } from './engine/scope/actor.ts';
import type { Tx } from './engine/table/sql.ts';
import { openTestApp, person, standsAs, type TestApp } from './engine/testing/app.ts';
import { createJobQueue, type NodeQueue } from './job-queue.ts';
import { readConfig } from './platform/config.ts';
import { openServer } from './platform/database/open.ts';
import type { Database } from './platform/database/types.ts';
import { silentLogger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrated } from './testing/database.ts';

const { region } = registry;
const logger = silentLogger();
const program = fileURLToPath(new URL('./testing/faults/starting-node.ts', import.meta.url));
/**
 * Number of times a node is killed while starting jobs; set `YIKAO_KILLS=1000` for a longer run, which prints what it
 * found.
 */
const kills = Number(process.env.YIKAO_KILLS ?? 12);

let app: TestApp;
let database: Database<unknown>;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  database = openServer(app.databaseUrl, 5, logger);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** A node's queue on the database of the test; `all` works, `web` only takes jobs in. */
function nodeQueue(role: 'all' | 'web'): NodeQueue {
  const config = readConfig({ DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl, ROLE: role });
  const parts = {
    config,
    database,
    db: app.engine.db,
    logger,
    metrics: createMetrics(database, app.engine.room),
    giveUp: (within: Tx, job: Job, ending: Ending) => stopJob(app.engine, within, job, ending),
  };
  return createJobQueue({ ...parts, program: new URL('./testing/faults/frail-job.ts', import.meta.url) });
}

/** The number of jobs shown as running, and how many of them have no queue entry. */
async function running(): Promise<{ jobs: number; lost: number; entries: number }> {
  const found = await sql<{ jobs: number; lost: number; entries: number }>`
    select count(*)::integer as jobs, count(*) filter (where e.key is null)::integer as lost,
      (select count(*)::integer from pgboss.job where name like 'biz-log%' and state <= 'active') as entries
    from t_biz_log as j left join (
      select singleton_key as key from pgboss.job where name like 'biz-log%' and state <= 'active'
    ) as e on e.key = 'job/' || j.id
    where j.status = 'processing'`.execute(app.engine.db);
  return found.rows[0] ?? { jobs: 0, lost: 0, entries: 0 };
}

const statusOf = async (id: number) => (await findJob(app.engine.db, id))?.status;

function lostJob(title: string): Promise<number> {
  return createJob(app.engine.db, {
    bizType: region.excel?.jobs.export ?? 0,
    op: 'export',
    dataset: region.name,
    tableId: region.tableId ?? null,
    title,
    params: {},
    actor: freezeActor(person()),
  });
}

test('a node that is killed while it starts jobs leaves none that is shown as running and never run', {
  timeout: 120_000 + kills * 5_000,
}, async () => {
  const acknowledged: number[] = [];
  const prepare = async (): Promise<ChildProcess> => {
    const child = fork(program, [app.databaseUrl], {
      env: { ...process.env, DATA_DIR: app.dataDir },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    child.on('message', id => acknowledged.push(Number(id)));
    return child;
  };
  // The next one starts while the last one is working.
  let next = prepare();
  // Twice the time in which a node acknowledges its first job, so that kills meet it before, between and after.
  let killMs = 0;
  for (let killed = 0; killed < kills; killed++) {
    const child = await next;
    if (killed + 1 < kills) next = prepare();
    const ended = once(child, 'exit');
    const begun = performance.now();
    child.send('go');
    if (killed === 0) {
      await once(child, 'message');
      killMs = 2 * (performance.now() - begun);
    } else await after(Math.random() * killMs);
    child.kill('SIGKILL');
    await ended;
  }
  const met = await running();
  if (kills > 12) {
    process.stdout.write(
      `${kills} kills: ${met.jobs} jobs started, ${acknowledged.length} acknowledged, ${met.lost} without an entry\n`,
    );
  }
  expect(met.jobs).toBeGreaterThan(0);
  expect(met).toMatchObject({ lost: 0, entries: met.jobs });
  const known = await sql<{ id: number }>`
    select id from t_biz_log where id = any(${acknowledged}::bigint[])`.execute(app.engine.db);
  expect(known.rows).toHaveLength(acknowledged.length);
  await sql`update t_biz_log set status = 'success' where status = 'processing'`.execute(app.engine.db);
  await sql`delete from pgboss.job where name like 'biz-log%'`.execute(app.engine.db);
});

test('jobs that the queue has lost are run within seconds, and those of long ago end and say so', async () => {
  const fresh = await lostJob('of an older version');
  const old = await lostJob('of long ago');
  await sql`update t_biz_log set create_time = now() - interval '3 days', insert_num = 7 where id = ${old}`.execute(
    app.engine.db,
  );
  const queue = nodeQueue('all');
  await queue.start();
  await expect.poll(() => statusOf(fresh), { timeout: 60_000 }).toBe('success');
  expect(await findJob(app.engine.db, old)).toMatchObject({
    status: 'fail',
    message: '任务意外中断，未能完成；已写入 7 行，如有需要请重新提交',
  });
  await queue.stop();
});

test('a waiting job is cancelled at once, one at work at its next step, and one that is over cannot be', async () => {
  const web = nodeQueue('web');
  await web.start();
  const engine = { ...app.engine, jobs: web };
  const body = { tableId: region.tableId, title: '导出', fieldNames: ['id', 'regionName'] };
  const waiting = await startExport(engine, region, person(), body);
  expect(await running()).toEqual({ jobs: 1, lost: 0, entries: 1 });
  await cancelJob(engine, waiting.id);
  expect(await findJob(engine.db, waiting.id)).toMatchObject({
    status: 'cancelled',
    message: '已取消；已写入 0 行',
  });
  expect(await running()).toEqual({ jobs: 0, lost: 0, entries: 0 });
  const again = await app.call('admin', 'POST', '/api/base/log/cancel', { id: waiting.id });
  expect(again).toMatchObject({ status: 409, body: { message: '当前状态不允许该操作' } });

  // Taken by another node that has not reached its first step.
  const taken = await startExport(engine, region, person(), body);
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
    where singleton_key = ${`job/${taken.id}`}`.execute(engine.db);
  await cancelJob(engine, taken.id);
  expect(await findJob(engine.db, taken.id)).toMatchObject({ status: 'processing', cancelRequested: true });
  await work({ engine, logger, workFolder: app.dataDir, currentActor: standsAs }, taken.id);
  expect(await statusOf(taken.id)).toBe('cancelled');
  await expect(cancelJob(engine, taken.id)).rejects.toMatchObject({ code: 'notAllowedNow' });
  await web.stop();
});
