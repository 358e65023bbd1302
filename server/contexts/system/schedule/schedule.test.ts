import { jobClass } from '@yikao/model/contexts/shared/schedule.codes.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db, DynamicTables } from '../../../engine/table/sql.ts';
import type { Database } from '../../../platform/database/types.ts';
import { createJobs, type Jobs } from '../../../platform/jobs.ts';
import { silentLogger } from '../../../platform/logger.ts';
import type { Loop } from '../../../platform/loop.ts';
import { createTestDatabase, migrated } from '../../../testing/database.ts';
import type { ScheduledHandler } from '../../shared/scheduled-handler.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { createScheduler } from './schedule.ts';

const logger = silentLogger();
const done = { zh: '好', en: 'Well' };

/** A run as stored. */
interface Run {
  readonly jobId: number;
  readonly cause: number;
  readonly fireTime: Date;
  readonly endTime: Date | null;
  readonly result: number | null;
  readonly message: string;
  readonly attempts: number;
}

describe('nodes that share a database', () => {
  let database: Database;
  let db: Db;
  let nodes: { readonly jobs: Jobs; readonly scheduler: Loop }[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(migrated);
    db = database.kysely.withTables<DynamicTables>();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await sql`delete from t_sys_job_log`.execute(db);
    await sql`delete from t_sys_job`.execute(db);
  });
  afterEach(() => stopAll());

  async function stopAll() {
    await Promise.all(nodes.map(({ scheduler }) => scheduler.stop()));
    await Promise.all(nodes.map(({ jobs }) => jobs.stop()));
    nodes = [];
  }

  /** A node that does `handler` for every job of the kind used here. */
  async function node(handler: ScheduledHandler, works = true) {
    const jobs = createJobs({ database, logger, role: works ? 'all' : 'web' });
    // The scheduler gets its database from the engine; these handlers need nothing.
    const engine = { db } as unknown as Parameters<typeof createScheduler>[0]['engine'];
    const scheduler = createScheduler({
      engine,
      jobs,
      logger,
      metrics: { onJob: () => undefined },
      works,
      handlers: { sessionCleanJob: handler },
    });
    await jobs.start();
    scheduler.start();
    const started = { jobs, scheduler };
    nodes.push(started);
    return started;
  }

  /** A job, due the given number of seconds ago, or never. */
  async function job(
    more: { ago?: number; misfire?: number; concurrent?: number; cron?: string; state?: number } = {},
  ) {
    const { ago, misfire = 1, concurrent = 0, cron = '0 0 0 1 1 ?', state = 1 } = more;
    const made = await sql<{ id: number }>`
      insert into t_sys_job (job_name, job_group, job_class, cron_expression, concurrent_flag, misfire, job_state,
        next_fire_time)
      values (${crypto.randomUUID()}, 'DEFAULT', 'sessionCleanJob', ${cron}, ${concurrent}, ${misfire}, ${state},
        ${ago === undefined ? null : sql`now() - make_interval(secs => ${ago})`})
      returning job_id as id`.execute(db);
    return Number(made.rows[0]?.id);
  }

  const byHand = (jobId: number) =>
    sql`insert into t_sys_job_log (job_id, cause, fire_time) values (${jobId}, 2, now())`.execute(db);

  async function runs(): Promise<readonly Run[]> {
    const found = await sql<Run>`
      select job_id, cause, fire_time, end_time, result, message, attempts
      from t_sys_job_log order by log_id`.execute(db);
    return found.rows;
  }
  const ended = async () => (await runs()).filter(run => run.endTime !== null);
  const untilEnded = (count: number) =>
    expect.poll(async () => (await ended()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);

  test('fire a due job once, whichever comes first, and know when it is due again', async () => {
    const seen: number[] = [];
    const handler: ScheduledHandler = async () => {
      seen.push(1);
      return done;
    };
    const jobId = await job({ ago: 1, cron: '0 0 3 * * ?' });
    await Promise.all([node(handler), node(handler), node(handler)]);
    await untilEnded(1);
    await byHand(jobId);
    await untilEnded(2);
    expect(seen).toHaveLength(2);
    expect(await runs()).toMatchObject([
      { jobId, cause: 1, result: 1, message: '好', attempts: 1 },
      { jobId, cause: 2, result: 1 },
    ]);
    const found = await sql<{ next: Date; prev: Date; result: number }>`
      select next_fire_time as next, prev_fire_time as prev, last_result as result from t_sys_job`.execute(
      db,
    );
    expect(found.rows[0]?.next.getTime()).toBeGreaterThan(Date.now());
    expect(found.rows[0]).toMatchObject({ result: 1, prev: expect.any(Date) });
  });

  test('fire a job of every second on each second at most once', async () => {
    await job({ ago: 0, cron: '* * * * * ?', concurrent: 1 });
    const handler: ScheduledHandler = async () => done;
    await Promise.all([node(handler), node(handler)]);
    await untilEnded(4);
    const times = (await runs()).map(({ fireTime }) => fireTime.getTime());
    expect(new Set(times).size).toBe(times.length);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('skip what was missed, or make up for it once, as the job says', async () => {
    const skips = await job({ ago: 3600 });
    const makesUp = await job({ ago: 3600, misfire: 2 });
    await node(async () => done);
    await untilEnded(2);
    expect((await runs()).toSorted((one, other) => one.jobId - other.jobId)).toMatchObject([
      { jobId: skips, cause: 3, result: 3, message: '错过执行时间，已忽略', attempts: 0 },
      { jobId: makesUp, cause: 3, result: 1, attempts: 1 },
    ]);
  });

  test('leave a paused job alone, and run it by hand all the same', async () => {
    const paused = await job({ ago: 5, state: 0 });
    const other = await job({ ago: 5 });
    await node(async () => done);
    await untilEnded(1);
    expect(await runs()).toMatchObject([{ jobId: other }]);
    await byHand(paused);
    await untilEnded(2);
    expect(await runs()).toMatchObject([{ jobId: other }, { jobId: paused, cause: 2, result: 1 }]);
  });

  test('do not run a job beside itself, unless it may', async () => {
    const free = Promise.withResolvers<void>();
    const alone = await job();
    const together = await job({ concurrent: 1 });
    await node(async () => {
      await free.promise;
      return done;
    });
    for (const jobId of [alone, alone, together, together]) await byHand(jobId);
    await expect
      .poll(async () => (await runs()).filter(({ result }) => result === 3).length, { timeout: 20_000 })
      .toBe(1);
    free.resolve();
    await untilEnded(4);
    expect((await runs()).map(({ jobId, result, message }) => [jobId, result, message])).toEqual([
      [alone, 1, '好'],
      [alone, 3, '上次执行尚未结束'],
      [together, 1, '好'],
      [together, 1, '好'],
    ]);
  });

  test('say that a run failed without saying what only the server may know, and go on', async () => {
    const jobId = await job();
    await node(async () => {
      throw new Error('secret of the server');
    });
    await byHand(jobId);
    await untilEnded(1);
    expect(await runs()).toMatchObject([{ result: 2, message: '执行出错，详见服务器日志', attempts: 1 }]);
    const found = await sql<{ result: number }>`select last_result as result from t_sys_job`.execute(db);
    expect(found.rows[0]?.result).toBe(2);
  });

  test('carry out a run that was written down by a node that died before it could hand it on', async () => {
    const jobId = await job();
    await byHand(jobId);
    await node(async () => done, false);
    expect(await ended()).toEqual([]);
    await node(async () => done);
    await untilEnded(1);
    expect(await runs()).toMatchObject([{ jobId, result: 1 }]);
  });

  test('take up runs that the queue has lost, and end those of long ago', async () => {
    const [jobId, old] = [await job(), await job()];
    // Handed to a queue that has lost them.
    await sql`insert into t_sys_job_log (job_id, cause, fire_time, sent) values
      (${jobId}, 2, now(), true), (${old}, 2, now() - interval '2 days', true)`.execute(db);
    await node(async () => done);
    await untilEnded(2);
    expect(await runs()).toMatchObject([
      { jobId, result: 1, message: '好' },
      { jobId: old, result: 2, message: '执行中断，未能完成', attempts: 0 },
    ]);
  });

  test('take up the run of a node that stops in the middle of it', async () => {
    const jobId = await job();
    const begun = Promise.withResolvers<void>();
    const first = await node(async ({ signal }) => {
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return done;
    });
    await byHand(jobId);
    await begun.promise;
    await first.scheduler.stop();
    await Promise.all([first.jobs.stop(), node(async () => done)]);
    nodes = nodes.filter(one => one !== first);
    await untilEnded(1);
    expect(await runs()).toMatchObject([{ jobId, result: 1, attempts: 2 }]);
  });
});

describe('the calls', () => {
  let app: SeededApp;
  let token: string;
  const sys = (name: string) => `/api/sys/job/${name}`;
  const post = (name: string, body: object = {}, as = token) =>
    app.call('POST', sys(name), { token: as, body });
  const list = async () => (await app.call('GET', `${sys('quartz')}?size=100`, { token })).data.records;
  const named = async (jobName: string) =>
    (await list()).find((row: { jobName: string }) => row.jobName === jobName);

  beforeAll(async () => {
    app = await openSeededApp();
    token = (await app.login('admin')).token;
  });
  afterAll(() => app.close());

  const nightly = { jobGroup: 'TEST', jobClass: 'sessionCleanJob', cronExpression: '0 0 2 * * ?' };

  test('list the jobs that the product comes with, each with its next time', async () => {
    const rows = await list();
    // One of each kind, so that everything that happens by time can be seen, paused and run.
    expect(rows.map((row: { jobClass: string }) => row.jobClass).sort()).toEqual(
      jobClass.items.map(({ code }) => code).sort(),
    );
    // The clock shows nine in the morning.
    expect(await named('文件清理')).toMatchObject({ nextFireTime: '2026-03-03 03:00:00', jobState: 1 });
  });

  test('add, change, pause, resume and delete a job', async () => {
    const added = await post('add_job', { ...nightly, jobName: '夜间' });
    const { jobId } = added.data;
    expect(await named('夜间')).toMatchObject({ jobId, nextFireTime: '2026-03-03 02:00:00', misfire: 1 });
    const changed = await post('update_job', { jobId, version: 1, cronExpression: '0 30 9 ? * MON' });
    expect(changed.message).toBe('修改成功');
    expect(await named('夜间')).toMatchObject({ nextFireTime: '2026-03-02 09:30:00' });

    expect((await post('pause_job', { jobId })).status).toBe(200);
    expect((await post('pause_job', { jobId })).reason).toBe('notAllowedNow');
    expect(await named('夜间')).toMatchObject({ jobState: 0 });
    app.pass({ hours: 1 });
    expect((await post('resume_job', { jobId })).status).toBe(200);
    expect(await named('夜间')).toMatchObject({ jobState: 1, nextFireTime: '2026-03-09 09:30:00' });
    const history = await app.call('GET', `${sys('history')}?jobId=${jobId}`, { token });
    expect(history.data.records[0]).toMatchObject({
      fields: ['jobState', 'nextFireTime'],
      after: { jobState: 1 },
    });

    expect((await post('delete_job', { jobId })).data).toEqual({ count: 1 });
    expect(await named('夜间')).toBeUndefined();
    expect((await post('resume_job', { jobId })).status).toBe(404);
  });

  test('add a job that waits to be resumed: “add ⇒ 1 running (or 0 if paused=true)”', async () => {
    const { jobId } = (await post('add_job', { ...nightly, jobName: '待启用', paused: true })).data;
    expect(await named('待启用')).toMatchObject({ jobId, jobState: 0 });
    expect((await post('add_job', { ...nightly, jobName: '待启用', paused: true })).reason).toBe('duplicate');
    expect((await post('add_job', { ...nightly, jobName: '即启用', paused: 'false' })).status).toBe(200);
    expect(await named('即启用')).toMatchObject({ jobState: 1 });
    expect((await post('resume_job', { jobId })).status).toBe(200);
    expect(await named('待启用')).toMatchObject({ jobState: 1 });
    expect((await post('add_job', { ...nightly, jobName: '乱', paused: 'perhaps' })).status).toBe(400);
  });

  test('pause and resume all', async () => {
    const all = (await list()).length;
    expect((await post('pause_all')).data).toEqual({ count: all });
    expect((await list()).every((row: { jobState: number }) => row.jobState === 0)).toBe(true);
    expect((await post('resume_all')).data).toEqual({ count: all });
    expect((await post('resume_all')).data).toEqual({ count: 0 });
  });

  test('write a run by hand down, show it, and do not delete a job while it runs', async () => {
    const { jobId } = (await post('add_job', { ...nightly, jobName: '手动' })).data;
    const { logId } = (await post('run_once', { jobId })).data;
    await sql`update t_sys_job_log set start_time = now() where log_id = ${logId}`.execute(app.engine.db);
    const log = await app.call('GET', `${sys('log')}?jobId=${jobId}`, { token });
    expect(log.data).toMatchObject({
      total: 1,
      records: [{ logId, jobName: '手动', cause: 2, result: null }],
    });
    expect((await post('delete_job', { jobId })).reason).toBe('notAllowedNow');
    expect((await app.call('DELETE', `/api/sys/job?ids=${jobId}`, { token })).reason).toBe('notAllowedNow');
    expect((await post('delete_job', { jobId, force: true })).data).toEqual({ count: 1 });
    const after = await app.call('GET', `${sys('log')}?jobId=${jobId}`, { token });
    expect(after.data.records).toMatchObject([{ result: 2, message: '任务被强制删除' }]);
  });

  test.each([
    ['0 0 25 * * ?', 'a wrong hour'],
    ['* * * * *', 'five fields'],
    ['每天', 'words'],
    ['', 'nothing'],
  ])('refuse %j: %s', async cronExpression => {
    const refused = await post('add_job', { ...nightly, jobName: '错', cronExpression });
    expect(refused).toMatchObject({ status: 400, data: { errors: [{ field: 'cronExpression' }] } });
  });

  test('parameters are those that the handler takes, whatever way they come', async () => {
    const check = { ...nightly, jobClass: 'calendarCheckJob' };
    const wrong = await post('add_job', {
      ...check,
      jobName: '参',
      params: { dataYear: '今年', year: 2025 },
    });
    expect(wrong).toMatchObject({ status: 400, reason: 'invalidFields' });
    expect(wrong.message).toContain('参数 dataYear、year 不正确；“检查考试类型数据”可用的参数：dataYear');
    const none = await post('add_job', { ...nightly, jobName: '参', params: { keep: 1 } });
    expect(none.message).toContain('“清理过期会话和验证码”没有参数，请留空');
    const right = await post('add_job', { ...check, jobName: '参', params: { dataYear: 2025 } });
    expect(right.status).toBe(200);
    const { jobId } = right.data;
    const changed = await post('update_job', { jobId, version: 1, jobClass: 'fileCleanJob' });
    expect(changed).toMatchObject({ status: 400, reason: 'invalidFields' });
  });

  test('refuse a handler that is none, and columns that are the server’s', async () => {
    const refused = await post('add_job', { ...nightly, jobName: '坏', jobClass: 'rm -rf' });
    expect(refused.data.errors).toMatchObject([{ field: 'jobClass' }]);
    const own = await post('add_job', {
      ...nightly,
      jobName: '越权',
      jobState: 0,
      nextFireTime: '2020-01-01 00:00:00',
    });
    expect(own.data.errors).toMatchObject([
      { field: 'jobState', message: expect.stringContaining('由系统填写') },
      { field: 'nextFireTime', message: expect.stringContaining('由系统填写') },
    ]);
    expect(await named('越权')).toBeUndefined();
  });

  test('refuse a schedule that would never fire, and to go on with one whose years are over', async () => {
    for (const [cronExpression, why] of [
      ['0 0 2 31 2 ?', '没有这样的日子'],
      ['0 0 2 1 1 ? 2020', '在指定的年份里不会再执行'],
    ]) {
      const refused = await post('add_job', { ...nightly, jobName: '不执行', cronExpression });
      expect(refused.data.errors).toMatchObject([
        { field: 'cronExpression', message: expect.stringContaining(`不是可用的 cron 表达式：${why}`) },
      ]);
    }
    const { jobId } = (await post('add_job', { ...nightly, jobName: '将过期' })).data;
    await post('pause_job', { jobId });
    await sql`update t_sys_job set cron_expression = '0 0 2 1 1 ? 2020' where job_id = ${jobId}`.execute(
      app.engine.db,
    );
    const resumed = await post('resume_job', { jobId });
    expect(resumed).toMatchObject({ status: 409 });
    expect(await named('将过期')).toMatchObject({ jobState: 0 });
  });

  test('are for those who hold the codes', async () => {
    const ops = (await app.login('ops')).token;
    for (const name of [
      'pause_job',
      'resume_job',
      'pause_all',
      'resume_all',
      'run_once',
      'delete_job',
      'add_job',
    ]) {
      expect((await post(name, { jobId: 1 }, ops)).status, name).toBe(403);
    }
    for (const name of ['quartz', 'log']) {
      expect((await app.call('GET', sys(name), { token: ops })).status).toBe(403);
      expect((await app.call('GET', sys(name))).status).toBe(401);
    }
  });
});
