/**
 * Orders that are paid: 50 a second through the vendor's callback, on a product of its own over a PostgreSQL server,
 * while somebody pages through the orders; then the same while the node is killed and started again at random moments
 * and the vendor repeats what nobody answered. Beside it, in the same run: as many as go, and the same rows by hand.
 * Ends with 1 where fewer were taken in, or the books are wrong.
 *
 *   node bench/pay.ts [seconds of each part] [kills]
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { datasets, registry } from '@yikao/model/datasets/index.ts';
import { datasetServers } from '@yikao/server/datasets/index.ts';
import { createEngine, noQueue } from '@yikao/server/engine/engine.ts';
import type { DynamicTables } from '@yikao/server/engine/sql.ts';
import { jobWorks } from '@yikao/server/job-works.ts';
import { systemClock } from '@yikao/server/platform/clock.ts';
import { readConfig } from '@yikao/server/platform/config.ts';
import { openDatabase } from '@yikao/server/platform/database/open.ts';
import { watchDisks } from '@yikao/server/platform/disk-room.ts';
import { openFileStore } from '@yikao/server/platform/files/open.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { createSecrets } from '@yikao/server/platform/secrets.ts';
import { stepServers } from '@yikao/server/step-servers.ts';
import { startWechatServer } from '@yikao/server/testing/payment/wechat-server.ts';
import { createProduct } from '@yikao/server/testing/product.ts';
import { sql } from 'kysely';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { percentile } from './measure.ts';
import { wrongInBooks } from './pay/books.ts';
import { payByHand } from './pay/by-hand.ts';
import { inTurns } from './pay/in-turns.ts';
import { createTeller } from './pay/notices.ts';
import { openShop, placeOrders } from './pay/shop.ts';

const seconds = Number(process.argv[2] ?? 20);
const kills = Number(process.argv[3] ?? 4);
const perSecond = 50;
/** Share of the rate that must be reached: the last answer comes after the last second. */
const enough = 0.98;
/** Orders of each of the two parts that go as quickly as they can. */
const flatOut = 300;
const atOnce = 8;
/** Milliseconds that somebody looks at a page of orders. */
const lookMs = 50;

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const settings = { DATA_DIR: folder, DATABASE_URL: postgres.url, PUBLIC_URL: 'https://yikao.example.cn' };
const product = createProduct(settings);
const vendor = await startWechatServer(() => new Date());
const config = readConfig(settings);
const database = await openDatabase<DynamicTables>(config, { logger: silentLogger() });
const db = database.kysely;

/** Pages through the orders until it is stopped; milliseconds of each answer, sorted. */
function readLists(): () => Promise<number[]> {
  const times: number[] = [];
  let reads = true;
  const reading = (async () => {
    for (let turn = 0; reads; turn++) {
      const path = `${registry.serviceOrder.path}/list?current=${1 + (turn % 50)}&size=20`;
      const { status, ms } = await product.call('GET', path);
      if (status === 200) times.push(ms);
      await sleep(lookMs);
    }
  })();
  return async () => {
    reads = false;
    await reading;
    return times.sort((a, b) => a - b);
  };
}

const line = (what: string, times: readonly number[]) =>
  console.log(
    `${what.padEnd(28)} ${String(times.length).padStart(5)}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );

/** Kills the node at random moments within the time, each time starting it again at once. */
async function killNow(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    await sleep(((0.5 + Math.random()) * seconds * 1_000) / (times + 1));
    const child = product.process;
    if (!child) throw new Error('The product does not run');
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    await product.start();
  }
}

try {
  await product.start();
  await product.logIn();
  const engine = createEngine({
    datasets,
    servers: datasetServers,
    steps: stepServers,
    jobWorks,
    db,
    files: openFileStore(config),
    secrets: createSecrets(config),
    room: watchDisks(new Map(), silentLogger()),
    clock: systemClock,
    jobs: noQueue('No job is run here'),
  });
  const each = seconds * perSecond;
  const stock = 2 * each + 2 * flatOut + 1_000;
  const shop = await openShop(product, engine, vendor, stock);
  const orders = await placeOrders(product, engine, shop, 2 * each + 2 * flatOut);
  const [byHand, quick] = [orders.slice(0, flatOut), orders.slice(flatOut, 2 * flatOut)];
  const [steady, killed] = [orders.slice(2 * flatOut, 2 * flatOut + each), orders.slice(2 * flatOut + each)];
  const teller = createTeller(product, vendor, shop.accountId);
  await sql`vacuum analyze`.execute(db);
  console.log(`${orders.length} orders wait for their money; load ${loadavg()[0]?.toFixed(1)} on two cores`);

  const stopIdle = readLists();
  await sleep(3_000);
  line('lists, nothing else', await stopIdle());

  const rate = async (some: typeof orders, act: (order: (typeof orders)[number]) => Promise<void>) => {
    const start = performance.now();
    await inTurns(some, atOnce, act);
    return (some.length * 1_000) / (performance.now() - start);
  };
  const hand = await rate(byHand, order => payByHand(db, order));
  const most = await rate(quick, order => teller.atOnce(order));
  console.log(
    `flat out, ${atOnce} at once: by hand ${hand.toFixed(0)} a second, through the callback ${most.toFixed(0)}, ratio ${(most / hand).toFixed(2)}`,
  );

  const stopBusy = readLists();
  const told = await teller.steadily(steady, perSecond);
  const busy = await stopBusy();
  const reached = steady.length / told.seconds;
  console.log(
    `${steady.length} orders paid in ${told.seconds.toFixed(1)} s: ${reached.toFixed(1)} a second (aim: ${perSecond})`,
  );
  line('notices, until answered', told.times);
  line('lists meanwhile', busy);

  const stopKilled = readLists();
  const [again] = await Promise.all([teller.steadily(killed, perSecond), killNow(kills)]);
  const reads = await stopKilled();
  console.log(
    `${killed.length} orders paid with ${kills} kills in ${again.seconds.toFixed(1)} s, by ${again.sent} notices`,
  );
  line('lists meanwhile', reads);

  const wrong = await wrongInBooks(db, shop, orders, stock);
  for (const one of wrong.slice(0, 20)) console.log(`WRONG ${one}`);
  console.log(
    wrong.length === 0
      ? `The books agree: ${orders.length} orders, each paid once, with one entitlement, one coupon, one entry of each history`
      : `${wrong.length} faults in the books`,
  );
  const fast = reached >= perSecond * enough;
  console.log(fast && wrong.length === 0 ? 'Held.' : 'NOT held.');
  process.exitCode = fast && wrong.length === 0 ? 0 : 1;
} finally {
  await database.close();
  await product.stop();
  await vendor.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
