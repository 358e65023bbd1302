/**
 * List response times during an import: the started product on a PostgreSQL server with a million rows, one person
 * paging through the exam calendar, first without other load, then while a job of the product imports 300,000 new rows
 * into the same table.
 *
 *   node bench/responsive.ts [rows to import]
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { datasetServers } from '@yikao/server/contexts/datasets.ts';
import { createEngine, noQueue } from '@yikao/server/engine/engine.ts';
import type { DynamicTables } from '@yikao/server/engine/table/sql.ts';
import { jobWorks } from '@yikao/server/job-works.ts';
import { systemClock } from '@yikao/server/platform/clock.ts';
import { readConfig } from '@yikao/server/platform/config.ts';
import { openDatabase } from '@yikao/server/platform/database/open.ts';
import { openDiskRoom } from '@yikao/server/platform/disk-room.ts';
import { openFileStore } from '@yikao/server/platform/files/open.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { openFetchOutside } from '@yikao/server/platform/outside/open.ts';
import { createSecrets } from '@yikao/server/platform/secrets.ts';
import { sql } from 'kysely';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { readNames, schExamType, spreadCategories, writeSheet } from './calendar.ts';
import { percentile } from './measure.ts';

const rows = Number(process.argv[2] ?? 300_000);
const standing = 1_000_000;
/** Calls measured without other load. */
const idleCalls = 600;
/** Milliseconds a person looks at a page. */
const lookMs = 10;

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const port = 3_900 + (process.pid % 1_000);
const settings = {
  PORT: String(port),
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  DEMO: 'off',
  CAPTCHA: 'off',
  LOG_LEVEL: 'error',
  ADMIN_PASSWORD: 'Admin123',
};
const server = spawn(process.execPath, [fileURLToPath(new URL('../server/main.ts', import.meta.url))], {
  env: { ...process.env, ...settings },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
const database = await openDatabase(readConfig(settings), { logger: silentLogger() });
try {
  for await (const chunk of server.stdout) if (String(chunk).includes('http://')) break;
  server.stdout.resume();
  const engine = createEngine({
    datasets,
    servers: datasetServers,
    steps: [],
    jobWorks,
    db: database.kysely.withTables<DynamicTables>(),
    files: openFileStore(readConfig(settings)),
    secrets: createSecrets(readConfig(settings)),
    fetchOutside: openFetchOutside(readConfig(settings)),
    room: await openDiskRoom(readConfig(settings), database, silentLogger()),
    clock: systemClock,
    jobs: { ...noQueue('The jobs run in this process'), enqueue: async () => {} },
  });
  await spreadCategories(engine);
  const sheet = join(folder, 'sheet.xlsx');
  await writeSheet(sheet, await readNames(engine), { rows, remark: '新', level: 1 });
  await fill();
  const token = await logIn();
  const list = async (turn: number) => {
    const path = `${schExamType.path}/list?provinceId=430000&current=${1 + (turn % 50)}&size=20`;
    const start = performance.now();
    await call(path, token);
    return performance.now() - start;
  };
  for (let turn = 0; turn < 100; turn++) await list(turn);
  const idle: number[] = [];
  for (let turn = 0; turn < idleCalls; turn++) {
    idle.push(await list(turn));
    await sleep(lookMs);
  }
  const form = new FormData();
  form.append('file', new Blob([await readFile(sheet)]), 'sheet.xlsx');
  const filePath = await send<string>('/common/file/upload', token, form);
  const body = { tableId: schExamType.tableId, importBatch: '测量', filePath };
  const start = performance.now();
  const { id } = await send<{ id: number }>(`${schExamType.path}/import`, token, {
    ...body,
    originName: 'sheet.xlsx',
  });
  const busy: number[] = [];
  for (let turn = 0; ; turn++) {
    busy.push(await list(turn));
    await sleep(lookMs);
    if (turn % 50 !== 49) continue;
    const { records } = await call<{ records: JobRow[] }>(`/api/base/log/list?ids=${id}`, token);
    const [job] = records;
    if (job?.status === 'processing') continue;
    if (job?.insertNum !== rows) throw new Error(`The import did something else: ${job?.message}`);
    break;
  }
  const seconds = (performance.now() - start) / 1000;
  idle.sort((a, b) => a - b);
  busy.sort((a, b) => a - b);
  const line = (what: string, times: readonly number[]) =>
    console.log(
      `${what.padEnd(16)} ${String(times.length).padStart(6)} calls: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, longest ${times.at(-1)?.toFixed(1)} ms`,
    );
  console.log(
    `${rows.toLocaleString('en')} rows imported in ${seconds.toFixed(1)} s beside ${standing.toLocaleString('en')}`,
  );
  line('idle', idle);
  line('while importing', busy);
  console.log(
    `p99 while importing / idle: ${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(2)} (at most 5)`,
  );
} finally {
  await database.close();
  server.kill('SIGTERM');
  await ended;
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Rows of years that the sheet does not have. */
async function fill(): Promise<void> {
  await sql`
    insert into t_sch_exam_type (data_year, province_id, joint_category_id, school_id, round_no, exam_type, exam_type_change,
      start_time, end_time, remark, order_num)
    select 2000 + n % 10, p.province_id, 1 + n / 10 % 100, 1 + n / 1000, 1, 1 + n % 3, n % 2, now(), now(), '备注 ' || n, n % 1000
    from generate_series(0, ${standing / 25}::integer - 1) as n
    cross join (select province_id from t_province where status = 1 order by 1 limit 25) as p`.execute(
    database.kysely,
  );
  await sql`vacuum analyze t_sch_exam_type`.execute(database.kysely);
}

async function logIn(): Promise<string> {
  const who = { userName: 'admin', password: 'Admin123' };
  return (await send<{ token: string }>('/api/admin/login', '', who)).token;
}

/** The data of an answer; the caller knows its type, which is acceptable in a benchmark. */
async function call<Data>(path: string, token: string, init: RequestInit = {}): Promise<Data> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { 'access-token': token, ...init.headers },
  });
  const { success, message, data } = (await answer.json()) as {
    success: boolean;
    message: string;
    data: Data;
  };
  if (!success) throw new Error(`${path}: ${message}`);
  return data;
}

function send<Data>(path: string, token: string, body: object): Promise<Data> {
  return body instanceof FormData
    ? call<Data>(path, token, { method: 'POST', body })
    : call<Data>(path, token, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
}
