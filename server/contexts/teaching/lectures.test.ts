import { createHmac, randomUUID } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStepClock } from '../../engine/steps/clock.ts';
import { signedHead } from '../shared/signed-calls.ts';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

const { lecture, lectureApply, live, liveRoomGoods } = registry;
const secret = 'the-secret-of-the-app-that-candidates-use';

let it: SeededApp;
const tokens: Record<string, string> = {};

async function logIn(): Promise<void> {
  for (const who of ['admin', 'ops', 'sale01', 'finance01']) tokens[who] = (await it.login(who)).token;
}
beforeAll(async () => {
  it = await openSeededApp({
    env: {
      LIVE_URL: 'tencent://secret@push.example.cn/live?play=play.example.cn',
      APP_KEYS: `wish:${secret}`,
    },
    enqueue: async () => {},
  });
  await logIn();
});
afterAll(() => it.close());

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body && { body }) });
const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows as T[];
const takeDue = () => createStepClock({ engine: it.engine, onFailure: () => undefined }).takeDue();

let next = 0;
async function add(dataset: { readonly path: string; readonly key: string }, body: object): Promise<number> {
  const answer = await call('admin', 'POST', dataset.path, body);
  expect(answer.status, answer.message).toBe(200);
  return answer.data[dataset.key];
}
let used = 0;
/** Numbers of candidates, each used once. */
async function candidates(count: number): Promise<number[]> {
  const found = await rows(sql<{ userId: number }>`
    select user_id from t_wish_user where status = 1 and not deleted order by user_id offset ${used} limit ${count}`);
  used += count;
  expect(found).toHaveLength(count);
  return found.map(({ userId }) => userId);
}

const aLecture = (more: object = {}) =>
  add(lecture, {
    ...{ dataYear: 2026, lectureName: `讲座 ${next++}`, teacherName: '沈老师', lectureType: 2, upStatus: 1 },
    ...{ startTime: '2026-03-03 14:00:00', endTime: '2026-03-03 16:00:00', address: '长沙' },
    ...more,
  });
const register = (body: object, who = 'ops') => call(who, 'POST', lectureApply.path, body);
const person = () => ({ name: '周一凡', mobile: `1370000${String(1000 + next++)}` });
const applyOf = async (id: number) =>
  (
    await rows(sql<{ payStatus: number; signFlag: number; signCode: string }>`
      select pay_status, sign_flag, sign_code from t_lecture_apply where id = ${id}`)
  )[0];

describe('a lecture', () => {
  test('gives its last place to one of ten people at once, and the place of somebody who cancels to the next', async () => {
    const lectureId = await aLecture({ quota: 3 });
    for (let taken = 0; taken < 2; taken++)
      expect((await register({ lectureId, ...person() })).status).toBe(200);
    const asked = await Promise.all(Array.from({ length: 10 }, () => register({ lectureId, ...person() })));
    const taken = asked.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    expect(asked.filter(({ reason }) => reason === 'unmetNeeds')).toHaveLength(9);
    expect((await call('admin', 'GET', `${lecture.path}/info?id=${lectureId}`)).data.applyNum).toBe(3);
    const id = taken[0]?.data.id;
    expect((await call('ops', 'PUT', `${lectureApply.path}/cancel`, { id })).status).toBe(200);
    expect((await register({ lectureId, ...person() })).status).toBe(200);
  });

  test('registers a number once, nobody when it is over or off the shelf, and a candidate alone when it costs', async () => {
    const lectureId = await aLecture();
    const one = person();
    expect((await register({ lectureId, ...one })).data).toMatchObject({ payStatus: 2, orderNo: null });
    expect((await register({ lectureId, ...one })).status).toBe(400);
    expect((await register({ lectureId: await aLecture({ upStatus: 0 }), ...person() })).status).toBe(400);
    const past = await aLecture({ startTime: '2026-03-01 09:00:00', endTime: '2026-03-01 10:00:00' });
    expect((await register({ lectureId: past, ...person() })).status).toBe(400);
    expect((await register({ lectureId: await aLecture({ price: '50.00' }), ...person() })).status).toBe(400);
  });

  test('that costs waits for the money of its order, is paid by it, and is refunded with it', async () => {
    const lectureId = await aLecture({ price: '50.00', quota: 2 });
    const [first = 0, second = 0, third = 0] = await candidates(3);
    const waiting = (await register({ lectureId, userId: first })).data;
    expect(waiting).toMatchObject({ payStatus: 0, orderNo: expect.stringMatching(/^S/) });
    const paid = (await register({ lectureId, userId: second, payType: 5 }, 'admin')).data;
    expect(paid.payStatus).toBe(1);
    expect((await register({ lectureId, userId: third })).reason).toBe('unmetNeeds');
    // The order that is not paid in time ends, and its place goes to the next.
    it.pass({ minutes: 31 });
    await takeDue();
    expect(await applyOf(waiting.id)).toMatchObject({ payStatus: 3 });
    expect((await register({ lectureId, userId: third, payType: 5 }, 'admin')).status).toBe(200);
    const refund = { bizType: 1, orderNo: paid.orderNo, amount: '50.00', reason: '行程有变' };
    const applied = await call('admin', 'POST', '/api/pay/apply_refund', refund);
    const { refundId } = applied.data;
    const audited = await call('finance01', 'PUT', '/api/pay/refund/audit', { refundId, pass: 1 });
    expect(audited.status, audited.message).toBe(200);
    const confirmed = await call('finance01', 'PUT', '/api/pay/refund/confirm', { refundId });
    expect(confirmed.status, confirmed.message).toBe(200);
    expect(await applyOf(paid.id)).toMatchObject({ payStatus: 4 });
  });

  test('signs people in on its day by the code of their picture, once', async () => {
    const lectureId = await aLecture({ startTime: '2026-03-02 20:00:00', endTime: '2026-03-02 22:00:00' });
    const later = await aLecture({ startTime: '2026-03-20 20:00:00', endTime: '2026-03-20 22:00:00' });
    const { id } = (await register({ lectureId, ...person() })).data;
    const early = (await register({ lectureId: later, ...person() })).data.id;
    const picture = await call('ops', 'GET', `${lectureApply.path}/sign/qr?id=${id}`);
    expect(picture.message).toContain('<svg');
    expect(picture.headers['content-type']).toContain('image/svg+xml');
    const sign = async (of: number) =>
      call('ops', 'POST', `${lectureApply.path}/sign/code`, {
        signCode: (await applyOf(of))?.signCode.toLowerCase(),
      });
    expect((await sign(id)).data).toMatchObject({ count: 1, name: '周一凡' });
    expect(await applyOf(id)).toMatchObject({ signFlag: 1, payStatus: 2 });
    expect((await sign(id)).reason).toBe('unmetNeeds');
    expect((await sign(early)).reason).toBe('unmetNeeds');
    expect(
      (await call('ops', 'POST', `${lectureApply.path}/sign/code`, { signCode: 'ABCDEFGH' })).status,
    ).toBe(404);
    expect(
      (await call('sale01', 'POST', `${lectureApply.path}/sign/code`, { signCode: 'ABCDEFGH' })).status,
    ).toBe(403);
  });
});

async function anAnchor(): Promise<number> {
  const [found] = await rows(sql<{ partnersId: number }>`select partners_id from t_partners limit 1`);
  return add(registry.teacherPartners, {
    ...{
      teacherName: `主播 ${next}`,
      mobile: `1360000${String(1000 + next++)}`,
      partnersId: found?.partnersId,
    },
  });
}
const aRoom = (anchorId: number, more: object = {}) =>
  add(live, { title: `直播 ${next++}`, anchorId, planStartTime: '2026-03-02 10:00:00', ...more });
const liveStep = (who: string, name: string, id: number) => call(who, 'PUT', `${live.path}/${name}`, { id });
const roomOf = async (id: number) => (await call('admin', 'GET', `${live.path}/info?id=${id}`)).data;

/** Goods on the shelf; returns their number. */
async function someGoods(more: object = {}): Promise<number> {
  const id = await add(registry.goods, {
    ...{ goodsName: `商品 ${next++}`, goodsType: 9, dataYear: 2026, price: '100.00' },
    ...more,
  });
  await call('admin', 'PUT', `${registry.goods.path}/shelve`, { goodsId: id });
  return id;
}
const order = (body: object) => call('admin', 'POST', '/api/data/wish/service/order', body);

describe('a live room', () => {
  test('starts for an anchor who is in no other one, stops once, and keeps its sessions', async () => {
    const anchorId = await anAnchor();
    const [one, other] = [await aRoom(anchorId), await aRoom(anchorId)];
    const started = await Promise.all([liveStep('ops', 'start', one), liveStep('ops', 'start', other)]);
    expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const living = started[0]?.status === 200 ? one : other;
    expect((await liveStep('sale01', 'stop', living)).status).toBe(403);
    const stops = await Promise.all([liveStep('ops', 'stop', living), liveStep('ops', 'stop', living)]);
    expect(stops.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await liveStep('ops', 'start', living === one ? other : one)).status).toBe(200);
    expect((await liveStep('ops', 'reopen', living)).status).toBe(200);
    expect((await liveStep('ops', 'start', living)).reason).toBe('unmetNeeds');
    const sessions = await call('ops', 'GET', `${registry.liveSession.path}/list?liveId=${living}`);
    expect(sessions.data.records).toMatchObject([{ endedBy: 1 }]);
    const off = await aRoom(await anAnchor(), { status: 0 });
    expect((await liveStep('ops', 'start', off)).message).toContain('停用');
  });

  test('gives its push address to those who may start it while it is live, signed by the rule of the vendor', async () => {
    const id = await aRoom(await anAnchor());
    const push = (who: string) => call(who, 'GET', `${live.path}/push?id=${id}`);
    expect((await push('ops')).status).toBe(409);
    await liveStep('ops', 'start', id);
    expect((await push('sale01')).status).toBe(403);
    const { data } = await push('ops');
    expect(data.pushUrl).toMatch(
      /^rtmp:\/\/push\.example\.cn\/live\/L\w{8}_\d+\?txSecret=[0-9a-f]{32}&txTime=[0-9A-F]{8}$/,
    );
    expect(JSON.stringify(await roomOf(id))).not.toContain('txSecret');
    const elsewhere = await aRoom(await anAnchor(), { platform: 3 });
    await liveStep('ops', 'start', elsewhere);
    expect((await call('ops', 'GET', `${live.path}/push?id=${elsewhere}`)).data.pushUrl).toBeNull();
  });

  test('explains one of its goods at most, however many people click at once, and none when it has stopped', async () => {
    const id = await aRoom(await anAnchor());
    const goodsIds: number[] = [];
    for (let at = 0; at < 10; at++) {
      goodsIds.push(await add(liveRoomGoods, { liveId: id, goodsId: await someGoods() }));
    }
    const explain = (goodsId: number) => call('ops', 'PUT', `${liveRoomGoods.path}/explain`, { id: goodsId });
    expect((await explain(goodsIds[0] ?? 0)).reason).toBe('unmetNeeds');
    await liveStep('ops', 'start', id);
    const clicks = await Promise.all(goodsIds.map(explain));
    expect(clicks.map(({ status }) => status)).toEqual(goodsIds.map(() => 200));
    const explained = async () => {
      const list = await call('ops', 'GET', `${liveRoomGoods.path}/list?liveId=${id}&size=20`);
      return list.data.records.filter((row: { explainFlag: number }) => row.explainFlag === 1);
    };
    const now = await explained();
    expect(now).toHaveLength(1);
    // Taken down, it is explained no longer.
    expect((await call('ops', 'PUT', `${liveRoomGoods.path}/off`, { id: now[0].id })).status).toBe(200);
    expect(await explained()).toEqual([]);
    await explain(goodsIds.find(one => one !== now[0].id) ?? 0);
    expect(await explained()).toHaveLength(1);
    await liveStep('ops', 'stop', id);
    expect(await explained()).toEqual([]);
  });

  test('sells its last piece to one of two orders at once, at its price, and counts the deals of its orders', async () => {
    const id = await aRoom(await anAnchor());
    const goodsId = await someGoods({ goodsType: 8 });
    const liveGoodsId = await add(liveRoomGoods, { liveId: id, goodsId, livePrice: '60.00', stock: 1 });
    const [first = 0, second = 0, third = 0] = await candidates(3);
    expect((await order({ userId: first, goodsId, liveGoodsId, payType: 5 })).status).toBe(400);
    await liveStep('ops', 'start', id);
    expect((await order({ userId: first, goodsId, payType: 5 })).message).toContain('直播');
    const sold = await Promise.all(
      [first, second].map(userId => order({ userId, goodsId, liveGoodsId, payType: 5 })),
    );
    expect(sold.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await roomOf(id)).toMatchObject({ dealNum: 1, orderAmount: 60 });
    // A piece that comes back is sold again.
    await call('admin', 'PUT', `${liveRoomGoods.path}/restock`, { id: liveGoodsId, stockChange: 1 });
    const waiting = (await order({ userId: third, goodsId, liveGoodsId })).data;
    const left = async () =>
      (await rows(sql<{ stock: number }>`select stock from t_live_room_goods where id = ${liveGoodsId}`))[0]
        ?.stock;
    expect(await left()).toBe(0);
    await call('admin', 'PUT', '/api/data/wish/service/order/close', { orderId: waiting.orderId });
    expect(await left()).toBe(1);
    await liveStep('ops', 'stop', id);
    const { data } = await call('ops', 'GET', `${registry.liveSession.path}/list?liveId=${id}`);
    expect(data.records).toMatchObject([{ dealNum: 1, orderAmount: 60 }]);
    expect((await order({ userId: third, goodsId, liveGoodsId })).status).toBe(400);
  });

  test('counts what an app reports of those who watch, and stops by the clock after twelve hours', async () => {
    const id = await aRoom(await anAnchor());
    await liveStep('ops', 'start', id);
    const { roomNo } = await roomOf(id);
    const report = (online: number, views: number) => {
      const url = `${live.path}/app/online`;
      const text = JSON.stringify({ roomNo, online, views });
      const time = String(Math.floor(it.engine.clock.now().getTime() / 1000));
      const nonce = randomUUID();
      const sign = createHmac('sha256', secret)
        .update(signedHead('POST', url, time, nonce))
        .update(text)
        .digest('hex');
      const headers = { 'x-app-key': 'wish', 'x-app-time': time, 'x-app-nonce': nonce, 'x-app-sign': sign };
      return it.call('POST', url, {
        body: text,
        headers: { ...headers, 'content-type': 'application/json' },
      });
    };
    expect((await report(30, 40)).data).toEqual({ viewNum: 40, peakNum: 30 });
    expect((await report(20, 5)).data).toEqual({ viewNum: 45, peakNum: 30 });
    it.pass({ hours: 11, minutes: 59 });
    await takeDue();
    expect((await roomOf(id)).liveStatus).toBe(1);
    it.pass({ minutes: 2 });
    await takeDue();
    await logIn();
    expect(await roomOf(id)).toMatchObject({ liveStatus: 2, viewNum: 45, peakNum: 30 });
    const { data } = await call('ops', 'GET', `${registry.liveSession.path}/list?liveId=${id}`);
    expect(data.records).toMatchObject([{ endedBy: 2, viewNum: 45, peakNum: 30 }]);
    expect((await report(1, 1)).status).toBe(404);
  });
});
