import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { voucher } from '../testing/voucher-dataset.ts';
import { finished, upload } from '../testing/workbooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() }, [], [voucher]);
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_test_voucher`.execute(app.engine.db));

/** A stored file of a media type, as an upload leaves it. */
async function stored(name: string, mime: string, usage = 2): Promise<string> {
  const file = join(app.dataDir, name);
  await writeFile(file, name);
  const path = await upload(app, file);
  await sql`update t_upload_file set mime = ${mime}, usage = ${usage} where path = ${path}`.execute(
    app.engine.db,
  );
  return path;
}

const send = (method: 'POST' | 'PUT', body: object) =>
  app.call('admin', method, voucher.path, { voucherName: '甲', voucherType: 3, amount: 5, ...body });
const info = async (key: number) =>
  (await app.call('admin', 'GET', `${voucher.path}/info?voucherId=${key}`)).body.data;

test('several images keep their order through saving, reordering and taking out, told by the history', async () => {
  const [one, two, three] = await Promise.all(
    ['1.png', '2.png', '3.png'].map(name => stored(name, 'image/png')),
  );
  const { body } = await send('POST', { images: [two, one, two] });
  expect(body.success, body.message).toBe(true);
  const key = body.data.voucherId;
  expect((await info(key)).images).toEqual([two, one]);
  const change = async (images: unknown) => {
    const { version } = await info(key);
    return send('PUT', { voucherId: key, version, images });
  };
  expect((await change([one, two, three])).status).toBe(200);
  expect((await info(key)).images).toEqual([one, two, three]);
  const list = await app.call('admin', 'GET', `${voucher.path}/list`);
  expect(list.body.data.records[0].images).toEqual([one, two, three]);
  expect((await change([])).status).toBe(200);
  expect((await info(key)).images).toBeNull();
  const { records } = (await app.call('admin', 'GET', `${voucher.path}/history?voucherId=${key}`)).body.data;
  expect(records[1].before.images).toEqual([two, one]);
  expect(records[1].after.images).toEqual([one, two, three]);
  // Nothing in it is new, so it is kept.
  const { version } = await info(key);
  await change(null);
  expect((await info(key)).version).toBe(version);
});

test('more than fit, what nobody uploaded, and what is no image are refused by the name of the field', async () => {
  const pictures = await Promise.all(
    ['1.png', '2.png', '3.png', '4.png'].map(name => stored(name, 'image/png')),
  );
  const paper = await stored('a.pdf', 'application/pdf', 5);
  const refused = async (body: object) => {
    const answer = await send('POST', body);
    expect(answer.status).toBe(400);
    return answer.body.data.errors.map(({ field, message }: Record<string, string>) => `${field} ${message}`);
  };
  expect(await refused({ images: pictures })).toEqual(['images 图片不能超过 3 个']);
  expect(await refused({ images: [pictures[0], '/2026/11/nobody.png'] })).toEqual([
    'images 图片文件不存在或类型不符',
  ]);
  expect(await refused({ images: [paper] })).toEqual(['images 图片文件不存在或类型不符']);
  for (const images of [['/../etc/passwd'], ['{a,b}'], ['/a","/b'], 'text', 7, [[1]], { 0: pictures[0] }]) {
    expect(await refused({ images }), JSON.stringify(images)).toHaveLength(1);
  }
  expect((await send('POST', { attachments: [paper, pictures[0]] })).status).toBe(200);
});

test('a file that a row holds is kept when read workbooks are cleaned away', async () => {
  const book = await stored('b.xlsx', 'application/zip', 1);
  expect((await send('POST', { attachments: [book] })).status).toBe(200);
  const found = await sql<{ usage: number }>`select usage from t_upload_file where path = ${book}`.execute(
    app.engine.db,
  );
  expect(found.rows).toEqual([{ usage: 5 }]);
});

test('no sheet has columns of them, and no list asks by them', async () => {
  const path = await stored('1.png', 'image/png');
  await send('POST', { images: [path] });
  expect(voucher.excel?.export).not.toContain('images');
  const started = await app.call('admin', 'POST', `${voucher.path}/export`, { tableId: voucher.tableId });
  expect(await finished(app, 'admin', started.body.data.id)).toMatchObject({ status: 'success' });
  for (const query of [`images=${path}`, 'sort=images']) {
    expect((await app.call('admin', 'GET', `${voucher.path}/list?${query}`)).status).toBe(400);
  }
});

test('an identity number is kept in one form, masked in lists and found by the whole of it alone', async () => {
  const number = '11010519491231002X';
  const { body } = await send('POST', { idNumber: '110105 19491231 002x' });
  expect((await info(body.data.voucherId)).idNumber).toBe(number);
  const { records } = (await app.call('admin', 'GET', `${voucher.path}/list`)).body.data;
  expect(records[0].idNumber).toBe('110105********002X');
  const wrong = await send('POST', { voucherName: '乙', idNumber: '110105194912310021' });
  expect(wrong.body.message).toContain('身份证号必须是正确的 18 位身份证号');
  // A masked number is not a number.
  expect((await send('POST', { voucherName: '乙', idNumber: '110105********002X' })).status).toBe(400);
});
