import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../../contexts/testing/seeded-app.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';

const { jointCategory, batch, score, formula, province } = registry;

const hunan = 430_000;
/** The demo data's current year, and years without data. */
const present = 2026;

let app: TestApp;
beforeAll(async () => {
  const only = (codes: string[], more = {}) => person({ admin: false, permissions: new Set(codes), ...more });
  app = await openTestApp(seeded, {
    admin: person(),
    reader: only(['wish:jointcategory:list']),
    shandong: only(['wish:jointcategory:list', 'wish:jointcategory:add'], { provinceId: 370_000 }),
    provinces: only(['base:province:list', 'base:province:update']),
  });
});
afterAll(() => app.close());

const copy = (who: string, dataset: { path: string }, toYear: number, more: object = {}) =>
  app.call(who, 'POST', `${dataset.path}/copyYear`, {
    provinceId: hunan,
    fromYear: present,
    toYear,
    ...more,
  });

const rowsOf = async (dataset: { path: string }, year: number) =>
  (await app.call('admin', 'GET', `${dataset.path}/list?provinceId=${hunan}&dataYear=${year}&size=100`)).body
    .data.records;

test('a year is copied once, whatever is told before and however often it is asked for', async () => {
  const told = await copy('admin', jointCategory, present + 1, { dryRun: true });
  expect(told.body.data).toEqual({ found: 11, copied: 11, standing: 0, missing: 0, reasons: [] });
  expect(await rowsOf(jointCategory, present + 1)).toEqual([]);
  const twice = await Promise.all([
    copy('admin', jointCategory, present + 1),
    copy('admin', jointCategory, present + 1),
  ]);
  expect(twice.map(({ body }) => body.data.copied).toSorted((a, b) => a - b)).toEqual([0, 11]);
  expect(twice.map(({ body }) => body.data.standing).toSorted((a, b) => a - b)).toEqual([0, 11]);
  const ids = (rows: { jointCategoryId: number }[]) => rows.map(row => row.jointCategoryId).toSorted();
  const copied = await rowsOf(jointCategory, present + 1);
  // A category keeps its id from year to year, and the history names the person who copied it.
  expect(ids(copied)).toEqual(ids(await rowsOf(jointCategory, present)));
  const history = await app.call('admin', 'GET', `${jointCategory.path}/history?id=${copied[0].dataId}`);
  expect(history.body.data.records).toHaveLength(1);
});

test('what lacks its category in the later year is told and left, and comes along once that is there', async () => {
  const lines = (await rowsOf(score, present - 1)).length;
  const from = { fromYear: present - 1 };
  const before = await copy('admin', score, present + 2, { ...from, dryRun: true });
  expect(before.body.data).toMatchObject({ found: lines, copied: 0, missing: lines });
  expect(before.body.data.reasons[0]).toContain('统考类别');
  await copy('admin', jointCategory, present + 2);
  await copy('admin', batch, present + 2);
  expect((await copy('admin', score, present + 2, from)).body.data).toMatchObject({
    copied: lines,
    missing: 0,
  });
  const [line] = await rowsOf(score, present + 2);
  expect(line).toMatchObject({ cultureLine: null, compositeLine: null, formulaId: null, cultureFull: 750 });
});

test('a category that was renamed is not copied beside its new name, and what refers to it follows', async () => {
  const [old] = await rowsOf(jointCategory, present);
  const renamed = await app.call('admin', 'POST', jointCategory.path, {
    provinceId: hunan,
    dataYear: present + 3,
    jointCategoryName: '改名后的类别',
    parentType: old.parentType,
    prevCategoryId: old.jointCategoryId,
  });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  expect((await copy('admin', jointCategory, present + 3)).body.data).toMatchObject({
    copied: 10,
    standing: 1,
  });
  const own = {
    provinceId: hunan,
    dataYear: present,
    jointCategoryId: old.jointCategoryId,
    formulaName: '随改名',
    expression: 'R',
  };
  expect((await app.call('admin', 'POST', formula.path, own)).status).toBe(200);
  await copy('admin', batch, present + 3);
  await copy('admin', formula, present + 3);
  const followed = (await rowsOf(formula, present + 3)).find(
    (row: { formulaName: string }) => row.formulaName === '随改名',
  );
  expect(followed).toMatchObject({ jointCategoryName: '改名后的类别' });
});

test('nobody copies without the right to add, out of reach, backwards, or from nothing', async () => {
  expect((await copy('reader', jointCategory, present + 4)).status).toBe(403);
  expect((await copy('shandong', jointCategory, present + 4)).body.data).toMatchObject({
    found: 0,
    copied: 0,
  });
  expect((await copy('admin', jointCategory, present)).status).toBe(400);
  expect((await copy('admin', jointCategory, present - 1)).status).toBe(400);
  expect((await copy('admin', jointCategory, 2999, { fromYear: 2500 })).body.data).toMatchObject({
    found: 0,
  });
});

test('a province moves to its next year with all that it needs there, and only to that one', async () => {
  const upgrade = (who: string, dataYear: number, ids = [hunan, 370_000]) =>
    app.call(who, 'POST', `${province.path}/upgrade`, { provinceId: ids, dataYear });
  await sql`delete from t_joint_category where data_year > ${present}`.execute(app.engine.db);
  await sql`delete from t_batch where data_year > ${present}`.execute(app.engine.db);
  await sql`delete from t_formula where data_year > ${present}`.execute(app.engine.db);
  expect((await upgrade('provinces', present + 1)).status).toBe(403);
  for (const year of [present, present + 2]) expect((await upgrade('admin', year)).status).toBe(400);
  expect((await upgrade('admin', present + 1, [hunan, 999_999])).status).toBe(404);
  expect(await rowsOf(jointCategory, present + 1)).toEqual([]);
  const done = await upgrade('admin', present + 1);
  expect(done.body.data, JSON.stringify(done.body)).toMatchObject({
    provinces: 2,
    copied: { jointCategory: 22, batch: 10, algorithm: 2 },
  });
  const { body } = await app.call('admin', 'GET', `${province.path}/info?provinceId=${hunan}`);
  expect(body.data.dataYear).toBe(present + 1);
  expect((await upgrade('admin', present + 1)).status).toBe(400);
});
