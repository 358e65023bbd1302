import type { SellerStat } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

const { lead } = registry;

let it: SeededApp;
let token = '';
const ids: Record<string, number> = {};

beforeAll(async () => {
  it = await openSeededApp();
  ({ token } = await it.login('admin'));
  const { db } = it.engine;
  await sql`truncate t_lead, t_call_record`.execute(db);
  const people = await sql<{ name: string; id: number }>`
    select user_name as name, user_id as id from t_admin_user where user_name in ('sale01', 'salelead01')`.execute(
    db,
  );
  for (const { name, id } of people.rows) ids[name] = id;
  // One has leads of March alone and calls of April; the other has no lead, and calls of both months.
  await sql`
    insert into t_lead (lead_id, mobile, data_year, source_id, province_id, lead_status, intent, wx_added, sale_user_id,
      assign_time, order_amount)
    select n, '137' || lpad(n::text, 8, '0'), 2026, (select min(source_id) from t_source),
      case when n % 2 = 0 then 430000 else 440000 end, case when n = 4 then 4 else 1 end, 3, 0, ${ids.sale01}::bigint,
      timestamptz '2026-03-05 10:00+08', case when n = 4 then 99.50 end
    from generate_series(1, 6) as n`.execute(db);
  await sql`
    insert into t_call_record (user_id, called_number, lead_id, call_status, call_duration, begin_time, record_flag)
    select case when n % 3 = 0 then ${ids.sale01}::bigint else ${ids.salelead01}::bigint end, '13700000001',
      case when n % 4 = 0 then null else 1 + n % 6 end, case when n % 5 = 0 then 2 else 1 end, n * 7,
      case when n % 2 = 0 then timestamptz '2026-03-10 10:00+08' else timestamptz '2026-04-10 10:00+08' end, 0
    from generate_series(1, 40) as n`.execute(db);
});
afterAll(() => it.close());

const asked = async (query: string): Promise<SellerStat[]> =>
  (await it.call('GET', `${lead.path}/stat${query}`, { token })).data;

describe('the results of the salespeople', () => {
  test.each([
    ['', 'true', 'true'],
    [
      '?assignTimeStart=2026-04-01 00:00:00&assignTimeEnd=2026-04-30 23:59:59',
      "l.assign_time >= '2026-04-01 00:00+08'",
      "c.begin_time >= '2026-04-01 00:00+08'",
    ],
    [
      '?provinceId=430000',
      'l.province_id = 430000',
      'c.lead_id in (select lead_id from t_lead where province_id = 430000)',
    ],
    [
      '?leadStatus=4&assignTimeStart=2026-03-01 00:00:00&assignTimeEnd=2026-03-31 23:59:59',
      "l.lead_status = 4 and l.assign_time < '2026-04-01 00:00+08'",
      "c.lead_id = 4 and c.begin_time < '2026-04-01 00:00+08'",
    ],
  ])(
    'are those of the raw rows under the same filters, one row for each person (%s)',
    async (query, leads, calls) => {
      const raw = await sql<{ id: number; leads: number; amount: string; calls: number; seconds: number }>`
      select u.user_id as id,
        (select count(*)::integer from t_lead as l where l.sale_user_id = u.user_id and ${sql.raw(leads)}) as leads,
        (select coalesce(sum(l.order_amount), 0)::text from t_lead as l
          where l.sale_user_id = u.user_id and l.lead_status = 4 and ${sql.raw(leads)}) as amount,
        (select count(*)::integer from t_call_record as c
          where c.user_id = u.user_id and c.call_status = 1 and ${sql.raw(calls)}) as calls,
        (select coalesce(sum(c.call_duration), 0)::integer from t_call_record as c
          where c.user_id = u.user_id and c.call_status = 1 and ${sql.raw(calls)}) as seconds
      from t_admin_user as u`.execute(it.engine.db);
      const expected = raw.rows
        .filter(row => row.leads > 0 || row.calls > 0)
        .map(row => [
          row.id,
          row.leads,
          Number(row.amount),
          row.calls,
          Number((row.seconds / 60).toFixed(1)),
        ]);
      const rows = await asked(encodeURI(query));
      expect(
        rows
          .map(row => [row.saleUserId, row.assigned, row.amount, row.connected, row.minutes])
          .toSorted(([one = 0], [other = 0]) => one - other),
      ).toEqual(expected.toSorted(([one = 0], [other = 0]) => one - other));
      for (const { saleUserName, conversion } of rows) {
        expect(saleUserName).not.toBeNull();
        expect(conversion).toBeGreaterThanOrEqual(0);
      }
    },
  );

  test('name a person without a lead who called', async () => {
    const rows = await asked('');
    expect(rows.find(({ saleUserId }) => saleUserId === ids.salelead01)).toMatchObject({ assigned: 0 });
  });
});
