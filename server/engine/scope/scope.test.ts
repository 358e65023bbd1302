import { hasCall } from '@yikao/model/calls/dataset-calls.ts';
import { calls } from '@yikao/model/contexts/calls.ts';
import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { type Action, type AnyDataset, isWritten } from '@yikao/model/kernel/dataset.ts';
import {
  isUnbound,
  type ScopeKind,
  scopeField,
  scopeKinds,
  scopeReference,
} from '@yikao/model/kernel/scope.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasetServers } from '../../contexts/datasets.ts';
import { filesFeature } from '../../contexts/system/files/routes.ts';
import { migrated } from '../../testing/database.ts';
import { ofThisDatabase, sampleOf } from '../../testing/sample.ts';
import { columnName, tableName } from '../table/naming.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { boundBy, type Home, type Made, makeHome, next, ownRow, rowOf } from '../testing/homes.ts';
import { type Sample, sampleRow, switchedOn } from '../testing/samples.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../testing/workbooks.ts';
import type { Actor } from './actor.ts';

/** People by name; each combination adds its own, and the application uses them from then on. */
const people: Record<string, Actor> = {};
let app: TestApp;
/** Where the bound people are at home, and a competitor's. */
let ours: Home;
let theirs: Home;

beforeAll(async () => {
  people.admin = person({ userId: 900_000 });
  app = await openTestApp(migrated, people, [filesFeature]);
  ours = await makeHome(app.engine);
  theirs = await makeHome(app.engine);
});
afterAll(() => app.close());

/** Holds every permission code without being an administrator, since administrators see everyone's jobs. */
const holder = (parts: Partial<Actor>): Actor =>
  person({
    admin: false,
    permissions: new Set(permissionCodes().map(({ code }) => code)),
    ...parts,
  });

const can = (dataset: AnyDataset, action: Action) => dataset.permissions.actions.includes(action);

/** A dataset's effect on people of one kind: it binds them, is read-only for them, or leaves them unbound. */
function effectOf(dataset: AnyDataset, kind: ScopeKind): 'bound' | 'readOnly' | 'common' {
  const source = dataset.scope[kind];
  if (!isUnbound(source)) return 'bound';
  return 'readOnly' in source ? 'readOnly' : 'common';
}

const all = ofThisDatabase(datasets, ({ name }) => name).flatMap(dataset =>
  scopeKinds.map(kind => ({ name: `${dataset.name} by ${kind}`, dataset, kind })),
);
const combinations = all.filter(({ dataset, kind }) => effectOf(dataset, kind) === 'bound');
/**
 * The file and job scenarios are slow, and jobs use the same scope checks for every dataset and kind of binding: `npm
 * test` runs a sample that covers every kind.
 */
const byJobs = new Set(sampleOf('scope of jobs', combinations));
const lookedOn = all.filter(({ dataset, kind }) => effectOf(dataset, kind) === 'readOnly');
const open = all.filter(({ dataset, kind }) => effectOf(dataset, kind) === 'common');

async function versionOf(dataset: AnyDataset, key: number): Promise<number | undefined> {
  const found = await sql<{ version: number }>`
    select version from ${sql.table(tableName(dataset))}
    where ${sql.id(columnName(dataset.key))} = ${key} and not deleted`.execute(app.engine.db);
  return found.rows[0]?.version;
}

/**
 * A file is visible to its owner and administrators; for anyone else it does not exist, and a caller without a session
 * does not learn even that.
 */
async function expectPrivate(path: string | null | undefined, owner: string): Promise<void> {
  expect(path).toMatch(/^\/result\//);
  const get = async (token: string) =>
    (await app.app.inject({ url: `/common/file${path}`, headers: { 'access-token': token } })).statusCode;
  people.neighbour = holder({ userId: 650_000 });
  expect([await get(owner), await get('admin'), await get('neighbour'), await get('')]).toEqual([
    200, 200, 404, 401,
  ]);
}

const countOf = async (dataset: AnyDataset) =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(tableName(dataset))}`.execute(
      app.engine.db,
    )
  ).rows[0]?.n;

/** Reports whether rows are owned through their creator alone, or through such rows. */
function isMakers(dataset: AnyDataset, kind: ScopeKind): boolean {
  const reference = scopeReference(dataset.scope, kind);
  const field = reference === undefined ? undefined : dataset.fields[reference];
  if (field?.kind === 'ref') return isMakers(app.engine.dataset(field.to), kind);
  return dataset.scope[kind] === 'createBy';
}

/** Reports whether people choose rows of the dataset for rows that they write. */
function isChosen({ name }: AnyDataset): boolean {
  return (
    calls.some(({ chooses = [] }) => chooses.some(({ of }) => of === name)) ||
    datasets.some(({ fields }) =>
      Object.values(fields).some(
        field => (field.kind === 'ref' || field.kind === 'refs') && field.to === name && !field.readOnly,
      ),
    )
  );
}

describe.each(combinations)('$name', combination => {
  const { dataset, kind } = combination;
  const { path, key: keyName } = dataset;
  const hasJobs = byJobs.has(combination);
  const field = scopeField(dataset, kind);
  const reference = scopeReference(dataset.scope, kind);
  /** The field with the owner, unless the row's key is the owner. */
  const says = field === keyName ? undefined : (field ?? reference);
  /** Read-only owner: sent values are refused, and a new row automatically gets the caller's own. */
  const unwritten = field !== undefined && dataset.fields[field]?.readOnly === true;
  let own: Made;
  let foreign: Made;
  let who: string;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
    app.call(who, method, url, body);

  beforeAll(async () => {
    own = await ownRow(app.engine, dataset, ours);
    foreign = await ownRow(app.engine, dataset, theirs);
    who = `${dataset.name}-${kind}`;
    people[who] = holder({ userId: 800_000 + next(), ...boundBy[kind](ours) });
  });

  test('lists, counts, trees and look-ups hold the own row and not the foreign one', async () => {
    const keys = `${keyName}=${own.key}&${keyName}=${foreign.key}`;
    const list = await call('GET', `${path}?${keys}`);
    expect(list.body.data.total, 'total').toBe(1);
    expect(list.body.data.records.map((row: Sample) => row[keyName])).toEqual([own.key]);
    const all = await call('GET', `${path}?size=200&tree=1`);
    expect(JSON.stringify(all.body.data.records)).not.toContain(`"${keyName}":${foreign.key},`);
    const options = await call('GET', `${path}/options?values=${own.value}&values=${foreign.value}`);
    // Rows owned through their creator, for lack of another owner, are offered to everyone within reach who chooses them.
    const offered =
      isMakers(dataset, kind) && isChosen(dataset)
        ? expect.arrayContaining([own.value, foreign.value])
        : [own.value];
    expect(options.body.data.map((row: Sample) => row[dataset.identity.value])).toEqual(offered);
  });

  test('one row is read with its history when it is the own one; the foreign one does not exist', async () => {
    for (const call404 of isWritten(dataset) ? ['info', 'history'] : ['info']) {
      expect((await call('GET', `${path}/${call404}?${keyName}=${own.key}`)).status).toBe(200);
      expect((await call('GET', `${path}/${call404}?${keyName}=${foreign.key}`)).status).toBe(404);
    }
  });

  test.runIf(can(dataset, 'update'))(
    'the foreign row is not changed, and the own one not given away',
    async () => {
      const unbound = await app.call('admin', 'GET', `${path}/info?${keyName}=${foreign.key}`);
      expect((await call('PUT', path, unbound.body.data)).status).toBe(404);
      const { data } = (await call('GET', `${path}/info?${keyName}=${own.key}`)).body;
      expect((await call('PUT', path, data)).body.message).toBe('修改成功');
      if (says === undefined) return;
      if (unwritten || dataset.fields[says]?.lockedOnEdit) {
        const sent = await call('PUT', path, { ...data, [says]: unbound.body.data[says] });
        expect(sent.body).toMatchObject({ code: 400, data: { errors: [{ field: says }] } });
        expect((await call('GET', `${path}/info?${keyName}=${own.key}`)).body.data).toMatchObject({
          [says]: data[says],
          version: data.version,
        });
        return;
      }
      const moved = await call('PUT', path, { ...data, [says]: foreign.sent[says] });
      expect(moved.body.code).toBe(400);
      const emptied = await call('PUT', path, { ...data, [says]: null });
      expect(emptied.body.code).toBe(400);
      expect(await versionOf(dataset, own.key)).toBe(data.version);
    },
  );

  // The creator owns every new row.
  test.runIf(can(dataset, 'add') && dataset.scope[kind] !== 'createBy')(
    'a row is added within reach only, and to the own organisation by itself',
    async () => {
      const before = await countOf(dataset);
      // The sent values refer to the other organisation, in a row with a different natural key.
      const elsewhere = { ...(await sampleRow(app.engine, dataset, next(), scopedValues(foreign.sent))) };
      const refused = await call('POST', path, elsewhere);
      expect(refused.body.success, JSON.stringify(elsewhere)).toBe(false);
      expect(await countOf(dataset)).toBe(before);
      if (field === undefined || field === keyName) return;
      const { [field]: _, ...silent } = withoutOptional(
        dataset,
        await sampleRow(app.engine, dataset, next(), { ...(await ownParts()), ...scopedValues(own.sent) }),
      );
      const added = await call('POST', path, silent);
      expect(added.body.message).toBe('新增成功');
      const row = await call('GET', `${path}/info?${keyName}=${added.body.data[keyName]}`);
      expect(String(row.body.data[field])).toBe(String(ours[kind]));
    },
  );

  /** New rows of the same organisation for required references to rows that each organisation has separately. */
  async function ownParts(): Promise<Sample> {
    const parts: Sample = {};
    for (const [name, part] of Object.entries(dataset.fields)) {
      if (part.kind !== 'ref' || !part.required || part.readOnly || part.within || name === says) continue;
      const to = app.engine.dataset(part.to);
      const owned = typeof to.scope.partner === 'string' && to.permissions.actions.includes('add');
      // People bound to a province reach only its partners.
      if (!owned || (to.key === to.scope.partner && kind !== 'province')) continue;
      parts[name] = (await rowOf(app.engine, to, ours, switchedOn(to))).value;
    }
    return parts;
  }

  /** The values of a sent row that determine its owner, with their limiting fields. */
  function scopedValues(sent: Sample): Sample {
    if (says !== undefined) return { [says]: sent[says] };
    // A row identified by its own key is put under the other organisation's, if the dataset has parents.
    if (dataset.parent) return { [dataset.parent]: foreign.key };
    return dataset.keyBy === 'given' ? { [keyName]: 900_000 + next() } : {};
  }

  test.runIf(can(dataset, 'delete'))(
    'deleting, the trash and the way back leave foreign rows alone',
    async () => {
      expect((await call('DELETE', `${path}?ids=${foreign.key}`)).status).toBe(404);
      expect((await call('DELETE', path, { ids: [own.key, foreign.key] })).status).toBe(404);
      expect(await versionOf(dataset, own.key)).toBeDefined();
      const gone = await rowOf(app.engine, dataset, theirs);
      expect((await app.call('admin', 'DELETE', `${path}?ids=${gone.key}`)).body.message).toBe('删除成功');
      const trash = await call('GET', `${path}/trash?size=200`);
      expect(trash.body.data.records.map((row: Sample) => row[keyName])).not.toContain(gone.key);
      expect((await call('POST', `${path}/restore`, { ids: [gone.key] })).status).toBe(404);
    },
  );

  test.runIf(hasJobs && can(dataset, 'batchDelete'))('a batch deletion passes foreign rows by', async () => {
    const started = await call('POST', `${path}/batch/delete`, { importBatch: '', ids: [foreign.key] });
    await finished(app, who, started.body.data.id);
    expect(await versionOf(dataset, foreign.key)).toBeDefined();
  });

  test.runIf(hasJobs && can(dataset, 'export') && dataset.excel?.export.includes(keyName))(
    'an export holds own rows only, and the job is nobody else’s',
    async () => {
      const body = { tableId: dataset.tableId, title: '导出', fieldNames: [keyName] };
      const started = await call('POST', `${path}/export`, body);
      const job = await finished(app, who, started.body.data.id);
      expect(job.status, job.message).toBe('success');
      const keys = (await readStored(app, String(job.url))).slice(1).map(([cell]) => Number(cell));
      expect(keys).toContain(own.key);
      expect(keys).not.toContain(foreign.key);
      await expectPrivate(job.url, who);
      people.stranger = holder({ userId: 700_000 });
      expect(
        (await app.call('stranger', 'GET', `/api/base/log/info?id=${started.body.data.id}`)).status,
      ).toBe(404);
      const seen = await app.call('stranger', 'GET', `/api/base/log/list?ids=${started.body.data.id}`);
      expect(seen.body.data.total).toBe(0);
    },
  );

  test.runIf(hasJobs && can(dataset, 'import') && can(dataset, 'export'))(
    'a row of a file is refused when it is foreign',
    async () => {
      const version = await versionOf(dataset, foreign.key);
      const before = await countOf(dataset);
      const exported = await app.call('admin', 'POST', `${path}/export`, {
        tableId: dataset.tableId,
        title: '导出',
        fieldNames: (dataset.excel?.import ?? []).filter(name => dataset.excel?.export.includes(name)),
        id: foreign.key,
      });
      const { url } = await finished(app, 'admin', exported.body.data.id);
      const rows = await readStored(app, String(url));
      expect(rows).toHaveLength(2);
      const file = await upload(
        app,
        await writeSheet(app, rows[0]?.map(String) ?? [], [writable(rows[1])]),
        people[who]?.userId,
      );
      const job = await importFile(app, who, dataset, file);
      expect(job.failNum, job.message).toBe(1);
      await expectPrivate(job.logUrl, who);
      expect(await versionOf(dataset, foreign.key)).toBe(version);
      expect(await countOf(dataset)).toBe(before);
    },
  );

  test.runIf(hasJobs && can(dataset, 'batchUpdate'))(
    'a batch update does not find a foreign row',
    async () => {
      const version = await versionOf(dataset, foreign.key);
      const name = dataset.excel?.batchUpdate.find(column => dataset.fields[column]?.kind === 'text') ?? '';
      const file = await upload(
        app,
        await writeSheet(app, [keyName, name], [[foreign.key, 'X1']]),
        people[who]?.userId,
      );
      const job = await importFile(app, who, dataset, file, {}, 'batch/update');
      expect(job.failNum, job.message).toBe(1);
      expect(await versionOf(dataset, foreign.key)).toBe(version);
    },
  );

  const checkTypes = [...new Set((datasetServers[dataset.name]?.dataChecks ?? []).map(({ type }) => type))];
  test.runIf(checkTypes.length > 0)(
    'findings on foreign rows are not seen, and no check replaces them',
    async () => {
      const type = checkTypes[0];
      for (const { key } of [own, foreign]) {
        await sql`
        insert into t_data_check (dataset, data_id, type, level, rule_code, message, message_en)
        values (${dataset.name}, ${key}, ${type}::smallint, 3, 'planted', '问题', 'Fault')`.execute(
          app.engine.db,
        );
      }
      const seen = async (name: string) => {
        const { body } = await app.call(name, 'GET', `${path}/check/list?type=${type}&size=200`);
        return body.data.records.map(({ dataId }: { dataId: number }) => dataId);
      };
      expect(await seen('admin')).toEqual(expect.arrayContaining([own.key, foreign.key]));
      expect(await seen(who)).toContain(own.key);
      expect(await seen(who)).not.toContain(foreign.key);
      const started = await call('POST', `${path}/check`, { type, [keyName]: [own.key, foreign.key] });
      const job = await finished(app, who, started.body.data.id);
      expect(job.status, job.message).toBe('success');
      const left = await sql<{ id: number }>`
      select data_id as id from t_data_check
      where dataset = ${dataset.name} and rule_code = 'planted' and data_id = any(${[own.key, foreign.key]}::bigint[])`.execute(
        app.engine.db,
      );
      expect(left.rows.map(({ id }) => id)).toEqual([foreign.key]);
      people.blind = holder({ userId: 610_000, noRows: true });
      expect(await seen('blind')).toEqual([]);
    },
  );

  test('a role without its organisation gives no row at all', async () => {
    people.nobody = holder({ userId: 600_000, noRows: true });
    const list = await app.call('nobody', 'GET', `${path}?${keyName}=${own.key}`);
    expect(list.body.data.total ?? list.body.data.length).toBe(0);
    expect((await app.call('nobody', 'GET', `${path}/options`)).body.data).toEqual([]);
    expect((await app.call('nobody', 'GET', `${path}/info?${keyName}=${own.key}`)).status).toBe(404);
  });

  test.runIf(kind === 'partner')('a partner reaches the rows of those under it', async () => {
    people.parent = holder({ userId: 500_000, partnersIds: [ours.partner, theirs.partner] });
    const list = await app.call('parent', 'GET', `${path}?${keyName}=${own.key}&${keyName}=${foreign.key}`);
    expect(list.body.data.total).toBe(2);
  });
});

describe.each(lookedOn)('$name', ({ dataset, kind }) => {
  const { path, key: keyName } = dataset;
  const who = `looks-${dataset.name}-${kind}`;
  const hidden = Object.keys(dataset.fields).filter(name => dataset.fields[name]?.hiddenFrom?.includes(kind));
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
    app.call(who, method, url, body);
  let own: Made;
  let foreign: Made;

  beforeAll(async () => {
    own = await ownRow(app.engine, dataset, ours);
    foreign = await ownRow(app.engine, dataset, theirs);
    people[who] = holder({ userId: 300_000 + next(), ...boundBy[kind](ours) });
  });

  test('shows its own home’s rows, without what is not meant for it, and no competitor’s', async () => {
    const list = await call('GET', `${path}?${keyName}=${own.key}&${keyName}=${foreign.key}`);
    expect(list.body.data.records.map((row: Sample) => row[keyName])).toEqual([own.key]);
    const options = await call('GET', `${path}/options?values=${own.value}&values=${foreign.value}`);
    expect(options.body.data.map((row: Sample) => row[dataset.identity.value])).toEqual([own.value]);
    const info = await call('GET', `${path}/info?${keyName}=${own.key}`);
    const history = await call('GET', `${path}/history?${keyName}=${own.key}`);
    expect([info.status, history.status]).toEqual([200, hasCall(dataset, 'history') ? 200 : 404]);
    expect((await call('GET', `${path}/info?${keyName}=${foreign.key}`)).status).toBe(404);
    for (const name of hidden) {
      expect(Object.keys(info.body.data)).not.toContain(name);
      expect(Object.keys(list.body.data.records[0])).not.toContain(name);
      expect(JSON.stringify(history.body.data)).not.toContain(`"${name}"`);
      expect((await call('GET', `${path}?sort=${name}`)).status, name).toBe(400);
      expect((await call('GET', `${path}/options?${name}=0`)).status, name).toBe(400);
    }
  });

  test.runIf(can(dataset, 'export'))('exports no more than it shows', async () => {
    const about = { tableId: dataset.tableId, title: '导出' };
    for (const name of hidden) {
      const refused = await call('POST', `${path}/export`, { ...about, fieldNames: [keyName, name] });
      expect(refused.status, name).toBe(400);
    }
    const started = await call('POST', `${path}/export`, { ...about, fieldNames: [] });
    const job = await finished(app, who, started.body.data.id);
    const [head, ...rows] = await readStored(app, String(job.url));
    for (const name of hidden) expect(head).not.toContain(dataset.fields[name]?.label.zh);
    const at = head?.indexOf(String(dataset.fields[keyName]?.label.zh)) ?? 0;
    const keys = rows.map(row => Number(row[at]));
    expect(keys).toContain(own.key);
    expect(keys).not.toContain(foreign.key);
    const columns = await call('GET', `/api/base/table/column?tableId=${dataset.tableId}`);
    const names = columns.body.data.map(({ columnName: name }: { columnName: string }) => name);
    expect(names.filter((name: string) => hidden.includes(name))).toEqual([]);
  });

  test('nothing is changed by it, not even of its own home', async () => {
    const { data } = (await app.call('admin', 'GET', `${path}/info?${keyName}=${own.key}`)).body;
    const writes: [Action, () => Promise<{ status: number }>][] = [
      ['update', () => call('PUT', path, data)],
      ['add', async () => call('POST', path, await sampleRow(app.engine, dataset, next()))],
      ['delete', () => call('DELETE', `${path}?ids=${own.key}`)],
      ['delete', () => call('GET', `${path}/trash`)],
      ['delete', () => call('POST', `${path}/restore`, { ids: [own.key] })],
      ['batchDelete', () => call('POST', `${path}/batch/delete`, { ids: [own.key] })],
      ['import', () => call('POST', `${path}/import`, {})],
      ['batchUpdate', () => call('POST', `${path}/batch/update`, {})],
      ['batchUpdate', () => call('POST', `${path}/batch/set`, {})],
    ];
    for (const [action, write] of writes) {
      if (can(dataset, action)) expect((await write()).status, action).toBe(403);
    }
    expect(await versionOf(dataset, own.key)).toBe(data.version);
  });
});

test.each(open)('$name leaves the rows to everybody who may list them', async ({ dataset, kind }) => {
  // Rows that ship with the product cannot be added, so an existing one is used. Others get a separate home, because
  // few values distinguish the rows of one home and the numbers repeat.
  const row = can(dataset, 'add') ? await ownRow(app.engine, dataset, await makeHome(app.engine)) : undefined;
  people.anybody = holder({ userId: 250_000, ...boundBy[kind](ours) });
  const list = await app.call('anybody', 'GET', `${dataset.path}${row ? `?${dataset.key}=${row.key}` : ''}`);
  expect(list.status).toBe(200);
  if (row) expect(list.body.data.total).toBe(1);
});

/**
 * Datasets whose rows one kind of organisation leaves to all, without another kind of its people that gives them an
 * owner.
 */
const everybodys = open.filter(
  ({ dataset, kind }) =>
    kind !== 'own' && !dataset.screen && (kind !== 'agency' || effectOf(dataset, 'partner') === 'common'),
);
const written = everybodys.filter(({ dataset }) => can(dataset, 'update') || can(dataset, 'add'));

test.each(written)(
  '$name: rows of everybody are changed by nobody who is bound',
  async ({ dataset, kind }) => {
    const { path, key: keyName } = dataset;
    const home = await makeHome(app.engine);
    const row = can(dataset, 'add') ? await ownRow(app.engine, dataset, home) : undefined;
    people.bound = holder({ userId: 260_000, ...boundBy[kind](ours) });
    const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, body: unknown) =>
      app.call('bound', method, url, body);
    const standing = row && (await app.call('admin', 'GET', `${path}/info?${keyName}=${row.key}`)).body.data;
    const writes: [Action, () => Promise<{ status: number }>][] = [
      ['update', () => call('PUT', path, standing ?? { [keyName]: 1, version: 1 })],
      ['add', async () => call('POST', path, await sampleRow(app.engine, dataset, next()))],
      ['delete', () => call('DELETE', path, { ids: [row?.key ?? 1] })],
      ['delete', () => call('POST', `${path}/restore`, { ids: [row?.key ?? 1] })],
      ['import', () => call('POST', `${path}/import`, {})],
      ['batchUpdate', () => call('POST', `${path}/batch/update`, {})],
      ['batchUpdate', () => call('POST', `${path}/batch/set`, {})],
      ['batchDelete', () => call('POST', `${path}/batch/delete`, { ids: [row?.key ?? 1] })],
    ];
    for (const [action, write] of writes) {
      if (can(dataset, action)) expect((await write()).status, action).toBe(403);
    }
    if (row) expect(await versionOf(dataset, row.key)).toBe(standing.version);
  },
);

test('somebody of one province renames no province, not even the own one, and goes on seeing that alone', async () => {
  const { province } = registry;
  people.hunan = holder({ userId: 261_000, provinceId: ours.province });
  const list = await app.call('hunan', 'GET', `${province.path}?size=200`);
  expect(list.body.data.records.map((row: Sample) => row.provinceId)).toEqual([ours.province]);
  const [row] = list.body.data.records;
  expect((await app.call('hunan', 'PUT', province.path, { ...row, provinceName: '广东' })).status).toBe(403);
  expect((await app.call('admin', 'PUT', province.path, row)).status).toBe(200);
});

test('somebody of a partner and a province changes reference data of that province, and of no other', async () => {
  const { schExamType } = registry;
  people.both = holder({ userId: 262_000, partnersIds: [ours.partner], provinceId: ours.province });
  const [own, foreign] = [
    await ownRow(app.engine, schExamType, ours),
    await ownRow(app.engine, schExamType, theirs),
  ];
  const info = async (who: string, key: number) =>
    (await app.call(who, 'GET', `${schExamType.path}/info?${schExamType.key}=${key}`)).body.data;
  expect((await app.call('both', 'PUT', schExamType.path, await info('both', own.key))).status).toBe(200);
  const sent = await info('admin', foreign.key);
  expect((await app.call('both', 'PUT', schExamType.path, sent)).status).toBe(404);
});

test('a duplicate names the row to those alone who reach it', async () => {
  const { wishUser } = registry;
  const theirRow = await ownRow(app.engine, wishUser, theirs);
  const ourRow = await ownRow(app.engine, wishUser, ours);
  people.competitor = holder({ userId: 263_000, partnersIds: [ours.partner] });
  const read = async (key: number) =>
    (await app.call('admin', 'GET', `${wishUser.path}/info?userId=${key}`)).body.data;
  const [{ mobile: foreign }, { mobile: own }] = [await read(theirRow.key), await read(ourRow.key)];
  const add = async (who: string, mobile: string) =>
    app.call(who, 'POST', wishUser.path, {
      // Channels and salespeople are their partner's, too.
      ...(await sampleRow(app.engine, wishUser, next(), {
        partnersId: ours.partner,
        channelId: null,
        saleUserId: null,
      })),
      mobile,
    });
  const hidden = await add('competitor', foreign);
  expect([hidden.status, hidden.body.message]).toEqual([409, '已存在，请联系管理员']);
  expect(JSON.stringify(hidden.body)).not.toContain(String(theirRow.key));
  expect((await add('competitor', own)).body.message).toContain(`ID ${ourRow.key}`);
  expect((await add('admin', foreign)).body.message).toContain(`ID ${theirRow.key}`);
  const sheet = await writeSheet(
    app,
    ['考生姓名', '手机号', '省份', '年份'],
    [['某人', foreign, null, 2026]],
  );
  const file = await upload(app, sheet, people.competitor?.userId);
  const job = await importFile(app, 'competitor', wishUser, file);
  const errors = await app.call('competitor', 'GET', `/api/base/log/info?id=${job.id}`);
  expect(JSON.stringify(errors.body)).not.toContain(String(theirRow.key));
});

test('a competitor’s name is not told by the rows that refer to it', async () => {
  const { partners, userChannel } = registry;
  const { engine } = app;
  const under = await rowOf(engine, partners, ours);
  await sql`update t_partners set parent_id = ${theirs.partner} where partners_id = ${ours.partner}`.execute(
    engine.db,
  );
  await sql`update t_partners set parent_id = ${ours.partner} where partners_id = ${under.key}`.execute(
    engine.db,
  );
  people.told = holder({ userId: 240_000, partnersIds: [ours.partner, under.key] });
  const parentOf = async (who: string, key: number) =>
    (await app.call(who, 'GET', `${partners.path}/info?partnersId=${key}`)).body.data.parentName;
  expect(await parentOf('told', ours.partner)).toBeNull();
  expect(await parentOf('told', under.key)).toMatch(/^样本/);
  expect(await parentOf('admin', ours.partner)).toMatch(/^样本/);
  await sql`update t_partners set parent_id = 0 where partners_id = ${ours.partner}`.execute(engine.db);

  // A binding of the caller's channel to another person, as an administrator may have created it.
  const binding = await rowOf(engine, userChannel, ours);
  await sql`update t_user_channel set user_id = ${theirs.own} where id = ${binding.key}`.execute(engine.db);
  const read = await app.call('told', 'GET', `${userChannel.path}?id=${binding.key}`);
  expect(read.body.data.records).toMatchObject([{ userName: null, channelName: expect.any(String) }]);
  const body = { tableId: userChannel.tableId, title: '导出', fieldNames: ['id', 'userId', 'channelId'] };
  const started = await app.call('told', 'POST', `${userChannel.path}/export`, body);
  const job = await finished(app, 'told', started.body.data.id);
  const exported = (await readStored(app, String(job.url))).find(([id]) => Number(id) === binding.key);
  expect(String(exported?.[1])).toBe(String(theirs.own));
  expect(exported?.[2]).toMatch(/^样本/);
});

test('an agency cannot take itself to another partner, nor answer an application of its partner’s', async () => {
  const { agent, partnersApply } = registry;
  const { engine } = app;
  const under = await rowOf(engine, registry.partners, ours);
  people.studio = holder({
    userId: 230_000,
    agentId: ours.agency,
    partnersIds: [ours.partner, under.key],
  });
  const { data } = (await app.call('studio', 'GET', `${agent.path}/info?agentId=${ours.agency}`)).body;
  for (const partnersId of [theirs.partner, under.key]) {
    expect((await app.call('studio', 'PUT', agent.path, { ...data, partnersId })).status).toBe(400);
    const transfer = { agentIds: [ours.agency], partnersId };
    expect((await app.call('studio', 'PUT', `${agent.path}/transfer`, transfer)).status).toBe(400);
  }
  const waiting = await rowOf(engine, partnersApply, ours);
  await sql`update t_partners_apply set account_id = null where apply_id = ${waiting.key}`.execute(engine.db);
  expect((await app.call('studio', 'GET', `${partnersApply.path}/info?applyId=${waiting.key}`)).status).toBe(
    404,
  );
});

test('rows for all provinces are read by people of one, and changed by none of them', async () => {
  const { limitDate, partners } = registry;
  const { engine } = app;
  people.clerk = holder({ userId: 220_000, provinceId: ours.province });
  const everywhere = await rowOf(engine, partners, ours, { provinceIds: [] });
  const service = { limitType: 4, dataYear: 2050 };
  const window = await rowOf(engine, limitDate, ours, { ...service, provinceId: 0 });
  for (const [dataset, key] of [
    [partners, everywhere.key],
    [limitDate, window.key],
  ] as const) {
    const read = await app.call('clerk', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
    expect(read.status).toBe(200);
    expect((await app.call('clerk', 'PUT', dataset.path, read.body.data)).status).toBe(403);
    expect((await app.call('clerk', 'DELETE', `${dataset.path}?ids=${key}`)).status).toBe(404);
    expect(await versionOf(dataset, key)).toBe(1);
  }
  // Rows below such a row are shared too.
  const { channel } = registry;
  const beneath = await rowOf(engine, channel, ours, { partnersId: everywhere.key });
  const { data } = (await app.call('clerk', 'GET', `${channel.path}/info?channelId=${beneath.key}`)).body;
  expect((await app.call('clerk', 'PUT', channel.path, { ...data, contact: '乙' })).status).toBe(403);
  // The window of another province is hidden, and the general one is returned instead.
  await rowOf(engine, limitDate, theirs, service);
  const asked = await app.call(
    'clerk',
    'GET',
    `/api/base/get_limit_date?limitType=4&dataYear=2050&provinceId=${theirs.province}`,
  );
  expect(asked.body.data.id).toBe(window.key);
});

/** A row without its optional references, which may point to rows the person does not see. */
function withoutOptional(dataset: AnyDataset, row: Sample): Sample {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const field = dataset.fields[name];
      return field?.kind !== 'ref' || field.required;
    }),
  );
}

/** Cells that can be written again: dates and long numbers from a reader become text. */
function writable(cells: readonly unknown[] = []): (string | number | null)[] {
  return cells.map(cell =>
    cell === undefined || cell === null
      ? null
      : typeof cell === 'object'
        ? String((cell as { text?: unknown }).text)
        : typeof cell === 'number'
          ? cell
          : String(cell),
  );
}

describe('a person who asks for anything at all', () => {
  interface World {
    readonly dataset: AnyDataset;
    /** Key, and owners by each kind that binds the dataset through its own columns; empty without any. */
    readonly rows: readonly {
      readonly key: number;
      readonly owners: ReadonlyMap<ScopeKind, readonly number[]>;
      readonly maker: number | null;
    }[];
  }
  let worlds: World[];

  beforeAll(async () => {
    // The table contents after the combinations above, read without the engine so that the test is independent of it.
    worlds = await Promise.all(
      datasets
        .filter(({ scope }) => scopeKinds.some(kind => !isUnbound(scope[kind])))
        .map(async dataset => {
          const kinds = scopeKinds.filter(kind => scopeField(dataset, kind) !== undefined);
          const columns = kinds.map(
            kind => sql`${sql.id(columnName(scopeField(dataset, kind) ?? ''))} as ${sql.id(kind)}`,
          );
          const key = sql`${sql.id(columnName(dataset.key))} as key`;
          const found = await sql<Record<string, number | number[] | null>>`
            select ${sql.join([key, sql`create_by as maker`, ...columns])}
            from ${sql.table(tableName(dataset))} where not deleted`.execute(app.engine.db);
          const numbers = (value: unknown) =>
            [value].flat().flatMap(one => (one === null || one === undefined ? [] : [Number(one)]));
          return {
            dataset,
            rows: found.rows.map(row => ({
              key: Number(row.key),
              owners: new Map(kinds.map(kind => [kind, numbers(row[kind])])),
              maker: numbers(row.maker)[0] ?? null,
            })),
          };
        }),
    );
  });

  /** Reports whether people bound to these may read a row; an empty list and the number 0 mean everyone. */
  function isOpen(
    dataset: AnyDataset,
    kind: ScopeKind,
    owners: readonly number[],
    allowed: readonly number[],
  ) {
    const field = dataset.fields[scopeField(dataset, kind) ?? ''];
    if (field?.kind === 'refs' && owners.length === 0) return true;
    if (field?.kind === 'ref' && field.zero && owners[0] === 0) return true;
    return owners.some(owner => allowed.includes(owner));
  }

  const reads = ['', '/list', '/info', '/options', '/trash', '/history'] as const;

  test('no foreign row ever comes back', async () => {
    const owners = [
      ...new Set(worlds.flatMap(({ rows }) => rows.flatMap(row => [...row.owners.values()].flat()))),
    ];
    const session = fc.record({
      partnersIds: fc.option(fc.uniqueArray(fc.constantFrom(...owners), { minLength: 1, maxLength: 3 })),
      provinceId: fc.option(fc.constantFrom(...owners)),
      agentId: fc.option(fc.constantFrom(...owners)),
      userId: fc.constantFrom(ours.own, theirs.own, 400_000),
      ownRowsOnly: fc.boolean(),
      noRows: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
    });
    const asked = fc.record({
      world: fc.integer({ min: 0, max: worlds.length - 1 }),
      read: fc.constantFrom(...reads),
      row: fc.nat({ max: 200 }),
      others: fc.array(fc.nat({ max: 200 }), { maxLength: 5 }),
      query: fc.constantFrom(
        '',
        '&size=200',
        '&tree=1&size=200',
        '&current=2&size=1',
        '&deleted=true',
        '&sort=-createTime',
      ),
    });
    await fc.assert(
      fc.asyncProperty(session, asked, async (parts, { world: at, read, row, others, query }) => {
        const world = worlds[at % worlds.length];
        if (!world || world.rows.length === 0) return;
        const { dataset, rows } = world;
        people.random = holder(parts);
        const reach = new Map<ScopeKind, readonly number[] | null>([
          // An agency without a partner is not bound to one.
          ['partner', parts.partnersIds ?? (parts.agentId === null ? null : [])],
          ['province', parts.provinceId === null ? null : [parts.provinceId]],
          ['agency', parts.agentId === null ? null : [parts.agentId]],
          ['own', parts.ownRowsOnly ? [parts.userId] : null],
        ]);
        const foreign = new Set(
          rows
            .filter(
              ({ owners: of, maker }) =>
                parts.noRows ||
                (parts.ownRowsOnly &&
                  read !== '/options' &&
                  dataset.scope.own === 'createBy' &&
                  maker !== parts.userId) ||
                [...of].some(([kind, owned]) => {
                  const allowed = reach.get(kind) ?? null;
                  return allowed !== null && !isOpen(dataset, kind, owned, allowed);
                }),
            )
            .map(({ key }) => key),
        );
        const keys = [row, ...others].map(index => rows[index % rows.length]?.key);
        const name = read === '/options' ? 'values' : dataset.key;
        const url = `${dataset.path}${read}?${keys.map(key => `${name}=${key}`).join('&')}${query}`;
        const { body, status } = await app.call('random', 'GET', url);
        expect(status).toBeLessThan(500);
        if (read === '/info' || read === '/history') {
          if (foreign.has(Number(keys[0]))) expect(status, url).toBe(404);
          return;
        }
        if (status !== 200) return;
        const records: Sample[] = Array.isArray(body.data) ? body.data : body.data.records;
        const flat = records.flatMap(record => [
          record,
          ...((record.children as Sample[] | undefined) ?? []),
        ]);
        if (read === '/options' && dataset.identity.value !== dataset.key) return;
        for (const record of flat) {
          expect(foreign, `${url} as ${JSON.stringify(parts)}`).not.toContain(Number(record[dataset.key]));
        }
      }),
      { numRuns: 400 },
    );
  });
});
