import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Actor } from '../scope/actor.ts';
import { fieldSql } from '../table/field-sql.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column } from '../table/sql.ts';
import { type OrderTerm, orderBy } from './order.ts';
import type { FoundRow } from './select.ts';

/** The position of a row in an order, from which the next page continues; undefined if the row cannot define one. */
export function placeOf(row: FoundRow, terms: readonly OrderTerm[]): string | undefined {
  if (!terms.every(({ name }) => Object.hasOwn(row, name))) return undefined;
  const values = terms.map(({ name, field }) => {
    const value = row[name];
    return value === null ? null : serverKindOf(field).fromColumn(value);
  });
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Parses the result of {@link placeOf}: one parameter per term; undefined if it is not a position in this order. */
export function readPlace(raw: unknown, terms: readonly OrderTerm[]): unknown[] | undefined {
  if (typeof raw !== 'string' || raw === '' || raw.length > 4_000) return undefined;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(raw, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values.length !== terms.length) return undefined;
  const read: unknown[] = [];
  for (const [at, { name, field }] of terms.entries()) {
    if (values[at] === null) {
      read.push(null);
      continue;
    }
    const result = validateValue(name, field, values[at]);
    if ('issue' in result) return undefined;
    read.push(serverKindOf(field).toColumn(result.value as never));
  }
  return read;
}

/**
 * The conditions that a row comes after a position in the order, one per term: equal in the earlier terms and after it
 * in this one. Each is a range of an index on the order; a single combined condition would not be.
 */
function waysAfter(
  engine: Engine,
  dataset: AnyDataset,
  terms: readonly OrderTerm[],
  place: readonly unknown[],
): Condition[] {
  const equal: Condition[] = [];
  const ways: Condition[] = [];
  for (const [at, { name, field, descending }] of terms.entries()) {
    const value = fieldSql(engine, dataset, name, 'd');
    const type = sql.raw(serverKindOf(field).column(field));
    const there = place[at];
    const after: Condition[] = [];
    // PostgreSQL sorts nulls last, and first in descending order.
    if (there === null) {
      if (descending) after.push(sql<SqlBool>`${value} is not null`);
      equal.push(sql<SqlBool>`${value} is null`);
    } else {
      const sign = descending ? sql`<` : sql`>`;
      after.push(sql<SqlBool>`${value} ${sign} ${there}::${type}`);
      if (!descending && !field.required && name !== dataset.key) after.push(sql<SqlBool>`${value} is null`);
      equal.push(sql<SqlBool>`${value} = ${there}::${type}`);
    }
    for (const way of after) ways.push(allOf([...equal.slice(0, at), way]));
  }
  return ways;
}

/**
 * The condition that a row is on a page, by the page's keys alone: an index provides them, so that skipped rows are not
 * read. With the position of the previous page's last row nothing is skipped at all.
 */
export function onPage(
  engine: Engine,
  dataset: AnyDataset,
  where: Condition,
  terms: readonly OrderTerm[],
  reader: Actor,
  { size, offset, place }: { readonly size: number; readonly offset: number; readonly place?: unknown[] },
): Condition {
  const key = column('d', columnName(dataset.key));
  const ordered = orderBy(engine, dataset, terms, reader);
  const keys = (way: Condition, skipped: number) => sql`
    (select ${key} from ${sql.table(tableName(dataset))} as d where ${where} and not d.deleted and ${way}
      order by ${ordered} limit ${size} ${skipped > 0 ? sql`offset ${skipped}` : sql``})`;
  const found = place
    ? sql.join(
        waysAfter(engine, dataset, terms, place).map(way => keys(way, 0)),
        sql` union all `,
      )
    : keys(sql<SqlBool>`true`, offset);
  return sql<SqlBool>`${key} in (${found})`;
}
