import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../excel/index.ts';
import { migrated } from '../testing/database.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { storeRows } from './testing/store-rows.ts';
import { voucher } from './testing/voucher-dataset.ts';
import { download, finished, importFile, upload, writeSheet } from './testing/workbooks.ts';
import { openChange } from './write/change.ts';
import { updateLocked } from './write/internal-write.ts';
import { lockRows } from './write/lock-rows.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() }, [], [voucher]);
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_test_voucher`.execute(app.engine.db));

const off = { voucherName: '满百减五', voucherType: 1, amount: 5, threshold: 100, validType: 1 };
const percent = { voucherName: '八折', voucherType: 2, discount: 0.8, validType: 2, validDays: 30 };

const add = (row: object) => app.call('admin', 'POST', voucher.path, row);
const change = (row: object) => app.call('admin', 'PUT', voucher.path, row);
const info = async (key: number) =>
  (await app.call('admin', 'GET', `${voucher.path}/info?voucherId=${key}`)).body.data;
async function added(row: object): Promise<number> {
  const { body } = await add(row);
  expect(body.success, body.message).toBe(true);
  return body.data.voucherId;
}
const fieldsOf = (body: { readonly data: { readonly errors: readonly { readonly field: string }[] } }) =>
  body.data.errors.map(({ field }) => field);
async function bring(headers: string[], rows: WriteCell[][], more: object = {}, call = 'import') {
  const path = await upload(app, await writeSheet(app, headers, rows));
  return importFile(app, 'admin', voucher, path, { importBatch: '批次', ...more }, call);
}
async function problems(id: number): Promise<string[]> {
  const { records } = (await app.call('admin', 'GET', `/api/base/log/errors?id=${id}`)).body.data;
  return records.flatMap((row: { row: number; errors: { message: string }[] }) =>
    row.errors.map(({ message }) => `${row.row} ${message}`),
  );
}
async function history(key: number): Promise<HistoryEntryRow[]> {
  return (await app.call('admin', 'GET', `${voucher.path}/history?voucherId=${key}`)).body.data.records;
}

test('a row holds the fields of its own kind, and what does not belong is refused by name', async () => {
  const key = await added(off);
  expect(await info(key)).toMatchObject({ amount: 5, threshold: 100, discount: null, validDays: null });
  const refused = await add({ ...percent, amount: 5 });
  expect(refused.body).toMatchObject({ code: 400, data: { reason: 'invalidFields' } });
  expect(refused.body.message).toContain('面额仅当券类型为“满减”或“立减”时填写，请清空');
  const missing = await add({ voucherName: '缺', voucherType: 2, validType: 2 });
  expect(fieldsOf(missing.body).sort()).toEqual(['discount', 'validDays']);
});

test('a change of kind takes along what belongs no more, tells it in the history, and asks for what is missing', async () => {
  const key = await added(off);
  const lacking = await change({ voucherId: key, version: 1, voucherType: 2 });
  expect(fieldsOf(lacking.body)).toEqual(['discount']);
  expect((await info(key)).version).toBe(1);
  const row = await info(key);
  // The whole row is sent back, as programs do, with the new kind.
  const done = await change({ ...row, voucherType: 2, discount: 0.5 });
  expect(done.body.success, done.body.message).toBe(true);
  expect(await info(key)).toMatchObject({ voucherType: 2, amount: null, threshold: null, discount: 0.5 });
  const [entry] = await history(key);
  expect(entry?.fields).toEqual(['voucherType', 'amount', 'threshold', 'discount']);
  expect([entry?.before, entry?.after]).toMatchObject([{ amount: 5 }, { amount: null, discount: 0.5 }]);
});

test('an import takes the same rules, and taking it back brings both sides back', async () => {
  const key = await added(off);
  const headers = ['名称', '券类型', '面额', '折扣', '有效期类型', '有效天数'];
  const job = await bring(headers, [
    ['满百减五', '折扣', undefined, '0.9', undefined, undefined],
    ['九折', '折扣', undefined, '0.9', '领取后N天', 7],
    ['错', '折扣', 5, '0.9', undefined, undefined],
    ['缺', '立减', undefined, undefined, undefined, undefined],
    ['空', '立减', 3, 'NULL', undefined, 'NULL'],
  ]);
  expect(job).toMatchObject({ insertNum: 2, updateNum: 1, failNum: 2 });
  expect(await problems(job.id)).toEqual([
    '4 面额仅当券类型为“满减”或“立减”时填写，请清空',
    '5 面额不能为空',
  ]);
  expect(await info(key)).toMatchObject({ voucherType: 2, amount: null, threshold: null, discount: 0.9 });
  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
  expect(await finished(app, 'admin', undo.body.data.id)).toMatchObject({ failNum: 0 });
  expect(await info(key)).toMatchObject({ voucherType: 1, amount: 5, threshold: 100, discount: null });
});

test('a batch update and a value set in many rows change the rows that can take it, and tell the others', async () => {
  const [one, two] = [await added(off), await added(percent)];
  const set = async (values: object) => {
    const started = await app.call('admin', 'POST', `${voucher.path}/batch/set`, {
      everything: true,
      values,
    });
    expect(started.body.success, started.body.message).toBe(true);
    return finished(app, 'admin', started.body.data.id);
  };
  expect(await set({ amount: 8 })).toMatchObject({ updateNum: 1, failNum: 1 });
  expect([(await info(one)).amount, (await info(two)).amount]).toEqual([8, null]);
  const moved = await app.call('admin', 'PUT', voucher.path, { ...(await info(one)), voucherType: 3 });
  expect(moved.body).toMatchObject({ success: true });
  expect(await info(one)).toMatchObject({ voucherType: 3, amount: 8, threshold: null });
  expect(await info(two)).toMatchObject({ voucherType: 2, discount: 0.8 });
  const job = await bring(['代金券ID', '有效期类型'], [[two, '固定时间']], {}, 'batch/update');
  expect(job).toMatchObject({ updateNum: 1 });
  expect(await info(two)).toMatchObject({ validType: 1, validDays: null });
});

test('what is exported comes in again and changes nothing', async () => {
  await added(off);
  await added(percent);
  const started = await app.call('admin', 'POST', `${voucher.path}/export`, { tableId: voucher.tableId });
  const { url } = await finished(app, 'admin', started.body.data.id);
  const job = await importFile(app, 'admin', voucher, await upload(app, await download(app, url ?? '')));
  expect(job, job.message).toMatchObject({ status: 'success', sameNum: 2, insertNum: 0 });
});

test('the product itself keeps to it when it writes: no default where the field has no place, no leftover', async () => {
  const { engine } = app;
  const by = person();
  const [first = 0, second = 0] = await storeRows(
    engine,
    voucher,
    [
      { voucherName: '甲', voucherType: 1, amount: '5.00' },
      { voucherName: '乙', voucherType: 3, amount: '5.00' },
    ],
    { by },
  );
  expect([(await info(first)).threshold, (await info(second)).threshold]).toEqual([0, null]);
  await engine.db.transaction().execute(async db => {
    const change = await openChange(engine, db, voucher, { actor: by, now: engine.clock.now() });
    const rows = await lockRows(engine, db, voucher, [first], by);
    const values = { voucherType: 2, discount: '0.70' } as const;
    await updateLocked(
      engine,
      db,
      voucher,
      rows.map(row => ({ row, values })),
      { by, change },
    );
  });
  expect(await info(first)).toMatchObject({ amount: null, threshold: null, discount: 0.7 });
});
