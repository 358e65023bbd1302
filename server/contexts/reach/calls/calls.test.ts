import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStepClock } from '../../../engine/steps/clock.ts';
import { type FeigeServer, seatKeys, signOf, startFeigeServer } from '../../../testing/feige-server.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

const notifyPath = '/api/admin/call/record/feign/notify';
const alias = '/api/admin/feige/call/notify';

let vendor: FeigeServer;
let app: SeededApp;
let admin: string;
let sale: string;
let saleId: number;
let leadId: number;
let seatId: number;

beforeAll(async () => {
  vendor = await startFeigeServer();
  app = await openSeededApp({
    env: { CALL_URL: vendor.url, PUBLIC_URL: 'https://yikao.example.cn', OUTSIDE_HOSTS: vendor.host },
  });
  admin = (await app.login('admin')).token;
  const person = await app.login('sale01');
  [sale, saleId] = [person.token, person.userId];
  await sql`delete from t_feige_account`.execute(app.engine.db);
  const seat = await app.call('POST', '/api/admin/feige/account', {
    token: admin,
    body: { userId: saleId, extension: '8001', dailyLimit: 50, ...seatKeys },
  });
  expect(seat.status).toBe(200);
  seatId = seat.data.id;
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});

const db = () => app.engine.db;

beforeEach(async () => {
  vendor.decide('take');
  vendor.taken.length = 0;
  await sql`delete from t_call_record`.execute(db());
  await sql`delete from t_lead_follow`.execute(db());
  await sql`delete from t_rate_limit`.execute(db());
  const added = await sql<{ id: number }>`
    update t_lead set sale_user_id = ${saleId}, lead_status = 1, next_follow_time = null, last_follow_time = null
    where lead_id = (select min(lead_id) from t_lead where partners_id is null and not deleted)
    returning lead_id as id`.execute(db());
  leadId = Number(added.rows[0]?.id);
});

const place = (body: object, token = sale) => app.call('POST', '/api/admin/feige/call', { token, body });
async function tell(body: unknown, path = notifyPath) {
  const answer = await app.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
    remoteAddress: '203.0.113.1',
  });
  return { status: answer.statusCode, data: answer.body };
}
/** The fields of each change of rows of a dataset, the earliest first. */
async function written(dataset: string): Promise<string[]> {
  const found = await sql<{ changes: object }>`
    select changes from t_row_history where dataset = ${dataset} and op = 2 order by history_id`.execute(
    db(),
  );
  return found.rows.map(({ changes }) => Object.keys(changes).join());
}

const calls = async () =>
  (
    await sql<{
      status: number;
      seconds: number;
      error: string | null;
      task: string | null;
      recorded: number;
    }>`
      select call_status as status, call_duration as seconds, error_msg as error, task_id as task,
        record_flag as recorded from t_call_record order by call_id`.execute(db())
  ).rows;
const lead = async () =>
  (
    await sql<{ state: number; follows: number; content: string | null }>`
      select l.lead_status as state, (select count(*)::integer from t_lead_follow as f where f.lead_id = l.lead_id) as follows,
        (select content from t_lead_follow as f where f.lead_id = l.lead_id order by id desc limit 1) as content
      from t_lead as l where l.lead_id = ${leadId}`.execute(db())
  ).rows[0];
const ring = async (body: object = { leadId }) => {
  const placed = await place(body);
  expect(placed).toMatchObject({ status: 200 });
  const call = vendor.taken.at(-1);
  if (!call) throw new Error('The vendor has no call');
  return { ...placed.data, call };
};

describe('a call', () => {
  test('of a lead rings its number without the number being sent, and its end moves the lead', async () => {
    const { taskId, callId, call } = await ring();
    expect(call).toMatchObject({
      taskId,
      extensionNumber: '8001',
      callbackUrl: `https://yikao.example.cn${notifyPath}`,
    });
    const state = () => app.call('GET', `/api/admin/feige/call/state?callId=${callId}`, { token: sale });
    expect((await state()).data).toMatchObject({ callStatus: 0 });
    expect(await tell(vendor.notice(call, {}))).toMatchObject({ status: 200, data: '{"code":0}' });
    expect((await state()).data).toMatchObject({ callStatus: 1, callDuration: 65 });
    expect(await lead()).toEqual({ state: 2, follows: 1, content: '电话接通，通话 1 分 5 秒' });
    const row = await app.call('GET', `/api/admin/mobile/info?leadId=${leadId}`, { token: sale });
    expect(row.data).toMatchObject({ callNum: 1, followNum: 1 });
  });

  test('is told of by the literal address and its alias, once or ten times at once', async () => {
    const { call } = await ring();
    const notice = vendor.notice(call, {});
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => tell(notice, n % 2 === 0 ? notifyPath : alias)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await lead()).toMatchObject({ state: 2, follows: 1 });
    expect(await calls()).toMatchObject([{ status: 1, seconds: 65 }]);
  });

  test('may be told of before the vendor has answered, out of order, and of a recording later', async () => {
    vendor.decide('takeAndDrop');
    expect(await place({ leadId })).toMatchObject({ status: 503, reason: 'callUnanswered' });
    expect(await calls()).toMatchObject([{ status: 2, task: null }]);
    const [call] = vendor.taken;
    if (!call) throw new Error('The vendor has no call');
    await tell(vendor.notice(call, {}));
    expect(await calls()).toMatchObject([{ status: 1, seconds: 65, error: null, task: call.taskId }]);
    await tell(vendor.notice(call, { callStatus: 2, callDuration: 0 }));
    expect(await calls()).toMatchObject([{ status: 1, seconds: 65 }]);
    await tell(vendor.notice(call, { recoredUrl: `http://${vendor.host}/recordings/1.wav` }));
    await app.sendMessages();
    expect(await calls()).toMatchObject([{ status: 1, recorded: 1 }]);
    expect(await written('callRecord')).toContainEqual(expect.stringContaining('recordFile'));
  });

  test('that was not answered is written down and leaves the lead where it is', async () => {
    const { call } = await ring();
    await tell(vendor.notice(call, { callStatus: 2, callDuration: 0 }));
    expect(await lead()).toEqual({ state: 1, follows: 1, content: '电话未接通' });
    // Another notice corrects it: the one conversation says so, and its history what it said before.
    await tell(vendor.notice(call, {}));
    expect(await lead()).toMatchObject({ follows: 1, content: expect.stringContaining('电话接通') });
    expect(await written('leadFollow')).toEqual(['content']);
  });

  test('of which nothing is heard is given up by the clock, and a late notice still corrects it', async () => {
    const { call } = await ring();
    app.pass({ hours: 4 });
    await createStepClock({ engine: app.engine, onFailure: () => undefined }).takeDue();
    expect(await calls()).toMatchObject([{ status: 2, error: '没有收到话单' }]);
    await tell(vendor.notice(call, {}));
    expect(await calls()).toMatchObject([{ status: 1, error: null }]);
    app.pass({ hours: -4 });
  });

  test('of a number alone belongs to the lead with that number, and of a pupil to the pupil', async () => {
    const found = await sql<{ mobile: string }>`select mobile from t_lead where lead_id = ${leadId}`.execute(
      db(),
    );
    await ring({ mobile: found.rows[0]?.mobile });
    app.pass({ seconds: 30 });
    const pupil = await sql<{ id: number }>`
      update t_wish_user set sale_user_id = ${saleId} where user_id = (select min(user_id) from t_wish_user)
      returning user_id as id`.execute(db());
    await ring({ wishUserId: Number(pupil.rows[0]?.id) });
    const rows = await sql<{ lead: number | null; pupil: number | null }>`
      select lead_id as lead, wish_user_id as pupil from t_call_record order by call_id`.execute(db());
    expect(rows.rows).toEqual([
      { lead: leadId, pupil: null },
      { lead: null, pupil: Number(pupil.rows[0]?.id) },
    ]);
  });
});

describe('a call of a number that nobody knew', () => {
  const link = (callId: number, body: object, token = sale) =>
    app.call('PUT', '/api/admin/feige/call/link', { token, body: { callId, ...body } });

  test('is linked to a lead afterwards, moves it on, and is taken out of the lead that was wrong', async () => {
    const { callId, call } = await ring({ mobile: '13900000031' });
    expect(await link(callId, { leadId })).toMatchObject({ status: 409 });
    await tell(vendor.notice(call, {}));
    expect(await lead()).toMatchObject({ state: 1, follows: 0 });
    expect(await link(callId, { leadId })).toMatchObject({ status: 200 });
    expect(await lead()).toEqual({ state: 2, follows: 1, content: '电话接通，通话 1 分 5 秒' });
    // Linked to the same lead once more, it stays one conversation.
    expect(await link(callId, { leadId })).toMatchObject({ status: 200 });
    expect(await lead()).toMatchObject({ follows: 1 });
    const other = await sql<{ id: number }>`
      update t_lead set sale_user_id = ${saleId}, lead_status = 1
      where lead_id = (select max(lead_id) from t_lead where partners_id is null and not deleted)
      returning lead_id as id`.execute(db());
    const otherId = Number(other.rows[0]?.id);
    expect(await link(callId, { leadId: otherId })).toMatchObject({ status: 200 });
    const conversations = await sql<{ lead: number }>`
      select lead_id as lead from t_lead_follow where call_id = ${callId} and not deleted`.execute(db());
    expect(conversations.rows).toEqual([{ lead: otherId }]);
  });

  test('is linked to no lead of a colleague, since people who reach a lead hear its calls', async () => {
    const { callId, call } = await ring({ mobile: '13900000032' });
    await tell(vendor.notice(call, {}));
    await sql`update t_lead set sale_user_id = null, lead_status = 0 where lead_id = ${leadId}`.execute(db());
    const refused = await link(callId, { leadId });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await lead()).toMatchObject({ state: 0, follows: 0 });
  });
});

describe('nobody rings', () => {
  test('without a number, with a wrong one, or with that of somebody else', async () => {
    expect(await place({})).toMatchObject({ status: 400, reason: 'invalidFields' });
    expect(await place({ mobile: '12345' })).toMatchObject({ status: 400 });
    expect(await place({ leadId, mobile: '13900000001' })).toMatchObject({ status: 400 });
    expect(vendor.taken).toEqual([]);
  });

  test('a lead that a colleague has, or a number that wants no calls', async () => {
    await sql`update t_lead set sale_user_id = null, lead_status = 0 where lead_id = ${leadId}`.execute(db());
    expect(await place({ leadId })).toMatchObject({ status: 404 });
    const blocked = await app.call('POST', '/api/admin/feige/block', {
      token: admin,
      body: { mobile: '13900000002', blockScope: 3 },
    });
    expect(blocked.status).toBe(200);
    expect(await place({ mobile: '13900000002' })).toMatchObject({ status: 409, reason: 'numberBlocked' });
    expect(vendor.taken).toEqual([]);
  });

  test('without a seat, twice at once, or more often than the seat may', async () => {
    expect(await place({ mobile: '13900000003' }, admin)).toMatchObject({ status: 409, reason: 'noSeat' });
    const both = await Promise.all([place({ leadId }), place({ leadId })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await sql`update t_feige_account set daily_limit = 1 where id = ${seatId}`.execute(db());
    app.pass({ seconds: 30 });
    expect(await place({ leadId })).toMatchObject({ status: 409, reason: 'callLimit' });
    await sql`update t_feige_account set daily_limit = 50 where id = ${seatId}`.execute(db());
    expect(vendor.taken).toHaveLength(1);
  });

  test('with a softphone token that is another person’s or made up', async () => {
    const token = await app.call('GET', '/api/admin/user/call/token/exchange', { token: sale });
    expect(token.data).toMatchObject({ extension: '8001' });
    expect(await place({ leadId, callToken: 'made up' })).toMatchObject({
      status: 400,
      reason: 'callTokenInvalid',
    });
    const foreign = await app.call('GET', '/api/admin/user/call/token/exchange', { token: admin });
    expect(await place({ leadId, callToken: foreign.data.callToken })).toMatchObject({ status: 400 });
    expect(await place({ leadId, callToken: token.data.callToken })).toMatchObject({ status: 200 });
  });

  test('where the vendor refuses or fails, and the reason is told', async () => {
    vendor.decide('refuse');
    expect(await place({ leadId })).toMatchObject({
      status: 409,
      message: expect.stringContaining('分机不在线'),
    });
    // Nothing was dialled, so the lead has no conversation of it.
    expect(await lead()).toMatchObject({ follows: 0 });
    vendor.decide('fail500');
    app.pass({ seconds: 30 });
    expect(await place({ leadId })).toMatchObject({ status: 503, reason: 'callUnanswered' });
    expect((await calls()).map(({ status }) => status)).toEqual([2, 2]);
  });

  test('from a seat without keys, and nothing is written', async () => {
    const { db } = app.engine;
    const kept = await sql<{ id: number; secret: string }>`
      select id, api_secret as secret from t_feige_account`.execute(db);
    await sql`update t_feige_account set api_secret = null`.execute(db);
    app.pass({ seconds: 30 });
    expect(await place({ leadId })).toMatchObject({
      status: 409,
      reason: 'seatWithoutKeys',
      message: expect.not.stringMatching(/[A-Za-z]/),
    });
    for (const { id, secret } of kept.rows)
      await sql`update t_feige_account set api_secret = ${secret} where id = ${id}`.execute(db);
    expect(await calls()).toEqual([]);
    expect(await lead()).toMatchObject({ follows: 0 });
  });
});

test('a notice that was forged, altered or is about nothing changes nothing', async () => {
  const { call } = await ring();
  const notice = vendor.notice(call, {});
  const forged = [
    { ...notice, sign: undefined },
    { ...notice, callDuration: 6_500 },
    { ...notice, sign: signOf(notice, 'another secret') },
    { ...notice, taskId: 'unknown', customData: '{}' },
    { ...notice, calledNumber: '13900000009' },
    [notice],
    'text',
    null,
  ];
  for (const one of forged) expect((await tell(one)).status).toBe(401);
  expect(await calls()).toMatchObject([{ status: 0, seconds: 0 }]);
  expect(await lead()).toMatchObject({ state: 1, follows: 0 });
});

test('a vendor’s own notice counts, however many were forged from its address', async () => {
  const { call } = await ring();
  const notice = vendor.notice(call, {});
  const forged = { ...notice, sign: 'forged' };
  for (let n = 0; n < 60; n += 1) expect((await tell(forged)).status).toBe(401);
  expect((await tell(forged)).status).toBe(429);
  expect(await tell(notice)).toMatchObject({ status: 200, data: '{"code":0}' });
  expect(await calls()).toMatchObject([{ status: 1, seconds: 65 }]);
  expect((await tell(forged)).status).toBe(429);
});

describe('a recording', () => {
  async function recorded(): Promise<number> {
    const { callId, call } = await ring();
    await tell(vendor.notice(call, { recordUrl: `http://${vendor.host}/recordings/1.wav` }));
    await app.sendMessages();
    return callId;
  }
  const hear = (callId: number, token: string, headers = {}) =>
    app.app.inject({
      method: 'GET',
      url: `/api/admin/feige/call/record?callId=${callId}`,
      headers: { 'access-token': token, ...headers },
    });

  test('is heard as a whole or from any place on', async () => {
    const callId = await recorded();
    const whole = await hear(callId, sale);
    expect(whole).toMatchObject({ statusCode: 200 });
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/wav',
      'cache-control': 'private, no-store',
    });
    expect(whole.rawPayload.equals(vendor.recording)).toBe(true);
    const part = await hear(callId, sale, { range: 'bytes=100-199' });
    expect(part).toMatchObject({ statusCode: 206 });
    expect(part.headers['content-range']).toBe(`bytes 100-199/${vendor.recording.length}`);
    expect(part.rawPayload.equals(vendor.recording.subarray(100, 200))).toBe(true);
  });

  test('of a lead that moved to a colleague is heard by the colleague, and not by who called', async () => {
    const callId = await recorded();
    const colleague = await app.login('sale02');
    expect((await hear(callId, colleague.token)).statusCode).toBe(404);
    await sql`update t_lead set sale_user_id = ${colleague.userId} where lead_id = ${leadId}`.execute(db());
    expect((await hear(callId, sale)).statusCode).toBe(404);
    expect((await hear(callId, colleague.token)).statusCode).toBe(200);
    expect((await hear(callId, admin)).statusCode).toBe(200);
    const nobody = await app.app.inject({
      method: 'GET',
      url: `/api/admin/feige/call/record?callId=${callId}`,
    });
    expect(nobody.statusCode).toBe(401);
  });

  test('never shows where it is kept', async () => {
    await recorded();
    const list = await app.call('GET', '/api/admin/feige/call/list', { token: admin });
    expect(list.data.records).toMatchObject([{ recordFlag: 1 }]);
    expect(JSON.stringify(list.data)).not.toMatch(/recordings|recordFile|\.wav/);
  });
});

test('statistics tell the connected calls and minutes of each salesperson', async () => {
  const { call } = await ring();
  await tell(vendor.notice(call, { callDuration: 90 }));
  const stat = await app.call('GET', '/api/admin/mobile/stat', { token: admin });
  expect(stat.data).toContainEqual(
    expect.objectContaining({ saleUserId: saleId, connected: 1, minutes: 1.5 }),
  );
});

test('staff read what the vendor was asked and answered, without secrets and numbers', async () => {
  const { taskId, callId } = await ring();
  const log = await app.call('GET', `/api/sys/gateway/list?subject=callRecord:${callId}`, { token: admin });
  expect(log.data.records).toMatchObject([
    { vendor: 'feige', action: 'voicecall', exchangeResult: 1, vendorLogNo: taskId, httpStatus: 200 },
  ]);
  const text = JSON.stringify(log.data.records);
  expect(text).not.toContain(seatKeys.apiKey);
  expect(text).not.toMatch(/1[3-9]\d{9}/);
  expect((await app.call('GET', '/api/sys/gateway/list', { token: sale })).status).toBe(403);
});
