import { hasCall } from '@yikao/model/calls/dataset-calls.ts';
import { waitingCalls } from '@yikao/model/calls/waiting-calls.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { waitingItems } from '@yikao/model/contexts/waiting.ts';
import { type AnyDataset, readPath } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import { permissionCode, permissionCodes } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeded } from './contexts/testing/seeded-app.ts';
import { changes } from './engine/history/changes.ts';
import { findJob } from './engine/jobs/lifecycle/job.ts';
import { mayReadJob } from './engine/jobs/lifecycle/rights.ts';
import { aggregateSeen } from './engine/read/aggregate.ts';
import { page } from './engine/read/page.ts';
import { summary } from './engine/read/summary.ts';
import type { Actor } from './engine/scope/actor.ts';
import { seenBy } from './engine/scope/seen.ts';
import { columnName, tableName } from './engine/table/naming.ts';
import { openTestApp, person, type TestApp } from './engine/testing/app.ts';
import { finished, readStored } from './engine/testing/workbooks.ts';
import { boundKinds, boundPeople } from './testing/rights/bound-people.ts';
import { sampleOf } from './testing/sample.ts';

let app: TestApp;
const people: Record<string, Actor> = {};

beforeAll(async () => {
  app = await openTestApp(seeded, people);
  const every = new Set(permissionCodes().map(({ code }) => code));
  const rest = { admin: false, userId: 900_002, permissions: every };
  for (const [kind, bound] of Object.entries(await boundPeople(app.engine)))
    people[kind] = person({ ...rest, ...bound });
}, 120_000);
afterAll(() => app.close());

function actorOf(kind: string): Actor {
  const actor = people[kind];
  if (!actor) throw new Error(`Nobody is bound by ${kind}`);
  return actor;
}

/** The keys of all rows of a list, as its reader gets them. */
async function listedKeys(actor: Actor, dataset: AnyDataset): Promise<Set<number>> {
  const keys = new Set<number>();
  for (let current = 1; ; current++) {
    const { records } = await page(app.engine, seenBy(dataset, actor), actor, { size: 200, current });
    for (const row of records) keys.add(Number(row[dataset.key]));
    if (records.length < 200) return keys;
  }
}

/** The keys of all rows in the table, also of those that nobody may see. */
async function keysInTable({ name, key }: AnyDataset): Promise<Set<number>> {
  const found = await sql<{ key: number }>`
    select ${sql.id(columnName(key))} as key from ${sql.table(tableName({ name }))} where not deleted`.execute(
    app.engine.db,
  );
  return new Set(found.rows.map(row => Number(row.key)));
}

/** The number of rows that an export of the list writes. */
async function exported(kind: string, dataset: AnyDataset): Promise<number> {
  const { status, body } = await app.call(kind, 'POST', `${dataset.path}/export`, {
    tableId: dataset.tableId,
  });
  expect(status, `${dataset.name}: ${body.message}`).toBe(200);
  await app.runJobs();
  const { rows } = await sql<{ done: number; status: string }>`
    select done, status from t_biz_log where id = ${body.data.id}`.execute(app.engine.db);
  expect(rows[0]?.status).toBe('success');
  return Number(rows[0]?.done);
}

const lists = datasets.filter(({ permissions }) => permissions.actions.includes('list'));

describe.each(boundKinds)('somebody with every code, bound by %s', kind => {
  test.each(sampleOf(`roads within ${kind}`, lists).map(dataset => ({ name: dataset.name, dataset })))(
    'gets of $name in sums, exports and changes what the list shows, and no more',
    async ({ dataset }) => {
      const actor = actorOf(kind);
      const seen = seenBy(dataset, actor);
      const listed = await listedKeys(actor, dataset);
      const { count } = await summary(app.engine, seen, actor, {});
      expect(count).toBe(listed.size);
      // The demo data's codes are sealed with a separate key, and an export opens them.
      if (dataset.permissions.actions.includes('export') && dataset.name !== 'cardCode') {
        expect(await exported(kind, dataset)).toBe(listed.size);
      }
      const inTable = await keysInTable(dataset);
      const { records } = await changes(app.engine, seen, actor, { size: '20' });
      const hidden = records
        .map(({ key }) => Number(key))
        .filter(key => inTable.has(key) && !listed.has(key));
      expect(hidden).toEqual([]);
    },
  );

  test('finds rows of its lists alone on the home page', async () => {
    const { status, body } = await app.call(kind, 'GET', waitingCalls.all.path);
    expect(status, body.message).toBe(200);
    for (const { name, query, count, records } of body.data.rows) {
      const of = waitingItems.find(item => item.name === name)?.of;
      if (!of) throw new Error(`No item ${name}`);
      const asked = Object.entries<unknown[]>(query).flatMap(([key, values]) =>
        values.map(value => `${key}=${value}`),
      );
      const list = await app.call(kind, 'GET', `${readPath(of)}/list?size=200&${asked.join('&')}`);
      expect(list.status, `${name}: ${list.body.message}`).toBe(200);
      expect(count, name).toBeLessThanOrEqual(list.body.data.total);
      const keys = new Set(list.body.data.records.map((row: Record<string, unknown>) => row[of.key]));
      const beyond = records.filter((row: Record<string, unknown>) => !keys.has(row[of.key]));
      if (list.body.data.total <= 200) expect(beyond, name).toEqual([]);
    }
  });
});

/** Every field that needs a code, with its dataset. */
const needing = datasets.flatMap(dataset =>
  Object.entries(dataset.fields).flatMap(([name, field]) =>
    field.needs === undefined ? [] : [{ of: dataset.name, name, code: field.needs, dataset, field }],
  ),
);

test('some field needs a code', () => {
  expect(needing.map(({ of, name }) => `${of}.${name}`)).toContain('examAnswer.applyId');
});

describe.each(needing)('$name of $of, which needs $code', ({ dataset, name, code, field }) => {
  const { path, key, tableId } = dataset;
  const nameKey = refNameKey(name);
  const every = () => new Set(permissionCodes().map(one => one.code));
  const kind = `without ${code}`;
  const call = (url: string) => app.call(kind, 'GET', url);

  beforeAll(() => {
    const codes = new Set<string>(every());
    codes.delete(code);
    people[kind] = person({ admin: false, userId: 900_003, permissions: codes });
    people.holder = person({ admin: false, userId: 900_004, permissions: every() });
    people.lister = person({
      admin: false,
      userId: 900_005,
      permissions: new Set([permissionCode(dataset, 'list')]),
    });
  });

  test('is shown with its name to people who hold the code, and to administrators', async () => {
    people.chief = person({ admin: true, userId: 900_006, permissions: new Set() });
    for (const who of ['holder', 'chief']) {
      const { body } = await app.call(who, 'GET', `${path}/list?size=1`);
      expect(Object.keys(body.data.records[0]), who).toEqual(expect.arrayContaining([name, nameKey]));
      const value = body.data.records[0][name];
      const found = await app.call(who, 'GET', `${path}/list?${name}=${value}`);
      expect(found.body.data.total, who).toBeGreaterThan(0);
    }
  });

  test('is in no list, details, trash, history, change, look-up or list of waiting rows', async () => {
    const list = await call(`${path}/list?size=200`);
    expect(list.body.data.total).toBeGreaterThan(0);
    const own = list.body.data.records[0][key];
    const urls = [
      ...[`${path}/list?size=200`, `${path}/info?${key}=${own}`, `${path}/options`],
      ...(hasCall(dataset, 'summary') ? [`${path}/summary`] : []),
      ...(hasCall(dataset, 'history') ? [`${path}/history?${key}=${own}`, `${path}/changes?size=20`] : []),
      ...(hasCall(dataset, 'trash') ? [`${path}/trash`] : []),
      waitingCalls.all.path,
      `/api/base/table/column?tableId=${tableId}`,
    ];
    for (const url of urls) {
      const { status, body } = await call(url);
      expect(status, `${url}: ${body.message}`).toBe(200);
      const rows = url === waitingCalls.all.path ? waitingOf(body.data.rows) : body.data;
      for (const told of [`"${name}"`, `"${nameKey}"`]) expect(JSON.stringify(rows), url).not.toContain(told);
    }
  });

  test('filters, orders, groups and sums nothing', async () => {
    const asked = [
      ...[`${path}/list?${name}=1`, `${path}/list?${name}[]=1`, `${path}/options?${name}=1`],
      ...[`${path}/list?sort=${name}`, `${path}/list?sort=-${name}`],
      ...(hasCall(dataset, 'summary') ? [`${path}/summary?${name}=1`] : []),
      ...(hasCall(dataset, 'changes') ? [`${path}/changes?field=${name}`] : []),
    ];
    for (const url of asked) {
      const { status, body } = await call(url);
      const kept = { status, text: body.message };
      expect(kept, url).toMatchObject({ status: 400, text: expect.stringContaining(name) });
    }
    const actor = actorOf(kind);
    const seen = seenBy(dataset, actor);
    const grouped = aggregateSeen(app.engine, seen, actor, { measures: { count: 'count' }, by: name });
    await expect(grouped).rejects.toMatchObject({ code: 'forbidden' });
    const filtered = aggregateSeen(app.engine, seen, actor, {
      measures: { count: 'count' },
      filters: { [name]: 1 },
    });
    await expect(filtered).rejects.toMatchObject({ code: 'unknownFilter' });
  });

  test.runIf(dataset.permissions.actions.includes('export'))('is in no export', async () => {
    const about = { tableId, title: '导出' };
    const chosen = await app.call(kind, 'POST', `${path}/export`, { ...about, fieldNames: [key, name] });
    expect(chosen.status).toBe(400);
    const started = await app.call(kind, 'POST', `${path}/export`, { ...about, [name]: '-1' });
    const job = await finished(app, kind, started.body.data.id);
    const [head, ...rows] = await readStored(app, String(job.url));
    expect(head).not.toContain(field.label.zh);
    // A filter that the person does not have narrows nothing, so that the number of rows tells nothing.
    expect(rows.length).toBe((await call(`${path}/list?size=1`)).body.data.total);
    // A file that a person exported with the code is kept from the same person without it.
    const whole = await app.call('holder', 'POST', `${path}/export`, about);
    const made = await finished(app, 'holder', whole.body.data.id);
    expect((await readStored(app, String(made.url)))[0]).toContain(field.label.zh);
    const stored = await findJob(app.engine.db, whole.body.data.id);
    if (!stored) throw new Error('The job is gone');
    const former = { ...actorOf('holder'), permissions: actorOf(kind).permissions };
    const reads = [actorOf('holder'), former].map(actor => mayReadJob(app.engine, stored, actor));
    expect(await Promise.all(reads)).toEqual([true, false]);
  });

  test.runIf(field.kind === 'ref')('gives nobody the names of the rows it refers to', async () => {
    if (field.kind !== 'ref') return;
    const target = app.engine.dataset(field.to);
    const names = await app.call('lister', 'GET', `${target.path}/options`);
    expect(names.status, names.body.message).toBe(403);
  });
});

/** The rows of one dataset on the home page are distinguished from those of others by the item. */
function waitingOf(items: readonly { readonly name: string }[]) {
  return items.filter(({ name }) =>
    needing.some(({ of }) => waitingItems.find(item => item.name === name)?.of.name === of),
  );
}
