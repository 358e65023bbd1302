import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { followRemind } from './follow-remind.ts';

const { message } = registry;

let it: SeededApp;
let seller = 0;
let token = '';

beforeAll(async () => {
  it = await openSeededApp();
  ({ userId: seller, token } = await it.login('sale01'));
});
afterAll(() => it.close());
beforeEach(() =>
  sql`truncate t_lead, t_message, t_notice, t_notice_pending, t_notice_bundle`.execute(it.engine.db),
);

const minutes = (n: number) => new Date(it.engine.clock.now().getTime() + n * 60_000);
async function appointments(count: number, time: Date, status = 1): Promise<void> {
  await sql`
    insert into t_lead (mobile, data_year, source_id, lead_status, intent, wx_added, sale_user_id, next_follow_time)
    select '138' || lpad((n + (select count(*) from t_lead))::text, 8, '0'), 2026, (select min(source_id) from t_source),
      ${status}::smallint, 3, 0, ${seller}::bigint, ${time}::timestamptz from generate_series(1, ${count}::integer) as n`.execute(
    it.engine.db,
  );
}
const remind = async () => {
  await followRemind({ engine: it.engine, params: null, signal: new AbortController().signal });
  await it.bundleNotices();
  const { data } = await it.call('GET', `${message.path}/latest`, { token });
  return data.records.filter(({ event }: { event: string }) => event === 'followDue');
};

describe('an appointment', () => {
  test('reminds its salesperson at its time and once, several of one time in one message', async () => {
    await appointments(3, minutes(10));
    expect(await remind()).toEqual([]);
    it.pass({ minutes: 10 });
    const time = shanghaiTime(it.engine.clock.now()).slice(0, 16);
    expect(await remind()).toMatchObject([{ details: { count: '3', time } }]);
    // Nodes that run at once, and later runs, add nothing.
    await Promise.all([remind(), remind()]);
    expect(await remind()).toMatchObject([{ details: { count: '3' } }]);
  });

  test('that was moved reminds at its new time alone', async () => {
    await appointments(1, minutes(10));
    await sql`update t_lead set next_follow_time = ${minutes(60)}`.execute(it.engine.db);
    it.pass({ minutes: 10 });
    expect(await remind()).toEqual([]);
    it.pass({ minutes: 50 });
    expect(await remind()).toHaveLength(1);
  });

  test('of a lead that is closed, returned or long past reminds nobody', async () => {
    await appointments(1, minutes(5), 4);
    await appointments(1, minutes(5), 5);
    await appointments(1, minutes(-5 * 24 * 60));
    await appointments(1, minutes(5));
    await sql`update t_lead set sale_user_id = null where lead_status = 1`.execute(it.engine.db);
    it.pass({ minutes: 6 });
    expect(await remind()).toEqual([]);
  });
});
