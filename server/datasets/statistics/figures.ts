import { registry } from '@yikao/model/datasets/index.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import { scopeCondition, scopeRules } from '../../engine/scope.ts';
import { allOf, type Condition, type Db } from '../../engine/sql.ts';

/**
 * The figures that are counted by day, with the numbers of `server/migrations/0051_statistics.sql`, and the dataset
 * whose scope says whose a figure is.
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
  /** Kinds of the figure (sources, `type * 10 + status`, cards); all of them where it does not say. */
  readonly kinds?: readonly number[];
  /** All time where it does not say. */
  readonly days?: Range;
  /** Which of the rows on `r` the reader sees, where that is not said by the scope of the figure's dataset. */
  readonly within?: Condition;
}

/** By what figures are told apart. */
export type Apart = 'kind' | 'day' | 'channel_id' | 'province_id';

/** Whether some kind of scope keeps rows from the reader. */
function isBound(actor: Actor, figure: Figure): boolean {
  return actor.noRows || scopeRules(figures[figure].of, actor, 'r').length > 0;
}

/**
 * The coarsest grain of the roll-ups that answers a question, so that it costs what it tells. Whoever is bound to an
 * organisation, and whoever asks by province, reads the grains that tell organisations apart.
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

/** A number with what it tells apart. */
export interface Counted {
  readonly num: number;
  /** Yuan as decimal text. */
  readonly amount: string;
}

/** The sums of a figure, told apart by what `apart` names, in no order. */
export async function sums<A extends Apart>(
  db: Db,
  actor: Actor,
  asked: Asked,
  apart: readonly A[],
): Promise<readonly (Counted & { readonly [K in A]: K extends 'day' ? string : number })[]> {
  const names = apart.map(name => sql.id(name));
  const told = apart.map(name =>
    name === 'day' ? sql`to_char(day, 'YYYY-MM-DD') as day` : sql`${sql.id(name)}::float8 as ${sql.id(name)}`,
  );
  const found = await sql<Counted & Record<A, never>>`
    select ${sql.join([...told, sql`sum(num)::float8 as num`, sql`sum(amount)::text as amount`])}
    from ${figureRows(actor, asked, apart)} as r
    ${names.length > 0 ? sql`group by ${sql.join(names)}` : sql``}
    having sum(num) <> 0 or sum(amount) <> 0`.execute(db);
  return found.rows;
}

/** The sum of a figure over everything that was asked for. */
export async function sumOf(db: Db, actor: Actor, asked: Asked): Promise<Counted> {
  const [found] = await sums(db, actor, asked, []);
  return found ?? { num: 0, amount: '0' };
}
