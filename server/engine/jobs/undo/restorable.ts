import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnName, tableName } from '../../table/naming.ts';
import { allOf, type Condition, column, type Db } from '../../table/sql.ts';
import { naturalKeyPart, uniquePart, whereSql } from '../../table/tables.ts';

/** A set of fields that are unique among the living rows, in the words of the database. */
interface UniqueSet {
  /** Its parts on the table aliased as `alias`. */
  parts(alias: string): RawBuilder<unknown>[];
  /** Reports whether a row on `alias` takes part in it. */
  given(alias: string): Condition;
}

function uniqueSets(dataset: AnyDataset): UniqueSet[] {
  const natural = dataset.naturalKey.filter(name => name !== dataset.key);
  const further = dataset.uniqueKeys.map(
    (unique): UniqueSet => ({
      parts: alias => unique.fields.map(name => sql.raw(uniquePart(dataset, name, `${alias}.`))),
      // A row with an empty part, or in another state, is exempt.
      given: alias =>
        allOf([
          ...unique.fields.map(name => sql<SqlBool>`${column(alias, columnName(name))} is not null`),
          sql<SqlBool>`(true${sql.raw(whereSql(unique, `${alias}.`))})`,
        ]),
    }),
  );
  // For a typed key the row itself is in the trash: nobody else can have taken it.
  if (natural.length === 0 || natural.length < dataset.naturalKey.length) return further;
  return [
    {
      parts: alias => natural.map(name => sql.raw(naturalKeyPart(dataset, name, `${alias}.`))),
      given: () => sql<SqlBool>`true`,
    },
    ...further,
  ];
}

/**
 * Splits rows of the trash, given by key in the order of their return, into those that can be restored and those whose
 * natural key or another unique key belongs to a living row by then: one of the table, or one restored earlier. Keys
 * without a row in the trash are in neither. One statement, whatever the number.
 */
export async function splitRestorable(
  db: Db,
  dataset: AnyDataset,
  keys: readonly number[],
): Promise<{ free: number[]; taken: number[] }> {
  const split = { free: [] as number[], taken: [] as number[] };
  if (keys.length === 0) return split;
  const sets = uniqueSets(dataset);
  const table = sql.table(tableName(dataset));
  const [own, other] = [column('d', columnName(dataset.key)), column('x', columnName(dataset.key))];
  const clashes = sets.map(({ parts, given }) => {
    const theirs = parts('x');
    const same = parts('d').map((part, index) => sql<SqlBool>`${part} = ${theirs[index]}`);
    return sql<SqlBool>`(${given('d')} and exists (
      select 1 from ${table} as x where ${allOf(same)} and ${given('x')} and not x.deleted and ${other} <> ${own}))`;
  });
  const held = sets.map(
    ({ parts, given }) =>
      sql`case when ${given('d')} then jsonb_build_array(${sql.join(parts('d'))})::text end`,
  );
  const found = await sql<{ key: number; taken: boolean; held: (string | null)[] }>`
    select ${own} as key, ${clashes.length === 0 ? sql`false` : sql.join(clashes, sql` or `)} as taken,
      ${held.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(held)}]`} as held
    from ${table} as d where ${own} = any(${[...keys]}::bigint[]) and d.deleted`.execute(db);
  const rows = new Map(found.rows.map(row => [row.key, row]));
  const comesBefore = sets.map(() => new Set<string>());
  for (const key of keys) {
    const row = rows.get(key);
    if (!row) continue;
    const taken = row.taken || row.held.some((mine, set) => mine !== null && comesBefore[set]?.has(mine));
    (taken ? split.taken : split.free).push(key);
    if (taken) continue;
    for (const [set, mine] of row.held.entries()) if (mine !== null) comesBefore[set]?.add(mine);
  }
  return split;
}
