import { calls } from '@yikao/model/contexts/calls.ts';
import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { AppError } from '@yikao/model/errors.ts';
import { type Action, type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import {
  type PermissionCode,
  patternGrants,
  permissionCode,
  permissionCodes,
  stepCode,
} from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeded } from './contexts/testing/seeded-app.ts';
import { findRows } from './engine/read/find-rows.ts';
import { options } from './engine/read/options.ts';
import { page } from './engine/read/page.ts';
import { holds, mayCall } from './engine/scope/access.ts';
import type { Actor } from './engine/scope/actor.ts';
import { readOnlyKind } from './engine/scope/scope.ts';
import { seenBy } from './engine/scope/seen.ts';
import { fieldSql } from './engine/table/field-sql.ts';
import { columnName, tableName } from './engine/table/naming.ts';
import { openTestApp, person, type TestApp } from './engine/testing/app.ts';
import { roles } from './seeds/data/roles.ts';
import { boundKinds, boundPeople } from './testing/rights/bound-people.ts';
import { sampleOf } from './testing/sample.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(seeded, {});
}, 120_000);
afterAll(() => app.close());

const holder = (codes: readonly PermissionCode[], parts: Partial<Actor> = {}): Actor =>
  person({ admin: false, userId: 900_001, permissions: new Set(codes), ...parts });

const isReference = (field: Field | undefined) => field?.kind === 'ref' || field?.kind === 'refs';
const codeOf = (dataset: AnyDataset, action: Action) =>
  dataset.permissions.actions.includes(action) ? permissionCode(dataset, action) : undefined;
const mayDo = (actor: Actor, dataset: AnyDataset, action: Action) => {
  const code = codeOf(dataset, action);
  return code !== undefined && holds(actor, code);
};

/** The names offered by a look-up, by the value that references store; undefined where it is refused. */
async function offered(actor: Actor, dataset: AnyDataset, query: Record<string, unknown> = {}) {
  try {
    const rows = await options(app.engine, seenBy(dataset, actor), actor, { size: 1_000, ...query });
    return new Set(rows.map(row => Number(row[dataset.identity.value])));
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return undefined;
    throw error;
  }
}

/** The rows of a list as its reader gets them, all pages of it. */
async function listed(actor: Actor, dataset: AnyDataset) {
  const rows: Record<string, unknown>[] = [];
  for (let current = 1; ; current++) {
    const { records } = await page(app.engine, seenBy(dataset, actor), actor, { size: 200, current });
    rows.push(...records);
    if (records.length < 200) return rows;
  }
}

/** The ways by which the actor writes rows that name rows of the dataset: fields, steps, calls. */
function writesReference(actor: Actor, dataset: AnyDataset): boolean {
  const byField = datasets.some(from =>
    Object.entries(from.fields).some(([name, field]) => {
      const leads = isReference(field)
        ? 'to' in field && field.to === dataset.name
        : 'offers' in field && field.offers?.includes(dataset.name);
      if (!leads) return false;
      const writes = (['add', 'import', 'update', 'batchUpdate'] as const).some(
        action =>
          mayDo(actor, from, action) &&
          !(field as { readOnly?: boolean }).readOnly &&
          (action === 'add' || action === 'import' || !(field as { lockedOnEdit?: boolean }).lockedOnEdit),
      );
      return writes || takesStep(actor, from, form => name in form);
    }),
  );
  const byInput = datasets.some(from =>
    Object.values(machineOf(from)?.steps ?? {}).some(
      step =>
        Object.values(step.inputs).some(field => 'to' in field && field.to === dataset.name) &&
        holds(actor, stepCode(from, step)),
    ),
  );
  const byCall = calls.some(
    call => call.chooses?.some(({ of }) => of === dataset.name) && mayCall(call, actor),
  );
  return byField || byInput || byCall;
}

function takesStep(actor: Actor, from: AnyDataset, asks: (form: object) => boolean): boolean {
  return Object.values(machineOf(from)?.steps ?? {}).some(
    step => step.by.includes('person') && asks(step.form) && holds(actor, stepCode(from, step)),
  );
}

/** The values of references to the dataset in all lists that the actor reads, and in its further screens. */
async function shownTo(actor: Actor, dataset: AnyDataset): Promise<Set<number>> {
  const shown = new Set<number>();
  for (const list of [...datasets, ...screens]) {
    if (!holds(actor, permissionCode(list, 'list'))) continue;
    const seen = seenBy(list, actor);
    const names = [...Object.keys(seen.fields), 'updateBy'].filter(name => {
      const field = fieldOf(seen, name);
      return field && isReference(field) && 'to' in field && field.to === dataset.name && !field.private;
    });
    const own = list.path === dataset.path;
    if (names.length === 0 && !own) continue;
    const found = await everyRow(actor, list, [...names, ...(own ? [dataset.identity.value] : [])]);
    for (const id of found) shown.add(id);
  }
  return shown;
}

async function everyRow(actor: Actor, list: AnyDataset, names: readonly string[]): Promise<number[]> {
  const keys = (await listed(actor, list)).map(row => Number(row[list.key]));
  const side = names.map(async name => {
    const value = fieldSql(app.engine, list, name, 'd');
    const refers = fieldOf(list, name)?.kind === 'refs' ? sql`unnest(${value})` : value;
    const found = await sql<{ id: number | null }>`
      select distinct ${refers} as id from ${sql.table(tableName(list))} as d
      where ${sql.id('d', columnName(list.key))} = any(${keys}::bigint[])`.execute(app.engine.db);
    return found.rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
  });
  return (await Promise.all(side)).flat();
}

const referred = datasets.filter(({ name }) =>
  datasets.some(({ fields }) => Object.values(fields).some(field => 'to' in field && field.to === name)),
);

test('an account without a code looks up open reference data and no other name', async () => {
  const nobody = holder([]);
  const answered: string[] = [];
  for (const dataset of datasets) {
    if ((await offered(nobody, dataset)) !== undefined) answered.push(dataset.name);
  }
  expect(answered.toSorted()).toEqual(
    datasets
      .filter(({ identity }) => identity.open)
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(answered).not.toEqual(expect.arrayContaining(['question']));
  expect(await findRows(app.engine, nobody, '1')).toEqual([]);
});

const single = sampleOf('single codes', permissionCodes()).map(({ code }) => ({ code }));

test.each(single)('$code alone gives the names of its own lists and references', async ({ code }) => {
  const actor = holder([code]);
  for (const dataset of referred) {
    const got = await offered(actor, dataset);
    if (dataset.identity.open) continue;
    if (mayDo(actor, dataset, 'list') || writesReference(actor, dataset)) {
      expect(got, dataset.name).toBeDefined();
      continue;
    }
    const shown = await shownTo(actor, dataset);
    if (got !== undefined)
      expect(
        [...got].filter(id => !shown.has(id)),
        dataset.name,
      ).toEqual([]);
  }
  for (const { dataset: name } of await findRows(app.engine, actor, '1')) {
    expect(mayDo(actor, app.engine.dataset(name), 'list'), name).toBe(true);
  }
});

const lists = permissionCodes()
  .map(({ code }) => code)
  .filter(code => code.endsWith(':list'));

describe.each(boundKinds)('somebody bound by %s', kind => {
  test.each(sampleOf(`names within ${kind}`, datasets, 24).map(dataset => ({ name: dataset.name, dataset })))(
    'who lists $name is offered rows of the list and no others',
    async ({ dataset }) => {
      const actor = holder(lists, (await boundPeople(app.engine))[kind]);
      if (!dataset.permissions.actions.includes('list')) return;
      const got = await offered(actor, dataset);
      if (dataset.identity.open) return;
      const { value } = dataset.identity;
      const own = new Set((await listed(actor, dataset)).map(row => Number(row[value])));
      expect([...(got ?? [])].filter(id => !own.has(id))).toEqual([]);
      if (!dataset.identity.found) return;
      for (const found of await findRows(app.engine, actor, '1')) {
        if (found.dataset !== dataset.name) continue;
        const keys = new Set((await listed(actor, dataset)).map(row => Number(row[dataset.key])));
        expect(found.rows.map(({ key }) => key).filter(key => !keys.has(key))).toEqual([]);
      }
    },
  );
});

/** The calls that every account may make, besides look-ups: the rows that each reads, and by what right. */
const openCalls = {
  own: [
    'GET /api/admin/apiToken',
    'POST /api/admin/apiToken',
    'DELETE /api/admin/apiToken',
    'POST /api/admin/resetPwd',
    'GET /api/admin/menuList',
    'GET /api/admin/user/current',
    'GET /api/admin/message/unread',
    'GET /api/admin/message/latest',
    'PUT /api/admin/message/read',
    'GET /api/admin/message/choices',
    'PUT /api/admin/message/choices',
    'GET /api/admin/secondFactor',
    'POST /api/admin/secondFactor/start',
    'POST /api/admin/secondFactor/confirm',
    'POST /api/admin/secondFactor/off',
    'POST /api/admin/secondFactor/recovery',
    'GET /api/admin/session',
    'DELETE /api/admin/session',
    'POST /api/admin/signOn/link',
    'GET /api/admin/signOn/identity',
    'DELETE /api/admin/signOn/identity',
    'GET /api/user/large/screen/home',
    'POST /common/file/upload',
    'POST /common/document/upload',
    'POST /common/image/upload',
  ],
  byTheListsOfTheCaller: ['GET /api/base/waiting', 'GET /api/base/find', 'GET /openapi.json'],
  byAPermissionThatTheHandlerAsksFor: [
    'GET /api/base/table/column',
    'GET /api/base/import/options',
    'POST /api/base/import/preview',
    'DELETE /api/base/import/mapping',
    'GET /api/base/download/excel/template',
    'POST /api/mock/base/import',
    'POST /api/mock/base/export',
    'POST /api/pay/prepay',
    'GET /api/pay/status',
    'POST /api/base/save_limit_date',
    'POST /api/data/wish/order/stat',
  ],
  openReferenceData: [
    'GET /api/base/city/tree',
    'GET /api/base/city/list',
    'GET /api/base/province/admin/all/list',
    'GET /api/data/wish/type/tree',
    'GET /api/data/wish/aos/list',
    'GET /api/base/get_limit_date',
  ],
} as const;

test('every call that an account without a code may make is known here with the rows that it reads', () => {
  const lookUps = new Set(
    datasets.flatMap(({ path, lookUps: further = [] }) => [
      `GET ${path}/options`,
      ...further.map(({ at }) => `GET ${at}`),
    ]),
  );
  const found = calls.filter(({ may, address }) => may === 'person' && !lookUps.has(address));
  expect(found.map(({ address }): string => address).toSorted()).toEqual(
    Object.values(openCalls).flat().toSorted(),
  );
});

test('results, refusals and payments narrow no look-up of people who may not list', async () => {
  const { examApply, examOrder, question } = registry;
  const actor = holder([permissionCode(examOrder, 'list')]);
  for (const query of [{ resultFlag: 1 }, { payStatus: 1 }, { auditStatus: 3 }, { idNo: '1' }]) {
    await expect(offered(actor, examApply, query)).rejects.toMatchObject({ code: 'unknownFilter' });
  }
  const drawing = holder(['exam:paper:add']);
  const [row] = await options(app.engine, question, drawing, { size: 1 });
  expect(String(row?.title)).toMatch(/^#\d+ .{1,12}…?$/s);
});

describe.each(
  roles.filter(({ grants }) => !grants.includes('*')).map(role => ({ name: role.roleCode, role })),
)('the role $name', ({ role }) => {
  const codes = permissionCodes()
    .map(({ code }) => code)
    .filter(
      code =>
        role.grants.some(grant => patternGrants(grant, code)) &&
        !role.except.some(grant => patternGrants(grant, code)),
    );
  test('looks up every name that its filters, forms and steps ask for', async () => {
    const bound: Partial<Record<string, Partial<Actor>>> = await boundPeople(app.engine);
    const kinds = ['nobody', 'partner', 'province', 'agency', 'own'] as const;
    const actor = holder(codes, bound[kinds[role.dataScope] ?? 'nobody']);
    const wanted = new Map<string, string[]>();
    const want = (field: Field | undefined, where: string) => {
      const to =
        field && (field.kind === 'ref' || field.kind === 'refs')
          ? [field.to]
          : field && 'offers' in field
            ? (field.offers ?? [])
            : [];
      for (const name of to) wanted.set(name, [...(wanted.get(name) ?? []), where]);
    };
    for (const dataset of [...datasets, ...screens]) {
      const { name } = dataset;
      if (holds(actor, permissionCode(dataset, 'list'))) {
        for (const { field } of dataset.list.filters)
          want(fieldOf(dataset, field), `${name}: filter ${field}`);
      }
      // Forms and steps are closed to people who only look on.
      if (readOnlyKind(dataset, actor) !== undefined) continue;
      const creates = mayDo(actor, dataset, 'add') || mayDo(actor, dataset, 'import');
      for (const [field, declared] of Object.entries(dataset.fields)) {
        if (declared.readOnly || declared.private) continue;
        if (creates || (mayDo(actor, dataset, 'update') && !declared.lockedOnEdit))
          want(declared, `${name}: form ${field}`);
      }
      for (const step of Object.values(machineOf(dataset)?.steps ?? {})) {
        if (!step.by.includes('person') || !holds(actor, stepCode(dataset, step))) continue;
        for (const field of Object.keys(step.form)) want(dataset.fields[field], `${name}: step ${step.name}`);
        for (const input of Object.values(step.inputs)) want(input, `${name}: step ${step.name}`);
      }
    }
    for (const call of calls) {
      const looksOn = typeof call.of !== 'string' && readOnlyKind(call.of, actor) !== undefined;
      if (call.chooses && mayCall(call, actor) && !looksOn)
        for (const { of } of call.chooses) wanted.set(of, [...(wanted.get(of) ?? []), call.address]);
    }
    const refused: string[] = [];
    for (const [name, places] of wanted) {
      if ((await offered(actor, app.engine.dataset(name))) === undefined)
        refused.push(`${name} for ${places[0]}`);
    }
    expect(refused).toEqual([]);
  });
});
