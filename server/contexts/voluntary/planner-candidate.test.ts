import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { migrated } from '../../testing/database.ts';

const {
  admission,
  algorithm,
  batch,
  probRecord,
  school,
  segment,
  tieRule,
  userCard,
  userCategory,
  userExamScore,
  voluntaryList,
  wishUser,
} = registry;
const { path } = voluntaryList;
const provinceId = 430_000;
const place = { dataYear: 2026, provinceId };
const plan = { ...place, jointCategoryId: 7, aos: 5, batch: 4, groupNo: '101', diploma: 1 };

let app: TestApp;
let userId = 0;
let schools: number[] = [];

/** Adds rows; their columns are those of the dataset, which the union of all datasets does not say. */
const insert = (dataset: (typeof registry)[keyof typeof registry], rows: readonly object[]) =>
  storeRows(app.engine, dataset, rows as never, { by: elevated() });

const call = async (method: 'GET' | 'POST' | 'PUT', at: string, body?: object, who = 'planner') =>
  (await app.call(who, method, at, body)).body;

/** A programme with a separate name at one of the schools. */
async function programme(name: string, of: object = {}): Promise<number> {
  const [key = 0] = await insert(admission, [
    {
      ...plan,
      schoolId: schools[0],
      schProfName: name,
      archiveMinRank: 900,
      archiveMinScore: '520.00',
      ...of,
    },
  ]);
  return key;
}

/** A new draft of the candidate, made by the call that people use. */
async function draft(of: object = {}): Promise<number> {
  const made = await call('POST', path, { userId, ...plan, groupNo: undefined, diploma: undefined, ...of });
  expect(made.success, made.message).toBe(true);
  return (made.data as { listId: number }).listId;
}

interface Told {
  readonly admissionId: number;
  readonly profName: string;
  readonly reason: string | null;
  readonly unchecked: readonly string[];
  readonly score?: number;
  readonly level: string | null;
  readonly spread: {
    years: number;
    min: number;
    max: number;
    low: number | null;
    high: number | null;
  } | null;
}

const page = async (listId: number, query = '') =>
  (await call('GET', `${path}/candidates?listId=${listId}&size=50&${query}`)).data as {
    records: Told[];
    unfit: number;
  };

beforeAll(async () => {
  const codes = ['list', 'add', 'update'].map(code => `wish:voluntarylist:${code}`);
  const more = ['wish:probrecord:query', 'wish:user:list', 'wish:admission:list', 'user:category:add'];
  app = await openTestApp(migrated, {
    planner: person({ userId: 21, admin: false, permissions: new Set([...codes, ...more]) }),
    admin: person({ userId: 22 }),
    stranger: person({
      ...{ userId: 23, admin: false, partnersIds: [999] },
      permissions: new Set([...codes, ...more]),
    }),
  });
  await insert(registry.province, [
    { provinceId, provinceName: '湖南', provinceShortName: '湘', examMode: 2 },
  ]);
  await insert(registry.jointCategory, [
    { ...place, jointCategoryName: '美术与设计类', parentType: 5 },
    { ...place, jointCategoryName: '书法类', parentType: 6 },
  ]);
  // The product numbers categories by itself; these have the numbers that the rows of this test name.
  await sql`update t_joint_category set joint_category_id = joint_category_id + 6`.execute(app.engine.db);
  [userId = 0] = await insert(wishUser, [
    {
      ...place,
      ...{ userName: '考生甲', mobile: '13900000021', jointCategoryId: 7, aos: 5, subjects: [2, 3] },
      ...{ cultureScore: '430.00', profScore: '255.00', chineseScore: '100.00', recCode: 'ABCD2346' },
      ...{ cultureRank: 1000 },
    },
  ]);
  await insert(batch, [
    { ...place, batch: 4, batchName: '艺术本科批', diploma: 1, voluntaryNum: 10, archiveRule: 1 },
  ]);
  await insert(algorithm, [{ ...place, algorithmName: '位次', method: 2 }]);
  schools = await insert(school, [
    { schoolNo: 'P1', schoolName: '规划大学', provinceId, schoolLevel: 1 },
    { schoolNo: 'P2', schoolName: '校考学院', provinceId, schoolLevel: 1 },
  ]);
  await insert(
    userCard,
    [2, 3].map(cardType => ({
      ...{ userId, cardType, ...place, sourceType: 2, sourceNo: `P${cardType}` },
      ...{ countLimit: 30, expireTime: '2099-08-31 23:59:59', status: 1 },
    })),
  );
});
afterAll(() => app.close());

describe('required subjects', () => {
  test('hide programmes that a candidate cannot choose, and mark those that cannot be checked', async () => {
    const fits = await programme('视觉传达设计', { subjectRequire: '首选物理，再选化学或生物' });
    const misfit = await programme('环境设计', { subjectRequire: '物理+地理', groupNo: '102' });
    const unread = await programme('产品设计', { subjectRequire: '详见招生章程', groupNo: '103' });
    const listId = await draft();
    const found = await page(listId);
    expect(found.unfit).toBe(1);
    const ids = found.records.map(({ admissionId }) => admissionId);
    expect(ids).toContain(fits);
    expect(ids).not.toContain(misfit);
    const markOf = (key: number) => found.records.find(one => one.admissionId === key)?.unchecked;
    expect(markOf(unread)).toContain('subjects');
    expect(markOf(fits)).not.toContain('subjects');
    const whole = await page(listId, 'unfit=1');
    expect(whole.records.find(one => one.admissionId === misfit)).toMatchObject({
      reason: 'subjects',
      level: '难',
    });

    const made = (await call('POST', `${path}/generate`, { listId })).data as { items: Told[] };
    expect(made.items.map(one => one.admissionId)).not.toContain(misfit);

    const { version } = (await call('GET', `${path}/sheet?listId=${listId}`)).data as { version: number };
    const refused = await call('PUT', `${path}/items`, { listId, version, items: [{ admissionId: misfit }] });
    expect(refused).toMatchObject({ code: 400 });
    expect(refused.message).toContain('选科');
    const saved = await call('PUT', `${path}/items`, { listId, version, items: [{ admissionId: fits }] });
    expect(saved.code).toBe(200);

    // The plan is corrected afterwards: the list cannot be handed in until the choice is replaced.
    await sql`update t_admission set subject_require = '首选物理，再选政治' where data_id = ${fits}`.execute(
      app.engine.db,
    );
    const submitted = await call('PUT', `${path}/submit`, { listId });
    expect(submitted.code).toBe(409);
    expect(submitted.message).toContain('选科');
    const sheet = (await call('GET', `${path}/sheet?listId=${listId}`)).data as { items: Told[] };
    expect(sheet.items[0]).toMatchObject({ admissionId: fits, reason: 'subjects' });
    await sql`update t_admission set subject_require = '首选物理，再选化学' where data_id = ${fits}`.execute(
      app.engine.db,
    );
    expect((await call('PUT', `${path}/submit`, { listId })).code).toBe(200);
  });

  test('are read when a programme is saved, so that programmes are found by them', async () => {
    const key = await programme('动画', { groupNo: '105' });
    const saved = await call(
      'PUT',
      admission.path,
      { dataId: key, version: 1, subjectRequire: '化学和生物均须选考' },
      'admin',
    );
    expect(saved.success, saved.message).toBe(true);
    const info = (await call('GET', `${admission.path}/info?dataId=${key}`, undefined, 'admin')).data;
    expect(info).toMatchObject({ subjectFirst: 0, subjectAll: '2,3', subjectAny: null, subjectState: 1 });
    await call('PUT', admission.path, { dataId: key, version: 2, subjectRequire: '以学校公布为准' }, 'admin');
    expect(
      (await call('GET', `${admission.path}/info?dataId=${key}`, undefined, 'admin')).data,
    ).toMatchObject({
      subjectAll: null,
      subjectState: 2,
    });
  });

  test('are told of the chance of one programme too', async () => {
    const key = await programme('艺术与科技', { subjectRequire: '政治或地理', groupNo: '106' });
    const ask = async (subjects?: number[]) =>
      (
        await call('POST', `${admission.path}/probability`, {
          ...{ dataId: key, cultureScore: '430', profScore: '255', rank: 800 },
          ...(subjects && { subjects }),
        })
      ).data;
    expect(await ask([2, 3])).toMatchObject({ reason: 'subjects', probability: 0, missed: ['subjects'] });
    expect(await ask([4, 3])).toMatchObject({ reason: null, missed: [], unchecked: [] });
    expect(await ask()).toMatchObject({ reason: null, unchecked: ['subjects'] });
  });
});

test('the lines of the years stand beside a chance, in the page, in a stored list and in the record of a query', async () => {
  const key = await programme('书籍设计', { groupNo: '107', archiveMinRank: 65 });
  await insert(
    admission,
    [55, 75, 60].map((rank, ago) => ({
      ...{ ...plan, groupNo: '109', schoolId: schools[0], schProfName: '书籍设计' },
      ...{ dataYear: 2025 - ago, archiveMinRank: rank, archiveMinScore: `${520 + ago}.00` },
    })),
  );
  const listId = await draft({ compositeRank: 60 });
  const one = (await page(listId)).records.find(({ admissionId }) => admissionId === key);
  // No method was tried on a year that is over, so no percentage is shown (0.7, 6).
  expect(one?.spread).toEqual({ years: 3, min: 55, max: 75, low: null, high: null });
  const sheet = (await call('GET', `${path}/sheet?listId=${listId}`)).data as { version: number };
  const items = [{ admissionId: key }];
  expect((await call('PUT', `${path}/items`, { listId, version: sheet.version, items })).code).toBe(200);
  const kept = await sql<{ items: readonly object[] }>`
    select items from t_voluntary_list where list_id = ${listId}`.execute(app.engine.db);
  expect(kept.rows[0]?.items[0]).toMatchObject({ lineMin: '55.00', lineMax: '75.00', lineYears: 3 });
  expect((await call('POST', `${probRecord.path}/query`, { userId, admissionIds: [key] })).code).toBe(200);
  const record = await sql<object>`
    select line_years, line_min is not null as has_line from t_prob_record where admission_id = ${key}`.execute(
    app.engine.db,
  );
  expect(record.rows).toEqual([{ lineYears: 3, hasLine: true }]);
});

describe('a further category', () => {
  test('has its own professional score in lists and queries, and is not the first one again', async () => {
    const [other = 0] = await insert(admission, [
      {
        ...plan,
        jointCategoryId: 8,
        schoolId: schools[0],
        schProfName: '书法学',
        scoreType: 3,
        archiveMinScore: '250',
      },
    ]);
    const before = await call('POST', `${probRecord.path}/query`, { userId, admissionIds: [other] });
    expect(before.code).toBe(404);
    const refused = await call('POST', userCategory.path, {
      userId,
      ...place,
      jointCategoryId: 7,
      profScore: '200',
    });
    expect(refused).toMatchObject({ code: 400 });
    const added = await call('POST', userCategory.path, {
      userId,
      ...place,
      jointCategoryId: 8,
      profScore: '262',
    });
    expect(added.success, added.message).toBe(true);
    const told = await call('POST', `${probRecord.path}/query`, { userId, admissionIds: [other] });
    expect(told.code, told.message).toBe(200);
    const kept = await sql<{ score: string }>`
      select score from t_prob_record where admission_id = ${other}`.execute(app.engine.db);
    expect(kept.rows).toEqual([{ score: '262.00' }]);
    // The form begins with the score of the first category; the list is for the other one.
    const listId = await draft({ jointCategoryId: 8, profScore: '255' });
    const list = await sql<{ score: string }>`
      select prof_score as score from t_voluntary_list where list_id = ${listId}`.execute(app.engine.db);
    expect(list.rows).toEqual([{ score: '262.00' }]);
  });

  test('of a candidate out of reach is not added', async () => {
    const added = await call(
      'POST',
      userCategory.path,
      { userId, ...place, jointCategoryId: 8, profScore: '262' },
      'stranger',
    );
    expect(added.success).toBe(false);
  });
});

test('a school exam counts for the programmes of its school, and a failed one closes them', async () => {
  const at = {
    schoolId: schools[1],
    admitType: 2,
    scoreType: 8,
    archiveMinScore: '85.00',
    archiveMinRank: null,
  };
  const painting = await programme('绘画', { ...at, groupNo: '201' });
  const sculpture = await programme('雕塑', { ...at, groupNo: '202' });
  const listId = await draft();
  const find = async (key: number) =>
    (await page(listId)).records.find(({ admissionId }) => admissionId === key);
  expect(await find(painting)).toMatchObject({ reason: 'noScore' });
  expect((await find(painting))?.unchecked).toContain('schoolExam');
  await insert(userExamScore, [
    { userId, dataYear: 2026, schoolId: schools[1], score: '88.00', fullScore: '100.00', resultFlag: 1 },
    { userId, dataYear: 2026, schoolId: schools[1], profName: '雕塑', score: '90.00', resultFlag: 2 },
  ]);
  expect(await find(painting)).toMatchObject({ reason: null, unchecked: [] });
  expect(await find(sculpture)).toMatchObject({ reason: 'schoolExam' });
});

test('equal scores are told apart by the rule of the province, and only within reach', async () => {
  await insert(tieRule, [{ ...place, jointCategoryId: 0, tieOrder: '专业分>文化分>外语' }]);
  await insert(
    segment,
    [
      [540, 100, 100],
      [533, 30, 130],
    ].map(([score, sameNum, totalNum]) => ({
      ...{ ...place, scoreType: 1, jointCategoryId: 7, aos: 5 },
      ...{ score: `${score}.00`, sameNum, totalNum },
    })),
  );
  const [mine] = (
    await sql<{ score: string }>`
    select composite_score as score from t_wish_user where user_id = ${userId}`.execute(app.engine.db)
  ).rows;
  expect(mine?.score).toBe('533.75');
  // The same total by more culture and less professional score: 480 and 235.
  await insert(wishUser, [
    {
      ...place,
      ...{ userName: '考生乙', mobile: '13900000022', jointCategoryId: 7, aos: 5, recCode: 'ABCD2347' },
      ...{ cultureScore: '480.00', profScore: '235.00' },
    },
  ]);
  const told = await call('GET', `${wishUser.path}/standing?userId=${userId}`);
  expect(told.code, told.message).toBe(200);
  const [first, further] = told.data as readonly Record<string, unknown>[];
  expect(first).toMatchObject({
    ...{ jointCategoryId: 7, first: true, profScore: 255, compositeScore: 533.75 },
    ranks: { dataYear: 2026, from: 101, to: 130 },
    peers: { equal: 2, from: 1, to: 1 },
  });
  expect(further).toMatchObject({ jointCategoryId: 8, first: false, profScore: 262, peers: null });
  const away = await call('GET', `${wishUser.path}/standing?userId=${userId}`, undefined, 'stranger');
  expect(away.code).toBe(404);
});
