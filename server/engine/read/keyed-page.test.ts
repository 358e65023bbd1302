import { registry } from '@yikao/model/contexts/datasets.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';

const { schExamType } = registry;
const total = 2_600;
const size = 200;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await sql`
    insert into t_sch_exam_type (data_year, province_id, joint_category_id, school_id, round_no, exam_type,
      exam_type_change, start_time, end_time, remark, order_num)
    select 2020 + n % 3, 430000, n, 1, 1, 1 + n % 3, n % 2,
      case when n % 5 > 0 then timestamptz '2026-01-01' + make_interval(days => n % 7) end, null,
      case when n % 4 > 0 then '备注' || n % 11 end, n % 3
    from generate_series(1, ${total}) as n`.execute(app.engine.db);
});
afterAll(() => app.close());

const read = async (query: string) => {
  const { status, body } = await app.call('admin', 'GET', `${schExamType.path}/list?size=${size}&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as { records: { dataId: number }[]; next?: string };
};

/** All rows in order, from the database alone. */
async function truth(orderBy: string, year: number | undefined): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select data_id as id from t_sch_exam_type where ${year ?? null}::integer is null or data_year = ${year ?? null}
    order by ${sql.raw(orderBy)}`.execute(app.engine.db);
  return found.rows.map(({ id }) => id);
}

const columns = {
  orderNum: 'order_num',
  startTime: 'start_time',
  remark: 'remark',
  examType: 'exam_type',
  dataId: 'data_id',
};

test('pages that follow one another by the last row seen hold every row once, in any order, empty values too', async () => {
  const names = fc.constantFrom(...(Object.keys(columns) as (keyof typeof columns)[]));
  const terms = fc.uniqueArray(fc.tuple(names, fc.boolean()), {
    maxLength: 3,
    minLength: 1,
    selector: ([name]) => name,
  });
  await fc.assert(
    fc.asyncProperty(terms, fc.constantFrom(undefined, 2021), async (asked, year) => {
      const sort = asked.map(([name, down]) => `${down ? '-' : ''}${name}`).join(',');
      const orderBy = [
        ...asked.map(([name, down]) => `${columns[name]}${down ? ' desc' : ''}`),
        'data_id desc',
      ].join(', ');
      const filter = `sort=${sort}${year ? `&dataYear=${year}` : ''}`;
      const expected = await truth(orderBy, year);
      const seen: number[] = [];
      let after: string | undefined;
      for (let current = 1; (current - 1) * size < expected.length; current++) {
        const page = await read(`${filter}&current=${current}${after ? `&after=${after}` : ''}`);
        seen.push(...page.records.map(({ dataId }) => dataId));
        const isFarAndFull = current * size >= 1_000 && page.records.length === size;
        expect(page.next !== undefined).toBe(isFarAndFull);
        after = page.next;
      }
      expect(seen).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

test('a row that comes in before it moves nothing out of the next page, and a place that is none counts as not given', async () => {
  const fifth = await read('sort=dataId&current=5');
  const sixth = await read(`sort=dataId&current=6&after=${fifth.next}`);
  await sql`update t_sch_exam_type set deleted = true where data_id = 3`.execute(app.engine.db);
  expect((await read(`sort=dataId&current=6&after=${fifth.next}`)).records).toEqual(sixth.records);
  const moved = await read('sort=dataId&current=6');
  expect(moved.records[0]?.dataId).toBe((sixth.records[0]?.dataId ?? 0) + 1);
  for (const after of [
    'nonsense',
    'WyJhIl0',
    'W10',
    fifth.next?.slice(0, -3),
    '%00',
    `${fifth.next}${fifth.next}`,
  ]) {
    expect((await read(`sort=dataId&current=6&after=${after}`)).records).toEqual(moved.records);
  }
});
