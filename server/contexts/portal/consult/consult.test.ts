import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Columns } from '../../../engine/table/columns.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows as T[];

let next = 0;
/** An unused number. */
const newMobile = () => `1370000${String(1_000 + next++)}`;
/** An address of an unused network, so that tests do not share rate limits. */
const newAddress = () => `198.${60 + (next >> 8)}.${next++ % 256}.9`;

/** Asks for a text code, and reads it as its owner does. */
async function askedCode(mobile: string, from = newAddress()): Promise<string> {
  it.pass({ minutes: 2 });
  const asked = await it.call('GET', `/api/sms/user/code?mobile=${mobile}&scene=consult`, { from });
  expect(asked.status, asked.message).toBe(200);
  const [sent] = await rows(sql<Columns<typeof registry.smsMessage, 'content'>>`
    select content from t_sms_message where mobile = ${mobile} and topic = 'code' order by sms_id desc limit 1`);
  return /\d{6}/.exec(sent?.content ?? '')?.[0] ?? '';
}

const send = (body: object, { from = newAddress(), key }: { from?: string; key?: string } = {}) =>
  it.call('POST', '/api/base/website/consult', {
    ...{ body, from },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

async function consulted(mobile: string, more: object = {}) {
  const smsCode = await askedCode(mobile);
  return send({ name: '林听雨', mobile, smsCode, remark: '', agreed: true, ...more });
}

type LeadRow = Columns<
  typeof registry.lead,
  'leadId' | 'studentName' | 'leadStatus' | 'partnersId' | 'sourceId' | 'otherSourceIds' | 'nextFollowTime'
>;
const leadsOf = (mobile: string) =>
  rows(sql<LeadRow>`
    select lead_id, student_name, lead_status, partners_id, source_id, other_source_ids, next_follow_time
    from t_lead where mobile = ${mobile} and not deleted order by lead_id`);
const wordsOf = async (mobile: string) =>
  (
    await rows(sql<Columns<typeof registry.leadFollow, 'content' | 'followType' | 'userId'>>`
      select f.content, f.follow_type, f.user_id from t_lead_follow as f join t_lead as l using (lead_id)
      where l.mobile = ${mobile} order by f.id`)
  ).map(row => ({ ...row }));
const sourceNamed = async (name: string) =>
  (await rows(sql<{ id: number }>`select source_id as id from t_source where source_name = ${name}`))[0]?.id;

test('a consultation makes one lead with the source of study abroad, and the words stand among its conversations', async () => {
  const mobile = newMobile();
  const [item] = await rows(
    sql<{ id: number; name: string }>`
      select id, item_name as name from t_abroad_item where up_status = 1 limit 1`,
  );
  const answer = await consulted(mobile, { itemId: item?.id, remark: '高二，想学服装设计' });
  expect(answer).toMatchObject({ status: 200, data: null });
  expect(await leadsOf(mobile)).toMatchObject([
    { studentName: '林听雨', leadStatus: 0, partnersId: null, sourceId: await sourceNamed('留学') },
  ]);
  expect(await wordsOf(mobile)).toEqual([
    {
      content: `留学咨询\n姓名：林听雨\n项目：${item?.name}\n高二，想学服装设计`,
      followType: 5,
      userId: null,
    },
  ]);
});

test('a lead that is there is joined: another source, an appointment for now, and no second lead', async () => {
  const mobile = newMobile();
  const admin = (await it.login('admin')).token;
  const phone = await sourceNamed('客服电话');
  const added = await it.call('POST', registry.lead.path, {
    token: admin,
    body: { mobile, studentName: '程老师登记', dataYear: 2026, sourceId: phone },
  });
  expect(added.status, added.message).toBe(200);
  await sql`update t_lead set lead_status = 2, next_follow_time = '2099-01-01', sale_user_id =
    (select user_id from t_admin_user where user_name = 'sale01') where mobile = ${mobile}`.execute(
    it.engine.db,
  );
  expect((await consulted(mobile)).status).toBe(200);
  const [lead, ...more] = await leadsOf(mobile);
  expect(more).toEqual([]);
  expect(lead).toMatchObject({
    ...{ studentName: '程老师登记', leadStatus: 2, sourceId: phone },
    otherSourceIds: [await sourceNamed('留学')],
    nextFollowTime: it.engine.clock.now(),
  });
  // An invalid lead whose person asks again is worth another look.
  await sql`update t_lead set lead_status = 5 where mobile = ${mobile}`.execute(it.engine.db);
  expect((await consulted(mobile)).status).toBe(200);
  expect(await leadsOf(mobile)).toMatchObject([{ leadStatus: 0 }]);
});

test('what another partner holds is not touched and not told: the answer is the same, and a manager gets a request', async () => {
  const mobile = newMobile();
  const [partner] = await rows(sql<{ id: number }>`select partners_id as id from t_partners limit 1`);
  const source = await sourceNamed('线下');
  await sql`
    insert into t_lead (mobile, student_name, data_year, source_id, partners_id, intent, lead_status, wx_added)
    values (${mobile}, '伙伴的线索', 2026, ${source}, ${partner?.id}, 3, 2, 0)`.execute(it.engine.db);
  const [theirs] = await leadsOf(mobile);
  const unknown = await consulted(newMobile());
  const known = await consulted(mobile);
  expect({ ...known, headers: {} }).toEqual({ ...unknown, headers: {} });
  const [still, mine] = await leadsOf(mobile);
  expect(still).toEqual(theirs);
  expect(mine).toMatchObject({ partnersId: null, studentName: '林听雨' });
  const requests = await rows(sql<{ n: number }>`
    select count(*)::integer as n from t_lead_transfer
    where lead_id = ${mine?.leadId} and holder_id = ${theirs?.leadId}`);
  expect(requests).toEqual([{ n: 1 }]);
});

test('without the code of that number, without consent or with too much text nothing is taken in', async () => {
  const mobile = newMobile();
  const smsCode = await askedCode(mobile);
  const body = { name: '林听雨', mobile, smsCode, remark: '', agreed: true };
  for (const wrong of [
    { ...body, smsCode: smsCode === '000000' ? '111111' : '000000' },
    { ...body, mobile: newMobile() },
    { ...body, agreed: false },
    { ...body, name: '' },
    { ...body, name: '长'.repeat(33) },
    { ...body, remark: '长'.repeat(201) },
    { ...body, mobile: "1' or 1=1" },
    { ...body, partnersId: 1 },
    { ...body, saleUserId: 1 },
  ])
    expect({ wrong, status: (await send(wrong)).status }).toEqual({ wrong, status: 400 });
  expect(await leadsOf(mobile)).toEqual([]);
  // A code of a registration does not serve here.
  it.pass({ minutes: 2 });
  await it.call('GET', `/api/sms/user/code?mobile=${mobile}&scene=register`, { from: newAddress() });
  expect((await send(body)).status).toBe(200);
  expect((await send(body)).status).toBe(400);
});

test('markup is kept as the text that it is, and a table cell that would calculate stays a text', async () => {
  const mobile = newMobile();
  const remark = '<img src=x onerror=alert(1)>=HYPERLINK("http://x")';
  expect((await consulted(mobile, { name: '<b>林</b>', remark })).status).toBe(200);
  expect(await leadsOf(mobile)).toMatchObject([{ studentName: '<b>林</b>' }]);
  const admin = (await it.login('admin')).token;
  const [lead] = await leadsOf(mobile);
  const shown = await it.call('GET', `${registry.leadFollow.path}/list?leadId=${lead?.leadId}`, {
    token: admin,
  });
  expect(shown.headers['content-type']).toContain('application/json');
  expect(shown.data.records[0].content).toContain(remark);
});

test('two at once of one number make one lead, and a repeated call with its key counts once', async () => {
  const mobile = newMobile();
  const smsCode = await askedCode(mobile);
  const body = { name: '江未眠', mobile, smsCode, remark: '', agreed: true };
  const answers = await Promise.all([send(body), send(body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await leadsOf(mobile)).toHaveLength(1);
  const again = { ...body, smsCode: await askedCode(mobile) };
  const key = 'consult-once-0001';
  expect((await send(again, { key })).status).toBe(200);
  expect((await send(again, { key })).status).toBe(200);
  expect(await wordsOf(mobile)).toHaveLength(2);
});

test('a hundred calls from one address are stopped, and make no lead', async () => {
  const from = newAddress();
  const count = async () => (await rows(sql<{ n: number }>`select count(*)::integer as n from t_lead`))[0]?.n;
  const before = await count();
  const statuses: number[] = [];
  for (let at = 0; at < 100; at++) {
    const body = { name: 'x', mobile: newMobile(), smsCode: '000000', remark: '', agreed: true };
    statuses.push((await send(body, { from })).status);
  }
  expect(statuses.filter(status => status === 429)).toHaveLength(70);
  expect(await count()).toBe(before);
});

test('where a captcha is asked for, no code is sent without it', async () => {
  const guarded = await openSeededApp({ captcha: true });
  const url = `/api/sms/user/code?mobile=${newMobile()}&scene=consult`;
  const bare = await guarded.call('GET', url, { from: newAddress() });
  const wrong = await guarded.call('GET', `${url}&uuid=none&patchca=abcd`, { from: newAddress() });
  expect([bare.status, wrong.status]).toEqual([400, 400]);
  await guarded.close();
});

test('the public page shows what is switched on and on the shelf, and no field beyond', async () => {
  const read = async () => (await it.call('GET', '/api/base/website/page?page=yklxfw')).data;
  const page = await read();
  expect(page.items.length).toBeGreaterThan(10);
  expect(page.schools.length).toBeGreaterThan(10);
  expect(Object.keys(page.items[0]).toSorted()).toEqual(
    [
      ...['cover', 'countryId', 'degree', 'directionId', 'duration', 'id', 'intro', 'itemName'],
      ...['price', 'requirement', 'schoolId'],
    ].toSorted(),
  );
  const [off] = await rows(sql<{ id: number }>`select id from t_abroad_item where up_status = 0 limit 1`);
  expect(page.items.some(({ id }: { id: number }) => id === off?.id)).toBe(false);
  // A country that is switched off takes its schools and programmes along.
  const { countryId } = page.items[0];
  await sql`update t_country set status = 0 where country_id = ${countryId}`.execute(it.engine.db);
  const left = await read();
  const of = (list: readonly { countryId: number }[]) => list.filter(row => row.countryId === countryId);
  expect([of(left.items), of(left.schools), of(left.countries)]).toEqual([[], [], []]);
  expect((await it.call('GET', '/api/base/website/page?page=nothing')).status).toBe(400);
});
