import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { isPersonal, type RefField } from '@yikao/model/kernel/field.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { fieldSql } from '../table/field-sql.ts';
import { columnName, tableName } from '../table/naming.ts';
import { type Condition, column } from '../table/sql.ts';
import type { OrderTerm, OrderValue } from './order.ts';

/** The fields by which rows of a target are ordered as people see them: its own order, where it has one, and its name. */
function shownOrder(target: AnyDataset): readonly string[] {
  const { name } = target.identity;
  const own = target.list.sort[0] === 'orderNum' ? ['orderNum'] : [];
  return [...own, name];
}

/**
 * Reports whether rows can be ordered by the name that a reference shows. A number of a person orders nothing, since places in an
 * order tell it; such a reference orders by the number of its row.
 */
export function ordersByName(engine: Engine, dataset: AnyDataset, name: string): boolean {
  const field = fieldOf(dataset, name);
  if (field?.kind !== 'ref' || name === dataset.key) return false;
  const target = engine.dataset(field.to);
  const shown = fieldOf(target, target.identity.name);
  return shown !== undefined && !isPersonal(shown) && !shown.elsewhere && serverKindOf(shown).sortable;
}

/** The row of the target on `x` that a reference of `d` is to, as its reader knows it. */
function referredRow(engine: Engine, dataset: AnyDataset, name: string, field: RefField, reader: Actor) {
  const target = engine.dataset(field.to);
  const within = (target.identity.within ?? []).map(
    part => sql<SqlBool>`${column('x', columnName(part))} = ${column('d', columnName(part))}`,
  );
  const meets = sql.join(
    [
      sql`${column('x', columnName(target.identity.value))} = ${fieldSql(engine, dataset, name, 'd')}`,
      ...within,
      sql`not x.deleted`,
      scopeCondition(target, reader, 'x', 'name'),
    ],
    sql` and `,
  );
  // Of several rows of one value the one that is of this row's own goes first.
  const nearest = (field.orAny ?? []).map(
    part => sql`${column('x', columnName(part))} = ${column('d', columnName(part))} desc`,
  );
  const first = nearest.length > 0 ? sql`order by ${sql.join(nearest)} limit 1` : sql`limit 1`;
  return { target, from: sql`from ${sql.table(tableName(target))} as x where ${meets} ${first}` };
}

/** The values by which a reference orders rows of `d`, looked up row by row: for the rows of a page. */
export function referredValues(
  engine: Engine,
  dataset: AnyDataset,
  { name, field, descending }: OrderTerm,
  reader: Actor,
): OrderValue[] {
  if (field.kind !== 'ref') return [];
  const { target, from } = referredRow(engine, dataset, name, field, reader);
  return shownOrder(target).map(shown => ({
    value: sql`(select ${column('x', columnName(shown))} ${from})`,
    descending,
  }));
}

/**
 * The condition that a row is one of a page in an order by the names of references. The names of all rows are joined once,
 * which for a million rows takes about as long as an order by a column without an index; looked up row by row it would
 * take four times that.
 */
export function onPageByNames(
  engine: Engine,
  dataset: AnyDataset,
  where: Condition,
  terms: readonly OrderTerm[],
  reader: Actor,
  { size, offset }: { readonly size: number; readonly offset: number },
): Condition {
  const key = column('d', columnName(dataset.key));
  const joins: RawBuilder<unknown>[] = [];
  const order = terms.flatMap((term): RawBuilder<unknown>[] => {
    const down = term.descending ? sql` desc` : sql``;
    const { name, field } = term;
    if (!term.named || field.kind !== 'ref') return [sql`${fieldSql(engine, dataset, name, 'd')}${down}`];
    const alias = `o${joins.length}`;
    const { target, from } = referredRow(engine, dataset, name, field, reader);
    const shown = shownOrder(target).map(columnName);
    joins.push(
      sql`left join lateral (select ${sql.join(shown.map(one => column('x', one)))} ${from}) as ${sql.id(alias)} on true`,
    );
    return shown.map(one => sql`${column(alias, one)}${down}`);
  });
  return sql<SqlBool>`${key} in (
    select ${key} from ${sql.table(tableName(dataset))} as d ${sql.join(joins, sql` `)}
    where ${where} and not d.deleted order by ${sql.join(order)} limit ${size} offset ${offset})`;
}
