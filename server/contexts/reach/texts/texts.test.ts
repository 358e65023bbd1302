import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../platform/logger.ts';
import { openSmsGateway } from '../../../platform/sms/open.ts';
import { type SmsServer, startSmsServer } from '../../../testing/sms-server.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { createTextSender } from './text-sender.ts';

let vendor: SmsServer;
let app: SeededApp;
let admin: string;
let sale: string;
let saleId: number;
let notice: number;
let advert: number;

const db = () => app.engine.db;

/** A template as the vendor has approved it. */
async function template(templateName: string, content: string, smsType: number): Promise<number> {
  const added = await sql<{ id: number }>`
    insert into t_sms_template (template_name, template_code, sms_type, sign_name, content, audit_status, status)
    values (${templateName}, ${`SMS_${templateName.length}`}, ${smsType}, '艺考', ${content}, 2, 1)
    returning template_id as id`.execute(db());
  return Number(added.rows[0]?.id);
}

beforeAll(async () => {
  vendor = await startSmsServer();
  app = await openSeededApp({ sms: vendor.url });
  saleId = (await app.login('sale01')).userId;
  notice = await template('通知', '{name}您好，请于{time}到校。', 2);
  advert = await template('优惠活动', '报名立减{amount}元', 3);
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});
beforeEach(async () => {
  vendor.taken.length = 0;
  vendor.decide(() => 'answer');
  await sql`delete from t_sms_record`.execute(db());
  await sql`delete from t_contact_block`.execute(db());
  await sql`delete from t_rate_limit`.execute(db());
  admin = (await app.login('admin')).token;
  sale = (await app.login('sale01')).token;
});

const send = (body: object, token = admin) => app.call('POST', '/api/admin/feige/sms/send', { token, body });
const preview = (body: object, token = admin) =>
  app.call('POST', '/api/admin/feige/sms/preview', { token, body });
async function push(body: unknown, token = 'report-token') {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/admin/feige/sms/notify?token=${token}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, data: answer.json() };
}
const vars = { name: '李明', time: '周六9点' };
const mobile = (n: number) => `139${String(n).padStart(8, '0')}`;
const rows = async () =>
  (
    await sql<{
      id: number;
      mobile: string;
      state: number;
      parts: number;
      error: string | null;
      gatewayId: string | null;
    }>`
      select sms_id as id, mobile, sms_status as state, bill_num as parts, error_msg as error, gateway_id
      from t_sms_record order by sms_id`.execute(db())
  ).rows;
const states = async () => (await rows()).map(({ state }) => state);
async function setting(key: string, value: string) {
  await sql`insert into t_config (config_key, config_value) values (${key}, ${value})
    on conflict (config_key) do update set config_value = excluded.config_value`.execute(db());
}
/** Sends until nothing is due, looking again after the time in which outcomes stay open. */
async function settle(times = 12) {
  for (let n = 0; n < times; n += 1) {
    while ((await app.sendTexts()) > 0);
    app.pass({ minutes: 11 });
  }
}

describe('before a text is sent', () => {
  test('its price, parts and receivers are told, and nothing is sent', async () => {
    const seen = await preview({
      templateId: notice,
      mobiles: [mobile(1), mobile(2), mobile(1), '12'],
      vars,
    });
    expect(seen.data).toMatchObject({
      count: 2,
      parts: 2,
      cost: '0.10',
      sample: '【艺考】李明您好，请于周六9点到校。',
      missing: [],
    });
    expect(seen.data.refused.map(({ of }: { of: string }) => of).toSorted()).toEqual(['12', '139****0001']);
    expect(await rows()).toEqual([]);
  });

  test('a variable that one of a thousand people lacks stops all of them, and is named', async () => {
    const found = await sql<{ id: number }>`
      insert into t_lead (mobile, student_name, data_year, source_id, lead_status, intent, wx_added)
      select '137' || lpad(n::text, 8, '0'), case when n <> 500 then '学生' || n end, 2026,
        (select min(source_id) from t_source), 0, 3, 0 from generate_series(1, 1000) as n
      returning lead_id as id`.execute(db());
    const leadIds = found.rows.map(({ id }) => Number(id));
    const asked = { templateId: notice, leadIds, vars: { time: '周六' } };
    const seen = await preview(asked);
    expect(seen.data).toMatchObject({ count: 999, missing: [{ of: '137****0500', names: ['name'] }] });
    const refused = await send(asked);
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('137****0500') });
    expect(await rows()).toEqual([]);
    await sql`delete from t_lead where lead_id = any(${leadIds}::bigint[])`.execute(db());
  });

  test('more than a thousand are refused; a template that is not approved is too', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => mobile(n));
    expect((await send({ templateId: notice, mobiles: many, vars })).status).toBe(400);
    await sql`update t_sms_template set audit_status = 0 where template_id = ${advert}`.execute(db());
    expect(await send({ templateId: advert, mobiles: [mobile(1)], vars: { amount: '1' } })).toMatchObject({
      status: 409,
      reason: 'templateNotReady',
    });
    await sql`update t_sms_template set audit_status = 2 where template_id = ${advert}`.execute(db());
  });

  test('a lead of a colleague is left out, and a salesperson without leads sends nothing', async () => {
    const other = await sql<{ id: number }>`
      select lead_id as id from t_lead where sale_user_id is distinct from ${saleId} limit 1`.execute(db());
    const leadIds = [Number(other.rows[0]?.id)];
    expect(await send({ templateId: notice, leadIds, vars }, sale)).toMatchObject({
      status: 409,
      reason: 'nobodyToText',
    });
  });
});

describe('a text', () => {
  test('is handed over once, with the values in the vendor’s template, and is reported', async () => {
    expect((await send({ templateId: notice, mobiles: [mobile(1)], vars })).data).toMatchObject({ count: 1 });
    await app.sendTexts();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 1, gatewayId: 'B1' });
    expect(vendor.taken).toEqual([
      { mobile: mobile(1), template: 'SMS_2', sign: '艺考', values: vars, outId: String(row?.id) },
    ]);
    const report = {
      phone_number: mobile(1),
      success: true,
      biz_id: 'B1',
      out_id: String(row?.id),
      report_time: '2026-03-02 09:00:05',
    };
    expect(await push([report])).toMatchObject({ status: 200, data: { code: 0 } });
    expect(await push([{ ...report, success: false, err_code: 'LATE' }])).toMatchObject({ status: 200 });
    expect(await states()).toEqual([2]);
  });

  test('has arrived no earlier than it was sent, whatever the vendor’s clock says', async () => {
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    await app.sendTexts();
    const [row] = await rows();
    const report = { phone_number: mobile(1), success: true, biz_id: 'B1', out_id: String(row?.id) };
    expect(await push([{ ...report, report_time: '2020-01-01 00:00:00' }])).toMatchObject({
      data: { code: 0 },
    });
    const times = await sql<{ late: boolean }>`
      select report_time >= send_time as late from t_sms_record`.execute(db());
    expect(times.rows).toEqual([{ late: true }]);
  });

  test('is reported together with hundreds of others, some of them twice', async () => {
    const mobiles = Array.from({ length: 600 }, (_, n) => mobile(n));
    await send({ templateId: notice, mobiles, vars });
    while ((await app.sendTexts()) > 0);
    const reports = (await rows()).map(({ id, mobile: to, gatewayId }) => ({
      ...{ phone_number: to, success: true, biz_id: gatewayId, out_id: String(id) },
      ...{ send_time: '2026-03-02 09:00:01', report_time: '2026-03-02 09:00:05', err_code: 'DELIVERED' },
      ...{ err_msg: '用户接收成功', sms_size: '1' },
    }));
    expect(await push([...reports, ...reports.slice(0, 50)])).toMatchObject({ data: { code: 0 } });
    expect(new Set(await states())).toEqual(new Set([2]));
  });

  test('that two people send at once arrives once', async () => {
    const asked = { templateId: notice, mobiles: [mobile(1), mobile(2)], vars };
    const both = await Promise.all([send(asked), send(asked, sale)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await app.sendTexts();
    expect(vendor.taken).toHaveLength(2);
  });

  test('to a lead stands among its conversations', async () => {
    const found = await sql<{ id: number }>`
      update t_lead set sale_user_id = ${saleId}, student_name = '张三' where lead_id = (select max(lead_id) from t_lead)
      returning lead_id as id`.execute(db());
    const leadId = Number(found.rows[0]?.id);
    await send({ templateId: notice, leadIds: [leadId], vars: { time: '周日' } }, sale);
    const follows = await app.call('GET', `/api/admin/mobile/follow/list?leadId=${leadId}`, { token: sale });
    expect(follows.data.records[0]).toMatchObject({
      followType: 3,
      content: '【艺考】张三您好，请于周日到校。',
    });
  });

  test('is refused beyond the day’s budget, which is counted from what was queued', async () => {
    await setting('sms.sendDailyMax', '3');
    await send({ templateId: notice, mobiles: [mobile(1), mobile(2)], vars });
    const mobiles = [mobile(3), mobile(4)];
    const refused = await send({ templateId: notice, mobiles, vars });
    expect(refused).toMatchObject({ status: 409, reason: 'textBudget', data: { left: 1, parts: 2 } });
    await send({ templateId: notice, mobiles: [mobile(3)], vars });
    const shown = await app.call('GET', '/api/admin/feige/sms/budget', { token: admin });
    expect(shown.data).toMatchObject({ all: { used: 3, max: 3, low: true }, gateway: 'aliyun' });
    await setting('sms.sendDailyMax', '20000');
  });

  test('of marketing waits for the morning; a notice does not', async () => {
    app.pass({ hours: 13 });
    admin = (await app.login('admin')).token;
    await send({ templateId: advert, mobiles: [mobile(1)], vars: { amount: '100' } });
    await send({ templateId: notice, mobiles: [mobile(2)], vars });
    await app.sendTexts();
    expect(vendor.taken.map(one => one.mobile)).toEqual([mobile(2)]);
    app.pass({ hours: 11 });
    admin = (await app.login('admin')).token;
    await app.sendTexts();
    expect(vendor.taken.map(one => one.mobile)).toEqual([mobile(2), mobile(1)]);
    expect(await rows()).toMatchObject([{ parts: 1 }, { parts: 1 }]);
  });

  test('is sent at a time that exists, is not past and not years away, or nothing is queued', async () => {
    for (const sendTime of [
      '2026-02-31 25:00:00',
      '2099-01-01 10:00:00',
      '2026-03-01 09:00:00',
      '2026-12-31',
    ])
      expect(
        await send({ templateId: notice, mobiles: [mobile(1)], vars, sendTime }),
        sendTime,
      ).toMatchObject({
        status: 400,
      });
    expect(await rows()).toEqual([]);
  });

  test('that waits is withdrawn, one that was handed over is not', async () => {
    const sendTime = '2026-12-01 10:00:00';
    await send({ templateId: notice, mobiles: [mobile(1)], vars, sendTime });
    const [row] = await rows();
    expect(await app.sendTexts()).toBe(0);
    const withdraw = () =>
      app.call('PUT', '/api/admin/feige/sms/withdraw', { token: admin, body: { smsId: row?.id } });
    await sql`update t_sms_record set take_time = now()`.execute(db());
    expect((await withdraw()).data).toMatchObject({ reason: 'unmetNeeds' });
    await sql`update t_sms_record set take_time = null`.execute(db());
    expect((await withdraw()).data).toMatchObject({ count: 1 });
    expect(await states()).toEqual([3]);
  });
});

describe('a campaign', () => {
  test('sends no more a minute than the parameter says, and holds up no other text', async () => {
    await sql`insert into t_config (config_key, config_value) values ('sms.minuteMax', '20')
      on conflict (config_key) do update set config_value = '20'`.execute(db());
    const mobiles = Array.from({ length: 90 }, (_, n) => mobile(n));
    expect(await send({ templateId: advert, mobiles, vars: { amount: '100' } })).toMatchObject({
      status: 200,
    });
    await send({ templateId: notice, mobiles: [mobile(99)], vars });
    await Promise.all([app.sendTexts(), app.sendTexts()]);
    while ((await app.sendTexts()) > 0);
    const sent = (await rows()).filter(({ state }) => state === 1);
    expect(sent).toHaveLength(21);
    expect(sent.some(({ mobile: to }) => to === mobile(99))).toBe(true);
    await sql`update t_sms_record set take_time = take_time - interval '61 seconds' where sms_status = 1`.execute(
      db(),
    );
    while ((await app.sendTexts()) > 0);
    expect((await rows()).filter(({ state }) => state === 1)).toHaveLength(41);
    await sql`delete from t_config where config_key = 'sms.minuteMax'`.execute(db());
  });
});

describe('who does not want texts', () => {
  test('replies R, and gets no marketing any more, even if it was queued before', async () => {
    await send({ templateId: advert, mobiles: [mobile(1)], vars: { amount: '100' } });
    await push([
      { phone_number: mobile(1), content: ' r ', send_time: '2026-03-02 09:00:05', sign_name: '艺考' },
    ]);
    await app.sendTexts();
    expect(await rows()).toMatchObject([{ state: 3, error: '发送前已退订' }]);
    expect(await send({ templateId: advert, mobiles: [mobile(1)], vars: { amount: '200' } })).toMatchObject({
      status: 409,
      reason: 'nobodyToText',
    });
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    await app.sendTexts();
    expect(vendor.taken).toHaveLength(1);
  });

  test('many at once are left alone together, each once, in one transaction for hundreds', async () => {
    const replies = Array.from({ length: 600 }, (_, n) => ({
      ...{ phone_number: mobile(n), content: '退订', send_time: '2026-03-02 09:00:05', sign_name: '艺考' },
    }));
    expect(await push([...replies, ...replies.slice(0, 50)])).toMatchObject({ data: { code: 0 } });
    expect(await push(replies.slice(0, 10))).toMatchObject({ data: { code: 0 } });
    const kept = await sql<{ entries: number; numbers: number; writes: number }>`
      select count(*)::integer as entries, count(distinct mobile)::integer as numbers,
        count(distinct xmin::text)::integer as writes
      from t_contact_block where not deleted`.execute(db());
    expect(kept.rows[0]).toMatchObject({ entries: 600, numbers: 600 });
    expect(kept.rows[0]?.writes).toBeLessThanOrEqual(2);
  });

  test('by the vendor’s own list is remembered', async () => {
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    await app.sendTexts();
    const [row] = await rows();
    const report = {
      phone_number: mobile(1),
      success: false,
      err_code: 'MOBILE_IN_BLACK',
      biz_id: 'B1',
      out_id: String(row?.id),
    };
    await push([report]);
    expect(await rows()).toMatchObject([{ state: 3, error: 'MOBILE_IN_BLACK' }]);
    expect(
      await send({ templateId: notice, mobiles: [mobile(1)], vars: { ...vars, time: '周日' } }),
    ).toMatchObject({ status: 409 });
  });
});

describe('a vendor that', () => {
  test('takes a text and answers 500, or nothing, is asked what became of it and gets no second one', async () => {
    vendor.decide(to => (to === mobile(1) ? 'takeAnd500' : 'takeAndDrop'));
    await send({ templateId: notice, mobiles: [mobile(1), mobile(2)], vars });
    await app.sendTexts();
    expect(await states()).toEqual([0, 0]);
    await settle(2);
    expect(await states()).toEqual([1, 1]);
    expect(vendor.taken).toHaveLength(2);
  });

  test('fails before it takes a text, or is too busy, gets it again and takes it once', async () => {
    let failures = 0;
    vendor.decide(() => (failures++ < 4 ? (failures % 2 === 0 ? 'fail500' : 'throttle') : 'answer'));
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    await settle();
    expect(await states()).toEqual([1]);
    expect(vendor.taken).toHaveLength(1);
  });

  test('does not answer about one text holds no other', async () => {
    const mobiles = Array.from({ length: 150 }, (_, n) => mobile(n));
    const held: (() => void)[] = [];
    vendor.hold(to => (to === mobile(0) ? new Promise<void>(resolve => held.push(resolve)) : undefined));
    await send({ templateId: notice, mobiles, vars });
    const gateway = openSmsGateway({ smsUrl: vendor.url, production: false }, silentLogger(), async () => {});
    const sender = createTextSender({ engine: app.engine, logger: silentLogger(), gateway, works: true });
    sender.start();
    await expect
      .poll(async () => (await states()).filter(state => state === 1).length, { timeout: 30_000 })
      .toBe(149);
    for (const release of held) release();
    await sender.stop();
    vendor.hold(() => undefined);
    expect((await rows()).every(({ state }) => state === 1)).toBe(true);
  });

  test('was never asked, since our node died first, is no failure of the vendor', async () => {
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    for (let deaths = 0; deaths < 12; deaths += 1) {
      const now = app.engine.clock.now();
      await sql`update t_sms_record set take_time = ${now}, next_time = ${now}`.execute(db());
      await app.sendTexts();
      expect(await states()).toEqual([0]);
    }
    await app.sendTexts();
    expect(await states()).toEqual([1]);
    expect(vendor.taken).toHaveLength(1);
  });

  test('refuses a text says why', async () => {
    vendor.refuseWith('isv.BUSINESS_LIMIT_CONTROL');
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    await app.sendTexts();
    vendor.refuseWith(undefined);
    expect(await rows()).toMatchObject([{ state: 3, error: 'isv.BUSINESS_LIMIT_CONTROL: said no' }]);
  });

  test('reports before its answer was written down is believed', async () => {
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    const [row] = await rows();
    await sql`update t_sms_record set gateway = 'aliyun', take_time = now()`.execute(db());
    await push([{ phone_number: mobile(1), success: true, biz_id: 'B9', out_id: String(row?.id) }]);
    expect(await rows()).toMatchObject([{ state: 2, gatewayId: 'B9' }]);
  });

  test('pushes without the token, another form, or about another number changes nothing', async () => {
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    await app.sendTexts();
    const [row] = await rows();
    const report = { phone_number: mobile(1), success: true, biz_id: 'B1', out_id: String(row?.id) };
    expect((await push([report], 'guessed')).status).toBe(401);
    expect((await push([report], '')).status).toBe(401);
    expect((await push({ report })).status).toBe(401);
    // Alibaba Cloud, "SmsReport": it sends a report again unless the status is 200.
    const again = { status: 503, data: { code: 1 } };
    expect(await push([{ ...report, phone_number: mobile(2) }])).toMatchObject(again);
    expect(await push([{ ...report, biz_id: 'B2' }])).toMatchObject(again);
    expect(await states()).toEqual([1]);
  });

  test('is believed by its token, however many pushes were forged from its address', async () => {
    await send({ templateId: notice, mobiles: [mobile(1)], vars });
    await app.sendTexts();
    const [row] = await rows();
    const report = { phone_number: mobile(1), success: true, biz_id: 'B1', out_id: String(row?.id) };
    for (let n = 0; n < 60; n += 1) expect((await push([report], 'guessed')).status).toBe(401);
    expect((await push([report], 'guessed')).status).toBe(429);
    expect(await push([report])).toMatchObject({ status: 200, data: { code: 0 } });
    expect(await states()).toEqual([2]);
  });
});

/** A text with its variables as the vendor writes them. */
const vendorForm = (content: string) => content.replaceAll('{', '$' + '{');

describe('a template', () => {
  const content = '{code}为您的取件码';
  const add = async (templateName: string, templateCode: string) => {
    const body = { templateName, templateCode, smsType: 2, signName: '艺考', content };
    const added = await app.call('POST', '/api/admin/feige/sms/template', { token: admin, body });
    expect(added.status).toBe(200);
    return Number(added.data.templateId);
  };
  const step = (name: string, templateId: number, body = {}) =>
    app.call('PUT', `/api/admin/feige/sms/template/${name}`, { token: admin, body: { templateId, ...body } });
  const check = (templateId: number) =>
    app.call('POST', '/api/admin/feige/sms/template/check', { token: admin, body: { templateId } });

  test('is approved by the vendor’s answer if the texts are alike, and loses that with an edit', async () => {
    vendor.reviews.set('SMS_A', { state: 1, content: vendorForm('{code}为您的取件码') });
    const id = await add('取件', 'SMS_A');
    expect((await check(id)).status).toBe(409);
    await step('submit', id);
    expect((await check(id)).data).toEqual({ auditStatus: 2, remark: null });
    const found = await app.call('GET', `/api/admin/feige/sms/template/info?templateId=${id}`, {
      token: admin,
    });
    const edited = await app.call('PUT', '/api/admin/feige/sms/template', {
      token: admin,
      body: { ...found.data, content: '您的取件码{code}' },
    });
    expect(edited.status).toBe(200);
    const after = await app.call('GET', `/api/admin/feige/sms/template/info?templateId=${id}`, {
      token: admin,
    });
    expect(after.data).toMatchObject({ auditStatus: 0 });
  });

  test('that differs at the vendor is rejected, and its submitter cannot approve it', async () => {
    vendor.reviews.set('SMS_B', { state: 1, content: vendorForm('{code}') });
    const id = await add('取件二', 'SMS_B');
    await step('submit', id);
    expect((await step('approve', id)).status).toBe(409);
    expect((await check(id)).data).toMatchObject({
      auditStatus: 3,
      remark: expect.stringContaining('不一致'),
    });
  });

  test('with a variable that is not closed is refused', async () => {
    const body = {
      templateName: '坏',
      templateCode: 'X',
      smsType: 2,
      signName: '艺考',
      content: '{name您好',
    };
    expect((await app.call('POST', '/api/admin/feige/sms/template', { token: admin, body })).status).toBe(
      400,
    );
  });
});
