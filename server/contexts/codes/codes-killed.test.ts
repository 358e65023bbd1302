import { fork } from 'node:child_process';
import { once } from 'node:events';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { migrated } from '../../testing/database.ts';

/** Number of times the node is killed; set `YIKAO_KILLS=100` to cover every point several times. */
const kills = Number(process.env.YIKAO_KILLS ?? 4);
/** Purchases, and codes of each: more than one chunk of a job. */
const [purchases, each] = [3, 25];

let app: TestApp;
let cardId = 0;
let round = 0;

const add = async (dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) => {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
};

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await sql`insert into t_partners (partners_id, partners_name, channel_name, data_year, show_flag, mobile_auth,
      user_name, address, position, phone, parent_id, guide_rate, prob_rate, list_rate, status)
    values (1, '合伙人', '渠道', 2026, 1, 0, '王', '路', '总', '13800000000', 0, 0, 0, 0, 1)`.execute(
    app.engine.db,
  );
  await sql`insert into t_config (config_key, config_value) values ('code.batchSize', '10')
    on conflict (config_key) do update set config_value = excluded.config_value`.execute(app.engine.db);
  cardId = await add(registry.card, {
    ...{ cardName: '卡', cardType: 2, dataYear: 2026, price: '10.00', codePrefix: 'KL' },
    expireTime: '2099-08-31 23:59:59',
  });
});
afterAll(() => app.close());

/** Purchases that wait for their money, each with a payment, and candidates without entitlements. */
async function begin(): Promise<void> {
  await sql`truncate t_card_order, t_card_code_rule, t_card_code, t_user_card, t_pay_record, t_wish_user, t_biz_log cascade`.execute(
    app.engine.db,
  );
  round += 1;
  for (let n = 0; n < purchases; n++) {
    const orderNo = `C${round}-${n}`;
    await add(registry.cardOrder, {
      ...{ orderNo, cardId, quantity: each, unitPrice: '10.00', amount: '250.00', partnersId: 1 },
      codeExpireTime: '2099-08-31 23:59:59',
    });
    await add(registry.payRecord, {
      ...{ payNo: `P${round}-${n}`, bizType: 4, payType: 1, gateway: 'local', orderNo, title: '码' },
      ...{ amount: '250.00', expireTime: '2099-08-31 23:59:59', queryTime: '2099-08-31 23:59:59' },
    });
  }
  for (let n = 0; n < 20; n++)
    await add(registry.wishUser, { mobile: `13${round % 10}${String(n).padStart(8, '0')}` });
}

/** Runs a node until it dies or finishes; returns the number of its statements if it finishes. */
async function runNode(at: number, how: 'before' | 'after'): Promise<number | undefined> {
  const child = fork(new URL('../../testing/faults/codes-node.ts', import.meta.url), [], {
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

/** The contradictions among the rows at this moment, and the state of the purchases. */
async function standing() {
  const wrong = await sql<{ what: string }>`
    select 'a paid purchase without its rule' as what from t_card_order as o
      where (o.status = 1) <> exists(select from t_card_code_rule as r where r.order_id = o.order_id)
    union all select 'a code twice' from t_card_code group by code_digest having count(*) > 1
    union all select 'a serial number twice' from t_card_code group by serial_no having count(*) > 1
    union all select 'a rule that counts wrong' from t_card_code_rule as r
      where r.generated_num <> (select count(*) from t_card_code as k where k.rule_id = r.rule_id)
    union all select 'more codes than were paid' from t_card_code_rule where generated_num > quantity
    union all select 'an activation without its entitlement' from t_card_code as k
      where (k.code_status = 3) <> exists(select from t_user_card as u where u.source_type = 2 and u.source_no = k.serial_no)
  `.execute(app.engine.db);
  const found = await sql<{ status: number; codes: number; activated: number }>`
    select o.status, count(k.*)::integer as codes, count(*) filter (where k.code_status = 3)::integer as activated
    from t_card_order as o left join t_card_code as k on k.order_no = o.order_no
    group by o.order_id order by o.order_id`.execute(app.engine.db);
  return { wrong: wrong.rows, orders: found.rows };
}

test(
  'a node that is killed while codes are paid, made and activated leaves every purchase with its codes once',
  async () => {
    await begin();
    // A complete run gives the number of points at which the next ones can die.
    const whole = (await runNode(0, 'before')) ?? 0;
    expect(whole).toBeGreaterThan(50);
    let died = 0;
    for (let n = 0; n < kills; n++) {
      await begin();
      const at = 1 + Math.floor(((n + Math.random()) * whole) / kills);
      if ((await runNode(at, n % 2 === 0 ? 'before' : 'after')) === undefined) died += 1;
      expect((await standing()).wrong, `killed at statement ${at} of ${whole}`).toEqual([]);
      await runNode(0, 'before');
      // The jobs of the payments that the second node took are carried out by a third.
      await runNode(0, 'before');
      const { orders, wrong } = await standing();
      expect(wrong).toEqual([]);
      expect(orders, `killed at statement ${at} of ${whole}`).toEqual(
        Array.from({ length: purchases }, () => ({ status: 1, codes: each, activated: 1 })),
      );
    }
    expect(died).toBeGreaterThan(0);
  },
  120_000 + kills * 30_000,
);
