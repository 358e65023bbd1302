import { registry } from '@yikao/model/contexts/datasets.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition, scopeRules } from '../../engine/scope/scope.ts';
import { allOf, type Condition, type Db } from '../../engine/table/sql.ts';

/**
 * The figures counted by day, with their numbers in `server/migrations/0051_statistics.sql`, and the dataset whose
 * scope applies to them.
 */
export const figures = {
  userAdd: { code: 1, of: registry.wishUser },
  userActive: { code: 2, of: registry.wishUser },
  complete: { code: 4, of: registry.wishUser },
  order: { code: 5, of: registry.serviceOrder },
  code: { code: 6, of: registry.wishUser },
  cardCode: { code: 7, of: registry.wishUser },
  commission: { code: 8, of: registry.serviceOrder },
  parentShare: { code: 9, of: registry.serviceOrder },
  heldCommission: { code: 10, of: registry.serviceOrder },
  heldParentShare: { code: 11, of: registry.serviceOrder },
} as const;

/** One of {@link figures}. */
export type Figure = keyof typeof figures;

/** Days of Asia/Shanghai, `YYYY-MM-DD`, both included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** The question that is put to the roll-ups. */
export interface Asked {
  readonly figure: Figure;
  /** Kinds of the figure (sources, `type * 10 + status`, cards). Defaults to all. */
  readonly kinds?: readonly number[];
  /** Defaults to all time. */
  readonly days?: Range;
  /** The rows on `r` that the reader sees, if the scope of the figure's dataset does not decide it. */
  readonly within?: Condition;
}

/** Dimensions for grouping figures. */
export type Apart = 'kind' | 'day' | 'channel_id' | 'province_id';

/** Reports whether some kind of scope keeps rows from the reader. */
function isBound(actor: Actor, figure: Figure): boolean {
  return actor.noRows || scopeRules(figures[figure].of, actor, 'r').length > 0;
}

/**
 * The coarsest roll-up that answers a query, so that its cost matches its result. People bound to an organisation, and
 * queries by province, need roll-ups with organisations.
 */
function grainOf(actor: Actor, { figure, days, within }: Asked, apart: readonly Apart[]): 1 | 2 | 3 | 4 | 5 {
  const byOrganisation = within !== undefined || isBound(actor, figure) || apart.includes('province_id');
  const byDay = days !== undefined || apart.includes('day');
  const byChannel = apart.includes('channel_id');
  if (byOrganisation) return byDay || byChannel ? 1 : 4;
  if (byChannel) return 2;
  return byDay ? 3 : 5;
}

/**
 * Figures within the reader's scope as a table expression of `apart`, `num` (bigint) and `amount` (numeric): roll-ups
 * and the changes that are not in them yet, read in one snapshot.
 */
export function figureRows(actor: Actor, asked: Asked, apart: readonly Apart[]): RawBuilder<unknown> {
  const { code, of } = figures[asked.figure];
  const grain = grainOf(actor, asked, apart);
  const conditions: Condition[] = [
    sql<SqlBool>`r.figure = ${code}`,
    asked.within ?? scopeCondition(of, actor, 'r'),
    ...(asked.kinds ? [sql<SqlBool>`r.kind = any(${[...asked.kinds]}::bigint[])`] : []),
    ...(asked.days ? [sql<SqlBool>`r.day between ${asked.days.from}::date and ${asked.days.to}::date`] : []),
  ];
  const columns = sql.join([...apart.map(name => sql.ref(`r.${name}`)), sql`r.num`, sql`r.amount`]);
  return sql`(
    select ${columns} from yikao_stat as r where r.grain = ${grain} and ${allOf(conditions)}
    union all
    select ${columns} from yikao_stat_change as r where ${allOf(conditions)})`;
}

/** A number with its group. */
export interface Counted {
  readonly num: number;
  /** Yuan as decimal text. */
  readonly amount: string;
}

/** The name of a column in a result. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The sums of a figure, grouped by `apart`, in no particular order. */
export async function sums<A extends Apart>(
  db: Db,
  actor: Actor,
  asked: Asked,
  apart: readonly A[],
): Promise<readonly (Counted & { readonly [K in A as CamelCase<K>]: K extends 'day' ? string : number })[]> {
  const names = apart.map(name => sql.id(name));
  const told = apart.map(name =>
    name === 'day' ? sql`to_char(day, 'YYYY-MM-DD') as day` : sql`${sql.id(name)}::float8 as ${sql.id(name)}`,
  );
  const found = await sql<Counted & Record<CamelCase<A>, never>>`
    select ${sql.join([...told, sql`sum(num)::float8 as num`, sql`sum(amount)::text as amount`])}
    from ${figureRows(actor, asked, apart)} as r
    ${names.length > 0 ? sql`group by ${sql.join(names)}` : sql``}
    having sum(num) <> 0 or sum(amount) <> 0`.execute(db);
  return found.rows;
}

/** The total of a figure over the query. */
export async function sumOf(db: Db, actor: Actor, asked: Asked): Promise<Counted> {
  const [found] = await sums(db, actor, asked, []);
  return found ?? { num: 0, amount: '0' };
}
