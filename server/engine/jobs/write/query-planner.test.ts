import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../../../testing/database.ts';
import type { Db } from '../../table/sql.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { preferKeyOrder, walksByKey } from './query-planner.ts';

const { region } = registry;
const pageRows = 2_000;

let app: TestApp;
const within = <Result>(work: (db: Db) => Promise<Result>) => app.engine.db.transaction().execute(work);

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  await sql`truncate t_region`.execute(app.engine.db);
  await sql`insert into t_region (region_name, order_num, status, import_batch)
    select 'R' || n, 0, 1, case when n % 100 = 0 then 'few' end from generate_series(1, 20000) as n`.execute(
    app.engine.db,
  );
  await sql`analyze t_region`.execute(app.engine.db);
});
afterAll(() => app.close());

/** The kinds of steps with which the database reads a page of the rows of a batch, and the indexes it takes. */
async function stepsOfPage(db: Db): Promise<string[]> {
  const plan = await sql<{ 'QUERY PLAN': [{ Plan: PlanStep }] }>`explain (format json)
    select id from t_region as d where d.import_batch = 'few' and d.id > 0 order by d.id limit ${pageRows}`.execute(
    db,
  );
  const steps: string[] = [];
  const tell = (step: PlanStep) => {
    steps.push(step['Node Type'], ...(step['Index Name'] ? [step['Index Name']] : []));
    step.Plans?.forEach(tell);
  };
  for (const { Plan } of plan.rows[0]?.['QUERY PLAN'] ?? []) tell(Plan);
  return steps;
}

interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanStep[];
}

describe('a walk through rows a page at a time', () => {
  test('sorts what another index finds, unless it is held to the order of the key', async () => {
    expect(await within(stepsOfPage)).toContain('Sort');
    const steps = await within(async db => {
      await preferKeyOrder(db);
      return stepsOfPage(db);
    });
    expect(steps).toContain('t_region_pkey');
    expect(steps).not.toContain('Sort');
    expect(await within(stepsOfPage)).toContain('Sort');
  });

  test('goes by the key where its pages would look at more rows than the table has', async () => {
    const choices = [200, 8_000, 10_000, 20_000].map(total =>
      walksByKey(app.engine.db, region, total, pageRows),
    );
    expect(await Promise.all(choices)).toEqual([false, false, true, true]);
  });
});
