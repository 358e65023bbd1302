import { fork } from 'node:child_process';
import { once } from 'node:events';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { add } from '../../engine/write/save.ts';
import { migrated } from '../../testing/database.ts';

const { partners, serviceOrder } = registry;

/** Number of times the node is killed; set `YIKAO_KILLS=100` to cover every point several times. */
const kills = Number(process.env.YIKAO_KILLS ?? 4);

let app: TestApp;
const partnerIds: number[] = [];

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  for (const n of [1, 2, 3]) {
    const made = await add(
      app.engine,
      partners,
      elevated(),
      await sampleRow(app.engine, partners, n, { parentId: 0 }),
    );
    partnerIds.push(Number(made.partnersId));
  }
  await sql`insert into t_upload_file (path, origin_name, size, mime, sha256, usage)
    values ('/settle/voucher.png', 'v.png', 4, 'image/png', repeat('0', 64), 5)`.execute(app.engine.db);
});
afterAll(() => app.close());

/** Four paid orders of each partner, in October 2020. */
async function ordersPaid(): Promise<void> {
  const rows = partnerIds.flatMap((partnersId, at) =>
    [1, 2, 3, 4].map(n => ({
      orderNo: `K${at}${n}`.padEnd(11, '0'),
      goodsId: 1,
      userId: 1,
      mobile: '13800000000',
      dataYear: 2020,
      orderType: 1 as const,
      totalAmount: `${n}00.00`,
      discountAmount: '0.00',
      payAmount: `${n}00.00`,
      payType: 1 as const,
      payTime: '2020-10-15 12:00:00',
      partnersId,
      commissionRate: '0.3000',
    })),
  );
  await storeRows(app.engine, serviceOrder, rows, { by: elevated() });
  await sql`update t_service_order set status = 1`.execute(app.engine.db);
}

/** Runs a node until it dies or finishes; returns the number of its statements if it finishes. */
async function runNode(at: number, how: 'before' | 'after'): Promise<number | undefined> {
  const child = fork(new URL('../../testing/faults/settle-node.ts', import.meta.url), [], {
    env: {
      ...process.env,
      DATA_DIR: app.dataDir,
      LOG_LEVEL: 'silent',
      JOB_DATABASE_URL: app.databaseUrl,
      DIES_AT: String(at),
      DIES: how,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let statements: number | undefined;
  child.on('message', (message: { statements: number }) => {
    statements = message.statements;
  });
  await once(child, 'exit');
  return statements;
}

/** The current settlements, with those whose amounts contradict their lines and orders. */
async function standing() {
  const found = await sql<{ state: number; amount: string; lines: number; steps: string }>`
    select s.settle_status as state, s.payable_amount::text as amount,
      (select count(*)::integer from t_settle_item as i
        where i.settle_id = s.settle_id and i.live = 1 and not i.deleted) as lines,
      (select string_agg(h.step ->> 'name', ' ' order by h.history_id) from t_row_history as h
        where h.dataset = 'partnersSettle' and h.row_id = s.settle_id and h.step is not null) as steps
    from t_partners_settle as s order by s.partners_id`.execute(app.engine.db);
  const wrong = await sql<{ id: number }>`
    select s.settle_id as id from t_partners_settle as s
    left join t_settle_item as i on i.settle_id = s.settle_id and i.live = 1 and not i.deleted
    group by s.settle_id having coalesce(sum(i.commission), 0) <> s.commission or count(i.*) = 0
    union all
    select order_id from t_settle_item where live = 1 and item_kind = 1 group by order_id having count(*) > 1`.execute(
    app.engine.db,
  );
  return { settlements: found.rows, wrong: wrong.rows };
}

test(
  'a node that is killed while settlements are drawn, submitted, confirmed and paid pays each order once',
  async () => {
    await ordersPaid();
    // A complete run gives the number of points at which the next ones can die.
    const whole = (await runNode(0, 'before')) ?? 0;
    expect(whole).toBeGreaterThan(20);
    let died = 0;
    for (let n = 0; n < kills; n++) {
      await sql`truncate t_partners_settle, t_settle_item`.execute(app.engine.db);
      const at = 1 + Math.floor(((n + Math.random()) * whole) / kills);
      if ((await runNode(at, n % 2 === 0 ? 'before' : 'after')) === undefined) died += 1;
      expect((await standing()).wrong, `killed at statement ${at} of ${whole}`).toEqual([]);
      await runNode(0, 'before');
      const { settlements, wrong } = await standing();
      expect(wrong).toEqual([]);
      // 30 % of the thousand yuan of each partner's orders.
      const paid = { state: 3, amount: '300.00', lines: 4, steps: 'submit confirm pay' };
      expect(settlements, `killed at statement ${at} of ${whole}`).toEqual(partnerIds.map(() => paid));
    }
    expect(died).toBeGreaterThan(0);
  },
  120_000 + kills * 30_000,
);
