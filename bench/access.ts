/**
 * The share of session, permission and row scope in a list call: the application as people use it, logged in for one
 * province, against the same application with a fixed person and the province as a filter. Both run in this process on
 * a PostgreSQL server, in turns.
 *
 *   node bench/access.ts [rows]
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { createApp } from '@yikao/server/app.ts';
import { datasetServers } from '@yikao/server/contexts/datasets.ts';
import { createFeatures } from '@yikao/server/contexts/features.ts';
import { createEngine, noQueue } from '@yikao/server/engine/engine.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import type { DynamicTables } from '@yikao/server/engine/table/sql.ts';
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
import { startPostgres } from '../scripts/lib/postgres.mjs';

const rows = Number(process.argv[2] ?? 200_000);
const turns = 80;
const callsEach = 200;
const atATime = 8;
const hunan = 430_000;

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const config = readConfig({
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  CAPTCHA: 'off',
  ADMIN_PASSWORD: 'Admin123',
  LOG_LEVEL: 'silent',
});
const logger = silentLogger();
const database = await openDatabase(config, { logger });
try {
  const db = database.kysely.withTables<DynamicTables>();
  await migrate(
    database,
    await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
    logger,
  );
  await seed({
    db,
    config: { ...config, demo: true },
    clock: systemClock,
    secrets: createSecrets(config),
    logger,
  });
  await sql`
    insert into t_sch_exam_type (data_year, province_id, joint_category_id, school_id, round_no, exam_type,
      exam_type_change, order_num)
    select 2018 + n % 7, ${hunan} + n % 2 * 10000, 1, n, 1, 1, 0, 0 from generate_series(1000, ${rows}::integer) as n`.execute(
    db,
  );
  await sql`analyze t_sch_exam_type`.execute(db);
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
    jobs: noQueue('No job is run here'),
  });
  const parts = { engine, config, logger };
  const real = await createApp({ ...parts, ...createFeatures(engine, config) });
  const fixed = await createApp({ ...parts, features: [], authenticate: async () => elevated() });
  const login = await real.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { userName: 'hunan01', password: 'Admin123' },
  });
  const { token } = login.json().data;

  const list = async (app: Awaited<ReturnType<typeof createApp>>, url: string) => {
    const answer = await app.inject({ url, headers: { 'access-token': token } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const path = '/api/data/wish/sch/examType/list?dataYear=2020';
  const withAccess = () => list(real, path);
  const without = () => list(fixed, `${path}&provinceId=${hunan}`);
  await Promise.all([withAccess(), without()]);
  const spent = { withAccess: [] as number[], without: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    spent.withAccess.push(await milliseconds(withAccess));
    spent.without.push(await milliseconds(without));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const [paid, free] = [median(spent.withAccess), median(spent.without)];
  console.log(`a page of 10 of ${rows.toLocaleString('en')} rows, ${atATime} calls at a time`);
  console.log(`with session, permission and scope  ${paid.toFixed(2)} ms a call`);
  console.log(`a fixed person and a filter         ${free.toFixed(2)} ms a call`);
  // Compare the two of each pair, since other load on the machine affects both.
  const share = median(spent.without.map((ms, turn) => 1 - ms / (spent.withAccess[turn] ?? ms)));
  console.log(`their share, of the middle pair     ${(share * 100).toFixed(0)} % (under 15 %)`);
  await Promise.all([real.close(), fixed.close()]);
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds of the process per call, averaged over many. */
async function milliseconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let left = callsEach;
  const one = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atATime }, one));
  return (performance.now() - start) / callsEach;
}
