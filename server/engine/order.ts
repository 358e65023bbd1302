import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { fieldSql } from './field-sql.ts';
import { serverKindOf } from './fields/index.ts';

/** One of the fields that a list is ordered by. */
export interface OrderTerm {
  readonly name: string;
  readonly field: Field;
  readonly descending: boolean;
}

/**
 * The order asked for by `sort=-startTime,dataId`, else the declared one; the key breaks ties, so that
 * pages never repeat or lose a row. Throws `unknownSort`, also for the number of a person, whose place in an order
 * tells what the list masks.
 */
export function orderTerms(dataset: AnyDataset, sort: unknown): OrderTerm[] {
  const asked = String(sort ?? '').trim();
  const terms = asked === '' ? [...dataset.list.sort] : asked.split(',').map(term => term.trim());
  if (!terms.some(term => term.replace(/^-/, '') === dataset.key)) terms.push(`-${dataset.key}`);
  return terms.map(term => {
    const name = term.replace(/^-/, '');
    const field = fieldOf(dataset, name);
    if (!field || !isOrdering(field)) {
      throw failure('unknownSort', { params: { name: name.slice(0, 64) } });
    }
    return { name, field, descending: term.startsWith('-') };
  });
}

/** The ORDER BY of a list, see {@link orderTerms} for what may be asked. */
export function orderOf(
  engine: Engine,
  dataset: AnyDataset,
  sort: unknown,
  alias: string,
): RawBuilder<unknown> {
  return orderBy(engine, dataset, orderTerms(dataset, sort), alias);
}

/** The ORDER BY of some terms on the table aliased as `alias`. */
export function orderBy(
  engine: Engine,
  dataset: AnyDataset,
  terms: readonly OrderTerm[],
  alias: string,
): RawBuilder<unknown> {
  return sql.join(
    orderValues(engine, dataset, terms, alias).map(({ value, descending }) =>
      descending ? sql`${value} desc` : sql`${value}`,
    ),
  );
}

/** A value that rows are ordered by. */
export interface OrderValue {
  readonly value: RawBuilder<unknown>;
  readonly descending: boolean;
}

/** The values of some terms on the table aliased as `alias`. */
export function orderValues(
  engine: Engine,
  dataset: AnyDataset,
  terms: readonly OrderTerm[],
  alias: string,
): OrderValue[] {
  return terms.map(({ name, descending }) => ({
    value: fieldSql(engine, dataset, name, alias),
    descending,
  }));
}

/** Whether rows can be ordered by a field: it may be told, is cheap to read of all rows, and has an order. */
function isOrdering(field: Field): boolean {
  return (
    !field.private && !field.computed && !field.derived && !isPersonal(field) && serverKindOf(field).sortable
  );
}
