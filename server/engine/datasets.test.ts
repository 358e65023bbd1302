import { calls } from '@yikao/model/contexts/calls.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { formatOf } from '@yikao/model/fields/parts/formats.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { isCommon, lookingKind } from '@yikao/model/kernel/scope.ts';
import { emptied, mustBeGiven, unnamed, writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../testing/database.ts';
import { ofThisDatabase } from '../testing/sample.ts';
import { personalKeys } from './read/filters.ts';
import { tableOf } from './table/tables.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { sampleRow } from './testing/samples.ts';
import { finished, readStored } from './testing/workbooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    // No row in the suite is this person's account.
    admin: person({ userId: 900_000 }),
    nobody: person({ userId: 900_003, admin: false }),
    // Holds every code and reaches only a province and partner without rows.
    elsewhere: person({ userId: 900_001, admin: true, provinceId: 999_999, partnersIds: [999_999] }),
    nothing: person({ userId: 900_002, admin: true, noRows: true }),
  });
});
afterAll(() => app.close());

/** Fields whose value the server side changes: a status derived from times, or the major of a school ranking. */
const rewritten: ReadonlySet<string> = new Set(['schExamType.applyStatus', 'rank.profName', 'goods.bizId']);

/** Adds a row that no other test uses and returns it as `info` shows it. */
async function newRow(dataset: AnyDataset, n: number) {
  const row = await sampleRow(app.engine, dataset, n);
  const added = await app.call('admin', 'POST', dataset.path, row);
  expect(added.body).toMatchObject({ success: true, code: 200 });
  const key = added.body.data[dataset.key];
  const info = await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
  expect(info.status).toBe(200);
  return { sent: row, key, row: info.body.data };
}

/** A value that is another one than this. */
const otherThan = (value: unknown) =>
  typeof value === 'number'
    ? value + 1
    : value === '2001-02-03 04:05:06'
      ? '2002-03-04 05:06:07'
      : '2001-02-03 04:05:06';

const can = (dataset: AnyDataset, action: AnyDataset['permissions']['actions'][number]) =>
  dataset.permissions.actions.includes(action);

const valued = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map(name => [name, value]));
const fieldsOf = (data: { readonly errors: readonly { readonly field: string }[] }) =>
  data.errors.map(({ field }) => field);

describe.each(ofThisDatabase(datasets, ({ name }) => name).map(dataset => ({ name: dataset.name, dataset })))(
  '$name',
  ({ dataset }) => {
    test('its table in the database is the one its declaration asks for', async () => {
      const table = tableOf(dataset);
      const columns = await sql<{ name: string; type: string; notNull: boolean }>`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null
      from pg_attribute a where a.attrelid = ${table.name}::regclass and a.attnum > 0 and not a.attisdropped
        -- The database makes these of the row's other columns.
        and a.attgenerated = ''`.execute(app.engine.db);
      const plain = (type: string) =>
        type
          .replace('character varying', 'varchar')
          .replace(/timestamp\((\d)\) with time zone/, 'timestamptz($1)');
      // Compare by name: a later column is last in the table but may be anywhere in the declaration.
      const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
      const found = columns.rows.map(column => ({ ...column, type: plain(column.type) }));
      expect(found.toSorted(byName)).toEqual(table.columns.toSorted(byName));
      const indexes = await sql<{ name: string }>`
      select indexname as name from pg_indexes where tablename = ${table.name}`.execute(app.engine.db);
      expect(indexes.rows.map(index => index.name)).toEqual(
        expect.arrayContaining(Object.keys(table.indexes)),
      );
    });

    test('a list may be asked by every declared filter and sorted by every shown column, and by nothing else', async () => {
      const list = await app.call('admin', 'GET', `${dataset.path}?current=1&size=5`);
      expect(list.body.data).toMatchObject({ current: 1, size: 5 });
      // Cities have a separate list for pickers at that address (domain B2).
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
      // A dataset without deletion may still have a call at that address: it voids a settlement.
      const removes = calls.some(({ method, path }) => method === 'DELETE' && path === dataset.path);
      expect((await app.call('nobody', 'DELETE', `${dataset.path}?ids=1`)).status).toBe(removes ? 403 : 404);
      expect(permissionCode(dataset, 'list')).toMatch(/^[a-zA-Z]+(:[a-zA-Z]+)+$/);
    });

    test.runIf(can(dataset, 'add'))('a row that is added is found, read, changed and deleted', async () => {
      const { sent, key, row } = await newRow(dataset, 11);
      for (const [name, value] of Object.entries(sent)) {
        if (dataset.fields[name]?.private) {
          expect(row, name).not.toHaveProperty(name);
          continue;
        }
        if (dataset.fields[name]?.kind === 'secret') {
          expect(row[name], name).toBe(true);
          continue;
        }
        if (Array.isArray(value) || ['decimal', 'money'].includes(dataset.fields[name]?.kind ?? '')) continue;
        if (value !== undefined && !rewritten.has(`${dataset.name}.${name}`))
          expect(row[name], name).toEqual(value);
      }
      expect(row.version).toBe(1);
      for (const hidden of ['deleted', 'createBy']) expect(row).not.toHaveProperty(hidden);

      const listed = await app.call('admin', 'GET', `${dataset.path}/list?${dataset.key}=${key}`);
      expect(listed.body.data).toMatchObject({ total: 1 });
      expect(listed.body.data.records[0][dataset.key]).toBe(key);

      // Sent back unchanged, a row is not changed and keeps its version.
      const same = await app.call('admin', 'PUT', dataset.path, row);
      if (can(dataset, 'update')) expect(same.body.success, same.body.message).toBe(true);
      expect(
        (await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).body.data,
      ).toEqual(row);

      if (!can(dataset, 'delete')) return;
      const gone = await app.call('admin', 'DELETE', `${dataset.path}?ids=${key}`);
      expect(gone.body).toMatchObject({ success: true, data: { count: 1 } });
      expect((await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).status).toBe(404);
      expect((await app.call('admin', 'DELETE', dataset.path, { ids: [key] })).status).toBe(404);
    });

    test.runIf(can(dataset, 'add'))(
      'a value that may not be written is refused by name, and so is a name that is no field',
      async () => {
        const { sent, key, row } = await newRow(dataset, 43);
        const added = await app.call('admin', 'POST', dataset.path, { ...sent, noSuchField: 1 });
        expect(added.body, JSON.stringify(added.body)).toMatchObject({ code: 400 });
        expect(fieldsOf(added.body.data)).toContain('noSuchField');
        if (!can(dataset, 'update')) return;
        const fixed = Object.keys(row).filter(
          name =>
            fieldOf(dataset, name) !== undefined &&
            name !== dataset.key &&
            !writableFields(dataset, 'update').includes(name),
        );
        for (const name of [...fixed, 'noSuchField']) {
          const body = { [dataset.key]: key, version: row.version, [name]: otherThan(row[name]) };
          const changed = await app.call('admin', 'PUT', dataset.path, body);
          expect(changed.body, name).toMatchObject({ code: 400, data: { errors: [{ field: name }] } });
        }
        const info = await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
        expect(info.body.data).toEqual(row);
      },
    );

    test.runIf(can(dataset, 'add'))(
      'a missing required field is named, and nothing is half-written',
      async () => {
        const before = (await app.call('admin', 'GET', `${dataset.path}/list`)).body.data.total;
        const refused = await app.call('admin', 'POST', dataset.path, {});
        expect(refused.body).toMatchObject({ code: 400, data: { reason: 'invalidFields' } });
        const entries = Object.entries(dataset.fields);
        // The row's other values decide which conditional fields it has.
        const wordless = Object.fromEntries(
          entries.map(([name, field]) => [name, unnamed(field, new Date())]),
        );
        const required = entries
          .filter(([, field]) => mustBeGiven(field) && !field.readOnly && belongs(field, wordless))
          .map(([name]) => name);
        expect(refused.body.data.errors.map((error: { field: string }) => error.field).sort()).toEqual(
          required.sort(),
        );
        expect((await app.call('admin', 'GET', `${dataset.path}/list`)).body.data.total).toBe(before);
      },
    );

    const never = Object.entries(dataset.fields)
      .filter(([, field]) => !field.readOnly && emptied(field) === undefined)
      .map(([name]) => name);
    test.runIf(can(dataset, 'add'))(
      'no default takes the place of what somebody emptied: it is refused by name, and the row stays as it is',
      async () => {
        const sent = await sampleRow(app.engine, dataset, 15);
        for (const empty of [null, '', '  ']) {
          const given = never.filter(name => dataset.fields[name]?.generated === undefined);
          const added = await app.call('admin', 'POST', dataset.path, { ...sent, ...valued(given, empty) });
          expect(added.body, JSON.stringify(empty)).toMatchObject({ code: 400 });
          expect(fieldsOf(added.body.data)).toEqual(expect.arrayContaining(given));
        }
        if (!can(dataset, 'update')) return;
        const { key, row } = await newRow(dataset, 15);
        // A secret left blank is kept.
        const fixed = never.filter(
          name =>
            name !== dataset.key &&
            !dataset.fields[name]?.lockedOnEdit &&
            dataset.fields[name]?.kind !== 'secret',
        );
        for (const empty of fixed.length === 0 ? [] : [null, '', '  ']) {
          const body = { [dataset.key]: key, version: row.version, ...valued(fixed, empty) };
          const changed = await app.call('admin', 'PUT', dataset.path, body);
          expect(fieldsOf(changed.body.data)).toEqual(expect.arrayContaining(fixed));
        }
        const stands = await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
        expect(stands.body.data).toEqual(row);
      },
    );

    const numbers = personalKeys(dataset).filter(
      name => dataset.fields[name] && !dataset.fields[name]?.readOnly,
    );
    test.runIf(can(dataset, 'add') && numbers.length > 0)(
      'the number of a person is found by the whole of it, by no part, and orders nothing',
      async () => {
        const fixed = Object.fromEntries(
          numbers.map((name, at) => {
            const field = dataset.fields[name];
            const form = field?.kind === 'text' ? formatOf(field.format) : undefined;
            return [name, form?.sample(5_000 + at) ?? `1390011220${at}`];
          }),
        );
        const row = await sampleRow(app.engine, dataset, 16, fixed);
        const added = await app.call('admin', 'POST', dataset.path, row);
        const key = added.body.data[dataset.key];
        for (const [name, number] of Object.entries(fixed)) {
          const total = async (query: string) =>
            (await app.call('admin', 'GET', `${dataset.path}?${query}`)).body.data?.total ?? 0;
          expect(await total(`${name}=${number}`)).toBe(1);
          for (const part of [number.slice(0, 10), number.slice(1), '%', '1390011220_', '139****2200']) {
            expect(await total(`${name}=${encodeURIComponent(part)}`), part).toBe(0);
          }
          const several = `${name}=${number}&${name}=13900112299&${dataset.key}=${key}`;
          expect((await app.call('admin', 'GET', `${dataset.path}?${several}`)).status).toBe(400);
          for (const sort of [name, `-${name}`, `${dataset.key},${name}`]) {
            const sorted = await app.call('admin', 'GET', `${dataset.path}?sort=${sort}`);
            expect(sorted.body.data, sort).toMatchObject({ reason: 'unknownSort' });
          }
        }
      },
    );

    test.runIf(can(dataset, 'import'))(
      'rows are listed and exported by the batch they came with',
      async () => {
        const batch = `批次 ${dataset.name}`;
        const { key } = await newRow(dataset, 17);
        await newRow(dataset, 18);
        const table = sql.table(tableOf(dataset).name);
        await sql`update ${table} set import_batch = ${batch} where ${sql.id(tableOf(dataset).key)} = ${key}`.execute(
          app.engine.db,
        );
        const list = await app.call(
          'admin',
          'GET',
          `${dataset.path}/list?importBatch=${encodeURIComponent(batch)}`,
        );
        expect(list.body.data).toMatchObject({
          total: 1,
          records: [{ [dataset.key]: key, importBatch: batch }],
        });
        expect(dataset.list.filters.map(({ as }) => as)).toContain('importBatch');
        const body = { tableId: dataset.tableId, fieldNames: ['importBatch'], importBatch: batch };
        const started = await app.call('admin', 'POST', `${dataset.path}/export`, body);
        const job = await finished(app, 'admin', started.body.data.id);
        expect(await readStored(app, job.url ?? '')).toEqual([['导入批次'], [batch]]);
      },
    );

    test.runIf(dataset.parent !== undefined && can(dataset, 'add'))(
      'rows come under each other, page by page of the top ones, and one by one where that is asked for',
      async () => {
        const parent = dataset.parent ?? '';
        const top = await newRow(dataset, 19);
        const within = dataset.fields[parent]?.kind === 'ref' ? (dataset.fields[parent].within ?? []) : [];
        const below = await sampleRow(app.engine, dataset, 20, {
          ...Object.fromEntries(within.map(name => [name, top.row[name]])),
          [parent]: top.key,
        });
        const key = (await app.call('admin', 'POST', dataset.path, below)).body.data[dataset.key];
        const rows = async (query: string) =>
          (await app.call('admin', 'GET', `${dataset.path}/list?size=200${query}`)).body.data;
        const tree = await rows('');
        expect(await rows('&tree=1')).toEqual(tree);
        const flat = await rows('&tree=0');
        const find = (page: typeof tree, id: number) =>
          page.records.find((row: Record<string, unknown>) => row[dataset.key] === id);
        expect(find(tree, top.key).children).toMatchObject([{ [dataset.key]: key, [parent]: top.key }]);
        expect(find(tree, key)).toBeUndefined();
        expect(find(flat, top.key)).not.toHaveProperty('children');
        expect(find(flat, key)).toBeDefined();
        expect(flat.total).toBeGreaterThan(tree.total);
        const first = await app.call('admin', 'GET', `${dataset.path}/list?size=1`);
        expect(first.body.data).toMatchObject({ total: tree.total, records: [{}] });
      },
    );

    test.runIf(can(dataset, 'add') && dataset.naturalKey.length > 0)(
      'a second row of the same natural key is refused, naming the first',
      async () => {
        const { sent, key } = await newRow(dataset, 12);
        const again = await app.call('admin', 'POST', dataset.path, sent);
        // For provinces and list entries, adding an existing row changes it (domain Q39, E2).
        if (['province', 'userPerm'].includes(dataset.name)) expect(again.body.success).toBe(true);
        else expect(again.body).toMatchObject({ code: 409, data: { reason: 'duplicate', id: key } });
      },
    );

    // Rows that ship with the product are changed, and not added.
    test.runIf(can(dataset, 'add') && can(dataset, 'update'))(
      'a stale version is refused with the row as it stands',
      async () => {
        const { row } = await newRow(dataset, 13);
        const stale = await app.call('admin', 'PUT', dataset.path, { ...row, version: row.version - 1 });
        expect(stale.body).toMatchObject({ code: 409, data: { reason: 'staleVersion', current: row } });
        const missing = await app.call('admin', 'PUT', dataset.path, { ...row, version: undefined });
        expect(missing.body).toMatchObject({ code: 400, data: { errors: [{ field: 'version' }] } });
      },
    );

    test.runIf(!isCommon(dataset) && can(dataset, 'add'))(
      'a foreign row is as one that does not exist',
      async () => {
        const { key, row, sent } = await newRow(dataset, 14);
        for (const who of ['elsewhere', 'nothing']) {
          expect((await app.call(who, 'GET', `${dataset.path}/list`)).body.data.total).toBe(0);
          expect((await app.call(who, 'GET', `${dataset.path}/options`)).body.data).toEqual([]);
          expect((await app.call(who, 'GET', `${dataset.path}/info?${dataset.key}=${key}`)).status).toBe(404);
          // A read-only reader gets the same refusal for any row.
          const looks = who === 'elsewhere' && lookingKind(dataset, ['partner', 'province']) !== undefined;
          const refused = looks ? 403 : 404;
          expect((await app.call(who, 'DELETE', `${dataset.path}?ids=${key}`)).status).toBe(refused);
          if (can(dataset, 'update')) {
            expect((await app.call(who, 'PUT', dataset.path, row)).status).toBe(refused);
          }
          const added = await app.call(who, 'POST', dataset.path, { ...sent, provinceId: sent.provinceId });
          expect(added.body.success).toBe(false);
        }
      },
    );
  },
);
