import type { StateCounts } from '@yikao/model/calls/states.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { fieldOf, settableFields } from '@yikao/model/kernel/dataset.ts';
import { isCommon } from '@yikao/model/kernel/scope.ts';
import {
  askedBy,
  editIn,
  mayDelete,
  mayEdit,
  startsFrom,
  stateLabel,
  stateNamed,
  statesOf,
} from '@yikao/model/kernel/states.ts';
import type { AnyMachine, Step } from '@yikao/model/kernel/steps.ts';
import { writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepServers } from '../../step-servers.ts';
import { migrated } from '../../testing/database.ts';
import { ofThisDatabase, sampleOf } from '../../testing/sample.ts';
import { elevated } from '../scope/actor.ts';
import { columnName, tableName } from '../table/naming.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import {
  canonicalSamples,
  leaveAlone,
  prepareSteps,
  prepareTaking,
  sampleRow,
  stepSample,
} from '../testing/samples.ts';
import { testOrder, testOrderStepServer } from '../testing/stepped-dataset.ts';
import { finished, importFile, upload, writeSheet } from '../testing/workbooks.ts';
import { insertRows } from '../write/internal-write.ts';

let app: TestApp;
/** The document of the calls, as an administrator gets it. */
let document: { readonly tags: { name: string; description: string }[]; readonly paths: object };
let made = 500;

const admin = { userId: 900_000 };
beforeAll(async () => {
  app = await openTestApp(
    migrated,
    {
      admin: person(admin),
      // None of them has an account's id.
      nobody: person({ userId: 900_001, admin: false }),
      elsewhere: person({
        userId: 900_002,
        admin: true,
        provinceId: 999_999,
        partnersIds: [999_999],
        agentId: 999_999,
      }),
      nothing: person({ userId: 900_003, admin: true, noRows: true }),
      // Holds every code of the dataset except the step's.
      almost: person({ userId: 900_004, admin: false, permissions: new Set() }),
    },
    [],
    [testOrder],
    { steps: [testOrderStepServer] },
  );
  document = (await app.app.inject({ url: '/openapi.json', headers: { 'access-token': 'admin' } })).json();
});
afterAll(() => app.close());

/** Keys of new rows that no test has had yet, by dataset. */
const stock = new Map<string, number[]>();
/** Rows being created, by dataset: other callers wait for them. */
const making = new Map<string, Promise<void>>();
/** Rows created together: separately, each would look up their references again. */
const madeAtATime = 12;

/** Creates new rows of a dataset together. */
async function fillStock(dataset: AnyDataset): Promise<void> {
  const numbers = Array.from({ length: madeAtATime }, (_, at) => made + 1 + at);
  made += madeAtATime;
  const rows = await canonicalSamples(app.engine, dataset, numbers);
  // Some listen to new rows with steps, which belong into a transaction.
  const keys = await app.engine.db
    .transaction()
    .execute(db => insertRows(app.engine, db, dataset, rows, { by: elevated() }));
  stock.set(dataset.name, keys);
}

/** The key of a new row, used only once. */
async function newRow(dataset: AnyDataset): Promise<number> {
  const { name } = dataset;
  for (;;) {
    const key = stock.get(name)?.shift();
    if (key !== undefined) return key;
    if (!making.has(name))
      making.set(
        name,
        fillStock(dataset).finally(() => making.delete(name)),
      );
    await making.get(name);
  }
}

interface Standing {
  readonly state: unknown;
  readonly version: number;
}

/** A row, and its values when it was put into its state. */
interface Placed {
  readonly key: number;
  readonly before: Standing | undefined;
}

/** A new row set to a state by hand, since the suite tests the ways of reaching it. */
async function place(machine: AnyMachine, dataset: AnyDataset, state: string): Promise<Placed> {
  const key = await newRow(dataset);
  await prepareSteps(app.engine, dataset, key);
  const code = stateNamed(machine, state).code;
  const { rows } = await sql<Standing>`
    update ${sql.table(tableName(dataset))} set ${sql.id(columnName(machine.field))} = ${code}
    where ${sql.id(columnName(dataset.key))} = ${key}
    returning ${sql.id(columnName(machine.field))} as state, version`.execute(app.engine.db);
  return { key, before: rows[0] };
}

/** The key of a {@link place}d row. */
async function rowIn(machine: AnyMachine, dataset: AnyDataset, state: string): Promise<number> {
  return (await place(machine, dataset, state)).key;
}

/** Rows by dataset and state that attempts left unchanged. */
const untouched = new Map<string, Placed>();

/** A row still in the state it was put into; a test that does not change it returns it. */
async function borrow(machine: AnyMachine, dataset: AnyDataset, state: string): Promise<Placed> {
  const name = `${dataset.name} ${state}`;
  const known = untouched.get(name);
  untouched.delete(name);
  return known ?? place(machine, dataset, state);
}

function giveBack(dataset: AnyDataset, state: string, row: Placed): void {
  untouched.set(`${dataset.name} ${state}`, row);
}

async function standing(
  machine: AnyMachine,
  dataset: AnyDataset,
  key: number,
): Promise<Standing | undefined> {
  const found = await sql<Standing>`
    select ${sql.id(columnName(machine.field))} as state, version from ${sql.table(tableName(dataset))}
    where ${sql.id(columnName(dataset.key))} = ${key}`.execute(app.engine.db);
  return found.rows[0];
}

const take = (who: string, dataset: AnyDataset, step: Step, body: object) =>
  app.call(who, 'PUT', `${dataset.path}/${step.name}`, body);

const used = (machine: AnyMachine) =>
  statesOf(machine).flatMap(({ name }) =>
    name === undefined || machine.unused?.includes(name) ? [] : [name],
  );

// The test machine has the features that the product's do not use yet.
const cases = ofThisDatabase(
  [...stepServers, testOrderStepServer].flatMap(({ machine }) =>
    machine.datasets.map(dataset => ({ name: dataset.name, machine, dataset })),
  ),
  ({ name }) => name,
);
/** Other ways of changing rows behave alike on all machines and are slow to test: `npm test` covers a sample. */
const sampled = new Set(
  sampleOf(
    'roads beside the steps',
    cases.filter(({ machine }) => !machine.toggle),
  ),
);

describe.each(cases)('the states of $name', one => {
  const { machine, dataset } = one;
  // A toggle is also a form field, which the suites of every dataset test.
  const lifecycle = test.skipIf(machine.toggle);
  const roads = test.skipIf(!sampled.has(one));
  const steps = Object.values(machine.steps).filter(step => step.by.includes('person'));

  test('a step is taken from its own states alone; from any other it is refused and changes nothing', async () => {
    // Every move is tested; of the many impossible pairs, `npm test` tests some.
    const refused = steps.flatMap(step =>
      used(machine).flatMap(state =>
        startsFrom(machine, step, inState(state)) ? [] : [`${step.name} ${state}`],
      ),
    );
    const taken: { where: string; step: string; key: number }[] = [];
    const tried = new Set(sampleOf(`refusals of ${dataset.name}`, refused));
    for (const step of steps) {
      const given = await stepSample(app.engine, dataset, step);
      for (const state of used(machine)) {
        const starts = startsFrom(machine, step, inState(state));
        if (!starts && !tried.has(`${step.name} ${state}`)) continue;
        const row = await borrow(machine, dataset, state);
        const { key, before } = row;
        if (starts) await prepareTaking(app.engine, dataset, key, step, admin.userId);
        const { status, body } = await take('admin', dataset, step, { [dataset.key]: key, ...given });
        const after = await standing(machine, dataset, key);
        const where = `${dataset.name}.${step.name} from ${state}`;
        if (starts) {
          expect({ where, status, message: body.message }).toMatchObject({ where, status: 200 });
          const targets = (step.move[state] ?? []).map(target => stateNamed(machine, target).code);
          expect(targets.length === 0 ? [before?.state] : targets).toContain(after?.state);
          expect(after?.version).toBe(Number(before?.version) + 1);
          taken.push({ where, step: step.name, key });
        } else {
          expect({ where, status, reason: body.data.reason }).toEqual({
            where,
            status: 409,
            reason: 'notAllowedNow',
          });
          expect(after).toEqual(before);
          giveBack(dataset, state, row);
        }
      }
    }
    const histories = await Promise.all(
      taken.map(({ key }) => app.call('admin', 'GET', `${dataset.path}/history?${dataset.key}=${key}`)),
    );
    for (const [at, { where, step }] of taken.entries())
      expect({ where, ...histories[at]?.body.data.records[0] }).toMatchObject({
        where,
        step: { name: step, by: 'person' },
      });
  });

  test('without the code, out of reach, or with a version that is no longer true, nothing happens', async () => {
    for (const step of steps) {
      const given = await stepSample(app.engine, dataset, step);
      const from = Object.keys(step.move)[0] ?? machine.start;
      const row = await borrow(machine, dataset, from);
      const { key, before } = row;
      const tries = [
        ['nobody', {}, 403],
        ['nothing', {}, 404],
        ...(isCommon(dataset) ? [] : [['elsewhere', {}, 404] as const]),
        ['admin', { version: 99 }, 409],
        ['', {}, 401],
      ] as const;
      for (const [who, more, status] of tries) {
        if (who === 'nothing' && isCommon(dataset)) continue;
        const reply = await take(who, dataset, step, { [dataset.key]: key, ...given, ...more });
        // If the step's references are out of reach, that is reported first.
        const refers = askedBy(dataset, step).some(
          ({ field }) => field.kind === 'ref' || field.kind === 'refs',
        );
        // So are people with read-only access.
        const others =
          status === 404 ? [...(refers ? [400] : []), ...(who === 'elsewhere' ? [403] : [])] : [];
        const told = others.find(one => one === reply.status) ?? status;
        expect({ who, step: step.name, status: reply.status }).toEqual({
          who,
          step: step.name,
          status: told,
        });
      }
      expect(await standing(machine, dataset, key)).toEqual(before);
      giveBack(dataset, from, row);
      expect((await take('admin', dataset, step, { [dataset.key]: 987_654_321, ...given })).status).toBe(404);
    }
  });

  test('of ten people at once one takes the step, and a repeated call gets the answer of the first', async () => {
    const step = steps.find(({ move }) => Object.keys(move).length > 0);
    if (!step) return;
    const given = await stepSample(app.engine, dataset, step);
    const [from = machine.start] = Object.keys(step.move);
    const key = await rowIn(machine, dataset, from);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => take('admin', dataset, step, { [dataset.key]: key, ...given })),
    );
    const done = replies.filter(({ status }) => status === 200);
    const targets = step.move[from] ?? [];
    const goesRound = targets.some(target => Object.hasOwn(step.move, target));
    // A fork may return to its start, and only its effect knows.
    if (goesRound && targets.length > 1) expect([1, 10]).toContain(done.length);
    else expect(done).toHaveLength(goesRound ? 10 : 1);
    const again = await rowIn(machine, dataset, from);
    const send = () =>
      app.app.inject({
        method: 'PUT',
        url: `${dataset.path}/${step.name}`,
        headers: { 'access-token': 'admin', 'idempotency-key': `key-${dataset.name}-1` },
        payload: { [dataset.key]: again, ...given },
      });
    const twice = await Promise.all([send(), send()]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(twice[0]?.json().data).toEqual(twice[1]?.json().data);
    expect((await standing(machine, dataset, again))?.version).toBe(2);
  });

  lifecycle('no other road leads to a state: no form, no import, no batch, no restore', async () => {
    expect(dataset.excel?.import ?? []).not.toContain(machine.field);
    expect(dataset.excel?.batchUpdate ?? []).not.toContain(machine.field);
    expect(settableFields(dataset)).not.toContain(machine.field);
    expect(dataset.form.flatMap(({ fields }) => [...fields])).not.toContain(machine.field);
    const other = used(machine).find(state => state !== machine.start) ?? machine.start;
    const { code } = stateNamed(machine, other);
    const start = stateNamed(machine, machine.start).code;
    const key = await rowIn(machine, dataset, machine.start);
    if (can('update')) {
      await app.call('admin', 'PUT', dataset.path, { [dataset.key]: key, version: 1, [machine.field]: code });
      expect((await standing(machine, dataset, key))?.state).toBe(start);
    }
    if (can('delete')) {
      await app.call('admin', 'DELETE', dataset.path, { ids: [key] });
      await app.call('admin', 'POST', `${dataset.path}/restore`, { ids: [key], [machine.field]: code });
      expect((await standing(machine, dataset, key))?.state).toBe(start);
    }
  });

  const can = (action: AnyDataset['permissions']['actions'][number]) =>
    dataset.permissions.actions.includes(action);
  /** The state after an edit: a different one if the edit triggers a step. */
  const edited = (state: string) => {
    const { step = '' } = editIn(machine, inState(state));
    return machine.steps[step]?.move[state]?.[0] ?? state;
  };
  const inState = (state: string) => ({ [machine.field]: stateNamed(machine, state).code });
  /** Values of fields that no row of the suite has yet. */
  const otherValues = async (names: readonly string[]) => {
    made += 1;
    const sample = await sampleRow(app.engine, dataset, made);
    return names.flatMap(name => (sample[name] === undefined ? [] : [[name, sample[name]] as const]));
  };

  roads(
    'a form changes in each state what may be changed in it, and takes the step that this brings about',
    async () => {
      if (!can('update')) return;
      for (const state of sampleOf(`states of the form of ${dataset.name}`, used(machine), 3)) {
        const names = sampleOf(`form of ${dataset.name} in ${state}`, writableFields(dataset, 'update'), 2);
        for (const [name, value] of await otherValues(names)) {
          const row = await borrow(machine, dataset, state);
          const { key } = row;
          const info = await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
          if (JSON.stringify(info.body.data[name]) === JSON.stringify(value)) continue;
          const body = { [dataset.key]: key, version: 1, [name]: value };
          const reply = await app.call('admin', 'PUT', dataset.path, body);
          const where = `${dataset.name}.${name} in ${state}`;
          const after = await standing(machine, dataset, key);
          if (mayEdit(machine, inState(state), name)) {
            // A value that conflicts with the row's others is refused in any state.
            if (reply.status === 400) {
              expect({ where, message: reply.body.message }).not.toMatchObject({
                message: expect.stringContaining(stateLabel(machine, inState(state)).zh),
              });
              continue;
            }
            expect({ where, status: reply.status, message: reply.body.message }).toMatchObject({
              where,
              status: 200,
            });
            expect(after).toEqual({
              state: inState(edited(state))[machine.field],
              version: reply.body.data.version,
            });
          } else {
            expect({ where, status: reply.status }).toEqual({ where, status: 400 });
            expect(reply.body.data.errors).toMatchObject([
              { field: name, message: expect.stringContaining(stateLabel(machine, inState(state)).zh) },
            ]);
            expect(after).toEqual({ state: inState(state)[machine.field], version: 1 });
            giveBack(dataset, state, row);
          }
        }
      }
    },
  );

  roads(
    'an import and a value for many rows change what may be changed, and tell each other row with its state',
    async () => {
      const names = sampleOf(`import by the states of ${dataset.name}`, settableFields(dataset), 1);
      if (!can('batchUpdate')) return;
      for (const [name, value] of await otherValues(names)) {
        const made = await Promise.all(
          used(machine).map(async state => {
            const key = await rowIn(machine, dataset, state);
            const info = await app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${key}`);
            return { state, key, has: JSON.stringify(info.body.data[name]) };
          }),
        );
        // A row that has the value already is left as it is, in whatever state.
        const rows = made.filter(({ has }) => has !== JSON.stringify(value));
        if (rows.length === 0) continue;
        const field = fieldOf(dataset, name);
        const keyLabel = fieldOf(dataset, dataset.key)?.label.zh ?? '';
        const set = await app.call('admin', 'POST', `${dataset.path}/batch/set`, {
          ids: rows.slice(0, 3).map(({ key }) => key),
          values: { [name]: value },
        });
        const sheet = rows.slice(3).map(({ key }) => [key, field?.kind === 'code' ? null : String(value)]);
        const file = await upload(
          app,
          await writeSheet(app, [keyLabel, field?.label.zh ?? ''], sheet),
          admin.userId,
        );
        const jobs = [
          await finished(app, 'admin', set.body.data.id),
          await importFile(app, 'admin', dataset, file, {}, 'batch/update'),
        ];
        const refused = await sql<{ row: number; code: string; field: string; zh: string }>`
        select (cells ->> 0)::bigint::integer as row, errors -> 0 ->> 'code' as code, errors -> 0 ->> 'field' as field,
          errors -> 0 -> 'params' ->> 'zh' as zh
        from t_biz_log_error where job_id = any(${jobs.map(({ id }) => id)}::bigint[])`.execute(
          app.engine.db,
        );
        for (const { state, key } of rows) {
          const where = `${dataset.name}.${name} in ${state}`;
          const told = refused.rows.find(({ row }) => row === key);
          const after = await standing(machine, dataset, key);
          if (mayEdit(machine, inState(state), name)) {
            expect({ where, told }).toEqual({ where, told: undefined });
            expect({ where, state: after?.state }).toEqual({
              where,
              state: inState(edited(state))[machine.field],
            });
          } else {
            expect({ where, ...told }).toMatchObject({
              where,
              code: 'lockedInState',
              field: name,
              zh: stateLabel(machine, inState(state)).zh,
            });
            expect(after).toEqual({ state: inState(state)[machine.field], version: 1 });
          }
        }
      }
    },
  );

  roads(
    'rows are deleted in the states that allow it, by hand and many at once, and come back in the state they had',
    async () => {
      if (!can('delete')) return;
      // Bulk calls cover all states; `npm test` deletes only some rows singly if a bulk call exists.
      const byHand = can('batchDelete') ? 3 : used(machine).length;
      for (const state of sampleOf(`deletes of ${dataset.name}`, used(machine), byHand)) {
        const key = await rowIn(machine, dataset, state);
        await leaveAlone(app.engine, dataset, key);
        const reply = await app.call('admin', 'DELETE', dataset.path, { ids: [key] });
        const where = `${dataset.name} in ${state}`;
        if (mayDelete(machine, inState(state))) {
          expect({ where, status: reply.status }).toEqual({ where, status: 200 });
          await app.call('admin', 'POST', `${dataset.path}/restore`, { ids: [key] });
          expect((await standing(machine, dataset, key))?.state).toBe(inState(state)[machine.field]);
        } else {
          expect({ where, status: reply.status, reason: reply.body.data.reason }).toEqual({
            where,
            status: 409,
            reason: 'keptInState',
          });
          expect(reply.body.message).toContain(stateLabel(machine, inState(state)).zh);
          expect((await standing(machine, dataset, key))?.version).toBe(1);
        }
      }
      if (!can('batchDelete')) return;
      const states = used(machine);
      const ids: number[] = [];
      for (const state of states) ids.push(await rowIn(machine, dataset, state));
      const { body } = await app.call('admin', 'POST', `${dataset.path}/batch/delete`, { ids });
      const job = await finished(app, 'admin', body.data.id);
      const left = await Promise.all(
        ids.map(id => app.call('admin', 'GET', `${dataset.path}/info?${dataset.key}=${id}`)),
      );
      const gone = states.filter((_, at) => left[at]?.status === 404);
      expect(gone).toEqual(states.filter(state => mayDelete(machine, inState(state))));
      expect([job.updateNum, job.failNum]).toEqual([gone.length, states.length - gone.length]);
    },
  );

  test('several rows at once: what may be done is done, and each other one is told why', async () => {
    for (const step of steps.filter(({ bulk }) => bulk !== undefined)) {
      const given = await stepSample(app.engine, dataset, step);
      const [from = machine.start] = Object.keys(step.move);
      const stuck = used(machine).find(state => !startsFrom(machine, step, inState(state)));
      const good = await rowIn(machine, dataset, from);
      await prepareTaking(app.engine, dataset, good, step, admin.userId);
      const bad = stuck === undefined ? undefined : await rowIn(machine, dataset, stuck);
      const ids = [good, ...(bad === undefined ? [] : [bad]), 987_654];
      const { status, body } = await take('admin', dataset, step, { ids, ...given });
      if (step.bulk === 'all') {
        expect(status).toBeGreaterThanOrEqual(404);
        expect((await standing(machine, dataset, good))?.version).toBe(1);
      } else {
        expect(body.data.count).toBe(1);
        expect(body.data.refused.map(({ id }: { id: number }) => id).sort()).toEqual(ids.slice(1).sort());
        expect(body.data.refused.every(({ reason }: { reason: string }) => reason.length > 3)).toBe(true);
      }
    }
  });

  test('the numbers above the list are those of the list, within reach and filters', async () => {
    const as = dataset.list.filters.find(({ field }) => field === machine.field)?.as;
    if (!dataset.permissions.actions.includes('list') || as === undefined) return;
    const key = await rowIn(machine, dataset, machine.start);
    const counts = async (who: string, query = '') =>
      (await app.call(who, 'GET', `${dataset.path}/states${query}`)).body.data as StateCounts;
    const shown = await counts('admin', `?${as}=0`);
    expect(shown.map(({ state }) => state)).toEqual(used(machine));
    expect(shown.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
    for (const { code, count } of shown) {
      const list = await app.call('admin', 'GET', `${dataset.path}/list?tree=0&size=1&${as}=${code}`);
      expect({ code, count: list.body.data.total }).toEqual({ code, count });
    }
    const one = await counts('admin', `?${dataset.key}=${key}`);
    expect(one.filter(({ count }) => count > 0)).toMatchObject([{ state: machine.start, count: 1 }]);
    expect((await app.call('nobody', 'GET', `${dataset.path}/states`)).status).toBe(403);
    expect((await app.call('admin', 'GET', `${dataset.path}/states?nonsense=1`)).status).toBe(400);
    if (isCommon(dataset)) return;
    expect((await counts('elsewhere')).every(({ count }) => count === 0)).toBe(true);
  });

  test('every step has its code, its call in the document, and is told there with its moves', () => {
    const { tags, paths } = document;
    const tag = tags.find(({ name }) => name.endsWith(` ${dataset.name}`));
    for (const step of Object.values(machine.steps)) {
      expect(tag?.description).toContain(`- \`${dataset.name}.${step.name}\``);
      if (!step.by.includes('person')) continue;
      expect(stepCode(dataset, step)).toMatch(/^[\w:]+$/);
      expect(paths).toHaveProperty([`${dataset.path}/${step.name}`, 'put']);
      if (step.bulk) expect(paths).toHaveProperty([`${dataset.path}/batch/${step.name}`, 'post']);
    }
  });
});
