import { datasets } from '@yikao/model/datasets/index.ts';
import { type AnyDataset, permissionCode } from '@yikao/model/kernel/dataset.ts';
import { isCommon } from '@yikao/model/kernel/scope.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../testing/database.ts';
import { tableOf } from './tables.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { sampleRow } from './testing/samples.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    // No row of the suite is this person's own account.
    admin: person({ userId: 900_000 }),
    nobody: person({ admin: false }),
    // Holds every code, and sees the rows of a province and a partner that have none.
    elsewhere: person({ admin: true, provinceId: 999_999, partnersIds: [999_999] }),
    nothing: person({ admin: true, noRows: true }),
  });
});
afterAll(() => app.close());

/** Adds a row that no other test has and gives it back as `info` shows it. */
async function newRow(dataset: AnyDataset, n: number) {
  const row = await sampleRow(app.engine, dataset, n);
  const added = await app.call('admin', 'POST', dataset.path, row);
  expect(added.body).toMatchObject({ success: true, code: 200 });
  const key = added.body.data[dataset.key];
  const info = await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
  expect(info.status).toBe(200);
  return { sent: row, key, row: info.body.data };
}

const can = (dataset: AnyDataset, action: AnyDataset['permissions']['actions'][number]) =>
  dataset.permissions.actions.includes(action);

describe.each(datasets.map(dataset => ({ name: dataset.name, dataset })))('$name', ({ dataset }) => {
  test('its table in the database is the one its declaration asks for', async () => {
    const table = tableOf(dataset);
    const columns = await sql<{ name: string; type: string; notNull: boolean }>`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull"
      from pg_attribute a where a.attrelid = ${table.name}::regclass and a.attnum > 0 and not a.attisdropped`.execute(
      app.engine.db,
    );
    const plain = (type: string) =>
      type
        .replace('character varying', 'varchar')
        .replace(/timestamp\((\d)\) with time zone/, 'timestamptz($1)');
    // A column that came later stands at the end of a table and in the middle of a declaration.
    const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
    const found = columns.rows.map(column => ({ ...column, type: plain(column.type) }));
    expect(found.toSorted(byName)).toEqual(table.columns.toSorted(byName));
    const indexes = await sql<{ name: string }>`
      select indexname as name from pg_indexes where tablename = ${table.name}`.execute(app.engine.db);
    expect(indexes.rows.map(index => index.name)).toEqual(expect.arrayContaining(Object.keys(table.indexes)));
  });

  test('a list may be asked by every declared filter and sorted by every shown column, and by nothing else', async () => {
    const list = await app.call('admin', 'GET', `${dataset.path}?current=1&size=5`);
    expect(list.body.data).toMatchObject({ current: 1, size: 5 });
    // Cities have a list of their own for pickers at that address (domain B2).
    if (dataset.name !== 'city') {
      const other = await app.call('admin', 'GET', `${dataset.path}/list`);
      expect(other.body.data).toMatchObject({ current: 1, size: 10 });
    }
    for (const sort of dataset.list.sort) {
      expect((await app.call('admin', 'GET', `${dataset.path}?sort=${sort}`)).status).toBe(200);
    }
    const filter = await app.call('admin', 'GET', `${dataset.path}?password=1`);
    expect(filter.body).toMatchObject({ code: 400, data: { reason: 'unknownFilter' } });
    const sort = await app.call('admin', 'GET', `${dataset.path}?sort=deleted`);
    expect(sort.body).toMatchObject({ code: 400, data: { reason: 'unknownSort' } });
  });

  test('without a session 401, without the code 403, for every call', async () => {
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/info'],
      ...(can(dataset, 'add') ? [['POST', ''] as const] : []),
      ...(can(dataset, 'update') ? [['PUT', ''] as const] : []),
    ] as const) {
      expect((await app.call('', method, dataset.path + suffix)).status).toBe(401);
      expect(
        (await app.call('nobody', method, dataset.path + suffix, method === 'GET' ? undefined : {})).status,
      ).toBe(403);
    }
    expect((await app.call('nobody', 'DELETE', `${dataset.path}?ids=1`)).status).toBe(
      can(dataset, 'delete') ? 403 : 404,
    );
    expect(permissionCode(dataset, 'list')).toMatch(/^[a-zA-Z]+(:[a-zA-Z]+)+$/);
  });

  test.runIf(can(dataset, 'add'))('a row that is added is found, read, changed and deleted', async () => {
    const { sent, key, row } = await newRow(dataset, 11);
    for (const [name, value] of Object.entries(sent)) {
      if (dataset.fields[name]?.private) {
        expect(row, name).not.toHaveProperty(name);
        continue;
      }
      if (Array.isArray(value) || dataset.fields[name]?.kind === 'decimal') continue;
      if (value !== undefined && name !== 'applyStatus') expect(row[name], name).toEqual(value);
    }
    expect(row.version).toBe(1);
    for (const hidden of ['deleted', 'createBy', 'updateBy']) expect(row).not.toHaveProperty(hidden);

    const listed = await app.call('admin', 'GET', `${dataset.path}/list?${dataset.key}=${key}`);
    expect(listed.body.data).toMatchObject({ total: 1 });
    expect(listed.body.data.records[0][dataset.key]).toBe(key);

    // Sent back unchanged, a row stays as it is and keeps its version.
    const same = await app.call('admin', 'PUT', dataset.path, row);
    if (can(dataset, 'update')) expect(same.body.success, same.body.message).toBe(true);
    expect((await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data).toEqual(
      row,
    );

    const gone = await app.call('admin', 'DELETE', `${dataset.path}?ids=${key}`);
    expect(gone.body).toMatchObject({ success: true, data: { count: 1 } });
    expect((await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).status).toBe(404);
    expect((await app.call('admin', 'DELETE', dataset.path, { ids: [key] })).status).toBe(404);
  });

  test.runIf(can(dataset, 'add'))(
    'a missing required field is named, and nothing is half-written',
    async () => {
      const before = (await app.call('admin', 'GET', `${dataset.path}/list`)).body.data.total;
      const refused = await app.call('admin', 'POST', dataset.path, {});
      expect(refused.body).toMatchObject({ code: 400, data: { reason: 'invalidFields' } });
      const required = Object.entries(dataset.fields)
        .filter(([, field]) => field.required && field.default === undefined && !field.readOnly)
        .map(([name]) => name);
      expect(refused.body.data.errors.map((error: { field: string }) => error.field).sort()).toEqual(
        required.sort(),
      );
      expect((await app.call('admin', 'GET', `${dataset.path}/list`)).body.data.total).toBe(before);
    },
  );

  test.runIf(can(dataset, 'add') && dataset.naturalKey.length > 0)(
    'a second row of the same natural key is refused, naming the first',
    async () => {
      const { sent, key } = await newRow(dataset, 12);
      const again = await app.call('admin', 'POST', dataset.path, sent);
      // The province's POST is an upsert (domain Q39).
      if (dataset.name === 'province') expect(again.body.success).toBe(true);
      else expect(again.body).toMatchObject({ code: 409, data: { reason: 'duplicate', id: key } });
    },
  );

  test.runIf(can(dataset, 'update'))('a stale version is refused with the row as it stands', async () => {
    const { row } = await newRow(dataset, 13);
    const stale = await app.call('admin', 'PUT', dataset.path, { ...row, version: row.version - 1 });
    expect(stale.body).toMatchObject({ code: 409, data: { reason: 'staleVersion', current: row } });
    const missing = await app.call('admin', 'PUT', dataset.path, { ...row, version: undefined });
    expect(missing.body).toMatchObject({ code: 400, data: { errors: [{ field: 'version' }] } });
  });

  test.runIf(!isCommon(dataset) && can(dataset, 'add'))(
    'a foreign row is as one that does not exist',
    async () => {
      const { key, row, sent } = await newRow(dataset, 14);
      for (const who of ['elsewhere', 'nothing']) {
        expect((await app.call(who, 'GET', `${dataset.path}/list`)).body.data.total).toBe(0);
        expect((await app.call(who, 'GET', `${dataset.path}/options`)).body.data).toEqual([]);
        expect((await app.call(who, 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).status).toBe(404);
        expect((await app.call(who, 'DELETE', `${dataset.path}?ids=${key}`)).status).toBe(404);
        if (can(dataset, 'update')) {
          expect((await app.call(who, 'PUT', dataset.path, row)).status).toBe(404);
        }
        const added = await app.call(who, 'POST', dataset.path, { ...sent, provinceId: sent.provinceId });
        expect(added.body.success).toBe(false);
      }
    },
  );
});
