import { registry } from '@yikao/model/contexts/datasets.ts';
import { AppError } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../../testing/database.ts';
import { selectRows } from '../../read/select.ts';
import { elevated } from '../../scope/actor.ts';
import type { Columns } from '../../table/columns.ts';
import { columnName, tableName } from '../../table/naming.ts';
import type { Db } from '../../table/sql.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { assertUnique } from '../../write/assert-unique.ts';
import { canonicalRow } from '../../write/write.ts';
import { splitRestorable } from './restorable.ts';

const { agent, region } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  // Keys may be null elsewhere; this column replaces them.
  await sql`alter table t_agent alter column agent_code drop not null`.execute(app.engine.db);
});
afterAll(() => app.close());

/** The rule itself: rows are tried in turn, and each successful one exists for the next. */
async function oneByOne(db: Db, dataset: AnyDataset, keys: readonly number[]) {
  const split = { free: [] as number[], taken: [] as number[] };
  const column = sql.id(columnName(dataset.key));
  for (const key of keys) {
    const found = await selectRows(app.engine, dataset, {
      reader: elevated(),
      fields: Object.keys(dataset.fields),
      where: sql`d.${column} = ${key}`,
      stored: true,
      trashed: true,
    }).execute(db);
    const [row] = found.rows;
    if (!row) continue;
    try {
      await assertUnique(db, dataset, elevated(), canonicalRow(dataset, row), key);
      await sql`update ${sql.table(tableName(dataset))} set deleted = false where ${column} = ${key}`.execute(
        db,
      );
      split.free.push(key);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'duplicate')) throw error;
      split.taken.push(key);
    }
  }
  return split;
}

const undone = new Error('the rows of one try go with its transaction');

/** Returns the results of `splitRestorable` and of the rule for the same rows, created by `fill`. */
async function both(dataset: AnyDataset, fill: (db: Db) => Promise<number[]>) {
  const said: { set?: unknown; rule?: unknown } = {};
  await app.engine.db
    .transaction()
    .execute(async db => {
      const keys = await fill(db);
      said.set = await splitRestorable(db, dataset, keys);
      said.rule = await oneByOne(db, dataset, keys);
      throw undone;
    })
    .catch(error => {
      if (error !== undone) throw error;
    });
  return said;
}

const agencies = fc.array(
  fc.record({
    partner: fc.integer({ min: 1, max: 2 }),
    name: fc.constantFrom('甲', '乙', '丙'),
    // Without a code a row is free of the further key.
    code: fc.constantFrom(null, 'A', 'B', 'C'),
    living: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('which of many deleted rows can come back is what asking for each in turn says, for every set of unique fields', async () => {
  await fc.assert(
    fc.asyncProperty(agencies, fc.boolean(), async (rows, backwards) => {
      const said = await both(agent, async db => {
        const keys: number[] = [];
        const names = new Set<string>();
        const codes = new Set<string>();
        for (const { partner, name, code, living } of rows) {
          // Living rows are unlike one another, as the indexes have it.
          const stands = living && !names.has(`${partner}${name}`) && !codes.has(code ?? '');
          if (stands) {
            names.add(`${partner}${name}`);
            if (code !== null) codes.add(code);
          }
          const made = await sql<{ id: number }>`
            insert into t_agent (agent_name, agent_code, partners_id, province_id, contact, phone, commission_rate,
              order_num, status, deleted)
            values (${name}, ${code}, ${partner}, 430000, '张', '1', 0, 0, 1, ${!stands}) returning agent_id as id
          `.execute(db);
          keys.push(Number(made.rows[0]?.id));
        }
        return backwards ? keys.reverse() : keys;
      });
      expect(said.set).toEqual(said.rule);
    }),
    { numRuns: 60 },
  );
});

test('rows that stand, and keys of no row, are neither free nor taken', async () => {
  const said = await both(region, async db => {
    await sql`
      insert into t_region (region_name, order_num, status, deleted)
      values ('华北', 1, 1, false), ('华北', 1, 1, true), ('华东', 1, 1, true), ('华东', 2, 1, true)`.execute(
      db,
    );
    const made = await sql<Columns<typeof region, 'id'>>`select id from t_region order by id`.execute(db);
    return [...made.rows.map(({ id }) => id), 987_654];
  });
  expect(said.set).toEqual(said.rule);
  expect(said.set).toMatchObject({
    free: [expect.any(Number)],
    taken: [expect.any(Number), expect.any(Number)],
  });
});
