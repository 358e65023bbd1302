import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { databaseKind } from '../../../testing/run.ts';
import { addAccount, openTestApp, person, type TestApp } from '../../testing/app.ts';
import { upload, writeSheet } from '../../testing/workbooks.ts';
import { findJob } from './job.ts';

const { region } = registry;
const headers = ['地区', '排序', '状态'];
const rowCount = 9_000;
const cuts = Number(process.env.YIKAO_KILLS ?? 4);
const program = fileURLToPath(new URL('../../../job-process.ts', import.meta.url));

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await addAccount(app);
});
afterAll(() => app.close());

const env = () => ({
  ...process.env,
  DATA_DIR: app.dataDir,
  LOG_LEVEL: 'silent',
  JOB_DATABASE_URL: app.databaseUrl,
});

async function endOf(child: ChildProcess): Promise<void> {
  await once(child, 'exit');
}

async function importOf(count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, n): WriteCell[] => [`地区${n}`, n % 7, '启用']);
  const filePath = await upload(app, await writeSheet(app, headers, rows));
  const body = { tableId: region.tableId, importBatch: '批', filePath, originName: 'a.xlsx', again: true };
  return (await app.call('admin', 'POST', `${region.path}/import`, body)).body.data.id as number;
}

// The embedded database has no connections of others to cut, and ends with its process.
test.runIf(databaseKind() === 'server')(
  'an import whose connections to the database are cut again and again ends as an undisturbed one',
  { timeout: 240_000 },
  async () => {
    const id = await importOf(rowCount);
    const own = new pg.Client({ connectionString: app.databaseUrl });
    await own.connect();
    let cut = 0;
    for (;;) {
      const began = await own.query<{ now: Date }>('select clock_timestamp() as now');
      const child = fork(program, [String(id)], {
        env: env(),
        stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
      });
      const ended = endOf(child);
      while (child.exitCode === null && cut < cuts) {
        const theirs = `from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_start > $1`;
        const connected = await own.query(`select pid ${theirs}`, [began.rows[0]?.now]);
        if (connected.rowCount === 0) {
          await Promise.race([ended, after(10)]);
          continue;
        }
        // The first one as soon as it exists; the others at any time.
        if (cut > 0) await Promise.race([ended, after(Math.random() * 400)]);
        const hit = await own.query(`select pg_terminate_backend(pid) ${theirs}`, [began.rows[0]?.now]);
        if (hit.rowCount) cut += 1;
      }
      await ended;
      if ((await findJob(app.engine.db, id))?.status !== 'processing') break;
    }
    await own.end();
    expect(cut).toBeGreaterThan(0);
    expect(await findJob(app.engine.db, id)).toMatchObject({
      status: 'success',
      insertNum: rowCount,
      failNum: 0,
      done: rowCount,
    });
    const stands = await sql<{ rows: number; names: number; history: number }>`
      select count(*)::integer as rows, count(distinct region_name)::integer as names,
        (select sum(row_count)::integer from t_row_history where job_id = ${id}) as history
      from t_region where not deleted`.execute(app.engine.db);
    expect(stands.rows[0]).toEqual({ rows: rowCount, names: rowCount, history: rowCount });
  },
);

test('an export that finds no room on the disk says so, and leaves nothing behind', async () => {
  await sql`insert into t_region (region_name, order_num, status)
    select '满' || n, n % 7, 1 from generate_series(1, 30000) as n`.execute(app.engine.db);
  const body = { tableId: region.tableId, title: '导出', fieldNames: ['id', 'regionName'] };
  const { id } = (await app.call('admin', 'POST', `${region.path}/export`, body)).body.data;
  // No file of this process may grow past 40 kB: the kernel refuses the write as a full disk would.
  const command = `ulimit -f 80; exec "${process.execPath}" "${program}" ${id}`;
  await endOf(spawn('sh', ['-c', command], { env: env(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }));
  expect(await findJob(app.engine.db, id)).toMatchObject({
    status: 'fail',
    url: null,
    message: '服务器磁盘空间不足，任务已停止；此前写入的 0 行有效',
  });
  expect(await readdir(join(app.dataDir, 'work'))).toEqual([]);
});
