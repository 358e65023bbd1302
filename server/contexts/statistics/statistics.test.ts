import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../engine/table/sql.ts';
import { Sequence } from '../../seeds/demo/sequence.ts';
import { openSeededApp, type SeededApp, start } from '../testing/seeded-app.ts';
import { signedBy } from '../testing/signed-by.ts';
import { percentThan } from './dashboards.ts';

const secret = 'a secret of an app that has 32 characters or more'.replaceAll(' ', '-');
const dayMs = 86_400_000;
const today = '2026-03-02';
const yesterday = '2026-03-01';

let it: SeededApp;
let db: Db;
beforeAll(async () => {
  it = await openSeededApp({ env: { APP_KEYS: `wechat:${secret}` } });
  db = it.engine.db;
});
afterAll(() => it.close());

async function first<T>(query: RawBuilder<T>, within: Db = db): Promise<T> {
  const found = await query.execute(within);
  const [row] = found.rows;
  if (row === undefined) throw new Error('No row');
  return row;
}

/** Number of figures and sums that a full count finds wrong; it also corrects them. */
async function differences(): Promise<number[]> {
  const profiles = await first(sql<{ n: number }>`select yikao_note_profiles(null, false)::integer as n`);
  const figures = await first(sql<{ n: number }>`select yikao_stat_mend()::integer as n`);
  const grains = await first(sql<{ n: number }>`select yikao_stat_mend_grains()::integer as n`);
  const held = await first(sql<{ n: number }>`select yikao_note_held(null)::integer as n`);
  return [profiles.n + held.n, figures.n, grains.n];
}

const as = async (userName: string) => (await it.login(userName)).token;
const read = async (token: string, url: string) => {
  const { status, data } = await it.call('GET', url, { token });
  expect(status, url).toBe(200);
  return data;
};
const post = async (token: string, url: string, body: object = {}) => {
  const { status, data, message } = await it.call('POST', url, { token, body });
  expect(status, `${url} ${message}`).toBe(200);
  return data;
};

describe('visits that an app tells of', () => {
  const url = '/api/user/visit';
  const seconds = () => String(Math.floor(it.engine.clock.now().getTime() / 1000));
  function tell(events: unknown, { key = 'wechat', by = secret, time = seconds(), sign = '' } = {}) {
    const body = { events };
    const headers = signedBy(it, { url, body, secret: by, key, time });
    return it.call('POST', url, { body, headers: { ...headers, ...(sign && { 'x-app-sign': sign }) } });
  }
  const event = (eventId: string, userId: number, at = start) => ({
    eventId,
    userId,
    visitTime: at.toISOString(),
  });

  test('count once each, however often, in whatever order and at once they come, for their user and day', async () => {
    const user = await first(sql<{ id: number; num: number }>`
      select user_id as id, visit_num as num from t_wish_user as u
      where not exists (select from yikao_visit_day as v where v.user_id = u.user_id and v.day = ${today}::date)
      order by user_id limit 1`);
    const token = await as('admin');
    const before = (await read(token, '/api/user/large/screen/today')).visit.todayVisitCount;
    const events = [event('visit-0001', user.id), event('visit-0002', user.id), event('visit-0002', user.id)];
    const late = event('visit-0003', user.id, new Date(start.getTime() - 8 * dayMs));
    const ahead = event('visit-0004', user.id, new Date(start.getTime() + dayMs));
    const answer = await tell([...events, late, ahead, event('visit-0005', 999_999_999)]);
    expect(answer).toMatchObject({ status: 200, data: { accepted: 2, repeated: 1, unknown: 1, late: 2 } });
    const again = await Promise.all([
      tell(events),
      tell(events.toReversed()),
      tell([event('visit-0006', user.id)]),
    ]);
    expect(again.map(({ data }) => data.accepted)).toEqual([0, 0, 1]);
    expect((await read(token, '/api/user/large/screen/today')).visit.todayVisitCount).toBe(before + 1);
    const stands = await first(
      sql<{
        num: number;
        last: Date;
      }>`select visit_num as num, last_visit_time as last from t_wish_user where user_id = ${user.id}`,
    );
    expect(stands.num).toBe(user.num + 3);
    expect(stands.last).toEqual(start);
    expect(await differences()).toEqual([0, 0, 0]);
  });

  test('are refused without the signature of a known app over what came, in its time', async () => {
    const events = [event('visit-0101', 1)];
    for (const wrong of [
      { key: 'other' },
      { by: 'x'.repeat(40) },
      { time: String(Number(seconds()) - 301) },
      { sign: 'zz' },
      { sign: '00'.repeat(32) },
    ]) {
      expect(await tell(events, wrong)).toMatchObject({ status: 401, reason: 'wrongSignature' });
    }
    expect((await it.call('POST', url, { body: { events } })).status).toBe(401);
    expect((await tell([])).status).toBe(400);
    expect((await tell([{ ...events[0], visitTime: 'yesterday' }])).status).toBe(400);
    expect(
      (await tell(Array.from({ length: 1001 }, (_, at) => event(`visit-9${at}`.padEnd(10, '0'), 1)))).status,
    ).toBe(400);
  });
});

describe('the admin dashboard (spec section 2)', () => {
  test('tells what the tables hold: visits, profiles, orders by state and kind, amount, formal codes by card, and today beside yesterday', async () => {
    const token = await as('admin');
    expect(await read(token, '/api/user/large/screen/home')).toEqual({ board: 'admin', headlineYear: 2024 });
    const visits = await read(token, '/api/user/large/screen/visit');
    expect(visits.totalCount).toBe(
      (await first(sql<{ n: number }>`select count(*)::integer as n from yikao_visit_day`)).n,
    );
    expect(visits.list.map((one: { labelName: string }) => one.labelName)).toContain('微信小程序');
    const complete = await first(
      sql<{ n: number }>`select count(*)::integer as n from yikao_profile_complete`,
    );
    expect((await read(token, '/api/user/large/screen/complete')).totalCount).toBe(complete.n);
    expect(complete.n).toBeGreaterThan(10);

    const orders = await read(token, '/api/data/wish/large/screen/order');
    const statuses = { pay: [1, 4], close: [2], refund: [3] } as const;
    const typesOf = { guideCount: 1, probCount: 2, voluntaryListCount: 3 } as const;
    for (const [state, codes] of Object.entries(statuses)) {
      for (const [name, type] of Object.entries(typesOf)) {
        const { n } = await first(sql<{ n: number }>`select count(*)::integer as n from t_service_order
          where status = any(${[...codes]}::integer[]) and order_type = ${type} and not deleted`);
        expect(orders[state][name], `${state} ${name}`).toBe(n);
      }
    }
    const paid = await first(sql<{ sum: string; today: number; amount: string }>`
      select sum(pay_amount - refund_amount)::text as sum,
        count(*) filter (where (pay_time at time zone 'Asia/Shanghai')::date = ${today}::date)::integer as today,
        coalesce(sum(pay_amount - refund_amount)
          filter (where (pay_time at time zone 'Asia/Shanghai')::date = ${today}::date), 0)::text as amount
      from t_service_order where status in (1, 4) and not deleted`);
    expect(await read(token, '/api/data/wish/large/screen/amount')).toEqual({
      totalAmountCount: Number(paid.sum),
    });
    const now = await read(token, '/api/data/wish/large/screen/today');
    expect(now.sale).toMatchObject({ todayCount: paid.today, todayAmountCount: Number(paid.amount) });
    const codes: { cardName: string; allAddCount: number }[] = await read(
      token,
      '/api/data/wish/large/screen/code',
    );
    const formal = await first(sql<{ n: number }>`select count(*)::integer as n from t_card_code as k
      join t_card as c using (card_id) where k.code_status = 3 and formal_flag = 1`);
    expect(codes.reduce((total, { allAddCount }) => total + allAddCount, 0)).toBe(formal.n);
    expect(formal.n).toBeGreaterThan(0);
  });

  test('fills the days of a line that have nothing with zero, in order, and refuses days that are none', async () => {
    const token = await as('admin');
    for (const path of [
      '/api/user/large/screen/line/add',
      '/api/user/large/screen/line/active',
      '/api/data/wish/large/screen/line/order',
      '/api/data/wish/large/screen/line/code',
    ]) {
      const line = await read(token, `${path}?startDate=2025-03-02&endDate=${today}`);
      expect(line).toHaveLength(366);
      expect(line[0]).toMatchObject({ day: '2025-03-02', countNumber: 0 });
      expect(line.at(-1).day).toBe(today);
      const days = line.map((point: { day: string }) => point.day);
      expect(days).toEqual([...new Set(days)].toSorted());
      expect(line.some((point: { countNumber: number }) => point.countNumber > 0)).toBe(true);
      expect(await read(token, path)).toHaveLength(30);
      for (const wrong of [
        'startDate=2026-02-30',
        'startDate=2026-03-02&endDate=2026-03-01',
        'startDate=2020-01-01',
      ]) {
        expect((await it.call('GET', `${path}?${wrong}`, { token })).status, wrong).toBe(400);
      }
    }
  });

  test('tells changes from yesterday as domain 4.13 does', () => {
    expect([percentThan(130, 120), percentThan(0, 5), percentThan(5, 0), percentThan(7, 7)]).toEqual([
      8.33,
      -100,
      null,
      0,
    ]);
  });
});

describe('channels', () => {
  const url = '/api/data/wish/channel/stat';
  test('are ranked by each click type with the keys of spec section 4, the rest by the page, and told by day for a week', async () => {
    const token = await as('admin');
    const days = { startDate: '2026-01-01', endDate: today };
    for (const clickType of [1, 2, 3, 4]) {
      const top = await post(token, url, { clickType, ...days, size: 10 });
      expect(top.length, String(clickType)).toBeGreaterThan(0);
      const counts = top.map((one: { countNumber: number }) => one.countNumber);
      expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
      for (const one of top) expect(one.labelType).toBe(clickType);
      const page = await post(token, `${url}/list?current=1&size=2`, { clickType, ...days });
      expect(page.records).toEqual(top.slice(0, 2));
      expect(page.total).toBeGreaterThanOrEqual(top.length);
      const past = await post(token, `${url}/list?current=99&size=2`, { clickType, ...days });
      expect(past).toMatchObject({ records: [], total: page.total });
      const week = await post(token, `${url}/detail`, { clickType });
      for (const { total, day1, day2, day3, day4, day5, day6, day7 } of week) {
        expect(total).toBe(day1 + day2 + day3 + day4 + day5 + day6 + day7);
      }
    }
    const usual = await post(token, url, { clickType: 3, ...days });
    expect(await post(token, url, { clickType: 3, cardType: 2, status: 1, ...days })).toEqual(usual);
    const { n } = await first(sql<{ n: number }>`select count(*)::integer as n from t_service_order
      where order_type = 2 and status in (1, 4) and pay_time >= '2026-01-01' and not deleted`);
    expect(usual.reduce((total: number, one: { countNumber: number }) => total + one.countNumber, 0)).toBe(n);
    const lines = await post(token, `${url}/line`, { clickType: 3, ...days });
    expect(lines.map((one: { key: string }) => one.key)).toEqual([
      ...['2-1', '2-2', '2-3', '1-1', '1-2', '1-3', '3-1', '3-2', '3-3'],
    ]);
    expect(lines[0].total).toBe(n);
    const { net } = await first(sql<{ net: number }>`select sum(pay_amount - refund_amount)::float8 as net
      from t_service_order where order_type = 3 and status in (1, 4) and pay_time >= '2026-01-01' and not deleted`);
    expect(net).toBeGreaterThan(0);
    expect(lines[6].amount).toBe(net);
    const ofDays = lines[6].line.reduce((all: number, one: { amount: number }) => all + one.amount, 0);
    expect(ofDays).toBeCloseTo(net, 2);
    const codes = await post(token, `${url}/line`, { clickType: 4, ...days });
    expect(codes.every((one: { amount: number | null }) => one.amount === null)).toBe(true);
    for (const wrong of [
      { clickType: 5 },
      { clickType: 3, cardType: 4, status: 1 },
      { clickType: 1, cardType: 2, status: 1 },
    ]) {
      expect((await it.call('POST', url, { token, body: wrong })).status).toBe(400);
    }
  });
});

describe('the sales dashboard', () => {
  const url = '/api/data/wish/order/stat';

  test('is of the orders and candidates within reach alone, and nobody sees those of others', async () => {
    for (const userName of ['admin', 'partner01', 'sale01', 'salelead01']) {
      const token = await as(userName);
      const stat = await post(token, url, { startDate: '2026-02-01', endDate: today });
      const users = await it.call('GET', '/api/admin/wish/user?size=1', { token });
      expect(stat.user.totalCount, userName).toBe(users.data.total);
      const paid = await it.call('GET', '/api/data/wish/service/order?status=1&status=4&size=1', { token });
      expect(stat.sale.totalCount, userName).toBe(paid.data.total);
      expect(stat.orderLine).toHaveLength(30);
      const provinces: { userCount: number }[] = stat.provinces;
      expect(provinces.reduce((total, { userCount }) => total + userCount, 0)).toBe(stat.user.totalCount);
      const channels = await post(token, '/api/data/wish/channel/stat', {
        clickType: 1,
        startDate: '2025-06-01',
        endDate: today,
        size: 100,
      });
      const counted = channels.reduce(
        (total: number, one: { countNumber: number }) => total + one.countNumber,
        0,
      );
      expect(counted, userName).toBeLessThanOrEqual(stat.user.totalCount);
    }
    const all = await post(await as('admin'), url);
    const own = await post(await as('partner01'), url);
    expect(own.user.totalCount).toBeLessThan(all.user.totalCount);
    expect(own.income).toEqual(
      (await it.call('GET', '/api/data/wish/partners/settle/income', { token: await as('partner01') })).data,
    );
    const income = await post(await as('sale01'), url);
    // Commission belongs to a partner: the answer shows a salesperson that it is not their own.
    expect([own.incomeOf, income.incomeOf]).toEqual(['own', 'partners']);
    expect(income.sale.totalCount).toBeLessThan(all.sale.totalCount);
  });

  test('is for the sales flag, for those whom the parameter names, and for holders of the code; the others are refused', async () => {
    const ops = await it.login('ops');
    expect((await read(ops.token, '/api/user/large/screen/home')).board).toBe('welcome');
    expect((await it.call('POST', url, { token: ops.token, body: {} })).status).toBe(403);
    for (const path of ['/api/user/large/screen/visit', '/api/data/wish/large/screen/amount']) {
      expect((await it.call('GET', path, { token: ops.token })).status).toBe(403);
      expect((await it.call('GET', path, { token: await as('sale01') })).status).toBe(403);
    }
    expect(
      (await it.call('POST', '/api/data/wish/channel/stat', { token: ops.token, body: { clickType: 1 } }))
        .status,
    ).toBe(403);
    expect((await read(await as('sale01'), '/api/user/large/screen/home')).board).toBe('sale');
    await sql`update t_config set config_value = ${`7777,${ops.userId}`} where config_key = 'dashboard.saleUserIds'`.execute(
      db,
    );
    expect((await read(ops.token, '/api/user/large/screen/home')).board).toBe('sale');
    expect((await it.call('POST', url, { token: ops.token, body: {} })).status).toBe(200);
  });
});

describe('roll-ups', () => {
  const random = new Sequence(2026);
  const some = (...values: (number | null)[]) => random.pick(values) ?? null;
  const moment = () =>
    shanghaiTime(new Date(start.getTime() - random.between(0, 5) * dayMs - random.between(0, 80_000) * 1000));
  const whose =
    () => sql`channel_id = ${some(null, 1, 2, 3)}::bigint, partners_id = ${some(null, 1, 2)}::bigint,
    province_id = ${some(null, 430000, 370000)}::bigint, agent_id = ${some(null, 1)}::bigint, sale_user_id = ${some(null, 3, 8)}::bigint`;
  const anyUser = () =>
    sql`(select user_id from t_wish_user order by user_id offset ${random.between(0, 30)} limit 1)`;
  let made = 0;

  /** Any kind of change to counted rows. */
  const happenings: (() => RawBuilder<unknown>)[] = [
    () => {
      made += 1;
      return sql`insert into t_wish_user (mobile, data_year, source_id, status, create_time, province_id, joint_category_id, aos, culture_score)
        values (${`1990000${String(made).padStart(4, '0')}`}, 2026, ${some(null, 1, 2)}::bigint, 1, ${moment()}::timestamp at time zone 'Asia/Shanghai',
          ${some(null, 430000)}::bigint, ${some(null, 1)}::bigint, 1, ${some(null, 400)}::numeric)`;
    },
    () =>
      sql`update t_wish_user set ${whose()}, update_time = ${start} where user_id in (${anyUser()}, ${anyUser()})`,
    () =>
      sql`update t_wish_user set culture_score = ${some(null, 480)}::numeric, prof_score = ${some(null, 240)}::numeric where user_id = ${anyUser()}`,
    () =>
      sql`update t_wish_user set deleted = not deleted where user_id in (${anyUser()}) and mobile like '199%'`,
    () => sql`update t_service_order set status = ${random.between(0, 4)}, close_time = ${moment()}::timestamp at time zone 'Asia/Shanghai',
        refund_time = ${moment()}::timestamp at time zone 'Asia/Shanghai', refund_amount = least(pay_amount, ${random.between(0, 90)}::numeric),
        ${whose()} where order_id % 7 = ${random.between(0, 6)}`,
    () =>
      sql`update t_service_order set deleted = ${random.chance(0.3)} where order_id % 11 = ${random.between(0, 10)}`,
    () => {
      made += 1;
      return sql`insert into t_card_code (serial_no, code, code_digest, rule_id, card_id, card_type, data_year, code_status, code_expire_time)
        values (${`X${made}`}, 'sealed', ${`X${made}`}, 1, ${some(1, 2)}::bigint, ${some(1, 2)}::smallint, 2026, ${random.between(1, 5)}, '2027-01-01')`;
    },
    () => sql`update t_card_code set code_status = ${random.between(1, 5)}, ${whose()}, update_time = ${start},
        activate_time = ${moment()}::timestamp at time zone 'Asia/Shanghai', cancel_time = ${moment()}::timestamp at time zone 'Asia/Shanghai'
      where code_id % 5 = ${random.between(0, 4)}`,
    () => sql`update t_card_code set deleted = not deleted where code_id % 9 = ${random.between(0, 8)}`,
    () => sql`insert into yikao_visit_day (day, user_id, source_id, channel_id, visit_num)
      select ${today}::date - ${random.between(0, 5)}::integer, user_id, source_id, channel_id, ${random.between(1, 3)}::integer
      from t_wish_user where user_id % 3 = ${random.between(0, 2)}
      on conflict (day, user_id) do update set visit_num = yikao_visit_day.visit_num + excluded.visit_num`,
    () =>
      sql`delete from yikao_visit_day where user_id % 13 = ${random.between(0, 12)} and day = ${yesterday}::date`,
    () =>
      sql`update t_partners_settle set settle_status = ${random.between(0, 3)}
        where settle_id % 3 = ${random.between(0, 2)} and settle_status < 4`,
    () =>
      sql`update t_settle_item set live = 1 - live where item_id % 9 = ${random.between(0, 8)} and live = 1`,
    () => sql`delete from t_settle_item where item_id % 41 = ${random.between(0, 40)}`,
    () => sql`select yikao_stat_fold(${random.pick([3, 50, 100_000]) ?? 50})`,
  ];

  test('equal a full count after any history, whatever was done at once, folded between or killed half-way', async () => {
    expect(await differences()).toEqual([0, 0, 0]);
    const history = async (steps: number) => {
      const killed = random.chance(0.25);
      await db
        .transaction()
        .execute(async within => {
          for (let at = 0; at < steps; at++) await random.pick(happenings)?.().execute(within);
          if (killed) throw new Error('killed');
        })
        .catch((error: unknown) => {
          // Histories that lose against each other are gone as a whole, too.
          if ((error as { code?: string }).code !== '40P01' && (error as Error).message !== 'killed')
            throw error;
        });
    };
    for (let round = 0; round < 12; round++) {
      await Promise.all([history(4), history(1), history(2)]);
      expect(await differences(), `round ${round}`).toEqual([0, 0, 0]);
    }
    await sql`select yikao_stat_fold(1000000)`.execute(db);
    const left = await first(sql<{ n: number }>`select count(*)::integer as n from yikao_stat_change`);
    expect(left.n).toBe(0);
    expect(await differences()).toEqual([0, 0, 0]);
  });

  test('that somebody has spoilt are found and mended by the nightly count', async () => {
    await sql`select yikao_stat_fold(1000000)`.execute(db);
    await sql`update yikao_stat set num = num + 5 where grain = 1 and figure = 5 and ctid = (
      select ctid from yikao_stat where grain = 1 and figure = 5 limit 1)`.execute(db);
    await sql`delete from yikao_stat where grain = 3 and figure = 1`.execute(db);
    const [profiles, figures, sums] = await differences();
    expect([profiles, figures]).toEqual([0, 1]);
    expect(sums).toBeGreaterThan(1);
    await sql`select yikao_stat_fold(1000000)`.execute(db);
    await differences();
    expect(await differences()).toEqual([0, 0, 0]);
  });
});
