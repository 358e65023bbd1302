import type { TestedMethod } from '@yikao/model/contexts/admission/prediction.calls.ts';
import type { BackTest } from '@yikao/model/contexts/admission/rules/back-test.ts';
import { fewestCases } from '@yikao/model/contexts/admission/rules/back-test.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';

/** Results of the back-tests of a province, the latest year first. */
export async function readBackTests(db: Db, provinceId: number): Promise<TestedMethod[]> {
  const found = await sql<{
    dataYear: number;
    method: number;
    cases: number;
    candidates: number;
    brier: string | null;
    gap: string | null;
    rows: TestedMethod['rows'];
    createTime: Date;
  }>`
    select data_year, method, cases, candidates, brier::text as brier, gap::text as gap,
      reliability as rows, create_time
    from t_prob_back_test where province_id = ${provinceId} order by data_year desc, method`.execute(db);
  return found.rows.map(({ brier, gap, createTime, ...row }) => ({
    ...row,
    provinceId,
    brier: brier === null ? null : Number(brier),
    gap: gap === null ? null : Number(gap),
    createTime: shanghaiTime(createTime),
  }));
}

/** The methods of a province that were tested on enough programmes. */
export async function testedMethods(db: Db, provinceId: number): Promise<Set<number>> {
  const found = await sql<{ method: number }>`
    select distinct method from t_prob_back_test
    where province_id = ${provinceId} and cases >= ${fewestCases}`.execute(db);
  return new Set(found.rows.map(({ method }) => method));
}

/** Stores the back-test of a province, year and method, replacing an earlier one. */
export async function keepBackTest(
  db: Db,
  {
    provinceId,
    dataYear,
    method,
    userId,
  }: { provinceId: number; dataYear: number; method: number; userId: number | null },
  { cases, candidates, brier, gap, rows }: BackTest,
): Promise<void> {
  await sql`
    insert into t_prob_back_test (province_id, data_year, method, cases, candidates, brier, gap, reliability, create_by)
    values (${provinceId}, ${dataYear}, ${method}, ${cases}, ${candidates}, ${brier}, ${gap},
      ${JSON.stringify(rows)}::jsonb, ${userId})
    on conflict (province_id, data_year, method) do update
    set cases = excluded.cases, candidates = excluded.candidates, brier = excluded.brier, gap = excluded.gap,
      reliability = excluded.reliability, create_time = now(), create_by = excluded.create_by`.execute(db);
}
