/**
 * Costs of the dashboards over 10,000,000 visits and 1,000,000 orders of two years: every call by an administrator, a
 * partner and a salesperson, compared with the same figure counted from the tables. In this process on a PostgreSQL
 * server.
 *
 *   node bench/dashboards.ts [visits] [orders]
 */

import { incomeOf } from '@yikao/server/contexts/settlement/settle-income.ts';
import { channelCounts, channelWeeks, keyLines } from '@yikao/server/contexts/statistics/channels.ts';
import { activatedCodes, dashboardsOf, paidOrders } from '@yikao/server/contexts/statistics/dashboards.ts';
import { type Actor, elevated } from '@yikao/server/engine/scope/actor.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';

const visits = Number(process.argv[2] ?? 10_000_000);
const orders = Number(process.argv[3] ?? 1_000_000);
const users = Math.max(1_000, Math.round(visits / 50));
/** Channels, of ten partners, each in one of 31 provinces and looked after by two salespeople. */
const channels = 200;
const turns = 20;
/** Milliseconds that a call may take. */
const bound = 50;

const bench = await startEngine();
try {
  const { engine } = bench;
  const { db } = engine;

  const seconds = async (what: string, work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  };
  const run = (text: string) => sql.raw(text).execute(db);
  const whose = (of: string) => `${of} % ${channels} + 1, ${of} % ${channels} % 10 + 1,
    ${of} % ${channels} % 31 + 1, nullif(${of} % 5, 0), ${of} % ${channels} * 2 + ${of} / 7 % 2 + 1`;
  const dims = 'channel_id, partners_id, province_id, agent_id, sale_user_id';
  await run(`
    alter table t_wish_user disable trigger user; alter table t_service_order disable trigger user;
    alter table t_user_card disable trigger user; alter table yikao_visit_day disable trigger user`);
  await seconds(`${users} users, ${orders} orders and ${visits} visits put in`, async () => {
    await run(`
      insert into t_channel (channel, channel_name, channel_type, status, order_num, parent_id, commission_rate, parent_rate)
      select 'C' || n, 'Channel ' || n, 1, 1, n, 0, 0.2, 0 from generate_series(1, ${channels}) as n`);
    await run(`
      insert into t_wish_user (mobile, data_year, status, source_id, create_time, update_time, ${dims})
      select (16000000000 + n)::text, 2026, 1, n % 8 + 1, now() - n % 730 * interval '1 day', now(), ${whose('n')}
      from generate_series(1, ${users}) as n`);
    await run(`
      insert into t_service_order (order_no, order_type, goods_id, user_id, mobile, data_year, total_amount,
        discount_amount, pay_amount, refund_amount, status, pay_type, pay_time, close_time, refund_time, stock_taken,
        commission_rate, ${dims})
      select 'S' || n, n % 3 + 1, 1, n % ${users} + 1, '16000000000', 2026, 199, 0, 199, 0, (array[1,1,1,1,1,2,3])[n % 7 + 1],
        1, now() - n % 730 * interval '1 day', now() - n % 730 * interval '1 day', now() - n % 730 * interval '1 day', 0,
        0.2, ${whose('n')}
      from generate_series(1, ${orders}) as n`);
    await run(`
      insert into yikao_visit_day (day, user_id, source_id, visit_num, ${dims})
      select current_date - (n / ${users})::integer, n % ${users} + 1, n % 8 + 1, 2, ${whose('n')}
      from generate_series(0, ${Math.round(visits / 2) - 1}) as n`);
  });
  await run(`
    alter table t_wish_user enable trigger user; alter table t_service_order enable trigger user;
    alter table t_user_card enable trigger user; alter table yikao_visit_day enable trigger user`);
  await seconds('a full count, as each night, of everything', () => run('select yikao_stat_mend()'));
  await seconds('added up', () => run('select yikao_stat_fold(100000000)'));
  await run('vacuum analyze');
  const rows = await sql<{ grain: number; n: number }>`
    select grain, count(*)::integer as n from yikao_stat group by 1 order by 1`.execute(db);
  console.log(`rows of the grains: ${rows.rows.map(({ grain, n }) => `${grain}: ${n}`).join(', ')}`);

  const boundTo = (less: Partial<Actor>): Actor => {
    const { elevated: _, ...person } = elevated();
    return {
      ...person,
      admin: false,
      userId: 7,
      permissions: new Set(['stat:sale', 'wish:settle:list']),
      ...less,
    };
  };
  const people = {
    admin: elevated(),
    partner: boundTo({ partnersIds: [3] }),
    seller: boundTo({ userId: 7, ownRowsOnly: true }),
  };
  const today = new Date().toISOString().slice(0, 10);
  const year = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
  const days = { from: year, to: today };
  let slowest = 0;
  for (const [name, actor] of Object.entries(people)) {
    const calls: Record<string, () => Promise<unknown>> = {
      visit: () => dashboardsOf(engine, actor).visit(),
      complete: () => dashboardsOf(engine, actor).complete(),
      'user today': () => dashboardsOf(engine, actor).userToday(),
      order: () => dashboardsOf(engine, actor).order(),
      amount: () => dashboardsOf(engine, actor).amount(),
      code: () => dashboardsOf(engine, actor).code(),
      'sale today': () => dashboardsOf(engine, actor).saleToday(),
      'line add, a year': () => dashboardsOf(engine, actor).line({ figure: 'userAdd' }, '', days),
      'line active, a year': () => dashboardsOf(engine, actor).line({ figure: 'userActive' }, '', days),
      'line order, a year': () => dashboardsOf(engine, actor).line(paidOrders, '', days),
      'line code, a year': () => dashboardsOf(engine, actor).line(activatedCodes, '', days),
      'sales dashboard': () => dashboardsOf(engine, actor).sale(dashboardsOf(engine, actor).days({})),
      income: () => incomeOf(engine, actor),
      'channels active, a year': () => channelCounts(engine, actor, { clickType: 2 }, days, { size: 10 }),
      'channels orders, a year': () => channelCounts(engine, actor, { clickType: 3 }, days, { size: 10 }),
      'channels, seven days': () => channelWeeks(engine, actor, { clickType: 2 }),
      'keys of orders, a year': () => keyLines(engine, actor, 3, days),
    };
    for (const [what, call] of Object.entries(calls)) {
      await call();
      const taken: number[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const begun = performance.now();
        await call();
        taken.push(performance.now() - begun);
      }
      const sorted = taken.toSorted((one, other) => one - other);
      const median = sorted[turns >> 1] ?? 0;
      slowest = Math.max(slowest, median);
      console.log(
        `${name.padEnd(8)} ${what.padEnd(26)} median ${median.toFixed(1).padStart(6)} ms, worst ${(sorted.at(-1) ?? 0).toFixed(1).padStart(6)} ms`,
      );
    }
  }
  await seconds('for comparison, visitors of a year by day counted from their table', () =>
    run('select day, count(*) from yikao_visit_day where day > current_date - 365 group by 1'),
  );
  await seconds('for comparison, sales counted from the orders', () =>
    run('select sum(pay_amount - refund_amount) from t_service_order where status in (1, 4) and not deleted'),
  );
  console.log(`slowest median ${slowest.toFixed(1)} ms; ${slowest < bound ? 'within' : 'PAST'} ${bound} ms`);
  if (slowest >= bound) process.exitCode = 1;
} finally {
  await bench.stop();
}
