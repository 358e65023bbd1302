import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJob, findJob, finishJob } from './engine/jobs/lifecycle/job.ts';
import { createJobRunner } from './engine/jobs/lifecycle/runner.ts';
import { freezeActor } from './engine/scope/actor.ts';
import type { Db, DynamicTables } from './engine/table/sql.ts';
import { person } from './engine/testing/app.ts';
import { transact } from './engine/write/transaction.ts';
import { createJobQueue } from './job-queue.ts';
import { readConfig } from './platform/config.ts';
import type { Database } from './platform/database/types.ts';
import { watchDisks } from './platform/disk-room.ts';
import { silentLogger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';
import { createTestDatabase, migrated } from './testing/database.ts';

const program = new URL('./testing/faults/frail-job.ts', import.meta.url);
const logger = silentLogger();
let database: Database<unknown>;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase(migrated);
  db = database.kysely.withTables<DynamicTables>();
});
afterAll(() => database.close());

function jobOf(userId: number, title: string): Promise<number> {
  return createJob(db, {
    bizType: 1,
    op: 'check',
    dataset: 'region',
    tableId: null,
    title,
    params: {},
    actor: freezeActor(person({ userId })),
  });
}

/** Passes a job to the runner until it is over, as the queue does; returns the number of failed attempts. */
async function runOut(id: number): Promise<number> {
  const env = { ...process.env, JOB_DATABASE_URL: database.url };
  const runner = createJobRunner({ program, env, db, logger, giveUp: finishJob });
  for (let thrown = 0; ; thrown++) {
    const over = await runner.run(id).then(
      () => true,
      () => false,
    );
    if (over) return thrown;
  }
}

test('a job whose process dies again and again ends well as long as each attempt gets further', async () => {
  const id = await jobOf(1, 'steps');
  expect(await runOut(id)).toBe(5);
  expect(await findJob(db, id)).toMatchObject({ status: 'success', position: 5, attempts: 6 });
});

test('a job whose process always dies at the same place is given up', async () => {
  const id = await jobOf(1, 'dies');
  expect(await runOut(id)).toBe(3);
  expect(await findJob(db, id)).toMatchObject({ status: 'fail' });
});

test('who has started one job does not wait until somebody’s tenth is done', async () => {
  const config = readConfig({ DATA_DIR: '/nowhere', DATABASE_URL: 'postgres://localhost/none' });
  const metrics = createMetrics(database, watchDisks(new Map(), logger));
  const parts = { config, database, db, logger, metrics, program, giveUp: finishJob };
  const queue = createJobQueue(parts);
  const waiting = createJobQueue({ ...parts, config: { ...config, role: 'web' } });
  await waiting.start();
  const many: number[] = [];
  for (let n = 0; n < 8; n++) {
    const id = await jobOf(7, `${n}`);
    await transact(db, tx => waiting.enqueue(tx, id));
    many.push(id);
  }
  const one = await jobOf(8, 'one');
  await transact(db, tx => waiting.enqueue(tx, one));
  await queue.start();
  await expect
    .poll(async () => (await Promise.all(many.map(id => findJob(db, id)))).map(job => job?.status), {
      timeout: 60_000,
    })
    .toEqual(many.map(() => 'success'));
  const started = await sql<{ id: number }>`
    select id from t_biz_log where id = any(${[...many, one]}::bigint[]) order by start_time`.execute(db);
  expect(started.rows.findIndex(({ id }) => id === one)).toBeLessThan(4);
  await queue.stop();
  await waiting.stop();
});
