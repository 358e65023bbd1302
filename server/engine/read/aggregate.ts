import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, type Dataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, type FieldMap, refNameKey } from '@yikao/model/kernel/field.ts';
import type { NameOfKind } from '@yikao/model/kernel/names.ts';
import {
  type DayName,
  type GroupName,
  type OrderedName,
  type SummaryKind,
  type SummedName,
  summaryKinds,
} from '@yikao/model/kernel/places.ts';
import { limits } from '@yikao/model/limits.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { seenBy } from '../scope/seen.ts';
import { fieldSql } from '../table/field-sql.ts';
import { tableName } from '../table/naming.ts';
import { allOf, type Condition } from '../table/sql.ts';
import { filterConditions, pageKeys, type Query } from './filters.ts';
import { refName } from './select.ts';

/** The measures of rows: their number, or the sum, smallest or largest value of a field. */
export type Measure<F extends FieldMap> =
  | 'count'
  | { readonly sum: SummedName<F>; readonly where?: CodesOf<F> }
  | { readonly min: OrderedName<F> }
  | { readonly max: OrderedName<F> };

/** Codes by field: limits a measure to rows with these codes. */
type CodesOf<F extends FieldMap> = { readonly [K in NameOfKind<F, 'code' | 'yesNo'>]?: readonly number[] };

/** Measures by the names under which they are answered. */
export type Measures<F extends FieldMap> = Readonly<Record<string, Measure<F>>>;

/**
 * The results, by the names of the measures: a count is a number; a sum is an exact decimal as text, `0` for no
 * rows; a smallest or largest value is text as the field writes it, null for no rows.
 */
export type Measured<M> = {
  readonly [K in keyof M]: M[K] extends 'count'
    ? number
    : M[K] extends { readonly sum: string }
      ? string
      : string | null;
};

/** The results of the rows that have one value; `name` is that of the row a reference points at. */
export type Group<M> = {
  readonly key: number | string | null;
  readonly name: string | null;
  readonly values: Measured<M>;
};

/** Days of Asia/Shanghai, `YYYY-MM-DD`, both included. */
export interface Days<Name extends string = string> {
  readonly day: Name;
  readonly from: string;
  readonly to: string;
}

/** The rows to aggregate, besides the reader's scope, and the measures to calculate. */
interface Asked<F extends FieldMap, M extends Measures<F>> {
  readonly measures: M;
  /** As the query of the list. */
  readonly filters?: Query;
  /** A further condition on the dataset's table as `d`. */
  readonly where?: Condition;
}

/** Grouping of {@link aggregate}: largest first, by `most` or by the number of rows. */
interface By<F extends FieldMap, M> {
  readonly by: GroupName<F>;
  /** Number of groups returned. Defaults to `limits.groups`. */
  readonly top?: number;
  readonly most?: keyof M & string;
}

/**
 * Counts and sums the rows of a dataset within filters and the reader's scope, exactly, in one statement: in total, by
 * the values of a field (largest first), or by day (days without rows count zero). All dashboards and statistics use
 * it, so that they agree with the list. Throws `forbidden` for a field the reader may not see. A handler that uses it
 * must check the permission first.
 */
export function aggregate<F extends FieldMap, const M extends Measures<F>>(
  engine: Engine,
  dataset: Dataset<string, F>,
  reader: Actor,
  asked: Asked<F, M> & { readonly by: Days<DayName<F>> },
): Promise<readonly Group<M>[]>;
export function aggregate<F extends FieldMap, const M extends Measures<F>>(
  engine: Engine,
  dataset: Dataset<string, F>,
  reader: Actor,
  asked: Asked<F, M> & By<F, M>,
): Promise<readonly Group<M>[]>;
export function aggregate<F extends FieldMap, const M extends Measures<F>>(
  engine: Engine,
  dataset: Dataset<string, F>,
  reader: Actor,
  asked: Asked<F, M>,
): Promise<Measured<M>>;
export async function aggregate(
  engine: Engine,
  dataset: AnyDataset,
  reader: Actor,
  asked: AnyAsked,
): Promise<unknown> {
  const groups = await aggregateSeen(engine, seenBy(dataset, reader), reader, asked);
  return asked.by === undefined ? groups[0]?.values : groups;
}

/** A measure of any dataset: one kind, over one field, limited to rows with these codes. */
type AnyMeasure = { readonly [K in SummaryKind]?: string } & {
  readonly where?: Readonly<Record<string, readonly number[]>>;
};

/** The question to {@link aggregate}, of any dataset. */
export interface AnyAsked {
  readonly measures: Readonly<Record<string, 'count' | AnyMeasure>>;
  readonly filters?: Query;
  readonly where?: Condition;
  readonly by?: string | Days;
  readonly top?: number;
  readonly most?: string;
}

/** A group of any dataset: its measures by name. */
export interface AnyGroup {
  readonly key: number | string | null;
  readonly name: string | null;
  readonly values: Readonly<Record<string, number | string | null>>;
}

/** As {@link aggregate}, of a dataset as its reader sees it; without `by` it answers one group, of all rows. */
export async function aggregateSeen(
  engine: Engine,
  seen: AnyDataset,
  reader: Actor,
  { measures, filters = {}, where, by, top = limits.groups, most }: AnyAsked,
): Promise<AnyGroup[]> {
  const columns = Object.entries(measures).map(([name, measure], at) =>
    columnOf(engine, seen, name, measure, `m${at}`),
  );
  const values = sql.join(columns.map(({ computed, as }) => sql`${computed} as ${as}`));
  const read = sql.join(columns.map(({ read, as }) => sql`${read} as ${as}`));
  const matching = (more: readonly Condition[] = []) =>
    sql`from ${sql.table(tableName(seen))} as d where ${allOf([
      scopeCondition(seen, reader, 'd'),
      ...filterConditions(engine, seen, filters, 'd', { reader, skip: pageKeys }),
      ...(where ? [where] : []),
      ...more,
    ])} and not d.deleted`;

  let rows: RawBuilder<Found>;
  if (by === undefined) {
    rows = sql<Found>`select ${read} from (select ${values} ${matching()}) as d`;
  } else if (typeof by === 'object') {
    const { value, range } = dayOf(engine, seen, by);
    // Each day of the range has a row; measures of days without data are null and read as zero.
    rows = sql<Found>`
      select to_char(s.day, 'YYYY-MM-DD') as key, ${read}
      from generate_series(${by.from}::date, ${by.to}::date, interval '1 day') as s(day)
      left join (select ${value} as key, ${values} ${matching([range])} group by 1) as d on d.key = s.day::date
      order by s.day`;
  } else {
    const { field, value } = openField(engine, seen, by);
    const key = sql.id(by);
    const order = columns.find(({ name }) => name === most)?.as ?? sql.id('rows');
    const name = field.kind === 'ref' ? refName(engine, seen, by, reader)[0] : undefined;
    // Among equals the smallest value comes first, so that the result is stable.
    rows = sql<Found>`
      select d.${key} as key, ${read} ${name ? sql`, ${name}` : sql``}
      from (select ${value} as ${key}, count(*) as rows, ${values} ${matching()} group by 1
        order by ${order} desc nulls last, 1 limit ${Math.min(top, limits.groupsMax)}) as d
      order by d.${order} desc nulls last, 1`;
  }
  const found = await rows.execute(engine.db);
  return found.rows.map(row => ({
    key: keyOf(seen, by, row.key),
    name: typeof by === 'string' ? ((row[refNameKey(by)] as string | null | undefined) ?? null) : null,
    values: Object.fromEntries(columns.map(({ name, column, present }) => [name, present(row[column])])),
  }));
}

/** A row as the database answers it: `m0`, `m1` … for the measures in their order. */
type Found = Readonly<Record<string, unknown>>;

/** One measure: SQL that computes it for a group's rows, and that reads it from the groups as `d`. */
interface MeasureColumn {
  readonly name: string;
  readonly column: string;
  readonly as: RawBuilder<unknown>;
  readonly computed: RawBuilder<unknown>;
  readonly read: RawBuilder<unknown>;
  present(raw: unknown): number | string | null;
}

function columnOf(
  engine: Engine,
  seen: AnyDataset,
  name: string,
  measure: AnyAsked['measures'][string],
  column: string,
): MeasureColumn {
  const as = sql.id(column);
  const common = { name, column, as };
  if (measure === 'count') {
    return { ...common, computed: sql`count(*)`, read: sql`coalesce(d.${as}, 0)`, present: Number };
  }
  const kind = summaryKinds.find(one => measure[one] !== undefined) ?? 'sum';
  const { field, value } = openField(engine, seen, measure[kind] ?? '');
  const only = Object.entries(measure.where ?? {}).map(
    ([by, codes]) => sql<SqlBool>`${openField(engine, seen, by).value} = any(${[...codes]}::integer[])`,
  );
  const filter = only.length > 0 ? sql` filter (where ${allOf(only)})` : sql``;
  if (kind === 'sum') {
    const places = field.kind === 'money' ? 2 : field.kind === 'decimal' ? field.scale : 0;
    return {
      ...common,
      computed: sql`sum(${value})${filter}`,
      // With all places and as text, because a sum may have more digits than a float holds.
      read: sql`coalesce(d.${as}, 0)::numeric(60,${sql.raw(String(places))})::text`,
      present: String,
    };
  }
  return {
    ...common,
    computed: sql`${sql.raw(kind === 'min' ? 'min' : 'max')}(${value})${filter}`,
    read: sql`d.${as}`,
    present: raw => (raw === null || raw === undefined ? null : String(serverKindOf(field).fromColumn(raw))),
  };
}

/** The value of a field as the database has it. Throws `forbidden` for one that the reader may not see. */
function openField(
  engine: Engine,
  seen: AnyDataset,
  name: string,
): { field: Field; value: RawBuilder<unknown> } {
  const field = fieldOf(seen, name);
  if (!field || field.private) throw failure('forbidden');
  return { field, value: fieldSql(engine, seen, name, 'd') };
}

/** The day of a field in Asia/Shanghai, and the condition that it lies within the requested days. */
function dayOf(
  engine: Engine,
  seen: AnyDataset,
  { day, from, to }: Days,
): { value: RawBuilder<unknown>; range: Condition } {
  const { field, value } = openField(engine, seen, day);
  if (field.kind === 'date') {
    return { value, range: sql<SqlBool>`${value} between ${from}::date and ${to}::date` };
  }
  // Compared as instants, so that an index on the column serves.
  const midnight = (date: RawBuilder<unknown>) => sql`(${date})::timestamp at time zone 'Asia/Shanghai'`;
  return {
    value: sql`(${value} at time zone 'Asia/Shanghai')::date`,
    range: sql<SqlBool>`${value} >= ${midnight(sql`${from}::date`)} and ${value} < ${midnight(sql`${to}::date + 1`)}`,
  };
}

function keyOf(seen: AnyDataset, by: AnyAsked['by'], raw: unknown): number | string | null {
  if (raw === null || raw === undefined) return null;
  const field = typeof by === 'string' ? fieldOf(seen, by) : undefined;
  if (!field) return typeof raw === 'string' ? raw : null;
  const key = serverKindOf(field).fromColumn(raw);
  return typeof key === 'number' ? key : String(key);
}
