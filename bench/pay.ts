/**
 * Orders paid through a vendor's callback: a number of notices per second to the product on a PostgreSQL server, while
 * lists of orders are read; then the same while the product is killed and restarted, and the vendor repeats unanswered
 * notices; then at full speed, compared with the same rows written by hand. At the end every order must be paid once,
 * and have granted its entitlement and used its coupon and stock once.
 *
 *   node bench/pay.ts [seconds] [kills]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { startWechatServer } from '@yikao/server/testing/payment/wechat-server.ts';
import { createProduct } from '@yikao/server/testing/product.ts';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { percentile } from './measure.ts';

const rate = 50;
const seconds = Number(process.argv[2] ?? 20);
const kills = Number(process.argv[3] ?? 3);
const atOnce = 8;
/** Milliseconds before the vendor repeats an unacknowledged notice. */
const repeatMs = 2_000;
const phase = rate * seconds;
const orders = phase * 3;
const price = '199.00';

interface Waiting {
  readonly orderNo: string;
  readonly payNo: string;
}

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
const pool = new pg.Pool({ connectionString: postgres.url, max: atOnce });
// Connections that wait are ended with the server.
pool.on('error', () => {});
const vendor = await startWechatServer(() => new Date());
const product = createProduct({
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  PUBLIC_URL: 'https://yikao.example.cn',
  SECRET_KEY: 'a secret of this benchmark and nothing else',
});
try {
  await product.start();
  await product.logIn();
  const { accountId, goodsId } = await shop();
  const started = performance.now();
  const waiting = await place(goodsId);
  console.log(
    `${orders} orders placed and prepared for payment in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  const notify = `/api/pay/notify/wechat/${accountId}`;

  const steady = await paced(waiting.slice(0, phase), notify, 0);
  tell(`${rate} notices a second for ${seconds} s`, steady);
  const rough = await paced(waiting.slice(phase, 2 * phase), notify, kills);
  tell(`the same, killed and started again ${kills} times`, rough);

  const rest = waiting.slice(2 * phase);
  const half = rest.length >> 1;
  const fast = await asFastAsPossible(rest.slice(0, half), one => deliver(one, notify));
  const byHand = await asFastAsPossible(rest.slice(half), payByHand);
  console.log(
    `as fast as it goes, ${atOnce} at once: ${fast.toFixed(0)} orders a second (aim: at least ${rate}); the same rows by hand: ${byHand.toFixed(0)} a second, ratio ${(byHand / fast).toFixed(2)}`,
  );
  const wrong = await faults(waiting.slice(0, 2 * phase + half), goodsId);
  console.log(wrong.length === 0 ? 'every order was paid, granted and counted once' : wrong.join('\n'));
  if (wrong.length > 0 || fast < rate || steady.late > 0) process.exitCode = 1;
} finally {
  await product.stop();
  await vendor.close();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function made(path: string, body: object, key: string): Promise<number> {
  const answer = await product.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.message}`);
  return answer.data[key];
}

/** The account, the goods, consumers, and a coupon for every second one of them. */
async function shop(): Promise<{ accountId: number; goodsId: number }> {
  await pool.query(
    `insert into t_config (config_key, config_value) values ('pay.gatewayHosts', '127.0.0.1'), ('pay.expireMin', '1440')
     on conflict (config_key) do update set config_value = excluded.config_value`,
  );
  const { apiV3Key: apiKey, ...merchant } = vendor.merchant;
  const account = { accountName: '压测', payChannel: 1, ...merchant, apiKey, gatewayUrl: vendor.url };
  const accountId = await made('/api/pay/account', account, 'accountId');
  const card = { cardName: '概率卡', cardType: 2, dataYear: 2027, price, expireTime: '2099-08-31 23:59:59' };
  const cardId = await made('/api/base/card', { ...card, codePrefix: 'GL' }, 'cardId');
  const goods = {
    goodsName: '概率',
    goodsType: 2,
    cardId,
    dataYear: 2027,
    price,
    stock: orders,
    cover: null,
  };
  const found = await pool.query(
    `insert into t_goods (goods_name, goods_type, card_id, data_year, price, stock, per_limit, up_status, order_num)
     values ($1, $2, $3, $4, $5, $6, 0, 1, 0) returning goods_id as id`,
    [goods.goodsName, goods.goodsType, cardId, goods.dataYear, price, orders],
  );
  const goodsId = Number(found.rows[0].id);
  await pool.query(
    `insert into t_wish_user (mobile, data_year, status)
     select '139' || lpad(n::text, 8, '0'), 2027, 1 from generate_series(1, $1::integer) as n`,
    [orders],
  );
  await pool.query(
    `with coupon as (
       insert into t_coupon (coupon_name, coupon_type, amount, total_num, receive_num, per_limit, valid_type, valid_days, status)
       values ('立减', 3, 10, $1, $1, 1, 2, 30, 1) returning coupon_id
     )
     insert into t_user_coupon (coupon_id, user_id, coupon_no, receive_time, expire_time, status)
     select coupon_id, user_id, 'B' || user_id, now(), now() + interval '30 days', 1
     from coupon, t_wish_user where user_id % 2 = 0`,
    [orders],
  );
  await pool.query('analyze');
  return { accountId, goodsId };
}

/** Processes many items, a number at a time, in order as far as possible. */
async function each<T>(many: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let one = many[next++]; one !== undefined; one = many[next++]) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Has every consumer order the goods, and prepares the payment of each order. */
async function place(goodsId: number): Promise<Waiting[]> {
  const found = await pool.query('select user_id as id from t_wish_user order by user_id');
  const waiting: Waiting[] = [];
  await each(
    found.rows.map(({ id }) => Number(id)),
    async userId => {
      const placed = await product.call('POST', '/api/data/wish/service/order', {
        userId,
        goodsId,
        ...(userId % 2 === 0 && { couponNo: `B${userId}` }),
      });
      if (placed.status !== 200) throw new Error(placed.message);
      const { orderNo } = placed.data;
      const prepared = await product.call('POST', '/api/pay/prepay', { bizType: 1, orderNo, payType: 1 });
      if (prepared.status !== 200) throw new Error(prepared.message);
      waiting.push({ orderNo, payNo: prepared.data.payNo });
    },
  );
  return waiting;
}

/** Sends a notice as the vendor does, once; answers whether it was taken. */
async function send(notice: { headers: Readonly<Record<string, string>>; body: string }, path: string) {
  try {
    const answer = await fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: notice.headers,
      body: notice.body,
      signal: AbortSignal.timeout(20_000),
    });
    return answer.status === 200 && (await answer.text()).includes('SUCCESS');
  } catch {
    return false;
  }
}

/** Has the payer pay, and sends the notice until it is taken; answers the milliseconds until then. */
async function deliver({ payNo }: Waiting, path: string): Promise<number> {
  vendor.ledger.pay(payNo);
  const start = performance.now();
  // The vendor repeats the same event with a new signature.
  const eventId = `EV-${payNo}`;
  while (!(await send(vendor.paymentNotice(payNo, { eventId }), path))) await after(repeatMs);
  return performance.now() - start;
}

interface Paced {
  readonly notices: number[];
  readonly lists: number[];
  /** Notices that took more than a second. */
  readonly late: number;
  /** Seconds from the first notice until the last was taken. */
  readonly seconds: number;
}

/** Sends notices at the rate, whether or not earlier ones were answered, with two people paging through the orders. */
async function paced(waiting: readonly Waiting[], path: string, killed: number): Promise<Paced> {
  const start = performance.now();
  const lists: number[] = [];
  const running = { on: true };
  const readers = Array.from({ length: 2 }, async (_, reader) => {
    for (let page = 1; running.on; page = (page % 20) + 1) {
      const { status, ms } = await product.call(
        'GET',
        `/api/data/wish/service/order/list?current=${page}&size=10&status=${reader}`,
      );
      if (status === 200) lists.push(ms);
      await after(200);
    }
  });
  const moments = Array.from({ length: killed }, (_, at) => {
    const share = (at + 0.2 + 0.6 * Math.random()) / killed;
    return share * seconds * 1000;
  });
  const killer = (async () => {
    for (const moment of moments) {
      await after(Math.max(0, start + moment - performance.now()));
      product.process?.kill('SIGKILL');
      await product.start();
    }
  })();
  const sent: Promise<number>[] = [];
  for (const [at, one] of waiting.entries()) {
    const wait = start + (at * 1000) / rate - performance.now();
    if (wait > 0) await after(wait);
    sent.push(deliver(one, path));
  }
  const notices = await Promise.all(sent);
  const took = (performance.now() - start) / 1000;
  await killer;
  running.on = false;
  await Promise.all(readers);
  const sorted = (list: number[]) => list.toSorted((one, other) => one - other);
  return {
    notices: sorted(notices),
    lists: sorted(lists),
    late: notices.filter(ms => ms > 1_000).length,
    seconds: took,
  };
}

function tell(what: string, { notices, lists, late, seconds: took }: Paced): void {
  const ms = (list: readonly number[], share: number) => `${percentile(list, share).toFixed(0)} ms`;
  console.log(
    `${what}: all ${notices.length} taken within ${took.toFixed(1)} s, ${(notices.length / took).toFixed(1)} a second; a notice p50 ${ms(notices, 0.5)}, p99 ${ms(notices, 0.99)}, past 1 s ${late}; the list ${lists.length} times, p50 ${ms(lists, 0.5)}, p99 ${ms(lists, 0.99)}`,
  );
}

/** Orders per second, with this many in parallel. */
async function asFastAsPossible(
  waiting: readonly Waiting[],
  pay: (one: Waiting) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  await each(waiting, async one => {
    await pay(one);
  });
  return waiting.length / ((performance.now() - start) / 1000);
}

/** The rows that a paid order writes, directly and without checks: one transaction, one statement after the other. */
async function payByHand({ orderNo, payNo }: Waiting): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      "insert into t_pay_notice (gateway, event_id, outcome) values ('hand', $1, 'paid') on conflict do nothing",
      [payNo],
    );
    const history = (dataset: string, id: number, name: string) =>
      client.query(
        `insert into t_row_history (dataset, row_id, op, version, user_id, user_name, changes, step)
         values ($1, $2, 2, 2, 0, 'system', '{"status":[0,1]}', $3)`,
        [dataset, id, JSON.stringify({ name, by: 'vendor' })],
      );
    const record = await client.query(
      'select record_id as id from t_pay_record where pay_no = $1 for update',
      [payNo],
    );
    await client.query(
      'update t_pay_record set pay_status = 1, paid_amount = amount, pay_time = now(), version = version + 1 where record_id = $1',
      [record.rows[0].id],
    );
    await history('payRecord', record.rows[0].id, 'pay');
    const order = await client.query(
      'select order_id as id, user_id, card_id, goods_id, coupon_no from t_service_order where order_no = $1 for update',
      [orderNo],
    );
    const { id, user_id: userId, card_id: cardId, goods_id: goodsId, coupon_no: couponNo } = order.rows[0];
    const card = await client.query(
      `insert into t_user_card (user_id, card_id, card_type, data_year, start_time, expire_time, count_limit, used_num, source_type, source_no, status)
       select $1, card_id, card_type, data_year, now(), expire_time, count_limit, 0, 1, $3, 1 from t_card where card_id = $2
       returning id`,
      [userId, cardId, orderNo],
    );
    await history('userCard', card.rows[0].id, 'add');
    if (couponNo) {
      const used = await client.query(
        'update t_user_coupon set status = 2, used_time = now(), version = version + 1 where coupon_no = $1 returning id, coupon_id',
        [couponNo],
      );
      await history('userCoupon', used.rows[0].id, 'use');
      await client.query('update t_coupon set used_num = used_num + 1 where coupon_id = $1', [
        used.rows[0].coupon_id,
      ]);
    }
    await client.query(
      `update t_service_order set status = 1, pay_type = 1, pay_time = now(), expire_time = null, version = version + 1
       where order_id = $1`,
      [id],
    );
    await history('serviceOrder', id, 'pay');
    await client.query('update t_goods set sale_num = sale_num + 1 where goods_id = $1', [goodsId]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Contradictions found at the end; empty if everything happened once. */
async function faults(paid: readonly Waiting[], goodsId: number): Promise<string[]> {
  const numbers = paid.map(({ orderNo }) => orderNo);
  const found = await pool.query(
    `select
       (select count(*) from t_service_order where order_no = any($1) and status = 1) as "orders paid",
       (select count(*) from (select source_no from t_user_card where source_no = any($1) and status = 1
         group by source_no having count(*) = 1) as once) as "entitlements granted once",
       (select count(*) from t_pay_record where order_no = any($1) and pay_status = 1 and paid_amount = amount)
         as "payments with their amount",
       (select count(distinct row_id) from t_row_history as h join t_service_order as o on o.order_id = h.row_id
         where h.dataset = 'serviceOrder' and h.step ->> 'name' = 'pay' and o.order_no = any($1)) as "histories of payment"`,
    [numbers],
  );
  const wrong = Object.entries(found.rows[0] as Record<string, string>).flatMap(([what, count]) =>
    Number(count) === paid.length ? [] : [`${what}: ${count} of ${paid.length}`],
  );
  const coupons = await pool.query(
    `select count(*) filter (where u.status = 2)::integer as used, count(*)::integer as locked
     from t_service_order as o join t_user_coupon as u on u.coupon_no = o.coupon_no where o.order_no = any($1)`,
    [numbers],
  );
  const { used, locked } = coupons.rows[0];
  if (used !== locked) wrong.push(`coupons used: ${used} of ${locked}`);
  const goods = await pool.query('select stock, sale_num as sold from t_goods where goods_id = $1', [
    goodsId,
  ]);
  const { stock, sold } = goods.rows[0];
  if (stock !== 0) wrong.push(`stock left: ${stock} of 0`);
  if (sold !== orders) wrong.push(`sold: ${sold} of ${orders}`);
  const refunds = await pool.query('select count(*)::integer as n from t_pay_refund');
  if (refunds.rows[0].n > 0) wrong.push(`refunds that nobody asked for: ${refunds.rows[0].n}`);
  return wrong;
}
