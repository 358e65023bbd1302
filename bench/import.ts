/**
 * Imports a workbook of a million rows and fifteen columns, three of them references by name, into the exam calendar,
 * with full validation, history and checkpoints; undoes it, imports it again, then the same rows with every row changed
 * and with none changed, exports them, and undoes both imports. For comparison, in the same run: reading and writing
 * only the sheet, streaming the sheet into COPY without parsing a cell, and psql's COPY of the same rows into a table
 * with the same indexes.
 *
 *   node bench/import.ts [rows] [--embedded]
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { datasetServers } from '@yikao/server/contexts/datasets.ts';
import { createEngine, type Engine, noQueue } from '@yikao/server/engine/engine.ts';
import { findJob } from '@yikao/server/engine/jobs/lifecycle/job.ts';
import { jobProcessFlags } from '@yikao/server/engine/jobs/lifecycle/runner.ts';
import { startExport, startImport } from '@yikao/server/engine/jobs/start.ts';
import { startUndo } from '@yikao/server/engine/jobs/undo/undo.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import type { DynamicTables } from '@yikao/server/engine/table/sql.ts';
import { openWorkbook } from '@yikao/server/excel/index.ts';
import { jobWorks } from '@yikao/server/job-works.ts';
import { systemClock } from '@yikao/server/platform/clock.ts';
import { readConfig } from '@yikao/server/platform/config.ts';
import { openDatabase } from '@yikao/server/platform/database/open.ts';
import { openDiskRoom } from '@yikao/server/platform/disk-room.ts';
import { openFileStore } from '@yikao/server/platform/files/open.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { migrate, readMigrations } from '@yikao/server/platform/migrations.ts';
import { openFetchOutside } from '@yikao/server/platform/outside/open.ts';
import { createSecrets } from '@yikao/server/platform/secrets.ts';
import { seed } from '@yikao/server/seeds/load.ts';
import { sql } from 'kysely';
// The throw-away cluster of the tests; plain JavaScript, which needs no declaration here.
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { bundledProgram, ensureServerBuild } from '../scripts/lib/server-build.mjs';
import { columns, readNames, schExamType, spreadCategories, writeSheet } from './calendar.ts';
import { cpuOfFamily, type Measured, measure } from './measure.ts';

/** Rows of the file that is read and checked first, so that code is compiled. */
const warmRows = 100;

const self = fileURLToPath(import.meta.url);

if (process.argv[2] === '--read') await readAlone(process.argv[3] ?? '');
else if (process.argv[2] === '--pour') await pour(process.argv[3] ?? '', process.argv[4] ?? '');
else if (process.argv[2] === '--write') await writeAlone(process.argv[3] ?? '', Number(process.argv[4]));
else await run();

/** Reads every cell of a sheet and forgets it. */
async function readAlone(path: string): Promise<void> {
  const workbook = await openWorkbook(path);
  let cells = 0;
  for await (const batch of workbook.rows(0)) for (const row of batch) cells += row.cells.length;
  await workbook.close();
  process.stdout.write(`${cells}\n`);
}

/** Pours the cells of a sheet as they are into the table `bench_pour`: the least that bringing it in can take. */
async function pour(path: string, url: string): Promise<void> {
  const psql = spawn('psql', [url, '-qc', 'copy bench_pour from stdin'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(psql, 'exit');
  const workbook = await openWorkbook(path);
  const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, found => `\\${found}`);
  for await (const batch of workbook.rows(0)) {
    let lines = '';
    for (const { cells } of batch) {
      let line = '';
      for (let index = 0; index < columns.length; index++) {
        const cell = cells[index];
        if (index > 0) line += '\t';
        if (typeof cell === 'string') line += escaped(cell);
        else if (cell !== undefined) line += typeof cell === 'object' ? cell.text : String(cell);
      }
      lines += `${line}\n`;
    }
    if (!psql.stdin.write(lines)) await once(psql.stdin, 'drain');
  }
  psql.stdin.end();
  await workbook.close();
  const [code] = await ended;
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

/** Writes the rows as an export would, from names stored next to the file. */
async function writeAlone(path: string, rows: number): Promise<void> {
  await writeSheet(path, JSON.parse(readFileSync(`${path}.json`, 'utf8')), { rows, remark: '第二次' });
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { embedded: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const rows = Number(positionals[0] ?? 1_000_000);
  ensureServerBuild({ node: process.execPath, env: process.env });
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
  const env = {
    ...process.env,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    JOB_DATABASE_URL: database.url,
    // As set by the product's own runner.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
  };
  const databasePid = postgres?.pid;
  const databaseCpu = () => (databasePid === undefined ? Number.NaN : cpuOfFamily(databasePid));
  try {
    await migrate(
      database,
      await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
      logger,
    );
    await seed({ db, config, clock: systemClock, secrets: createSecrets(config), logger });
    const engine = createEngine({
      datasets,
      servers: datasetServers,
      steps: [],
      jobWorks,
      db,
      files: openFileStore(config),
      secrets: createSecrets(config),
      fetchOutside: openFetchOutside(config),
      room: await openDiskRoom(config, database, logger),
      clock: systemClock,
      jobs: { ...noQueue('The jobs run in this process'), enqueue: async () => {} },
    });
    await spreadCategories(engine);
    const names = await readNames(engine);
    const [insertSheet, updateSheet, writtenSheet, warmSheet] = ['insert', 'update', 'written', 'warm'].map(
      name => join(folder, `${name}.xlsx`),
    ) as [string, string, string, string];
    await writeSheet(warmSheet, names, { rows: warmRows, remark: '第零次', level: 1 });
    await writeSheet(insertSheet, names, { rows, remark: '第一次', level: 1 });
    await writeSheet(updateSheet, names, { rows, remark: '第二次', level: 1 });
    writeFileSync(`${writtenSheet}.json`, JSON.stringify(names));
    console.log(
      `${rows.toLocaleString('en')} rows, ${columns.length} columns; ${postgres ? 'PostgreSQL server' : 'embedded database'}\n` +
        `${''.padEnd(32)} seconds  processor: own  database     memory`,
    );
    const say = async (what: string, work: () => Promise<Measured>) => {
      const before = databaseCpu();
      const measured = await work();
      const taken = (databaseCpu() - before).toFixed(1);
      console.log(
        `${what.padEnd(32)} ${measured.seconds.toFixed(1).padStart(7)} ${measured.cpu.toFixed(1).padStart(15)} ${taken.padStart(9)} ${measured.megabytes.toFixed(0).padStart(7)} MB`,
      );
      return measured;
    };
    const runner = { engine, env, rows };
    const node = process.execPath;
    await measure(node, [self, '--read', warmSheet], env);
    const read = await say('reading the sheet alone', () =>
      measure(node, [self, '--read', insertSheet], env),
    );
    const written = await say('writing the sheet alone', () =>
      measure(node, [self, '--write', writtenSheet, String(rows)], env),
    );
    // The product keeps compiled code from one start to the next: the first job of a new version is not what is measured.
    await runJob(
      { engine, env, rows: warmRows },
      await importJob(engine, await upload(engine, warmSheet), true),
      'done',
    );
    let poured: Measured | undefined;
    if (postgres) {
      const texts = sql.join(columns.map(name => sql`${sql.id(name)} text`));
      await sql`create table bench_pour (${texts})`.execute(db);
      poured = await say('the sheet straight into COPY', () =>
        measure(node, [self, '--pour', insertSheet, postgres.url], env),
      );
      const arrived = await sql<{ rows: number }>`select count(*)::integer as rows from bench_pour`.execute(
        db,
      );
      if (arrived.rows[0]?.rows !== rows + 1) throw new Error('Not every row was poured');
      await sql`drop table bench_pour`.execute(db);
    }
    const first = await importJob(engine, await upload(engine, insertSheet));
    const inserted = await say('import: every row new', () => runJob(runner, first, 'insertNum'));
    const gone = await undoJob(engine, first);
    const removed = await say('undo of the new rows', () => runJob(runner, gone, 'done'));
    const anew = await importJob(engine, await upload(engine, insertSheet));
    await say('import: again', () => runJob(runner, anew, 'insertNum'));
    const second = await importJob(engine, await upload(engine, updateSheet));
    const updated = await say('import: every row changed', () => runJob(runner, second, 'updateNum'));
    const third = await importJob(engine, await upload(engine, updateSheet));
    const same = await say('import: nothing changes', () => runJob(runner, third, 'sameNum'));
    const fourth = await startExport(engine, schExamType, elevated(), {
      tableId: 10,
      title: '测量',
      fieldNames: columns,
    });
    const exported = await say('export', () => runJob(runner, fourth.id, 'done'));
    const copies = postgres && (await psql(engine, postgres.url, folder, env, say));
    const fifth = await undoJob(engine, second);
    const undone = await say('undo of the changes', () => runJob(runner, fifth, 'done'));
    const sixth = await undoJob(engine, anew);
    await say('undo of rows changed and put back', () => runJob(runner, sixth, 'done'));
    const ratio = (what: string, one: number, other: number, aim: string) =>
      console.log(`${what.padEnd(48)} ${(one / other).toFixed(2)} (at most ${aim})`);
    ratio('changed / new', updated.seconds, inserted.seconds, '2.5');
    ratio('unchanged / new', same.seconds, inserted.seconds, '2.5');
    ratio('undo of the changes / the changes', undone.seconds, updated.seconds, '1');
    ratio('undo of the new rows / the new rows', removed.seconds, inserted.seconds, '1');
    if (poured) {
      // 30 s if streaming takes 9.2 s, as on the machine for which the target was set.
      ratio('import / the sheet straight into COPY', inserted.seconds, poured.seconds, '3.26');
    }
    if (copies) {
      ratio('import / (reading + COPY in)', inserted.seconds, read.seconds + copies.copyIn.seconds, '2');
      ratio(
        'export / (COPY out + writing)',
        exported.seconds,
        copies.copyOut.seconds + written.seconds,
        '1.6',
      );
    }
    console.log(
      `rows a second: ${Math.round(rows / inserted.seconds).toLocaleString('en')} (on record: Directus 12 brings 1,800 rows a second in, by its own import)`,
    );
  } finally {
    await database.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
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

async function importJob(engine: Engine, filePath: string, dryRun = false): Promise<number> {
  const { id } = await startImport(engine, schExamType, elevated(), 'import', {
    tableId: 10,
    importBatch: '测量',
    again: true,
    dryRun,
    filePath,
    originName: 'bench.xlsx',
  });
  return id;
}

async function undoJob(engine: Engine, target: number): Promise<number> {
  const job = await findJob(engine.db, target);
  if (!job) throw new Error(`There is no job ${target}`);
  return (await startUndo(engine, elevated(), job)).id;
}

/** Runs a job's process as the product does, and checks its effect on every row. */
async function runJob(
  { engine, env, rows }: { readonly engine: Engine; readonly env: NodeJS.ProcessEnv; readonly rows: number },
  id: number,
  counted: 'insertNum' | 'updateNum' | 'sameNum' | 'done',
): Promise<Measured> {
  const program = bundledProgram('job-process');
  const measured = await measure(process.execPath, [...jobProcessFlags, program, String(id)], env);
  const done = await findJob(engine.db, id);
  if (done?.status !== 'success' || done[counted] !== rows)
    throw new Error(`The job did something else: ${done?.status} ${done?.message}`);
  return measured;
}

/** COPY by psql: in, into a table with the same indexes; out, of the same rows. */
async function psql(
  engine: Engine,
  url: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  say: (what: string, work: () => Promise<Measured>) => Promise<Measured>,
) {
  const file = join(folder, 'rows.copy');
  await sql`create table bench_copy (like t_sch_exam_type including all)`.execute(engine.db);
  const copy = (text: string) => () => measure('psql', [url, '-qc', text], env);
  const copyOut = await say(
    'psql COPY out',
    copy(`\\copy (select * from t_sch_exam_type where not deleted) to '${file}'`),
  );
  const copyIn = await say('psql COPY in', copy(`\\copy bench_copy from '${file}'`));
  const version = spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`the rows as text: ${((await stat(file)).size / 1024 ** 2).toFixed(0)} MB; ${version}`);
  await sql`drop table bench_copy`.execute(engine.db);
  return { copyIn, copyOut };
}
