import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Actor } from '../scope/actor.ts';
import { fieldSql } from '../table/field-sql.ts';
import { ordersByName, referredValues } from './referred-order.ts';

/** One of the fields that a list is ordered by. */
export interface OrderTerm {
  readonly name: string;
  readonly field: Field;
  readonly descending: boolean;
  /** Orders by the name of the row referred to, as lists show it, instead of its number. */
  readonly named: boolean;
}

/**
 * The order given by `sort=-startTime,dataId`, else the declared one; the key breaks ties, so that pages never repeat
 * or skip a row. Throws `unknownSort`, also for personal numbers, because their position in an order would reveal
 * masked digits. A reference that is asked for orders by the referenced rows as people see them: by their own order, or
 * by their names; the declared order uses ids, which have an index.
 */
export function orderTerms(engine: Engine, dataset: AnyDataset, sort: unknown): OrderTerm[] {
  const asked = String(sort ?? '').trim();
  const terms = asked === '' ? [...dataset.list.sort] : asked.split(',').map(term => term.trim());
  if (!terms.some(term => term.replace(/^-/, '') === dataset.key)) terms.push(`-${dataset.key}`);
  return terms.map(term => {
    const name = term.replace(/^-/, '');
    const field = fieldOf(dataset, name);
    // Places in an order would tell whose changes belong together of people whom the reader may not know.
    if (!field || !isOrdering(field) || field === systemFields.updateBy) {
      throw failure('unknownSort', { params: { name: name.slice(0, 64) } });
    }
    const named = asked !== '' && ordersByName(engine, dataset, name);
    return { name, field, descending: term.startsWith('-'), named };
  });
}

/** The ORDER BY of a list; see {@link orderTerms} for the accepted values. */
export function orderOf(
  engine: Engine,
  dataset: AnyDataset,
  sort: unknown,
  reader: Actor,
): RawBuilder<unknown> {
  return orderBy(engine, dataset, orderTerms(engine, dataset, sort), reader);
}

/** The ORDER BY of some terms on the table aliased as `d`. */
export function orderBy(
  engine: Engine,
  dataset: AnyDataset,
  terms: readonly OrderTerm[],
  reader: Actor,
): RawBuilder<unknown> {
  return sql.join(
    orderValues(engine, dataset, terms, reader).map(({ value, descending }) =>
      descending ? sql`${value} desc` : sql`${value}`,
    ),
  );
}

/** A value that rows are ordered by. */
export interface OrderValue {
  readonly value: RawBuilder<unknown>;
  readonly descending: boolean;
}

/** The values of some terms on the table aliased as `d`; names of references as `reader` knows them. */
export function orderValues(
  engine: Engine,
  dataset: AnyDataset,
  terms: readonly OrderTerm[],
  reader: Actor,
): OrderValue[] {
  return terms.flatMap(term =>
    term.named
      ? referredValues(engine, dataset, term, reader)
      : [{ value: fieldSql(engine, dataset, term.name, 'd'), descending: term.descending }],
  );
}

/** Reports whether rows can be ordered by a field: it is visible, cheap to read for all rows, and ordered. */
function isOrdering(field: Field): boolean {
  return !field.private && !field.derived && !isPersonal(field) && serverKindOf(field).sortable;
}
