import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { add } from '../../engine/write/save.ts';
import { transact } from '../../engine/write/transaction.ts';
import { migrated } from '../../testing/database.ts';
import { takeInOutsideLead } from './outside-lead.ts';

const { adminUser, callRecord, goods, lead, partners, smsRecord, wishUser } = registry;
const { path } = lead;
const codes = (...names: string[]) => new Set(names.map(name => `crm:${name}`));

let app: TestApp;
let counter = 0;
const people = { admin: person({ userId: 1 }) } as Record<string, ReturnType<typeof person>>;
let [mei, ming, westId]: number[] = [];

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  const seller = { saleFlag: 1, adminFlag: 0, status: 1, partnersId: null, provinceId: null, agentId: null };
  const made = async (n: number) =>
    Number(
      (await add(app.engine, adminUser, elevated(), await sampleRow(app.engine, adminUser, n, seller)))
        .userId,
    );
  [mei, ming] = [await made(1), await made(2)];
  const west = await sampleRow(app.engine, partners, 1, { parentId: 0 });
  westId = Number((await add(app.engine, partners, elevated(), west)).partnersId);
  const all = codes('lead:list', 'lead:update', 'lead:claim', 'lead:follow', 'lead:status', 'lead:merge');
  people.head = person({ userId: 900_001, admin: false, permissions: all });
  people.west = person({ userId: 900_002, admin: false, permissions: all, partnersIds: [westId] });
  people.mei = person({ userId: mei, admin: false, permissions: all, ownRowsOnly: true });
  people.ming = person({ userId: ming, admin: false, permissions: codes('lead:list', 'lead:claim') });
});
afterAll(() => app.close());
beforeEach(() =>
  sql`truncate t_lead, t_lead_follow, t_lead_assign_log, t_lead_transfer, t_lead_order, t_lead_merge,
    t_call_record, t_sms_record`.execute(app.engine.db),
);

async function added(fixed: object = {}): Promise<number> {
  const sent = await sampleRow(app.engine, lead, 10 + counter++, {
    ...{ dataYear: 2026, partnersId: null, channelId: null, nextFollowTime: null, jointCategoryId: null },
    ...fixed,
  });
  const { body } = await app.call('admin', 'POST', path, sent);
  expect(body).toMatchObject({ success: true });
  return body.data.leadId;
}
const standing = async (leadId: number) =>
  (await app.call('admin', 'GET', `${path}/info?leadId=${leadId}`)).body.data;
const assign = (leadId: number, saleUserId: number | undefined) =>
  app.call('admin', 'PUT', `${path}/assign`, { leadId, saleUserId });
const follow = (leadId: number, content: string) =>
  app.call('admin', 'PUT', `${path}/follow`, { leadId, followType: 1, content });
const merging = (who: string, leadId: number, ids: number[], more: object = {}) =>
  app.call(who, 'POST', `${path}/merge`, { leadId, ids, ...more });
const undoing = (who: string, mergeId: number) => app.call(who, 'POST', `${path}/merge/undo`, { mergeId });
const trash = async () =>
  (await app.call('admin', 'GET', `${path}/trash`)).body.data.records.map(
    (row: { leadId: number }) => row.leadId,
  );
const historyOf = async (leadId: number) =>
  (await app.call('admin', 'GET', `${path}/history?leadId=${leadId}`)).body.data.records as {
    op: string;
    step: { name: string; inputs?: Record<string, unknown> } | null;
  }[];

/** The lead that each row of a table refers to, by key. */
async function leadsOf(table: string, key: string): Promise<number[]> {
  const found = await sql<{ leadId: number }>`
    select lead_id from ${sql.table(table)} where not deleted order by ${sql.ref(key)}`.execute(
    app.engine.db,
  );
  return found.rows.map(({ leadId }) => leadId);
}

/** An order that was paid for a number; returns its id. */
async function paid(mobile: string, price: string): Promise<number> {
  const { engine } = app;
  const by = { by: elevated() };
  const goodsName = `概率${counter++}`;
  const sold = { goodsName, goodsType: 9 as const, dataYear: 2026, price, stock: -1 };
  const [goodsId = 0] = await storeRows(engine, goods, [sold], by);
  await sql`update t_goods set up_status = 1 where goods_id = ${goodsId}`.execute(engine.db);
  const known = await sql<{
    userId: number;
  }>`select user_id from t_wish_user where mobile = ${mobile}`.execute(engine.db);
  const userId =
    known.rows[0]?.userId ?? (await storeRows(engine, wishUser, [{ mobile, partnersId: null }], by))[0];
  const { body } = await app.call('admin', 'POST', '/api/data/wish/service/order', {
    ...{ userId, goodsId, payType: 5 },
  });
  expect(body).toMatchObject({ success: true });
  return body.data.orderId;
}

/** Two leads of one person, each with a salesperson, a follow-up, a call, and a text, which is a follow-up, too. */
async function doubled() {
  const stays = await added({ studentName: '王小雨', highSchool: null, remark: '孩子的号码' });
  const goes = await added({ studentName: '王妈妈', highSchool: '一中', remark: '家长的号码' });
  await assign(stays, mei);
  await assign(goes, ming);
  await follow(stays, '孩子想考导演');
  await follow(goes, '家长问学费');
  const rowsOf = async (leadId: number) => {
    const { engine } = app;
    const by = { by: elevated() };
    await storeRows(engine, callRecord, [{ leadId, calledNumber: '13800000000' }], by);
    const text = { leadId, mobile: '13800000000', content: '开课了', billNum: 1, batchNo: 'one' };
    await storeRows(engine, smsRecord, [text], by);
  };
  await rowsOf(stays);
  await rowsOf(goes);
  return { stays, goes };
}

describe('a merge', () => {
  test('gives the lead that stays all that the others have, and they go to the trash', async () => {
    const { stays, goes } = await doubled();
    const [before, other] = [await standing(stays), await standing(goes)];
    const { body } = await merging('head', stays, [goes], { choice: { remark: goes } });
    expect(body).toMatchObject({ success: true, data: { leadId: stays } });
    const now = await standing(stays);
    expect(now).toMatchObject({
      ...{ studentName: '王小雨', highSchool: '一中', remark: '家长的号码', saleUserId: mei },
      ...{ mobile: before.mobile, otherMobiles: other.mobile, leadStatus: 2 },
    });
    if (other.sourceId !== before.sourceId) expect(String(now.otherSourceIds)).toBe(String(other.sourceId));
    expect(await trash()).toEqual([goes]);
    for (const [table, key] of [
      ['t_lead_follow', 'id'],
      ['t_lead_assign_log', 'id'],
    ] as const)
      expect(new Set(await leadsOf(table, key))).toEqual(new Set([stays]));
    for (const [table, key] of [
      ['t_call_record', 'call_id'],
      ['t_sms_record', 'sms_id'],
    ] as const)
      expect(await leadsOf(table, key)).not.toContain(goes);
    const steps = await historyOf(stays);
    expect(steps[0]).toMatchObject({ step: { name: 'merge', inputs: { mergedLeads: other.leadName } } });
    expect((await historyOf(goes)).map(({ op, step }) => step?.name ?? op).slice(0, 2)).toEqual([
      'deleted',
      'joinOther',
    ]);
    const found = await app.call('head', 'GET', `${path}/list?otherMobiles=${other.mobile}`);
    expect(found.body.data.records.map((row: { leadId: number }) => row.leadId)).toEqual([stays]);
    expect(found.body.data.records[0].otherMobiles).toContain('****');
  });

  test('of a won lead is won, with the money of all; a refund and a further order count for it', async () => {
    const [stays, goes] = [await added(), await added()];
    await assign(stays, mei);
    const [{ mobile: own }, { mobile: other }] = [await standing(stays), await standing(goes)];
    await paid(own, '100.00');
    const orderId = await paid(other, '250.50');
    await merging('head', stays, [goes]);
    expect(await standing(stays)).toMatchObject({ leadStatus: 4, orderAmount: 350.5, saleUserId: mei });
    const third = await paid(other, '10.00');
    const counted = await sql<{ orderId: number; leadId: number }>`
      select order_id, lead_id from t_lead_order order by order_id`.execute(app.engine.db);
    expect(counted.rows.map(({ leadId }) => leadId)).toEqual([stays, stays, stays]);
    expect(counted.rows.at(-1)?.orderId).toBe(third);
    expect(await standing(stays)).toMatchObject({ orderAmount: 360.5 });
    const by = { kind: 'step', cause: 'test' } as const;
    await takeStep(app.engine, orderSteps, 'beginRefund', { keys: orderId, by });
    const refunded = '250.50';
    await takeStep(app.engine, orderSteps, 'endRefund', { keys: orderId, by, given: { refunded } });
    expect(await standing(stays)).toMatchObject({ leadStatus: 4, orderAmount: 110 });
  });

  test('of five leads takes the most advanced state and the salesperson, and names every number', async () => {
    const leads = [];
    for (let n = 0; n < 5; n += 1) leads.push(await added());
    const [stays = 0, ...others] = leads;
    await assign(others[3] ?? 0, ming);
    await follow(others[3] ?? 0, '想报名');
    const { body } = await merging('head', stays, others);
    expect(body).toMatchObject({ success: true });
    const now = await standing(stays);
    expect(now).toMatchObject({ leadStatus: 2, saleUserId: ming });
    expect(now.otherMobiles.split(', ')).toHaveLength(4);
    const third = now.otherMobiles.split(', ')[2];
    const found = await app.call('head', 'GET', `${path}/list?otherMobiles=${third}`);
    expect(found.body.data.total).toBe(1);
  });

  test('joins what a person of the other number asks later on a public page', async () => {
    const year = dataYear(app.engine.clock.now());
    const [stays, goes] = [await added({ dataYear: year }), await added({ dataYear: year })];
    const { mobile } = await standing(goes);
    await merging('head', stays, [goes]);
    const source = { code: 'website', name: '官网', type: 5 };
    await transact(app.engine.db, tx =>
      takeInOutsideLead(app.engine, tx, { mobile, name: '家长', source, words: '还能报名吗' }),
    );
    expect(await leadsOf('t_lead', 'lead_id')).toEqual([stays]);
    expect(await leadsOf('t_lead_follow', 'id')).toEqual([stays]);
  });

  test('is refused across partners, out of reach, without the code, and of what has changed since', async () => {
    const [house, other, west] = [await added(), await added(), await added({ partnersId: westId })];
    const across = await merging('head', house, [west]);
    expect(across.status).toBe(409);
    expect(across.body.message).toContain('不同的合伙人');
    expect((await merging('west', west, [house])).status).toBe(404);
    await assign(house, ming);
    expect((await merging('mei', house, [other])).status).toBe(404);
    expect((await merging('ming', house, [other])).status).toBe(403);
    expect((await merging('head', house, [])).status).toBe(400);
    expect((await merging('head', house, [house])).status).toBe(400);
    const { version } = await standing(other);
    expect((await merging('head', house, [other], { versions: { [other]: version - 1 } })).status).toBe(409);
    expect(await trash()).toEqual([]);
  });

  test('happens once, of two at the same moment', async () => {
    const { stays, goes } = await doubled();
    const replies = await Promise.all([merging('head', stays, [goes]), merging('admin', goes, [stays])]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    const left = await leadsOf('t_lead', 'lead_id');
    expect(left).toHaveLength(1);
    expect(new Set(await leadsOf('t_lead_follow', 'id'))).toEqual(new Set(left));
  });

  test('and a claim of one of the leads at the same moment end in one whole result', async () => {
    for (let n = 0; n < 3; n += 1) {
      const [stays, goes] = [await added(), await added()];
      const [merged, claimed] = await Promise.all([
        merging('head', stays, [goes]),
        app.call('ming', 'PUT', `${path}/claim`, { leadId: goes }),
      ]);
      expect(merged.status).toBe(200);
      const now = await standing(stays);
      // The claim came before, and its salesperson has the merged lead, or it found the lead gone.
      expect(now).toMatchObject(
        claimed.status === 200 ? { leadStatus: 1, saleUserId: ming } : { leadStatus: 0, saleUserId: null },
      );
    }
  });
});

describe('an undo', () => {
  test('gives every lead back what was its own', async () => {
    const { stays, goes } = await doubled();
    const [{ mobile: own }, { mobile: other }] = [await standing(stays), await standing(goes)];
    await paid(other, '99.00');
    const without = ({ version, updateTime, updateBy, updateByName, ...row }: Record<string, unknown>) => row;
    const before = [without(await standing(stays)), without(await standing(goes))];
    const rows = async () => [
      await leadsOf('t_lead_follow', 'id'),
      await leadsOf('t_lead_assign_log', 'id'),
      await leadsOf('t_call_record', 'call_id'),
      await leadsOf('t_sms_record', 'sms_id'),
    ];
    const ofLeads = await rows();
    const { mergeId } = (await merging('head', stays, [goes], { choice: { saleUserId: goes } })).body.data;
    expect(await standing(stays)).toMatchObject({ mobile: own, leadStatus: 4, saleUserId: ming });
    const listed = await app.call('head', 'GET', `${path}/merge/standing?leadId=${stays}`);
    expect(listed.body.data).toMatchObject([{ mergeId, names: [before[1]?.leadName] }]);
    expect((await undoing('head', mergeId)).body).toMatchObject({
      success: true,
      data: { leadId: stays, count: 1 },
    });
    expect([without(await standing(stays)), without(await standing(goes))]).toEqual(before);
    const [follows, assigned, calls, texts] = await rows();
    expect([follows, calls, texts]).toEqual([ofLeads[0], ofLeads[2], ofLeads[3]]);
    // The salesperson of the merge, and the one of before, are further changes of hands.
    expect(assigned?.slice(0, ofLeads[1]?.length)).toEqual(ofLeads[1]);
    expect(await trash()).toEqual([]);
    expect((await historyOf(stays))[0]).toMatchObject({ step: { name: 'undoMerge' } });
    const again = await undoing('head', mergeId);
    expect(again.status).toBe(409);
  });

  test('leaves what people did since with the lead that stayed', async () => {
    const { stays, goes } = await doubled();
    const { mergeId } = (await merging('head', stays, [goes])).body.data;
    await follow(stays, '一起来试听');
    const { version } = await standing(stays);
    await app.call('admin', 'PUT', path, { leadId: stays, version, highSchool: '二中' });
    await assign(stays, ming);
    await undoing('head', mergeId);
    expect(await standing(stays)).toMatchObject({
      ...{ highSchool: '二中', studentName: '王小雨', saleUserId: ming, otherMobiles: null, followNum: 3 },
    });
    expect(await standing(goes)).toMatchObject({ studentName: '王妈妈', saleUserId: ming, followNum: 2 });
  });

  test('is for the latest merge first, for thirty days, and for people who reach the leads', async () => {
    const [stays, one, two] = [await added(), await added(), await added()];
    const first = (await merging('head', stays, [one])).body.data.mergeId;
    const second = (await merging('head', stays, [two])).body.data.mergeId;
    expect((await undoing('west', second)).status).toBe(404);
    expect((await undoing('ming', second)).status).toBe(403);
    expect((await undoing('head', first)).body.message).toContain('之后的合并');
    expect((await undoing('head', second)).status).toBe(200);
    await sql`update t_lead_merge set create_time = create_time - interval '31 days'`.execute(app.engine.db);
    expect((await undoing('head', first)).body.message).toContain('30 天');
  });

  test('is refused, and nothing changes, while another lead has the number that would come back', async () => {
    const [stays, goes] = [await added(), await added()];
    const { mobile } = await standing(goes);
    const { mergeId } = (await merging('head', stays, [goes])).body.data;
    await added({ mobile });
    expect((await undoing('head', mergeId)).status).toBe(409);
    expect(await standing(stays)).toMatchObject({ otherMobiles: mobile });
  });

  test('by an account that restored a lead itself first doubles nothing', async () => {
    const { stays, goes } = await doubled();
    const [{ mobile: own }, { mobile: other }] = [await standing(stays), await standing(goes)];
    await paid(own, '100.00');
    await paid(other, '50.00');
    const { mergeId } = (await merging('head', stays, [goes])).body.data;
    const restored = await app.call('admin', 'POST', `${path}/restore`, { ids: [goes] });
    expect(restored.body).toMatchObject({ success: true });
    expect(await standing(goes)).toMatchObject({ orderAmount: null, followNum: 0, leadStatus: 3 });
    const sold = await sql<{ amount: string }>`
      select order_amount as amount from t_lead where order_amount is not null and not deleted`.execute(
      app.engine.db,
    );
    expect(sum(sold.rows.map(({ amount }) => amount))).toBe('150.00');
    await undoing('head', mergeId);
    expect(await standing(stays)).toMatchObject({ orderAmount: 100, leadStatus: 4, followNum: 2 });
    expect(await standing(goes)).toMatchObject({ orderAmount: 50, leadStatus: 4, followNum: 2 });
  });
});

test('the steps of a merge are no calls of their own', () => {
  for (const name of ['merge', 'joinOther', 'undoMerge']) expect(leadSteps.steps[name]?.by).toEqual(['step']);
});
