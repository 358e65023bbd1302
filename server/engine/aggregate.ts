import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, type Dataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, type FieldMap, refNameKey } from '@yikao/model/kernel/field.ts';
import type { DayName, GroupName, OrderedName, SummaryKind, SummedName } from '@yikao/model/kernel/places.ts';
import { limits } from '@yikao/model/limits.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { fieldSql } from './field-sql.ts';
import { serverKindOf } from './fields/index.ts';
import { filterConditions, pageKeys, type Query } from './filters.ts';
import { tableName } from './naming.ts';
import { scopeCondition } from './scope.ts';
import { seenBy } from './seen.ts';
import { refName } from './select.ts';
import { allOf, type Condition } from './sql.ts';

/** The values that are worked out of rows: how many there are, or the sum, smallest or largest value of a field. */
export type Measure<F extends FieldMap> =
  | 'count'
  | { readonly sum: SummedName<F> }
  | { readonly min: OrderedName<F> }
  | { readonly max: OrderedName<F> };

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

/** Which rows are looked at beside the reader's scope, and what is worked out of them. */
interface Asked<F extends FieldMap, M extends Measures<F>> {
  readonly measures: M;
  /** As the query of the list. */
  readonly filters?: Query;
  /** A condition of the caller's own on the dataset's table as `d`. */
  readonly where?: Condition;
}

/** How {@link aggregate} groups: the most first, by `most` or by the number of rows. */
interface By<F extends FieldMap, M> {
  readonly by: GroupName<F>;
  /** Groups that are answered; `limits.groups` unless told. */
  readonly top?: number;
  readonly most?: keyof M & string;
}

/**
 * Counts and sums the rows of a dataset that filters and the reader's scope leave, exactly, in one statement: over all
 * of them, by the values of a field (the most first), or by day (days without rows count zero). The one road by which
 * dashboards and statistics read, so that they say the same as the list. A field that the reader may not see is
 * refused with `forbidden`. A caller's own call asks for the permission before.
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

/** The question to {@link aggregate}, of any dataset. */
export interface AnyAsked {
  readonly measures: Readonly<Record<string, 'count' | { readonly [K in SummaryKind]?: string }>>;
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
      ...filterConditions(engine, seen, filters, 'd', { skip: pageKeys }),
      ...(where ? [where] : []),
      ...more,
    ])} and not d.deleted`;

  let rows: RawBuilder<Found>;
  if (by === undefined) {
    rows = sql<Found>`select ${read} from (select ${values} ${matching()}) as d`;
  } else if (typeof by === 'object') {
    const { value, range } = dayOf(engine, seen, by);
    // Each day of the range has a row; those without rows of the dataset have no measures, which are read as zero.
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
    // The smallest value stands first among equals, so that the same rows are answered each time.
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

/** One measure: how the database computes it of a group's rows, and how it is read from the groups as `d`. */
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
  const [kind, of] = Object.entries(measure)[0] ?? ['', ''];
  const { field, value } = openField(engine, seen, of);
  if (kind === 'sum') {
    const places = field.kind === 'money' ? 2 : field.kind === 'decimal' ? field.scale : 0;
    return {
      ...common,
      computed: sql`sum(${value})`,
      // With all its places and as text: a sum may have more digits than a float holds.
      read: sql`coalesce(d.${as}, 0)::numeric(60,${sql.raw(String(places))})::text`,
      present: String,
    };
  }
  return {
    ...common,
    computed: sql`${sql.raw(kind === 'min' ? 'min' : 'max')}(${value})`,
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
  if (!field || field.private || field.computed) throw failure('forbidden');
  return { field, value: fieldSql(engine, seen, name, 'd') };
}

/** The day that a field says, in Asia/Shanghai, and the condition that it lies within the days asked for. */
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
