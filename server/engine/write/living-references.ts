import { type AnyDataset, isStored } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { integer } from '../fields/packing.ts';
import { columnName, tableName } from '../table/naming.ts';
import { serverSideOf } from '../table/server-side.ts';
import { allOf, type Condition, column, type Db, type Tx } from '../table/sql.ts';
import { referrers } from './references.ts';
import { rowSource, sourceColumn } from './write.ts';

/*
 * All writes follow one rule: a set reference points to a living row when the transaction commits. Writers lock the
 * rows they refer to FOR KEY SHARE, which blocks only deletions; a deletion locks its rows FOR UPDATE first and looks
 * for references afterwards. So one of the two always sees the other.
 */

/** A reference that protects its target row from deletion. */
export interface Holding {
  readonly name: string;
  readonly field: RefField | RefsField;
  /** The reference and the fields that limit its target. */
  readonly parts: readonly string[];
}

/** The references of a dataset that protect their targets and are columns of its table. */
export function protectingReferences(dataset: AnyDataset): Holding[] {
  return Object.entries(dataset.fields).flatMap(([name, field]) => {
    if (field.kind !== 'refs' && !(field.kind === 'ref' && field.protects !== false)) return [];
    if (!isStored(field)) return [];
    const further = field.kind === 'ref' ? [...(field.within ?? []), ...(field.orAny ?? [])] : [];
    return [{ name, field, parts: [name, ...further] }];
  });
}

/**
 * The condition that a reference of `r`, whose columns have the names of the table's, points to no living row. Existing
 * targets are locked against deletion.
 */
function isLost(
  engine: Engine,
  { name, field }: Holding,
  columnOf: (part: string) => RawBuilder<unknown>,
): Condition {
  const target = engine.dataset(field.to);
  const wanted = column('x', columnName(target.identity.value));
  const where = Object.entries(field.where ?? {}).map(
    ([part, value]) => sql<SqlBool>`${column('x', columnName(part))} = ${value}`,
  );
  const within = (field.kind === 'ref' ? (field.within ?? []) : []).map(
    part => sql<SqlBool>`${column('x', columnName(part))} = ${columnOf(part)}`,
  );
  const narrowed = (field.kind === 'ref' ? (field.orAny ?? []) : []).map(
    part =>
      sql<SqlBool>`(coalesce(${columnOf(part)}, 0) <= 0 or ${column('x', columnName(part))} in (0, ${columnOf(part)}))`,
  );
  const lives = (value: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select 1 from ${sql.table(tableName(target))} as x
    where ${allOf([sql<SqlBool>`${wanted} = ${value}`, sql<SqlBool>`not x.deleted`, ...where, ...within, ...narrowed])}
    for key share)`;
  const value = columnOf(name);
  if (field.kind === 'refs') {
    return sql<SqlBool>`exists (select 1 from unnest(${value}::bigint[]) as u(id) where not ${lives(sql`u.id`)})`;
  }
  const given = field.zero ? sql<SqlBool>`${value} <> 0` : sql<SqlBool>`${value} is not null`;
  return sql<SqlBool>`(${given} and not ${lives(value)})`;
}

/** A dangling reference: the row's index in the input, the field, and its ids. */
export interface LostReference {
  readonly at: number;
  readonly name: string;
  readonly value: string;
}

/**
 * The dangling references of rows about to be written; all other targets are locked against deletion until the
 * transaction ends. `names` are the fields to check, by default all. A row must contain the fields that limit its
 * references. One statement for all rows.
 */
export async function lostReferences(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
  names?: readonly string[],
): Promise<LostReference[]> {
  const asked = protectingReferences(dataset)
    .filter(({ name }) => names === undefined || names.includes(name))
    .flatMap(holding => {
      const places = placesByValue(holding, rows);
      return places.size === 0 ? [] : [{ holding, places: [...places.values()] }];
    });
  if (asked.length === 0) return [];
  const parts = asked.map(({ holding, places }, index) => {
    const distinct = places.map(([first = 0]) => rows[first] ?? {});
    const numbers = { name: 'row_no', packing: integer, values: distinct.map((_, at) => at) };
    const source = rowSource(dataset, holding.parts, distinct, [numbers]);
    return sql`select ${sql.lit(index)}::integer as asked, r.row_no from ${source}
      where ${isLost(engine, holding, part => sourceColumn(dataset, part))}`;
  });
  const found = await sql<{ asked: number; rowNo: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return found.rows.flatMap(({ asked: index, rowNo }) => {
    const { holding, places } = asked[index] ?? {};
    if (!holding) return [];
    return (places?.[rowNo] ?? []).map(at => ({
      at,
      name: holding.name,
      value: told(rows[at]?.[holding.name]),
    }));
  });
}

/** Indexes of the rows with a set reference, by the values that determine its target. */
function placesByValue(
  { name, field, parts }: Holding,
  rows: readonly Readonly<RowValues>[],
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const value = row[name];
    if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) continue;
    if (field.kind === 'ref' && field.zero && Number(value) === 0) continue;
    const key = parts.length === 1 ? String(value) : JSON.stringify(parts.map(part => row[part] ?? null));
    const same = places.get(key);
    if (same) same.push(at);
    else places.set(key, [at]);
  }
  return places;
}

/**
 * The same for stored rows of the table, within the transaction: `at` is the key. Rows that point to the same place are
 * checked once.
 */
export async function lostStoredReferences(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  keys: readonly number[],
  names: readonly string[],
): Promise<LostReference[]> {
  const asked = protectingReferences(dataset).filter(({ name }) => names.includes(name));
  if (asked.length === 0 || keys.length === 0) return [];
  const statements = asked.map(holding => {
    const columns = sql.join(holding.parts.map(part => column('d', columnName(part))));
    return sql`
      select key as at, ${sql.lit(holding.name)}::text as name, value from (
        select array_agg(${column('d', columnName(dataset.key))}) as keys,
          array_to_string(array[${column('d', columnName(holding.name))}], ',') as value, ${columns}
        from ${sql.table(tableName(dataset))} as d
        where ${column('d', columnName(dataset.key))} = any(${[...keys]}::bigint[]) and not d.deleted
          and ${column('d', columnName(holding.name))} is not null
        group by ${columns}
      ) as r cross join unnest(r.keys) as key
      where ${isLost(engine, holding, part => column('r', columnName(part)))}`;
  });
  const found = await sql<LostReference>`${sql.join(statements, sql` union all `)}`.execute(db);
  return found.rows.map(row => ({ ...row, value: told(row.value.split(',')) }));
}

function told(value: unknown): string {
  return (Array.isArray(value) ? value.join(',') : String(value)).slice(0, 64);
}

/**
 * Fields of a dataset that other rows use to refer to its rows, besides the fixed key: moving a row to another year
 * would break references limited to its own year. Empty if the server side moves the dependent rows, as candidates
 * follow their agency to another partner.
 */
export function anchorFields(engine: Engine, dataset: AnyDataset): string[] {
  if (serverSideOf(engine.servers, dataset).changed) return [];
  const anchors = referrers(engine, dataset).flatMap(({ field }) => [
    dataset.identity.value,
    ...(field.kind === 'ref' ? (field.within ?? []) : []),
  ]);
  return [...new Set(anchors)].filter(name => name !== dataset.key);
}

/**
 * Serialises the writes of a dataset's tree until the transaction ends: two simultaneous moves could create a cycle
 * that neither sees. Call it before locking any row. Does nothing for datasets without parents.
 */
export async function lockTree(db: Tx, dataset: AnyDataset): Promise<void> {
  if (dataset.parent === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`tree ${dataset.name}`}))`.execute(db);
}
