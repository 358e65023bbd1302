import type { FoundRows } from '@yikao/model/calls/find-calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';

const { agent, mockStudent, school } = registry;
const idNo = '110101200801011230';

let app: TestApp;
let ours: number;

beforeAll(async () => {
  const may = (...codes: string[]) => ({ admin: false, permissions: new Set(codes) });
  app = await openTestApp(migrated, {
    admin: person(),
    nobody: person(may()),
    schools: person(may('wish:school:list')),
    partner: person({ ...may('wish:agent:list'), partnersIds: [999_999] }),
  });
  const add = async (dataset: typeof agent | typeof mockStudent | typeof school, n: number, row: object) =>
    app.call('admin', 'POST', dataset.path, await sampleRow(app.engine, dataset, n, { ...row }));
  await add(school, 1, { schoolName: '重庆音乐学院', schoolNo: 'CQ0001' });
  await add(school, 2, { schoolName: '附属重庆音乐学院', schoolNo: 'CQ0002' });
  const candidate = await add(mockStudent, 1, { studentName: '重庆考生', idNo });
  expect(candidate.body).toMatchObject({ code: 200 });
  const mine = await add(agent, 1, { agentName: '重庆画室' });
  ours = mine.body.data.agentId;
});
afterAll(() => app.close());

const find = async (who: string, keywords: string): Promise<FoundRows[]> =>
  (await app.call(who, 'GET', `/api/base/find?keywords=${encodeURIComponent(keywords)}`)).body.data;
const namesIn = (found: readonly FoundRows[], dataset: string) =>
  found.find(one => one.dataset === dataset)?.rows.map(({ name }) => name) ?? [];

test('a person finds records by their name, its pinyin and their number, the closest first', async () => {
  for (const keywords of ['重庆', 'chongqing', 'cqyy', ' 重庆音乐 ']) {
    expect(namesIn(await find('admin', keywords), 'school')).toEqual(['重庆音乐学院', '附属重庆音乐学院']);
  }
  const [found] = await find('admin', 'cq0002');
  expect(found).toMatchObject({
    dataset: 'school',
    rows: [{ name: '附属重庆音乐学院', also: expect.arrayContaining(['CQ0002']) }],
  });
});

test('finds records of the lists alone that the person may open', async () => {
  expect(await find('nobody', '重庆')).toEqual([]);
  expect((await find('schools', '重庆')).map(({ dataset }) => dataset)).toEqual(['school']);
  expect((await find('admin', '重庆')).map(({ dataset }) => dataset)).toEqual(
    expect.arrayContaining(['school', 'agent', 'mockStudent']),
  );
});

test('a number of a person is found whole alone, and shown masked', async () => {
  expect(namesIn(await find('admin', idNo.slice(0, 10)), 'mockStudent')).toEqual([]);
  const found = await find('admin', idNo);
  expect(namesIn(found, 'mockStudent')).toEqual(['重庆考生']);
  expect(JSON.stringify(found)).not.toContain(idNo);
});

test('finds no record out of the scope of the person', async () => {
  expect(ours).toBeGreaterThan(0);
  expect(namesIn(await find('admin', '重庆画室'), 'agent')).toEqual(['重庆画室']);
  expect(await find('partner', '重庆画室')).toEqual([]);
});

test('refuses a search without words and one that is too long', async () => {
  for (const keywords of ['', ' ', '长'.repeat(65)]) {
    expect(
      (await app.call('admin', 'GET', `/api/base/find?keywords=${encodeURIComponent(keywords)}`)).status,
    ).toBe(400);
  }
});
