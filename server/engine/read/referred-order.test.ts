import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../../contexts/testing/seeded-app.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';

const { partners, schExamType, serviceOrder } = registry;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(seeded, { admin: person() });
});
afterAll(() => app.close());

const read = async (path: string, query: string) =>
  (await app.call('admin', 'GET', `${path}/list?${query}`)).body.data.records;
const keys = async (query: ReturnType<typeof sql<{ key: number }>>) =>
  (await query.execute(app.engine.db)).rows.map(({ key }) => Number(key));

test.each(['', 'desc'])('a list orders by the names that references show, page by page %s', async down => {
  const [sign, way] = [down === '' ? '' : '-', sql.raw(down)];
  for (const [name, truth] of [
    ['schoolId', sql`(select school_name from t_school as s where s.school_id = c.school_id) ${way}`],
    [
      'jointCategoryId',
      sql`(select order_num from t_joint_category as j where j.joint_category_id = c.joint_category_id
          and j.data_year = c.data_year and j.province_id = c.province_id) ${way},
        (select joint_category_name from t_joint_category as j where j.joint_category_id = c.joint_category_id
          and j.data_year = c.data_year and j.province_id = c.province_id) ${way}`,
    ],
  ] as const) {
    const expected = await keys(sql<{ key: number }>`
      select data_id as key from t_sch_exam_type as c where not deleted
      order by ${truth}, data_id desc limit 90`);
    const seen: number[] = [];
    for (const current of [1, 2, 3]) {
      const rows = await read(schExamType.path, `sort=${sign}${name}&size=30&current=${current}`);
      seen.push(...rows.map(({ dataId }: { dataId: number }) => dataId));
    }
    expect(seen.length, name).toBe(90);
    expect(seen, name).toEqual(expected);
  }
});

test('a row without a reference comes last, and a tree orders by names as well', async () => {
  const orders = await read(serviceOrder.path, 'sort=channelId&size=200');
  const names = orders.map(({ channelName }: { channelName: string | null }) => channelName);
  expect(names.filter((name: string | null) => name === null)).toEqual(
    names.slice(names.findIndex((name: string | null) => name === null)),
  );
  expect((await app.call('admin', 'GET', `${partners.path}/list?sort=channelId`)).status).toBe(200);
});
