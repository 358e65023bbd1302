import { readFile } from 'node:fs/promises';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStarterReader } from '../contexts/people/auth/job-starter.ts';
import { openSeededApp, type SeededApp } from '../contexts/testing/seeded-app.ts';
import { work } from '../engine/jobs/work.ts';
import { silentLogger } from '../platform/logger.ts';
import { importDemoBatch } from './demo-import.ts';

const { schExamType } = registry;

const jobs: number[] = [];
let it: SeededApp;

beforeAll(async () => {
  it = await openSeededApp({ enqueue: async id => void jobs.push(id) });
});
afterAll(() => it.close());

test('the demo batch is where the README says, with as many rows and mistakes, and comes once', async () => {
  await importDemoBatch(it.engine);
  await importDemoBatch(it.engine);
  expect(jobs).toHaveLength(1);
  await work(
    {
      ...{ engine: it.engine, logger: silentLogger(), workFolder: it.dataDir },
      currentActor: createStarterReader(it.engine.clock),
    },
    jobs[0] ?? 0,
  );
  const { token } = await it.login('admin');
  const listed = async (more = '') => {
    const path = `/api/base/log/list?bizTypeVal=${schExamType.excel?.jobs.import}&current=1&size=5${more}`;
    return (await it.call('GET', path, { token })).data.records;
  };
  // The dialog lists the imports of everybody, the job centre those of the person.
  const [batch] = await listed();
  expect(batch).toMatchObject({ userName: 'ops', insertNum: 24, updateNum: 0, failNum: 2, undoable: true });
  expect(await listed('&mine=1')).toEqual([]);
  const { records } = (await it.call('GET', `/api/base/log/errors?id=${batch.id}`, { token })).data;
  expect(
    records.map(({ errors }: { errors: { message: string }[] }) => errors.map(one => one.message)),
  ).toEqual([
    [expect.stringContaining('找不到院校')],
    expect.arrayContaining(['报名结束：结束时间不能早于开始时间']),
  ]);
  for (const [name, said] of [
    [
      'README.md',
      /\*Import\* dialog of the\s+calendar .*`ops`: 24 rows were added, and \*Details\* explains the mistakes\s+in two others/s,
    ],
    [
      'README.zh-CN.md',
      /“学校考试类型”的导入窗口.*`ops` 的一个演示\s+批次：新增 24 行，另有两行有错，“详情”/s,
    ],
  ] as const) {
    expect(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'), name).toMatch(said);
  }
});
