import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../../excel/index.ts';
import { migrated } from '../../testing/database.ts';
import { createTableSql } from '../table/tables.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { voucher } from '../testing/voucher-dataset.ts';
import { finished, importFile, upload, writeSheet } from '../testing/workbooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() }, [], [voucher]);
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_test_voucher`.execute(app.engine.db));

const list = async (query: string) =>
  (await app.call('admin', 'GET', `${voucher.path}/list?${query}`)).body.data.records.map(
    ({ voucherName }: { voucherName: string }) => voucherName,
  );
const add = (voucherName: string, more: object) =>
  app.call('admin', 'POST', voucher.path, { voucherName, voucherType: 3, amount: 5, ...more });
const bring = async (headers: string[], rows: WriteCell[][]) =>
  importFile(app, 'admin', voucher, await upload(app, await writeSheet(app, headers, rows)));

test('a number is found by its beginning, another by the whole of it, and neither by a part', async () => {
  await add('甲', { voucherNo: 'AB2026001', mobile: '13800000001' });
  await add('乙', { voucherNo: 'AB2026002', mobile: '13800000002' });
  await add('丙', { voucherNo: 'XAB2026', mobile: '13800000003' });
  expect(await list('voucherNo=AB2026')).toEqual(['乙', '甲']);
  expect(await list('voucherNo=AB2026002')).toEqual(['乙']);
  expect(await list('voucherNo=B2026')).toEqual([]);
  expect(await list(`voucherNo=${encodeURIComponent('%2026')}`)).toEqual([]);
  for (const written of [
    '138-0000-0003',
    '+86 138 0000 0003',
    '（86）１３８０００００００３',
    '138\u200B00000003',
  ]) {
    expect(await list(`mobile=${encodeURIComponent(written)}`), written).toEqual(['丙']);
  }
});

test('the database finds them by their indexes, which the printed table has', async () => {
  const printed = createTableSql(voucher);
  for (const line of [
    'create index t_test_voucher_find_voucher_no on t_test_voucher (voucher_no varchar_pattern_ops) where not deleted',
    'create index t_test_voucher_find_mobile on t_test_voucher (mobile) where not deleted',
    'create index t_test_voucher_by_voucher_type_end_time on t_test_voucher (voucher_type, end_time) where not deleted',
    'create unique index t_test_voucher_uk_mobile_in_voucher_type on t_test_voucher (mobile) where not deleted and voucher_type in (1, 2)',
  ]) {
    expect(printed).toContain(line);
  }
  // For an empty table any plan is as good as another, except a disallowed one.
  const plan = await app.engine.db.transaction().execute(async db => {
    await sql`set local enable_seqscan = off`.execute(db);
    const found = await sql<Record<string, string>>`
      explain select 1 from t_test_voucher as d where d.voucher_no like 'AB%' and not d.deleted`.execute(db);
    return found.rows.map(row => Object.values(row)[0]).join('\n');
  });
  expect(plan).toContain('t_test_voucher_find_voucher_no');
});

test('of one mobile number there is one row in certain states, and as many as one likes in others', async () => {
  const mobile = '13900000001';
  const discount = { voucherType: 2, amount: undefined, discount: 0.8 };
  expect((await add('一', { mobile })).status).toBe(200);
  expect((await add('二', { mobile })).status).toBe(200);
  const first = (await add('三', { mobile, ...discount })).body.data.voucherId;
  const second = await add('四', { mobile, voucherType: 1 });
  expect(second.body).toMatchObject({ code: 409, data: { reason: 'duplicate', id: first } });
  expect(second.body.data.errors[0]).toMatchObject({ field: 'mobile' });
  expect(second.body.data.errors[0].message).toContain('该手机号已有满减券或折扣券');
  expect((await add('五', { voucherType: 1 })).status).toBe(200);
  expect((await add('六', { voucherType: 1 })).status).toBe(200);

  const moved = await app.call('admin', 'PUT', voucher.path, {
    voucherId: first,
    version: 1,
    voucherType: 3,
    amount: 1,
  });
  expect(moved.status).toBe(200);
  const free = await add('四', { mobile, voucherType: 1 });
  expect(free.status).toBe(200);
  const back = await app.call('admin', 'PUT', voucher.path, { voucherId: first, version: 2, ...discount });
  expect(back.body).toMatchObject({ code: 409, data: { id: free.body.data.voucherId } });

  await app.call('admin', 'DELETE', `${voucher.path}?ids=${free.body.data.voucherId}`);
  expect((await add('七', { mobile, voucherType: 1 })).status).toBe(200);
  const restored = await app.call('admin', 'POST', `${voucher.path}/restore`, {
    ids: [free.body.data.voucherId],
  });
  expect(restored.body).toMatchObject({ code: 409, data: { reason: 'duplicate' } });
});

test('an import refuses the row that would be the second one, by its message, and takes the others', async () => {
  await add('旧', { mobile: '13900000002', voucherType: 1 });
  const job = await bring(
    ['名称', '券类型', '面额', '手机'],
    [
      ['甲', '满减', 5, '13900000002'],
      ['乙', '满减', 5, '13900000003'],
      ['丙', '立减', 5, '13900000002'],
      ['丁', '满减', 5, '13900000003'],
    ],
  );
  expect(job).toMatchObject({ insertNum: 2, failNum: 2 });
  const { records } = (await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`)).body.data;
  expect(
    records.map((row: { row: number; errors: { message: string }[] }) => [row.row, row.errors[0]?.message]),
  ).toEqual([
    [2, '该手机号已有满减券或折扣券'],
    [5, '该手机号已有满减券或折扣券'],
  ]);
  expect((await list('')).sort()).toEqual(['丙', '乙', '旧'].sort());
  // Undo restores a row that the job added and a person deleted only if its place is still free.
  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
  expect(await finished(app, 'admin', undo.body.data.id)).toMatchObject({ failNum: 0 });
});
