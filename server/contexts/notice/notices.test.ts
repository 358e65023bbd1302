import { abroadOrderSteps } from '@yikao/model/contexts/abroad/abroad-order.machine.ts';
import { cardOrderSteps } from '@yikao/model/contexts/codes/card-order.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examOrderSteps } from '@yikao/model/contexts/exam/exam-order.machine.ts';
import { mockOrderSteps } from '@yikao/model/contexts/mock/mock-order.machine.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { work } from '../../engine/jobs/work.ts';
import type { Delivery } from '../../engine/outbox/sender.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { canonicalSample } from '../../engine/testing/samples.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createStarterReader } from '../people/auth/job-starter.ts';
import { noticePushSender } from '../push/notice-push.ts';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { accountsWhere, accountWith } from './people.ts';
import { tell } from './tell.ts';
import { noticeTextSender } from './text-sender.ts';

const { batch, lead, message, noticeRule } = registry;

let it: SeededApp;
const jobs: number[] = [];
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  it = await openSeededApp({ enqueue: async id => void jobs.push(id) });
  for (const who of ['admin', 'sale01', 'salelead01', 'hunan01', 'ops']) {
    const login = await it.login(who);
    tokens[who] = login.token;
    ids[who] = login.userId;
  }
});
afterAll(() => it.close());
beforeEach(async () => {
  await sql`truncate t_message, t_notice, t_notice_pending, t_notice_bundle, t_notice_refusal, t_outbox`.execute(
    it.engine.db,
  );
});

const call = (who: string, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body && { body }) });
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows[0] as T;
const unread = async (who: string): Promise<number> => {
  await it.bundleNotices();
  return (await call(who, 'GET', `${message.path}/unread`)).data.count;
};
const latest = async (who: string) => {
  await it.bundleNotices();
  return (await call(who, 'GET', `${message.path}/latest`)).data.records;
};
/** Lets bundles end, and sends what they posted. */
const sendBundles = async () => {
  await it.bundleNotices();
  it.pass({ minutes: 5 });
  await it.bundleNotices();
  await it.sendMessages();
};

let made = 0;
async function addLeads(count: number): Promise<number[]> {
  made += 1;
  const found = await sql<{ id: number }>`
    insert into t_lead (mobile, student_name, data_year, source_id, lead_status, intent, wx_added)
    select '136' || lpad((${made} * 1000 + n)::text, 8, '0'), '考生' || n, 2026,
      (select min(source_id) from t_source), 0, 3, 0 from generate_series(1, ${count}::integer) as n
    returning lead_id as id`.execute(it.engine.db);
  return found.rows.map(({ id }) => Number(id));
}
const assign = (who: string, leadIds: number[], to: string) =>
  call(who, 'POST', `${lead.path}/assign`, { leadIds, saleUserIds: [ids[to]], mode: 2 });

/** Tells of an occasion and commits. */
const tellOf = (occasion: string, userId = ids.sale01 ?? 0) =>
  it.engine.db.transaction().execute(db =>
    tell(it.engine, db, 'leadAssigned', {
      occasion,
      people: accountWith(userId),
      values: { by: 'boss', count: '1' },
    }),
  );

async function setRule(event: string, values: object, who = 'admin') {
  const rule = await one(
    sql<{
      ruleId: number;
      version: number;
    }>`select rule_id, version from t_notice_rule where event = ${event}`,
  );
  const kept = (await call('admin', 'GET', `${noticeRule.path}/info?ruleId=${rule.ruleId}`)).data;
  return call(who, 'PUT', noticeRule.path, { ...kept, ...values });
}

/** A template of texts; returns its id. */
async function addTemplate(content: string, state = 2): Promise<number> {
  made += 1;
  const { id } = await one(sql<{ id: number }>`
    insert into t_sms_template (template_name, template_code, sms_type, sign_name, content, audit_status, status)
    values (${`模板${made}`}, ${`SMS_N${made}`}, 2, '艺考', ${content}, ${state}, 1)
    returning template_id as id`);
  return Number(id);
}

describe('a message', () => {
  test('tells a salesperson once of the leads that were assigned, and names none of them', async () => {
    const leads = await addLeads(3);
    expect((await assign('salelead01', leads, 'sale01')).status).toBe(200);
    expect(await unread('sale01')).toBe(1);
    const [told] = await latest('sale01');
    expect(told).toMatchObject({ event: 'leadAssigned', readFlag: 0, rowId: null, details: { count: '3' } });
    expect(JSON.stringify(told)).not.toContain('考生');
    expect(await unread('salelead01')).toBe(0);
    // Assigned again to the same person nothing has changed for them.
    await assign('salelead01', leads, 'sale01');
    expect(await unread('sale01')).toBe(1);
  });

  test('is for its reader alone: others neither list nor open nor mark it, administrators included', async () => {
    await tellOf('a');
    const [told] = await latest('sale01');
    expect(await latest('admin')).toEqual([]);
    const list = await call('admin', 'GET', `${message.path}/list`);
    expect(list.data.records).toEqual([]);
    expect((await call('admin', 'GET', `${message.path}/info?messageId=${told.messageId}`)).status).toBe(404);
    const marked = await call('admin', 'PUT', `${message.path}/read`, { ids: [told.messageId] });
    expect(marked.data).toEqual({ count: 0 });
    expect((await call('admin', 'PUT', `${message.path}/read`, { until: told.messageId })).data).toEqual({
      count: 0,
    });
    expect(await unread('sale01')).toBe(1);
    expect((await it.call('GET', `${message.path}/unread`)).status).toBe(401);
  });

  test('that comes while all are marked as read stays unread', async () => {
    await tellOf('a');
    const [seen] = await latest('sale01');
    await tellOf('b');
    const [newest] = await latest('sale01');
    // The unread message of the first was replaced by one of both.
    expect(newest).toMatchObject({ details: { count: '2' } });
    const marked = await call('sale01', 'PUT', `${message.path}/read`, { until: seen.messageId });
    expect(marked.data).toEqual({ count: 0 });
    expect(await unread('sale01')).toBe(1);
    expect(
      (await call('sale01', 'PUT', `${message.path}/read`, { ids: [newest.messageId] })).data.count,
    ).toBe(1);
    expect(
      (await call('sale01', 'PUT', `${message.path}/read`, { ids: [newest.messageId] })).data.count,
    ).toBe(0);
  });

  test('does not come to people who may not see the page it opens, or who are out', async () => {
    const { db } = it.engine;
    await sql`update t_role set status = 0 where role_code = 'sale'`.execute(db);
    expect(await tellOf('a')).toEqual({ page: 0, text: 0, push: 0 });
    await sql`update t_role set status = 1 where role_code = 'sale'`.execute(db);
    await sql`update t_admin_user set status = 0 where user_id = ${ids.sale01}`.execute(db);
    expect((await tellOf('b')).page).toBe(0);
    await sql`update t_admin_user set status = 1 where user_id = ${ids.sale01}`.execute(db);
    expect((await tellOf('c')).page).toBe(1);
  });

  test('is written with its cause or not at all, and once, however many ask at once', async () => {
    await it.engine.db
      .transaction()
      .execute(async db => {
        await tell(it.engine, db, 'leadAssigned', {
          occasion: 'lost',
          people: accountWith(ids.sale01 ?? 0),
          values: { by: 'boss', count: '1' },
        });
        throw new Error('the step failed');
      })
      .catch(() => {});
    expect(await unread('sale01')).toBe(0);
    await Promise.all(Array.from({ length: 10 }, () => tellOf('same')));
    expect(await unread('sale01')).toBe(1);
  });

  test('tells the person who started a job of its end', async () => {
    const started = await call('admin', 'POST', `${batch.path}/export`, {
      ...{ tableId: batch.tableId, title: '批次', fieldNames: ['batchName'] },
    });
    const parts = {
      ...{ engine: it.engine, logger: silentLogger(), workFolder: it.dataDir },
      currentActor: createStarterReader(it.engine.clock),
    };
    for (let id = jobs.shift(); id !== undefined; id = jobs.shift()) await work(parts, id);
    const [told] = await latest('admin');
    expect(told, started.message).toMatchObject({
      event: 'jobEnded',
      rowId: started.data.id,
      details: { result: { zh: expect.stringContaining('已完成'), en: expect.stringContaining('done') } },
    });
  });

  test('reaches thousands of accounts in a handful of statements', async () => {
    const many = await it.engine.db.transaction().execute(db =>
      tell(it.engine, db, 'crawlerTrouble', {
        occasion: 'all',
        people: sql`select * from (${accountsWhere(sql<SqlBool>`not u.deleted`)}) as u, generate_series(1, 50)`,
        values: { task: 'x', what: 'y' },
        own: { topic: 'crawler', values: {} },
      }),
    );
    const { n } = await one(sql<{ n: number }>`select count(*)::integer as n from t_message`);
    // Somebody who is there twice is notified once.
    expect(many.page).toBe(n);
    const { most } = await one(sql<{ most: number }>`
      select max(c)::integer as most from (select count(*) as c from t_message group by user_id) as m`);
    expect(most).toBe(1);
  });
});

describe('the rules', () => {
  test('are changed by operators alone', async () => {
    for (const who of ['hunan01', 'sale01', 'ops']) {
      expect((await setRule('leadAssigned', { pageFlag: 0 }, who)).status, who).toBe(403);
    }
    expect((await call('hunan01', 'GET', `${noticeRule.path}/list`)).status).toBe(403);
    // Even a partner who was granted the code: the rules are of the house.
    await sql`insert into t_role_perm (role_id, perm_id)
      select r.role_id, p.perm_id from t_role as r, t_perm as p
      where r.role_code = 'partner' and p.perm_code in ('sys:notice:list', 'sys:notice:update')
      on conflict do nothing`.execute(it.engine.db);
    tokens.hunan01 = (await it.login('hunan01')).token;
    expect((await setRule('leadAssigned', { pageFlag: 0 }, 'hunan01')).status).toBe(403);
    expect((await setRule('leadAssigned', { pageFlag: 0 })).status).toBe(200);
    expect((await tellOf('off')).page).toBe(0);
    expect((await setRule('leadAssigned', { pageFlag: 1 })).status).toBe(200);
  });

  test('turn on no way that the event does not have, and keep their event', async () => {
    expect((await setRule('jobEnded', { pushFlag: 1 })).status).toBe(400);
    expect((await setRule('registrationDecided', { pageFlag: 1 })).status).toBe(400);
    await setRule('jobEnded', { event: 'leadAssigned' });
    const { count } = await one(
      sql<{ count: number }>`select count(*)::integer as count from t_notice_rule where event = 'jobEnded'`,
    );
    expect(count).toBe(1);
  });

  test('send texts by an approved template with variables of the event alone', async () => {
    expect((await setRule('leadAssigned', { textFlag: 1 })).status).toBe(400);
    const draft = await addTemplate('{by}分配{count}条线索', 0);
    expect((await setRule('leadAssigned', { textFlag: 1, templateId: draft })).status).toBe(400);
    const strange = await addTemplate('{mobile}您好');
    const refused = await setRule('leadAssigned', { textFlag: 1, templateId: strange });
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('mobile') });
  });
});

describe('a text', () => {
  let templateId = 0;
  beforeAll(async () => {
    templateId = await addTemplate('{by}分配给您{count}条线索');
    await sql`update t_admin_user set mobile = '13900001111' where user_id = ${ids.sale01}`.execute(
      it.engine.db,
    );
    expect((await setRule('leadAssigned', { textFlag: 1, templateId })).status).toBe(200);
  });
  beforeEach(() => sql`truncate t_sms_record`.execute(it.engine.db));
  afterAll(() => setRule('leadAssigned', { textFlag: 0, templateId: null }));

  const texts = async () =>
    (
      await sql<{ mobile: string; content: string; state: number }>`
        select mobile, content, sms_status as state from t_sms_record order by sms_id`.execute(it.engine.db)
    ).rows;
  const failures = async () =>
    (
      await sql<{ error: string }>`
        select error_msg as error from t_outbox where outbox_status = 3 order by outbox_id`.execute(
        it.engine.db,
      )
    ).rows.map(({ error }) => error);

  test('is queued among the texts of people, and sent', async () => {
    expect(await tellOf('t1')).toMatchObject({ page: 1, text: 1 });
    await sendBundles();
    expect(await texts()).toEqual([
      { mobile: '13900001111', content: '【艺考】boss分配给您1条线索', state: 0 },
    ]);
    await it.sendTexts();
    expect((await texts()).map(({ state }) => state)).not.toEqual([0]);
  });

  test('whose sender dies after it was queued is not queued again', async () => {
    await tellOf('t2');
    await it.bundleNotices();
    it.pass({ minutes: 5 });
    await it.bundleNotices();
    const row = await one(
      sql<{
        id: number;
        content: unknown;
      }>`select outbox_id as id, content from t_outbox where topic = 'noticeText'`,
    );
    const send = noticeTextSender(it.engine);
    const delivery: Delivery = { outboxId: Number(row.id), callKey: 'k', attempt: 1 };
    await Promise.all(Array.from({ length: 10 }, () => send(row.content, delivery)));
    expect(await texts()).toHaveLength(1);
  });

  test('does not come to a number that is left alone, or to somebody who does not want it', async () => {
    const { db } = it.engine;
    await sql`insert into t_contact_block (mobile, block_scope) values ('13900001111', 2)`.execute(db);
    expect(await tellOf('t3')).toMatchObject({ page: 1, text: 0 });
    await sql`delete from t_contact_block`.execute(db);
    const wish = { event: 'leadAssigned', way: 'text', wanted: false };
    expect((await call('sale01', 'PUT', `${message.path}/choices`, wish)).status).toBe(200);
    expect(await tellOf('t4')).toMatchObject({ page: 1, text: 0 });
    await call('sale01', 'PUT', `${message.path}/choices`, { ...wish, wanted: true });
    expect(await tellOf('t5')).toMatchObject({ page: 1, text: 1 });
  });

  test('stops at the day’s budget, and says so', async () => {
    await sql`insert into t_config (config_key, config_value) values ('sms.sendDailyMax', '1')
      on conflict (config_key) do update set config_value = '1'`.execute(it.engine.db);
    await tellOf('t6', ids.sale01);
    await sendBundles();
    await it.engine.db.transaction().execute(db =>
      tell(it.engine, db, 'leadAssigned', {
        occasion: 't7',
        people: accountWith(ids.sale01 ?? 0),
        values: { by: 'boss', count: '2' },
      }),
    );
    await sendBundles();
    expect(await texts()).toHaveLength(1);
    expect(await failures()).toEqual(['当天的短信额度已用完']);
    // Those who keep the templates are notified once.
    const told = (await latest('admin')).filter(({ event }: { event: string }) => event === 'textBudgetLow');
    expect(told).toMatchObject([{ details: { used: '1', max: '1' } }]);
    await sql`update t_config set config_value = '20000' where config_key = 'sms.sendDailyMax'`.execute(
      it.engine.db,
    );
  });
});

describe('a wish', () => {
  test('is one person’s own, among the ways that the operator has on', async () => {
    const choices = (await call('sale01', 'GET', `${message.path}/choices`)).data;
    expect(choices).toContainEqual({ event: 'leadAssigned', way: 'page', wanted: true });
    expect(choices.some((one: { event: string }) => one.event === 'settlementToConfirm')).toBe(false);
    const refuse = (event: string, way: string) =>
      call('sale01', 'PUT', `${message.path}/choices`, { event, way, wanted: false });
    expect((await refuse('leadAssigned', 'push')).status).toBe(409);
    expect((await refuse('settlementToConfirm', 'page')).status).toBe(409);
    expect((await refuse('leadAssigned', 'page')).status).toBe(200);
    expect((await tellOf('w1')).page).toBe(0);
    expect((await tellOf('w2', ids.salelead01)).page).toBe(1);
  });
});

describe('a paid order', () => {
  const by = { kind: 'vendor', cause: 'test' } as const;
  const given = { payType: 2, payTime: '2026-03-02 09:00:00', transactionId: 'T1' } as const;

  /** Adds an order that waits for ¥12.50. */
  async function addOrder(dataset: AnyDataset, n: number, more: RowValues = {}) {
    const { engine } = it;
    const sample = await canonicalSample(engine, dataset, n);
    const row = { ...sample, status: 0, amount: '12.50', ...more };
    const [key = 0] = await storeRows(engine, dataset, [row], { by: elevated() });
    return { key, orderNo: String(sample.orderNo) };
  }

  /** Pays a new order of a mock exam or an online exam. */
  const payFee = {
    async mockPaid(n: number) {
      const { key } = await addOrder(registry.mockOrder, n);
      await sql`update t_mock_student set reg_status = 0 where student_id =
        (select student_id from t_mock_order where order_id = ${key})`.execute(it.engine.db);
      await takeStep(it.engine, mockOrderSteps, 'pay', { keys: key, by, given: { ...given, batchNo: null } });
    },
    async examPaid(n: number) {
      const { key } = await addOrder(registry.examOrder, n);
      await takeStep(it.engine, examOrderSteps, 'pay', { keys: key, by, given });
    },
  } as const;

  test('of a programme is told to its consultant, and one of codes to the person who ordered them', async () => {
    const abroad = await addOrder(registry.abroadOrder, 1, { consultantId: ids.admin });
    await takeStep(it.engine, abroadOrderSteps, 'pay', { keys: abroad.key, by, given });
    const codes = await addOrder(registry.cardOrder, 1, { userId: ids.admin });
    await takeStep(it.engine, cardOrderSteps, 'pay', { keys: codes.key, by, given });
    const told = await latest('admin');
    expect(told).toHaveLength(2);
    const paid = (event: string, { key, orderNo }: { key: number; orderNo: string }) =>
      expect.objectContaining({ event, rowId: key, details: { order: orderNo, amount: '12.50' } });
    expect(told).toContainEqual(paid('abroadPaid', abroad));
    expect(told).toContainEqual(paid('codesPaid', codes));
  });

  test.each(['mockPaid', 'examPaid'] as const)(
    'of an exam is told to its candidate once a text is switched on (%s)',
    async event => {
      const posted = async () =>
        (
          await one(sql<{ count: number }>`
          select count(*)::integer as count from t_outbox where topic = 'noticeText'`)
        ).count;
      await payFee[event](1);
      expect(await posted()).toBe(0);
      const templateId = await addTemplate('订单{order}，{amount}元');
      expect((await setRule(event, { textFlag: 1, templateId })).status).toBe(200);
      await payFee[event](2);
      expect(await posted()).toBe(1);
    },
  );
});

describe('a push', () => {
  test('makes one task for the people who have a device, also when its message is sent again', async () => {
    const { db } = it.engine;
    const { userId } = await one(sql<{ userId: number }>`select min(user_id) as user_id from t_wish_user`);
    const appId = Number(
      (
        await one(sql<{ id: number }>`
          insert into t_push_app (app_name, platform, app_key, app_secret, vendor, status)
          values ('通知', 1, 'notice-app', 'x', 9, 1)
          returning app_id as id`)
      ).id,
    );
    await sql`insert into t_push_device (app_id, user_id, token, last_active_time, device_status, chosen)
      values (${appId}, ${userId}, 'notice-token', now(), 1, 1)`.execute(db);
    expect((await setRule('lectureTaken', { pushFlag: 1 })).status).toBe(200);
    const told = await db.transaction().execute(trx =>
      tell(it.engine, trx, 'lectureTaken', {
        occasion: 'p1',
        people: sql`select 'wishUser:' || u.user_id as person, null::bigint as account_id, u.user_id as consumer_id,
          null::text as mobile, null::text as name, null::bigint as partners_id, null::bigint as province_id,
          null::bigint as agent_id from t_wish_user as u where u.user_id <= ${userId} + 1`,
        values: { lecture: '色彩', time: '3 月 9 日' },
      }),
    );
    expect(told.push).toBeGreaterThan(0);
    const { id } = await one(sql<{ id: number }>`select notice_id as id from t_notice where occasion = 'p1'`);
    const send = noticePushSender(it.engine);
    const delivery: Delivery = { outboxId: 1, callKey: 'k', attempt: 1 };
    await Promise.all(Array.from({ length: 10 }, () => send({ noticeId: Number(id) }, delivery)));
    const tasks = await sql<{ content: string; status: number; target: number; due: Date | null }>`
      select content, push_status as status, target_num as target, due_time as due from t_push_task
      where task_name like '通知：%'`.execute(db);
    expect(tasks.rows).toMatchObject([{ content: '讲座“色彩”报名成功，3 月 9 日 开始', status: 2 }]);
    expect(tasks.rows[0]?.due).not.toBeNull();
  });
});
