import { issueText } from '@yikao/model/kernel/validate/issues.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrated } from '../testing/database.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { voucher } from './testing/voucher-dataset.ts';
import { finished, importFile, readStored, upload, writeSheet } from './testing/workbooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() }, [], [voucher]);
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_test_voucher`.execute(app.engine.db));

const items = [
  { itemName: '画材', itemNum: 2, itemAmount: '120.50', freeFlag: 0 },
  { itemName: '证书', itemNum: 1, itemAmount: '0.10', freeFlag: 1 },
];
const send = (method: 'POST' | 'PUT', body: object) =>
  app.call('admin', method, voucher.path, { voucherName: '甲', voucherType: 3, amount: 5, ...body });
const info = async (key: number) =>
  (await app.call('admin', 'GET', `${voucher.path}/info?voucherId=${key}`)).body.data;
async function added(body: object): Promise<number> {
  const answer = await send('POST', body);
  expect(answer.body.success, answer.body.message).toBe(true);
  return answer.body.data.voucherId;
}

test('a table inside a row is kept line by line, exact and in its order, blank lines left out', async () => {
  const given = [{ itemName: ' 画材 ', itemNum: '2', itemAmount: 120.5 }, {}, { itemName: '' }, items[1]];
  const key = await added({ items: given });
  expect((await info(key)).items).toEqual(items);
  const { version } = await info(key);
  // Sending the value back unchanged, with its members in any order, is no change.
  const same = items.map(line => Object.fromEntries(Object.entries(line).reverse()));
  expect((await send('PUT', { voucherId: key, version, items: same })).body.data.version).toBe(version);
  const turned = await send('PUT', { voucherId: key, version, items: items.toReversed() });
  expect(turned.body.data.version).toBe(version + 1);
  expect((await info(key)).items).toEqual(items.toReversed());
  const { records } = (await app.call('admin', 'GET', `${voucher.path}/history?voucherId=${key}`)).body.data;
  expect(records[0]).toMatchObject({
    fields: ['items'],
    before: { items },
    after: { items: items.toReversed() },
  });
  await send('PUT', { voucherId: key, version: version + 1, items: [] });
  expect((await info(key)).items).toBeNull();
});

test('what is wrong is told with its line and its column, in both languages', async () => {
  const refused = async (lines: unknown) => {
    const { status, body } = await send('POST', { items: lines });
    expect(status, JSON.stringify(lines)).toBe(400);
    return body.data.errors.map(({ field, message }: Record<string, string>) => `${field} ${message}`);
  };
  expect(await refused([items[0], { itemNum: 0, itemAmount: '1.005' }])).toEqual([
    'items 明细第 2 行：项目不能为空；数量不能小于 1；金额最多 2 位小数',
  ]);
  const english = validateValue('items', voucher.fields.items, [{ itemName: '画材' }]);
  expect('issue' in english && issueText(english.issue, voucher.fields.items.label, 'en')).toBe(
    'Items has in line 1: Amount is required',
  );
  expect(await refused(Array.from({ length: 6 }, () => items[0]))).toEqual(['items 明细不能超过 5 个']);
  for (const odd of ['text', 7, [7], [[]], [null], { itemName: '画材' }]) {
    expect(await refused(odd), JSON.stringify(odd)).toHaveLength(1);
  }
  const unknown = await added({ items: [{ ...items[0], owner: 'me', __proto__: { x: 1 } }] });
  expect((await info(unknown)).items).toEqual([items[0]]);
});

test('an export tells the lines as text, an import neither takes nor loses them, and no list asks by them', async () => {
  const key = await added({ items });
  const ask = { tableId: voucher.tableId, fieldNames: ['voucherName', 'items'] };
  const started = await app.call('admin', 'POST', `${voucher.path}/export`, ask);
  const { url } = await finished(app, 'admin', started.body.data.id);
  expect(await readStored(app, url ?? '')).toEqual([
    ['名称', '明细'],
    ['甲', '项目：画材，数量：2，金额：120.50，赠送：否\n项目：证书，数量：1，金额：0.10，赠送：是'],
  ]);
  expect(voucher.excel?.import).not.toContain('items');
  const sheet = await writeSheet(app, ['名称', '备注'], [['甲', '改']]);
  const job = await importFile(app, 'admin', voucher, await upload(app, sheet));
  expect(job).toMatchObject({ updateNum: 1 });
  expect(await info(key)).toMatchObject({ remark: '改', items });
  for (const query of ['items=1', 'sort=items']) {
    expect((await app.call('admin', 'GET', `${voucher.path}/list?${query}`)).status).toBe(400);
  }
  const [row] = (await app.call('admin', 'GET', `${voucher.path}/list`)).body.data.records;
  expect(row).not.toHaveProperty('items');
});

test('texts that no database holds are cleaned in a line as anywhere else', async () => {
  const key = await added({ items: [{ ...items[0], itemName: '画\u0000材\ud83d' }] });
  expect((await info(key)).items[0].itemName).not.toMatch(/[\0\ud800-\udfff]/);
});
