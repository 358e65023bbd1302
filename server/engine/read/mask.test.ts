import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';
import { readStored } from '../testing/workbooks.ts';

const { adminUser } = registry;
const mobile = '13812345678';
const mask = '138****5678';
const email = 'zhang.san@example.com';
const maskedEmail = 'z***@example.com';

let app: TestApp;
let userId: number;

beforeAll(async () => {
  const may = (...codes: string[]) =>
    person({ userId: 900_000, admin: false, permissions: new Set(codes.map(code => `sys:user:${code}`)) });
  app = await openTestApp(migrated, {
    admin: person({ userId: 900_001 }),
    reader: may('list'),
    editor: may('list', 'update', 'delete'),
    exporter: may('list', 'export'),
    stranger: may(),
    chooser: person({ userId: 900_000, admin: false, permissions: new Set(['exam:subject:add']) }),
  });
  const row = await sampleRow(app.engine, adminUser, 7, {
    mobile,
    email,
    adminFlag: 0,
    roleIds: [],
    userType: 2,
  });
  userId = (await app.call('admin', 'POST', adminUser.path, row)).body.data.userId;
});
afterAll(() => app.close());

const get = async (who: string, call: string) =>
  (await app.call(who, 'GET', `${adminUser.path}${call}`)).body.data;

test('a list shows no mobile number and no e-mail address whole, to nobody, and finds by it all the same', async () => {
  for (const who of ['reader', 'editor', 'admin']) {
    const found = await get(who, `/list?mobile=${mobile}`);
    expect(found.records).toMatchObject([{ userId, mobile: mask, email: maskedEmail }]);
  }
});

test('a row alone shows it to those who may change it', async () => {
  expect(await get('reader', `/info?userId=${userId}`)).toMatchObject({ mobile: mask });
  expect(await get('editor', `/info?userId=${userId}`)).toMatchObject({ mobile });
});

test('so does its history; the trash shows it to nobody', async () => {
  expect((await get('reader', `/history?userId=${userId}`)).records.at(-1).after.mobile).toBe(mask);
  expect((await get('editor', `/history?userId=${userId}`)).records.at(-1).after.mobile).toBe(mobile);
  const { body } = await app.call('editor', 'DELETE', `${adminUser.path}?ids=${userId}`);
  expect(body.message).toBe('删除成功');
  expect((await get('editor', '/trash')).records[0]).toMatchObject({ userId, mobile: mask });
  await app.call('editor', 'POST', `${adminUser.path}/restore`, { ids: [userId] });
});

test('a person who may not list looks up the rows that he chooses, and does not feel for a number', async () => {
  const named = await app.call('chooser', 'GET', `${adminUser.path}/options?values=${userId}`);
  expect(named.body.data).toMatchObject([{ userId }]);
  expect((await app.call('stranger', 'GET', `${adminUser.path}/options?values=${userId}`)).status).toBe(403);
  for (const query of [
    'mobile=138',
    'email=a',
    'mobile[]=138',
    'remark=x',
    'createTimeStart=2020-01-01',
    'status=1',
  ]) {
    const refused = await app.call('chooser', 'GET', `${adminUser.path}/options?${query}`);
    expect(refused.body.data, query).toEqual({ reason: 'unknownFilter' });
  }
  const felt = await app.call('reader', 'GET', `${adminUser.path}/options?mobile=138`);
  expect(felt.body.data.errors).toEqual([{ field: 'mobile', message: '手机必须是 11 位手机号' }]);
  const several = `mobile=${mobile}&mobile=13800000000`;
  expect((await app.call('reader', 'GET', `${adminUser.path}/options?${several}`)).status).toBe(400);
});

test('a file has it whole for those who may change the rows, and masked for all others', async () => {
  const body = {
    tableId: adminUser.tableId,
    title: '导出',
    fieldNames: ['userId', 'mobile', 'email'],
    userId,
  };
  for (const [who, shown] of [
    ['exporter', [mask, maskedEmail]],
    ['admin', [mobile, email]],
  ] as const) {
    const { data } = (await app.call(who, 'POST', `${adminUser.path}/export`, body)).body;
    await app.runJobs();
    const log = await app.call('admin', 'GET', `/api/base/log/list?ids=${data.id}`);
    const [, row] = await readStored(app, log.body.data.records[0].url);
    expect(row?.slice(1)).toEqual(shown);
  }
});

test('what a list shows of a number cannot be written back in its place', async () => {
  const { data } = (await app.call('admin', 'GET', `${adminUser.path}/info?userId=${userId}`)).body;
  for (const values of [{ mobile: mask }, { email: maskedEmail }]) {
    const answer = await app.call('admin', 'PUT', adminUser.path, { ...data, ...values });
    expect(answer.status).toBe(400);
    expect(answer.body.data.errors[0].field).toBe(Object.keys(values)[0]);
  }
});

test('nobody feels for a number part by part, whichever call takes the filter', async () => {
  const part = { mobile: mobile.slice(0, 7) };
  const of = { tableId: adminUser.tableId, title: '导出', fieldNames: ['userId'] };
  for (const who of ['editor', 'admin']) {
    for (const call of ['/list', '/trash', '/options']) {
      const { body } = await app.call(who, 'GET', `${adminUser.path}${call}?mobile=${part.mobile}`);
      expect(body.data.errors, call).toEqual([{ field: 'mobile', message: '手机必须是 11 位手机号' }]);
    }
    for (const sort of ['mobile', '-email']) {
      const { body } = await app.call(who, 'GET', `${adminUser.path}/list?sort=${sort}`);
      expect(body.data.reason).toBe('unknownSort');
    }
  }
  expect((await app.call('exporter', 'POST', `${adminUser.path}/export`, { ...of, ...part })).status).toBe(
    400,
  );
  for (const [call, body] of [
    ['batch/delete', { filters: { phone: '0731-8888' } }],
    ['batch/set', { filters: { phone: '0731-8888' }, values: { remark: 'x' } }],
  ] as const) {
    const started = await app.call('admin', 'POST', `${registry.agent.path}/${call}`, body);
    await app.runJobs();
    const log = await app.call('admin', 'GET', `/api/base/log/list?ids=${started.body.data.id}`);
    expect(log.body.data.records[0], call).toMatchObject({ done: 0 });
  }
});

test('a contact’s telephone is such a number, too', async () => {
  const row = await sampleRow(app.engine, registry.partners, 3, { phone: '0731-88881234' });
  const { data } = (await app.call('admin', 'POST', registry.partners.path, row)).body;
  const list = await app.call('admin', 'GET', `${registry.partners.path}/list?partnersId=${data.partnersId}`);
  expect(list.body.data.records[0].phone).toBe('****-****1234');
  const one = await app.call('admin', 'GET', `${registry.partners.path}/info?partnersId=${data.partnersId}`);
  expect(one.body.data.phone).toBe('0731-88881234');
  const agency = await sampleRow(app.engine, registry.agent, 4, { phone: '0731-88881234' });
  const { agentId } = (await app.call('admin', 'POST', registry.agent.path, agency)).body.data;
  const found = async (phone: string) =>
    (await app.call('admin', 'GET', `${registry.agent.path}/list?phone=${phone}`)).body.data.records;
  for (const whole of ['0731-88881234', '073188881234', '(0731) 8888 1234']) {
    expect(await found(encodeURIComponent(whole)), whole).toMatchObject([
      { agentId, phone: '****-****1234' },
    ]);
  }
  expect(await found('0731-8888')).toEqual([]);
});

test('what a call answers is kept by no cache', async () => {
  const { headers } = await app.app.inject({
    url: `${adminUser.path}/list`,
    headers: { 'access-token': 'admin' },
  });
  expect(headers['cache-control']).toBe('no-store');
});
