import { Readable } from 'node:stream';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeUpload } from '../engine/files/store.ts';
import { elevated } from '../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../engine/testing/app.ts';
import { storeRows } from '../engine/testing/store-rows.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../engine/testing/workbooks.ts';
import { migrated } from '../testing/database.ts';
import { compositeFilling } from './consumer/composite-scores.ts';

const { card, channel, formula, goods, lead, leadFollow, payAccount, probRecord } = registry;
const { province, remark, school, score, source, wishUser } = registry;
const provinceId = 620_000;

let app: TestApp;

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: string, body?: object) =>
  (await app.call('admin', method, at, body)).body;
const add = (dataset: (typeof registry)[keyof typeof registry], row: object) =>
  storeRows(app.engine, dataset, [row] as never, { by: elevated() });

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await add(province, { provinceId, provinceName: '甘肃省', provinceShortName: '甘', examMode: 2 });
  await add(school, { schoolNo: '10001', schoolName: '示例大学', provinceId, schoolLevel: 1 });
  await sql`
    insert into t_joint_category (data_year, province_id, joint_category_id, joint_category_name, parent_type,
      full_score, order_num, status)
    values (2026, ${provinceId}, 7, '美术与设计类', 5, 300, 0, 1)`.execute(app.engine.db);
});
afterAll(() => app.close());

test('a candidate has a composite score by the formula of the province, marked while that is the default one', async () => {
  const row = {
    mobile: '13900000001',
    dataYear: 2026,
    provinceId,
    jointCategoryId: 7,
    aos: 4,
    highSchool: '一中',
  };
  const added = await call('POST', wishUser.path, { ...row, cultureScore: 430, profScore: 255 });
  const { userId } = added.data;
  const standing = async () => (await call('GET', `${wishUser.path}/info?userId=${userId}`)).data;
  expect(await standing()).toMatchObject({ compositeScore: 533.75, compositeProvisional: 1 });
  await call('PUT', wishUser.path, { ...(await standing()), profScore: 265 });
  expect(await standing()).toMatchObject({ compositeScore: 546.25, compositeProvisional: 1 });
  // 534.375: a calculated score that the column rounds is no change when the row is saved again.
  await call('PUT', wishUser.path, { ...(await standing()), profScore: 255.5 });
  const rounded = await standing();
  expect(rounded).toMatchObject({ compositeScore: 534.38 });
  await call('PUT', wishUser.path, { ...rounded, highSchool: '二中' });
  const last = await sql<{ changes: object }>`select changes from t_row_history
    where dataset = 'wishUser' and row_id = ${userId} order by history_id desc limit 1`.execute(
    app.engine.db,
  );
  expect(last.rows).toEqual([{ changes: { highSchool: ['一中', '二中'] } }]);
  await call('PUT', wishUser.path, { ...(await standing()), highSchool: '一中', profScore: 265 });
  const made = await call('POST', formula.path, {
    ...{ dataYear: 2026, provinceId, formulaName: '本省公式', expression: 'R*0.3+U*(W/Q)*0.7' },
  });
  expect(await standing()).toMatchObject({ compositeScore: 592.75, compositeProvisional: 0 });
  await add(score, {
    ...{
      dataYear: 2026,
      provinceId,
      jointCategoryId: 7,
      aos: 4,
      batch: 4,
      diploma: 1,
      cultureFull: '600.00',
    },
  });
  expect(await standing()).toMatchObject({ compositeScore: 500 });
  await call('DELETE', `${formula.path}?ids=${made.data.id}`);
  expect(await standing()).toMatchObject({ compositeProvisional: 1 });
  await sql`update t_wish_user set nick_name = '画画的小周' where user_id = ${userId}`.execute(app.engine.db);
  const found = await call('GET', `${wishUser.path}/list?nickName=${encodeURIComponent('小周')}`);
  expect(found.data.total).toBe(1);
  const fieldNames = [
    'mobile',
    'highSchool',
    'cultureScore',
    'profScore',
    'compositeScore',
    'nickName',
    'completeFlag',
  ];
  const started = await call('POST', `${wishUser.path}/export`, { tableId: 40, title: '考生', fieldNames });
  const job = await finished(app, 'admin', started.data.id);
  const [headers, cells] = await readStored(app, job.url ?? '');
  expect(headers).toEqual(['手机', '中学', '文化分', '专业分', '综合分', '昵称', '资料完善']);
  const scores = [430, 265, Number((await standing()).compositeScore)];
  expect(cells?.slice(1)).toEqual([
    '一中',
    ...scores.map(value => ({ kind: 'formatted', value, text: value.toFixed(2) })),
    '画画的小周',
    '是',
  ]);
});

test('a channel tells its link and the picture of its QR code, and goes under another one by a file', async () => {
  await call('POST', channel.path, { channel: 'TOP1', channelName: '总渠道' });
  const { channelId } = (await call('POST', channel.path, { channel: 'SUB1', channelName: '分渠道' })).data;
  const [row] = (await call('GET', `${channel.path}/list?channel=SUB1&tree=0`)).data.records;
  expect(row).toMatchObject({ link: '/website?channel=SUB1', qrCode: '/api/base/channel/qr/SUB1' });
  const picture = await app.app.inject({ url: row.qrCode });
  expect(picture).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/svg+xml' } });
  expect(picture.body).toContain('<svg');
  expect((await app.app.inject({ url: '/api/base/channel/qr/NONE' })).statusCode).toBe(404);
  const path = await writeSheet(app, ['渠道ID', '上级渠道'], [[channelId, '总渠道']]);
  const job = await importFile(app, 'admin', channel, await upload(app, path), {}, 'batch/update');
  expect(job).toMatchObject({ status: 'success', updateNum: 1 });
  const { data } = await call('GET', `${channel.path}/info?channelId=${channelId}`);
  expect(data).toMatchObject({ parentName: '总渠道' });
});

test('the plain text of a remark is offered to imports and comes in', async () => {
  const { data } = await call('GET', `/api/base/table/column?tableId=${remark.tableId}`);
  const text = data.find((one: { columnName: string }) => one.columnName === 'contentText');
  expect(text).toMatchObject({ columnDesc: '纯文本', importFlag: 1, exportFlag: 1 });
  const headers = ['数据年份', '省份', '院校', '类型', '纯文本'];
  const path = await writeSheet(app, headers, [[2026, '甘肃省', '示例大学', '招生章程', '只招美术类']]);
  const job = await importFile(app, 'admin', remark, await upload(app, path));
  expect(job).toMatchObject({ insertNum: 1, failNum: 0 });
});

test('a query about no programme is refused in plain words', async () => {
  const refused = await call('POST', `${probRecord.path}/query`, { userId: 1, admissionIds: [] });
  expect(refused).toMatchObject({ code: 400, message: expect.stringContaining('招生专业至少要有 1 项') });
});

test('goods are linked to their card by the one number that the catalogue has for all kinds', async () => {
  const cardOf = async (cardName: string) =>
    (
      await add(card, {
        ...{ cardName, cardType: 2, dataYear: 2026, price: '10.00', codePrefix: 'BZ' },
        expireTime: '2099-08-31 23:59:59',
      })
    )[0];
  const [bizId, other] = [await cardOf('关联卡一'), await cardOf('关联卡二')];
  const row = { goodsName: '按关联ID', goodsType: 2, dataYear: 2026, price: '10.00' };
  const { goodsId } = (await call('POST', goods.path, { ...row, bizId })).data;
  const standing = async () => (await call('GET', `${goods.path}/info?goodsId=${goodsId}`)).data;
  expect(await standing()).toMatchObject({ cardId: bizId, bizId, cardName: '关联卡一' });
  await call('PUT', goods.path, { ...(await standing()), bizId: other });
  expect(await standing()).toMatchObject({ cardId: other, bizId: other });
  const refused = async (body: object) =>
    (await call('POST', goods.path, { ...row, goodsName: '拒绝', ...body })).message;
  expect(await refused({ bizId: 99_999_999 })).toContain('关联卡');
  expect(await refused({ bizId, cardId: other })).toContain('与关联卡不一致');
  expect(await refused({ goodsType: 6, bizId })).toContain('没有关联数据');
  expect(await refused({ goodsType: 4, bizId: 99_999_999 })).toContain('关联课程');
});

test('a payment account keeps the file of its certificate', async () => {
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const incoming = {
    content: Readable.from([Buffer.from(certificate)]),
    name: 'apiclient_cert.pem',
    by: person(),
  };
  const certPath = await storeUpload(app.engine, { kinds: ['pem'] }, incoming);
  const made = await call('POST', payAccount.path, {
    ...{
      accountName: '微信',
      payChannel: 1,
      mchId: '1900000001',
      appId: 'wx1',
      privateKey: 'k',
      apiKey: 'a',
    },
    ...{ certSerial: 'A1', certPath },
  });
  const read = await call('GET', `${payAccount.path}/info?accountId=${made.data.accountId}`);
  expect(read.data).toMatchObject({ certPath });
});

test('a lead tells how often it was called', async () => {
  const [sourceId] = await add(source, { sourceName: '电话来源', sourceCode: 'TEL', sourceType: 1 });
  const [leadId] = await add(lead, { mobile: '13900000077', dataYear: 2026, sourceId });
  for (const followType of [1, 2, 1]) await add(leadFollow, { leadId, followType, content: '聊过' });
  const read = await call('GET', `${lead.path}/list?leadId=${leadId}&mobile=13900000077`);
  expect(read.data.records).toMatchObject([{ followNum: 3, callNum: 2 }]);
});

test('candidates of before get their composite scores beside the work of people', async () => {
  const row = {
    mobile: '13900000088',
    dataYear: 2026,
    provinceId,
    jointCategoryId: 7,
    aos: 4,
    highSchool: '一中',
  };
  const [userId] = await add(wishUser, { ...row, cultureScore: '430.00', profScore: '255.00' });
  await sql`update t_wish_user set composite_score = null, composite_provisional = 0 where user_id = ${userId}`.execute(
    app.engine.db,
  );
  await sql`insert into t_composite_pending values (${userId}), (99999999)`.execute(app.engine.db);
  expect(await compositeFilling.fill(app.engine, () => true)).toBe(2);
  const { data } = await call('GET', `${wishUser.path}/info?userId=${userId}`);
  expect(data).toMatchObject({ compositeScore: expect.any(Number), version: 1 });
  expect(await compositeFilling.fill(app.engine, () => true)).toBe(0);
});
