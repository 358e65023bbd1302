import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { keysOfEntry } from '../../history/history.ts';
import type { Columns } from '../../table/columns.ts';
import { addAccount, openTestApp, person, type TestApp } from '../../testing/app.ts';
import { readStored, upload, writeSheet } from '../../testing/workbooks.ts';
import { findJob } from './job.ts';

const { region } = registry;
const headers = ['地区', '排序', '状态'];
/** Most kills of each job's process; set `YIKAO_KILLS=50` for a longer run, which prints the number. */
const kills = Number(process.env.YIKAO_KILLS ?? 4);
/**
 * Several transactions' worth, so that a kill falls between them, inside one, before the first and after the last; and
 * enough for a job not to be over before its kills are.
 */
const rowCount = Math.max(9_000, kills * 2_000);
/** Three jobs in a row, some seconds from one kill to the next on a busy machine. */
const patienceMs = 200_000 + kills * 3 * 10_000;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await addAccount(app);
});
afterAll(() => app.close());

/**
 * Runs a job in a separate process and kills it repeatedly at random moments until the job is over; returns the number
 * of kills.
 */
async function runKilled(id: number): Promise<number> {
  const program = new URL('../../../job-process.ts', import.meta.url);
  const env = {
    ...process.env,
    DATA_DIR: app.dataDir,
    LOG_LEVEL: 'silent',
    JOB_DATABASE_URL: app.databaseUrl,
  };
  let killed = 0;
  for (;;) {
    const child = fork(program, [String(id)], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const ended = once(child, 'exit');
    if (killed < kills) {
      // At a random time between the start of the process and its approximate end.
      await Promise.race([ended, after(300 + Math.random() * 1_500)]);
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        killed += 1;
      }
    }
    await ended;
    if ((await findJob(app.engine.db, id))?.status !== 'processing') {
      if (kills > 4) process.stdout.write(`Job ${id} was killed ${killed} times.\n`);
      return killed;
    }
  }
}

async function start(sheet: readonly (readonly WriteCell[])[]) {
  const filePath = await upload(app, await writeSheet(app, headers, sheet));
  const body = { tableId: region.tableId, importBatch: '批', filePath, originName: 'a.xlsx', again: true };
  return (await app.call('admin', 'POST', `${region.path}/import`, body)).body.data.id as number;
}

const sheetOf = (order: number) =>
  Array.from({ length: rowCount }, (_, n): WriteCell[] => [
    `地区${n}`,
    order + (n % 7),
    n % 3 === 0 ? '停用' : '启用',
  ]);

/** The contents of the table and of the history, without values that vary between runs. */
async function outcome(jobId: number) {
  const rows = await sql<Columns<typeof region, 'status' | 'version'> & { name: string; order: number }>`
    select region_name as name, order_num as order, status, version from t_region where not deleted order by region_name
  `.execute(app.engine.db);
  const history = await sql<{ count: number; different: number }>`
    select count(*)::integer as count, count(distinct r.key)::integer as different
    from t_row_history as h cross join ${keysOfEntry} where h.job_id = ${jobId}`.execute(app.engine.db);
  return { rows: rows.rows, history: history.rows[0] };
}

test('an import, an update and an undo whose process is killed at random end as undisturbed ones', {
  timeout: patienceMs,
}, async () => {
  const inserted = await start(sheetOf(0));
  await runKilled(inserted);
  expect(await findJob(app.engine.db, inserted)).toMatchObject({
    status: 'success',
    insertNum: rowCount,
    failNum: 0,
    done: rowCount,
  });
  const first = await outcome(inserted);
  expect(first.rows).toHaveLength(rowCount);
  expect(first.rows.every(row => row.version === 1)).toBe(true);
  expect(first.history).toEqual({ count: rowCount, different: rowCount });

  const updated = await start(sheetOf(10));
  await runKilled(updated);
  expect(await findJob(app.engine.db, updated)).toMatchObject({
    status: 'success',
    updateNum: rowCount,
    insertNum: 0,
    done: rowCount,
  });
  const second = await outcome(updated);
  expect(second.rows.every(row => row.version === 2 && row.order >= 10)).toBe(true);
  expect(second.history).toEqual({ count: rowCount, different: rowCount });

  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: updated });
  const undone = undo.body.data.id as number;
  await runKilled(undone);
  expect(await findJob(app.engine.db, undone)).toMatchObject({ status: 'success', failNum: 0 });
  const third = await outcome(undone);
  expect(third.rows.map(({ version: _, ...row }) => row)).toEqual(
    first.rows.map(({ version: _, ...row }) => row),
  );
  expect(third.history).toEqual({ count: rowCount, different: rowCount });
});

test('an export whose process is killed at random gives the file of an undisturbed one', {
  timeout: patienceMs,
}, async () => {
  const exportOf = async (format: 'xlsx' | 'csv') => {
    const body = {
      tableId: region.tableId,
      title: '导出',
      fieldNames: ['id', 'regionName', 'orderNum'],
      format,
    };
    return (await app.call('admin', 'POST', `${region.path}/export`, body)).body.data.id as number;
  };
  await sql`insert into t_region (region_name, order_num, status)
    select '出口' || n, n % 7, 1 from generate_series(1, ${rowCount}) as n`.execute(app.engine.db);
  for (const format of ['xlsx', 'csv'] as const) {
    // An export is too short to be killed as often as a long run requires: it is repeated until it was.
    for (
      let killed = 0, round = 0;
      killed < kills && (round === 0 || (kills > 4 && round < kills));
      round++
    ) {
      const [calm, disturbed] = [await exportOf(format), await exportOf(format)];
      await app.runJobs();
      // Both ran in this process; only the second is run again, as a job whose node has died.
      const quiet = await findJob(app.engine.db, calm);
      await sql`update t_biz_log set status = 'processing', url = null, done = 0 where id = ${disturbed}`.execute(
        app.engine.db,
      );
      killed += await runKilled(disturbed);
      const again = await findJob(app.engine.db, disturbed);
      expect(again).toMatchObject({ status: 'success', done: quiet?.done });
      expect(quiet?.done).toBeGreaterThanOrEqual(rowCount);
      expect(await readStored(app, again?.url ?? '')).toEqual(await readStored(app, quiet?.url ?? ''));
      expect(await readdir(join(app.dataDir, 'work'))).toEqual([]);
    }
  }
});
