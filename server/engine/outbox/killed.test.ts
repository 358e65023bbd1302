import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { elevated } from '../scope/actor.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { testOrder, testOrderStepServer } from '../testing/stepped-dataset.ts';
import { storeRows } from '../testing/store-rows.ts';

/** Number of times the node is killed; set `YIKAO_KILLS=200` to cover every point several times. */
const kills = Number(process.env.YIKAO_KILLS ?? 6);
/** Statements between a notice and the end of its message, one of which kills the node; the run prints the total. */
const span = 30;

let app: TestApp;
/** The node that is at work, and whether the receiver lets it die before it is answered. */
let node: ChildProcess | undefined;
let dieInside = false;
const received: { readonly key: string; readonly paid: string }[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => {
    const { paid } = JSON.parse(Buffer.concat(parts).toString()) as { paid: string };
    received.push({ key: String(request.headers['idempotency-key']), paid });
    if (dieInside) {
      dieInside = false;
      node?.kill('SIGKILL');
      return;
    }
    response.end('{}');
  });
});

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() }, [], [testOrder], { steps: [testOrderStepServer] });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await app.close();
});

/** Runs a node until it ends or is killed; returns the orders whose notices it reported as taken. */
async function runNode(
  events: readonly number[],
  dies: { readonly at: number; readonly how: string },
): Promise<number[]> {
  const { port } = receiver.address() as AddressInfo;
  const child = fork(new URL('../../testing/faults/notice-node.ts', import.meta.url), [], {
    env: {
      ...process.env,
      DATA_DIR: app.dataDir,
      LOG_LEVEL: 'silent',
      JOB_DATABASE_URL: app.databaseUrl,
      RECEIVER: `http://127.0.0.1:${port}/`,
      EVENTS: events.join(','),
      DIES_AT: String(dies.at),
      DIES: dies.how,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  node = child;
  const taken: number[] = [];
  child.on('message', (message: { key?: number }) => {
    if (message.key !== undefined) taken.push(message.key);
  });
  await once(child, 'exit');
  return taken;
}

test(
  'a node that is killed between a payment, its effect and the outside loses nothing and doubles nothing',
  async () => {
    const count = Math.max(4, Math.ceil(kills / 2));
    const rows = Array.from({ length: count }, (_, n) => ({
      orderNo: `K${n}`,
      amount: '1.00',
      orderStatus: 2 as const,
    }));
    const keys = await storeRows(app.engine, testOrder, rows, { by: elevated() });
    let waiting = [...keys];
    for (let n = 0; n <= kills; n++) {
      // The last run is let be; one in between dies while the receiver has the message and has not answered.
      dieInside = n === 1;
      const dies = n === kills || dieInside ? 0 : 1 + Math.floor(((n + Math.random()) * span) / kills);
      const taken = await runNode(waiting, { at: dies, how: n % 2 === 0 ? 'before' : 'after' });
      // The vendor repeats every notice except those the node reported as taken.
      waiting = waiting.filter(key => !taken.includes(key));
      // Expires the leases of messages that a dead node had taken.
      await sql`update t_outbox set next_time = now() - interval '1 minute' where next_time is not null`.execute(
        app.engine.db,
      );
    }
    await runNode(waiting, { at: 0, how: 'before' });
    const orders = await sql<{ state: number; version: number; paid: number }>`
    select o.order_status as state, o.version, (
      select count(*)::integer from t_row_history as h
      where h.dataset = 'testOrder' and h.row_id = o.order_id and h.step ->> 'name' = 'pay') as paid
    from t_test_order as o`.execute(app.engine.db);
    expect(orders.rows).toEqual(rows.map(() => ({ state: 3, version: 2, paid: 1 })));
    const messages = await sql<{ id: number; state: number; paid: string }>`
    select outbox_id as id, outbox_status as state, content ->> 'paid' as paid from t_outbox order by content ->> 'paid'`.execute(
      app.engine.db,
    );
    expect(messages.rows.map(({ state, paid }) => [state, paid])).toEqual(
      rows.map(({ orderNo }) => [2, orderNo]).toSorted(),
    );
    // A message may be sent twice, with one key by which the vendor counts it once.
    const keyOf = new Map(messages.rows.map(({ id, paid }) => [paid, `yikao-${id}`]));
    expect(new Set(received.map(({ paid }) => paid))).toEqual(new Set(rows.map(({ orderNo }) => orderNo)));
    for (const { key, paid } of received) expect(key).toBe(keyOf.get(paid));
    expect(received.length).toBeGreaterThan(rows.length);
  },
  120_000 + kills * 15_000,
);
