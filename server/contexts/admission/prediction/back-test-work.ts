import { probMethod } from '@yikao/model/contexts/admission/admission.codes.ts';
import { backTest } from '@yikao/model/contexts/admission/prediction.jobs.ts';
import { BackTester, fewestCases } from '@yikao/model/contexts/admission/rules/back-test.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { defaultFactors } from '@yikao/model/rules/probability.ts';
import { sql } from 'kysely';
import { defineJobWork } from '../../../engine/jobs/feature/define-job-work.ts';
import { countFrom, type Db } from '../../../engine/table/sql.ts';
import { keepBackTest } from './back-tests.ts';
import {
  byProgramme,
  lastSchoolOfChunk,
  PredictionWorld,
  type ProgrammeYear,
  programmeName,
  programmeYearColumns,
  yearsBack,
} from './programmes.ts';

/** Approximate rows per transaction: a school is not split. */
const chunkRows = 4_000;

const methods = [1, 2, 3] as const;

/** The testers of the methods, as they were carried from the chunk before. */
function testersOf(carried: string): BackTester[] {
  const states: unknown = carried === '' ? [] : JSON.parse(carried);
  return methods.map((method, index) =>
    // Written below, by the chunk before.
    BackTester.restored({ ...defaultFactors, method }, Array.isArray(states) ? states[index] : undefined),
  );
}

/** The forecast for every programme of the year, set against its result, method by method. */
async function testSchools(
  db: Db,
  {
    dataYear,
    provinceId,
    after,
    last,
  }: { dataYear: number; provinceId: number; after: number; last: number },
  testers: readonly BackTester[],
): Promise<number> {
  const found = await sql<ProgrammeYear>`
    select ${programmeYearColumns} from t_admission as d
    where d.province_id = ${provinceId} and d.data_year between ${dataYear - yearsBack} and ${dataYear}
      and d.school_id > ${after} and d.school_id <= ${last} and not d.deleted
    order by d.data_id`.execute(db);
  const world = await PredictionWorld.load(db, dataYear, provinceId);
  await world.prepare(db, found.rows);
  const years = byProgramme(found.rows);
  let rows = 0;
  for (const row of found.rows) {
    if (row.dataYear !== dataYear) continue;
    rows += 1;
    const actual = world.rankOf(row);
    const foretold = actual === null ? null : world.foretell(row, years.get(programmeName(row)) ?? []);
    if (actual === null || !foretold) continue;
    for (const [index, method] of methods.entries()) {
      const predicted = method === probMethod.is.score ? Number(foretold.score) : foretold.prediction.rank;
      const came = method === probMethod.is.score ? Number(row.score) : actual;
      testers[index]?.add({ predicted, actual: came }, { ...foretold.factors, method });
    }
  }
  return rows;
}

/** The year of a province that is tried, and who asked for it; null for the product itself. */
interface TestedYear {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly userId: number | null;
}

/** Keeps what the testers have found, method by method. */
async function keepResults(db: Db, of: TestedYear, testers: readonly BackTester[]): Promise<void> {
  for (const [index, method] of methods.entries()) {
    const result = testers[index]?.result();
    if (result) await keepBackTest(db, { ...of, method }, result);
  }
}

/** Tries a whole year at once and keeps what it shows, as the job does piece by piece. */
export async function backTestYear(db: Db, of: TestedYear): Promise<void> {
  const testers = testersOf('');
  const next = (after: number) => lastSchoolOfChunk(db, { ...of, rows: chunkRows }, after);
  let after = 0;
  for (let last = await next(after); last !== undefined; last = await next(after)) {
    await testSchools(db, { ...of, after, last }, testers);
    after = last;
  }
  await keepResults(db, of, testers);
}

/** Foretells a year that is over out of those before it, and keeps a table of how far it came true (amendment 6). */
export const backTestWork = defineJobWork(backTest, {
  carry: { testers: '' },
  async total({ engine, params: { dataYear, provinceId } }) {
    return countFrom(
      engine.db,
      sql`t_admission
        where province_id = ${provinceId} and data_year = ${dataYear} and not deleted`,
    );
  },
  async chunk(db, { params: { dataYear, provinceId }, actor }, after, { testers: carried }) {
    const testers = testersOf(carried);
    const last = await lastSchoolOfChunk(db, { dataYear, provinceId, rows: chunkRows }, after);
    if (last !== undefined) {
      const rows = await testSchools(db, { dataYear, provinceId, after, last }, testers);
      return { rows, next: last, same: rows, carry: { testers: JSON.stringify(testers) } };
    }
    await keepResults(db, { provinceId, dataYear, userId: actor.userId }, testers);
    return { rows: 0, next: undefined, carry: { testers: JSON.stringify(testers) } };
  },
  message({ total, carry }) {
    const cases = testersOf(carry.testers)[1]?.result().cases ?? 0;
    return cases < fewestCases
      ? label(
          `共 ${total} 条，其中 ${cases} 条有历史和结果，少于 ${fewestCases} 条，不足以说明可靠程度`,
          `${total} rows, ${cases} of them with history and outcome: fewer than ${fewestCases} say nothing`,
        )
      : label(
          `共 ${total} 条，用 ${cases} 条有历史和结果的数据完成回测，结果见概率算法页`,
          `${total} rows, ${cases} of them with history and outcome were tested; see the page of the algorithms`,
        );
  },
});
