import { datasets } from '@yikao/model/datasets/index.ts';
import {
  type Action,
  type AnyDataset,
  isWritten,
  type ScopeKind,
  scopeField,
  scopeKinds,
} from '@yikao/model/kernel/dataset.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasetServers } from '../datasets/index.ts';
import { filesFeature } from '../features/files/routes.ts';
import { migrated } from '../testing/database.ts';
import { type Actor, elevated } from './actor.ts';
import { columnName, tableName } from './naming.ts';
import { add } from './save.ts';
import { openTestApp, person, type TestApp } from './testing/app.ts';
import { type Sample, sampleRow } from './testing/samples.ts';
import { finished, importFile, readStored, upload, writeSheet } from './testing/workbooks.ts';

/** People by name; each combination adds its own, and the application knows them from then on. */
const people: Record<string, Actor> = {};
let app: TestApp;

beforeAll(async () => {
  people.admin = person({ userId: 900_000 });
  app = await openTestApp(migrated, people, [filesFeature]);
});
afterAll(() => app.close());

/** Holds every permission code without being an administrator, who sees everybody's jobs. */
const holder = (parts: Partial<Actor>): Actor =>
  person({
    admin: false,
    permissions: new Set(permissionCodes().map(({ code }) => code)),
    ...parts,
  });

const can = (dataset: AnyDataset, action: Action) => dataset.permissions.actions.includes(action);

let counter = 100;
const next = () => counter++;

/** A row that was made, and whose it is by one kind of scope. */
interface Made {
  readonly key: number;
  readonly sent: Sample;
  /** What others refer to it by. */
  readonly value: number;
  /** The organisation it belongs to. */
  readonly owner: number;
}

/** A dataset whose rows come in by a call of its own, as if people added them. */
function opened(dataset: AnyDataset): AnyDataset {
  const unlocked = Object.entries(dataset.fields).map(([name, field]) => [
    name,
    name === dataset.key ? field : { ...field, readOnly: false },
  ]);
  return {
    ...dataset,
    fields: Object.fromEntries(unlocked),
    permissions: { ...dataset.permissions, actions: [...dataset.permissions.actions, 'add'] },
  };
}

async function insert(
  dataset: AnyDataset,
  fixed: Sample,
): Promise<{ key: number; value: number; sent: Sample }> {
  const open = can(dataset, 'add') ? dataset : opened(dataset);
  const sent = await sampleRow(app.engine, open, next(), fixed);
  const made = await add(app.engine, open, elevated(), sent);
  const key = Number(made[dataset.key]);
  const found = await sql<{ value: number }>`
    select ${sql.id(columnName(dataset.identity.value))} as value from ${sql.table(tableName(dataset))}
    where ${sql.id(columnName(dataset.key))} = ${key}`.execute(app.engine.db);
  return { key, value: Number(found.rows[0]?.value), sent };
}

/** A row of `dataset` that belongs, by `kind`, to an organisation: one of its own unless `owner` is given. */
async function rowOf(dataset: AnyDataset, kind: ScopeKind, owner?: number): Promise<Made> {
  const source = dataset.scope === 'unscoped' ? undefined : dataset.scope[kind];
  if (source === undefined) throw new Error(`${dataset.name} is not scoped by ${kind}`);
  if (source === dataset.key) {
    const made = await insert(dataset, {});
    return { ...made, owner: made.key };
  }
  const name = typeof source === 'string' ? source : source.through;
  const field = dataset.fields[name];
  if (field?.kind !== 'ref') throw new Error(`${dataset.name}.${name} is no reference`);
  const target = app.engine.dataset(field.to);
  const above =
    typeof source === 'object'
      ? await rowOf(target, kind, owner)
      : owner === undefined
        ? await insert(target, {})
        : { value: owner };
  const made = await insert(dataset, { [name]: above.value });
  return { ...made, owner: 'owner' in above ? above.owner : above.value };
}

const bound: Record<ScopeKind, (owner: number) => Partial<Actor>> = {
  partner: owner => ({ partnersIds: [owner] }),
  province: owner => ({ provinceId: owner }),
  agency: owner => ({ agentId: owner }),
  own: owner => ({ userId: owner, ownRowsOnly: true }),
};

const combinations = datasets.flatMap(dataset =>
  dataset.scope === 'unscoped'
    ? []
    : scopeKinds
        .filter(kind => dataset.scope !== 'unscoped' && dataset.scope[kind] !== undefined)
        .map(kind => ({ name: `${dataset.name} by ${kind}`, dataset, kind })),
);

async function versionOf(dataset: AnyDataset, key: number): Promise<number | undefined> {
  const found = await sql<{ version: number }>`
    select version from ${sql.table(tableName(dataset))}
    where ${sql.id(columnName(dataset.key))} = ${key} and not deleted`.execute(app.engine.db);
  return found.rows[0]?.version;
}

/** A file is its owner's and the administrators'; to anybody else it is not there, and a stranger is not told even that. */
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

describe.each(combinations)('$name', ({ dataset, kind }) => {
  const { path, key: keyName } = dataset;
  let own: Made;
  let foreign: Made;
  let who: string;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
    app.call(who, method, url, body);

  beforeAll(async () => {
    own = await rowOf(dataset, kind);
    foreign = await rowOf(dataset, kind);
    who = `${dataset.name}-${kind}`;
    people[who] = holder({ userId: 800_000 + next(), ...bound[kind](own.owner) });
  });

  test('lists, counts, trees and look-ups hold the own row and not the foreign one', async () => {
    const keys = `${keyName}=${own.key}&${keyName}=${foreign.key}`;
    const list = await call('GET', `${path}?${keys}`);
    expect(list.body.data.total, 'total').toBe(dataset.name === 'city' ? list.body.data.total : 1);
    expect(list.body.data.records.map((row: Sample) => row[keyName])).toEqual([own.key]);
    const all = await call('GET', `${path}?size=200&tree=1`);
    expect(JSON.stringify(all.body.data.records)).not.toContain(`"${keyName}":${foreign.key},`);
    const options = await call('GET', `${path}/options?values=${own.value}&values=${foreign.value}`);
    expect(options.body.data.map((row: Sample) => row[dataset.identity.value])).toEqual([own.value]);
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
      const field = scopeField(dataset, kind);
      if (field === undefined || field === keyName) return;
      const moved = await call('PUT', path, { ...data, [field]: foreign.owner });
      expect(moved.body.code).toBe(400);
      const emptied = await call('PUT', path, { ...data, [field]: null });
      expect(emptied.body.code).toBe(400);
      expect(await versionOf(dataset, own.key)).toBe(data.version);
    },
  );

  test.runIf(can(dataset, 'add'))(
    'a row is added within reach only, and to the own organisation by itself',
    async () => {
      const before = await countOf(dataset);
      // The sent values lead to the foreign organisation, in a row of another natural key.
      const elsewhere = { ...(await sampleRow(app.engine, dataset, next(), scopedValues(foreign.sent))) };
      const refused = await call('POST', path, elsewhere);
      expect(refused.body.success, JSON.stringify(elsewhere)).toBe(false);
      expect(await countOf(dataset)).toBe(before);
      const field = scopeField(dataset, kind);
      if (field === undefined || field === keyName) return;
      const { [field]: _, ...silent } = withoutOptional(
        dataset,
        await sampleRow(app.engine, dataset, next(), scopedValues(own.sent)),
      );
      const added = await call('POST', path, silent);
      expect(added.body.message).toBe('新增成功');
      const row = await call('GET', `${path}/info?${keyName}=${added.body.data[keyName]}`);
      expect(row.body.data[field]).toBe(own.owner);
    },
  );

  /** The values of a sent row that say whose it is, and what lies within them. */
  function scopedValues(sent: Sample): Sample {
    const source = dataset.scope === 'unscoped' ? undefined : dataset.scope[kind];
    const name = typeof source === 'object' ? source.through : source;
    if (name === undefined) return {};
    // A row that is told by its own key is put under the foreign one, where the dataset has parents.
    if (name === keyName)
      return dataset.parent
        ? { [dataset.parent]: foreign.key }
        : dataset.keyBy === 'given'
          ? { [keyName]: 900_000 + next() }
          : {};
    return { [name]: sent[name] };
  }

  test.runIf(can(dataset, 'delete'))(
    'deleting, the trash and the way back leave foreign rows alone',
    async () => {
      expect((await call('DELETE', `${path}?ids=${foreign.key}`)).status).toBe(404);
      expect((await call('DELETE', path, { ids: [own.key, foreign.key] })).status).toBe(404);
      expect(await versionOf(dataset, own.key)).toBeDefined();
      const gone = await rowOf(dataset, kind, kindOwner(foreign));
      expect((await app.call('admin', 'DELETE', `${path}?ids=${gone.key}`)).body.message).toBe('删除成功');
      const trash = await call('GET', `${path}/trash?size=200`);
      expect(trash.body.data.records.map((row: Sample) => row[keyName])).not.toContain(gone.key);
      expect((await call('POST', `${path}/restore`, { ids: [gone.key] })).status).toBe(404);
    },
  );

  /** The organisation of a row, where another row can have it too. */
  function kindOwner(row: Made): number | undefined {
    return scopeField(dataset, kind) === keyName ? undefined : row.owner;
  }

  test.runIf(can(dataset, 'batchDelete'))('a batch deletion passes foreign rows by', async () => {
    const started = await call('POST', `${path}/batch/delete`, { importBatch: '', ids: [foreign.key] });
    await finished(app, who, started.body.data.id);
    expect(await versionOf(dataset, foreign.key)).toBeDefined();
  });

  test.runIf(can(dataset, 'export') && dataset.excel?.export.includes(keyName))(
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

  test.runIf(can(dataset, 'import') && can(dataset, 'export'))(
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

  test.runIf(can(dataset, 'batchUpdate'))('a batch update does not find a foreign row', async () => {
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
  });

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
      expect(left.rows.map(({ id }) => Number(id))).toEqual([foreign.key]);
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
    people.parent = holder({ userId: 500_000, partnersIds: [own.owner, foreign.owner] });
    const list = await app.call('parent', 'GET', `${path}?${keyName}=${own.key}&${keyName}=${foreign.key}`);
    expect(list.body.data.total).toBe(2);
  });
});

/** A row without the references that it can do without: those may lead to rows that the person does not see. */
function withoutOptional(dataset: AnyDataset, row: Sample): Sample {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const field = dataset.fields[name];
      return field?.kind !== 'ref' || field.required;
    }),
  );
}

/** Cells as they can be written again: what a reader gives as a date or a long number goes back as its text. */
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

describe('whoever asks for whatever', () => {
  interface World {
    readonly dataset: AnyDataset;
    /** Key, and owner by each kind that the dataset has a field for; null where it has none. */
    readonly rows: readonly {
      readonly key: number;
      readonly owners: ReadonlyMap<ScopeKind, number | null>;
    }[];
  }
  let worlds: World[];

  beforeAll(async () => {
    // What is in the tables after the combinations above, read past the engine: the test has a mind of its own.
    worlds = await Promise.all(
      datasets
        .filter(({ scope }) => scope !== 'unscoped')
        .map(async dataset => {
          const kinds = scopeKinds.filter(kind => scopeField(dataset, kind) !== undefined);
          const columns = kinds.map(
            kind => sql`${sql.id(columnName(scopeField(dataset, kind) ?? ''))} as ${sql.id(kind)}`,
          );
          const found = await sql<Record<string, number | null>>`
            select ${sql.join([sql`${sql.id(columnName(dataset.key))} as key`, ...columns])}
            from ${sql.table(tableName(dataset))} where not deleted`.execute(app.engine.db);
          return {
            dataset,
            rows: found.rows.map(row => ({
              key: Number(row.key),
              owners: new Map(kinds.map(kind => [kind, row[kind] === null ? null : Number(row[kind])])),
            })),
          };
        }),
    );
  });

  const reads = ['', '/list', '/info', '/options', '/trash', '/history'] as const;

  test('no foreign row ever comes back', async () => {
    const owners = [
      ...new Set(worlds.flatMap(({ rows }) => rows.flatMap(row => [...row.owners.values()]))),
    ].filter(id => id !== null);
    const session = fc.record({
      partnersIds: fc.option(fc.uniqueArray(fc.constantFrom(...owners), { minLength: 1, maxLength: 3 })),
      provinceId: fc.option(fc.constantFrom(...owners)),
      agentId: fc.option(fc.constantFrom(...owners)),
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
        people.random = holder({ userId: 400_000, ...parts });
        const reach = new Map<ScopeKind, readonly number[] | null>([
          ['partner', parts.partnersIds],
          ['province', parts.provinceId === null ? null : [parts.provinceId]],
          ['agency', parts.agentId === null ? null : [parts.agentId]],
        ]);
        const foreign = new Set(
          rows
            .filter(
              ({ owners: of }) =>
                parts.noRows ||
                [...of].some(([kind, owner]) => {
                  const allowed = reach.get(kind) ?? null;
                  return allowed !== null && (owner === null || !allowed.includes(owner));
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
