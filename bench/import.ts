/**
 * Imports a workbook of a million rows and fifteen columns, three of them references by name, into the exam
 * calendar: full validation, history and checkpoints on; then the same rows again with every row changed, then
 * exports them. Beside it, in the same run: reading the sheet alone, and psql's COPY of the same rows into a table
 * with the same indexes.
 *
 *   node bench/import.ts [rows] [--embedded]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { datasets, registry } from '@yikao/model/datasets/index.ts';
import { datasetServers } from '@yikao/server/datasets/index.ts';
import { elevated } from '@yikao/server/engine/actor.ts';
import { createEngine, type Engine } from '@yikao/server/engine/engine.ts';
import { findJob } from '@yikao/server/engine/jobs/job.ts';
import { startExport, startImport } from '@yikao/server/engine/jobs/start.ts';
import type { DynamicTables } from '@yikao/server/engine/sql.ts';
import { createXlsxWriter, openWorkbook } from '@yikao/server/excel/index.ts';
import { systemClock } from '@yikao/server/platform/clock.ts';
import { readConfig } from '@yikao/server/platform/config.ts';
import { openDatabase } from '@yikao/server/platform/database/open.ts';
import { openFileStore } from '@yikao/server/platform/files/open.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { migrate, readMigrations } from '@yikao/server/platform/migrations.ts';
import { seed } from '@yikao/server/seeds/load.ts';
import { sql } from 'kysely';
// The throw-away cluster of the tests; plain JavaScript, which needs no declaration here.
import { startPostgres } from '../scripts/lib/postgres.mjs';

const { schExamType } = registry;
const columns = [
  'dataYear',
  'provinceId',
  'jointCategoryId',
  'schoolId',
  'roundNo',
  'examType',
  'examTypeChange',
  'startTime',
  'endTime',
  'onlineExamStartTime',
  'onlineExamEndTime',
  'examTime',
  'applyStatus',
  'remark',
  'orderNum',
] as const;
const years = Array.from({ length: 10 }, (_, index) => 2018 + index);

interface Measured {
  readonly seconds: number;
  /** Peak resident memory of the process, megabytes. */
  readonly megabytes: number;
}

if (process.argv[2] === '--read') await readAlone(process.argv[3] ?? '');
else await run();

/** Reads every cell of a sheet and forgets it. */
async function readAlone(path: string): Promise<void> {
  const workbook = await openWorkbook(path);
  let cells = 0;
  for await (const batch of workbook.rows(0)) for (const row of batch) cells += row.cells.length;
  await workbook.close();
  process.stdout.write(`${cells}\n`);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { embedded: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const rows = Number(positionals[0] ?? 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
  const postgres = values.embedded ? undefined : await startPostgres();
  const config = readConfig({
    DATA_DIR: folder,
    DEMO: 'off',
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: 'Admin123',
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  const logger = silentLogger();
  const database = await openDatabase(config, { logger });
  const db = database.kysely.withTables<DynamicTables>();
  const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'warn', JOB_DATABASE_URL: database.url };
  try {
    await migrate(
      database,
      await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
      logger,
    );
    await seed({ db, config, clock: systemClock, logger });
    const engine = createEngine({
      datasets,
      servers: datasetServers,
      db,
      files: openFileStore(config),
      clock: systemClock,
      jobs: { enqueue: async () => {} },
    });
    await spreadCategories(engine);
    const insertSheet = join(folder, 'insert.xlsx');
    const updateSheet = join(folder, 'update.xlsx');
    await writeSheet(engine, insertSheet, rows, '第一次');
    await writeSheet(engine, updateSheet, rows, '第二次');
    const table: [string, Measured][] = [];
    const say = (what: string, measured: Measured) => {
      table.push([what, measured]);
      console.log(
        `${what.padEnd(44)} ${measured.seconds.toFixed(1).padStart(7)} s ${measured.megabytes.toFixed(0).padStart(6)} MB`,
      );
      return measured;
    };
    const self = fileURLToPath(import.meta.url);
    const read = say(
      'reading the sheet alone',
      await measure(process.execPath, [self, '--read', insertSheet], env),
    );
    const inserted = say(
      'import: every row new',
      await runJob(engine, env, await upload(engine, insertSheet), 'insertNum', rows),
    );
    const updated = say(
      'import: every row changed',
      await runJob(engine, env, await upload(engine, updateSheet), 'updateNum', rows),
    );
    const same = say(
      'import: nothing changes',
      await runJob(engine, env, await upload(engine, updateSheet), 'sameNum', rows),
    );
    const exported = say('export', await runExport(engine, env, rows));
    console.log(
      `import new / import changed: ${(updated.seconds / inserted.seconds).toFixed(2)}, unchanged: ${(same.seconds / inserted.seconds).toFixed(2)}`,
    );
    if (postgres) {
      const { copyIn, copyOut } = await psql(engine, postgres.url, folder, env);
      say('psql COPY in', copyIn);
      say('psql COPY out', copyOut);
      console.log(
        `import / (reading + COPY): ${(inserted.seconds / (read.seconds + copyIn.seconds)).toFixed(2)}`,
      );
      console.log(`export / COPY out: ${(exported.seconds / copyOut.seconds).toFixed(2)}`);
    }
  } finally {
    await database.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The categories of the present year, for all years of the sheet. */
async function spreadCategories(engine: Engine): Promise<void> {
  for (const year of years) {
    await sql`
      insert into t_joint_category (data_year, province_id, joint_category_id, joint_category_name, parent_type, full_score, order_num, status)
      select ${year}::smallint, c.province_id, min(c.joint_category_id), c.joint_category_name, min(c.parent_type), 300, 0, 1
      from t_joint_category as c where not exists (select 1 from t_joint_category as o
        where o.data_year = ${year}::smallint and o.province_id = c.province_id and o.joint_category_name = c.joint_category_name)
      group by c.province_id, c.joint_category_name`.execute(engine.db);
  }
}

async function writeSheet(engine: Engine, path: string, rows: number, remark: string): Promise<void> {
  const names = async (query: string) =>
    (
      await engine.db.executeQuery<{ name: string }>(sql.raw<{ name: string }>(query).compile(engine.db))
    ).rows.map(row => row.name);
  const provinces = await names('select province_name as name from t_province where status = 1 order by 1');
  const categories = await names(
    'select distinct joint_category_name as name from t_joint_category order by 1',
  );
  const schools = await names('select school_name as name from t_school order by 1');
  const writer = await createXlsxWriter(path, {
    level: 1,
    sheets: [
      {
        name: '日历',
        columns: columns.map(name => ({
          header: schExamType.fields[name].label.zh,
          format: /Time$/.test(name) && name !== 'examTime' ? ('dateTime' as const) : ('general' as const),
        })),
      },
    ],
  });
  const two = (n: number) => String(n).padStart(2, '0');
  for (let i = 0; i < rows; i++) {
    const school = i % schools.length;
    const category = Math.floor(i / schools.length) % categories.length;
    const province = Math.floor(i / schools.length / categories.length) % provinces.length;
    const year = years[Math.floor(i / schools.length / categories.length / provinces.length)];
    if (year === undefined) throw new Error('The sheet asks for more rows than there are different keys');
    const day = two((i % 27) + 1);
    const waiting = writer.row([
      year,
      provinces[province]!,
      categories[category]!,
      schools[school]!,
      1,
      ['统考和校考', '统考', '校考'][i % 3]!,
      i % 2 ? '是' : '否',
      { dateTime: `${year - 1}-12-${day} 08:00:00` },
      { dateTime: `${year}-01-${day} 18:00:00` },
      { dateTime: `${year}-02-${day} 09:00:00` },
      { dateTime: `${year}-02-28 17:00:00` },
      `初试 2 月 ${day} 日起分批进行`,
      ['未公布', '未开始', '报名中', '已结束'][i % 4]!,
      `${remark} 报名时须上传照片 ${i}`,
      i % 1000,
    ]);
    if (waiting) await waiting;
  }
  await writer.close();
}

async function upload(engine: Engine, path: string): Promise<string> {
  const key = `bench/${crypto.randomUUID()}.xlsx`;
  const { size, sha256 } = await engine.files.put(key, createReadStream(path), { maxBytes: 10 * 1024 ** 3 });
  await sql`insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${`/${key}`}, 'bench.xlsx', ${size}, 'application/octet-stream', ${sha256}, 1, 0)`.execute(
    engine.db,
  );
  return `/${key}`;
}

async function runJob(
  engine: Engine,
  env: NodeJS.ProcessEnv,
  filePath: string,
  expected: 'insertNum' | 'updateNum' | 'sameNum',
  rows: number,
): Promise<Measured> {
  const { id } = await startImport(engine, schExamType, elevated(), 'import', {
    tableId: 10,
    importBatch: '测量',
    again: true,
    filePath,
    originName: 'bench.xlsx',
  });
  const measured = await job(env, id);
  const done = await findJob(engine.db, id);
  if (done?.[expected] !== rows)
    throw new Error(`The import did something else: ${done?.status} ${done?.message}`);
  return measured;
}

async function runExport(engine: Engine, env: NodeJS.ProcessEnv, rows: number): Promise<Measured> {
  const { id } = await startExport(engine, schExamType, elevated(), {
    tableId: 10,
    title: '测量',
    fieldNames: columns,
  });
  const measured = await job(env, id);
  const done = await findJob(engine.db, id);
  if (done?.status !== 'success' || done.done !== rows)
    throw new Error(`The export failed: ${done?.message}`);
  return measured;
}

function job(env: NodeJS.ProcessEnv, id: number): Promise<Measured> {
  const program = fileURLToPath(new URL('../server/job-process.ts', import.meta.url));
  return measure(process.execPath, ['--max-old-space-size=320', program, String(id)], env);
}

/** Runs a program to its end; its peak memory is read from the kernel while it runs. */
function measure(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    let peak = 0;
    const look = setInterval(() => {
      try {
        peak = Math.max(
          peak,
          Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
        );
      } catch {
        // It has just ended.
      }
    }, 50);
    child.once('error', reject);
    child.once('exit', code => {
      clearInterval(look);
      if (code === 0) resolve({ seconds: (performance.now() - start) / 1000, megabytes: peak / 1024 });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}`));
    });
  });
}

/** COPY by psql: in, into a table with the same indexes; out, of the same rows. */
async function psql(engine: Engine, url: string, folder: string, env: NodeJS.ProcessEnv) {
  const file = join(folder, 'rows.copy');
  await sql`create table bench_copy (like t_sch_exam_type including all)`.execute(engine.db);
  const copyOut = await measure('psql', [url, '-qc', `\\copy t_sch_exam_type to '${file}'`], env);
  const copyIn = await measure('psql', [url, '-qc', `\\copy bench_copy from '${file}'`], env);
  console.log(
    `the rows as text: ${((await stat(file)).size / 1024 ** 2).toFixed(0)} MB; ${spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout.trim()}`,
  );
  return { copyIn, copyOut };
}
