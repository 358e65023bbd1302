import type { Page } from '@yikao/model/calls/envelope.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { columnName } from '../table/naming.ts';
import { allOf, type Condition, column } from '../table/sql.ts';
import { filterConditions, pageKeys, type Query } from './filters.ts';
import { onPage, placeOf, readPlace } from './keyed-page.ts';
import { masked } from './mask.ts';
import { orderBy, orderTerms, orderValues } from './order.ts';
import { readPage } from './paging.ts';
import { presentRow } from './present.ts';
import { onPageByNames } from './referred-order.ts';
import { selectRows } from './select.ts';
import { countRows, type SortedPage } from './totals.ts';

/**
 * Fields of a list's rows: all that are neither private nor long; fields stored elsewhere or derived from other rows
 * only if they are columns.
 */
export function listFields(dataset: AnyDataset): string[] {
  const columns = [...dataset.list.columns, ...dataset.list.hidden];
  const fields = Object.entries(dataset.fields)
    .filter(([, field]) => !field.private && !serverKindOf(field).heavy)
    .filter(([name, field]) => !(field.elsewhere || field.derived) || columns.includes(name))
    .map(([name]) => name);
  const system = ['createTime', 'updateTime', 'updateBy', 'importBatch'].filter(name =>
    fieldOf(dataset, name),
  );
  return [...new Set([dataset.key, ...fields, ...system])];
}

/** The condition that a row has one of some keys. */
function hasKey(dataset: AnyDataset, keys: readonly number[]): Condition {
  return sql<SqlBool>`${column('d', columnName(dataset.key))} = any(${keys}::bigint[])`;
}

/** `GET {path}/list`: one page of the rows the actor may see (domain 0.2). */
export async function page(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<Page<Record<string, unknown>>> {
  authorise(actor, dataset, 'list');
  const { current, size } = readPage(query);
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, query, 'd', { reader: actor, skip: pageKeys }),
  ]);
  const fields = listFields(dataset);
  const terms = orderTerms(engine, dataset, query.sort);
  const offset = (current - 1) * size;
  const isNamed = terms.some(({ named }) => named);
  const place = current > 1 && !isNamed ? readPlace(query.after, terms) : undefined;
  const isDeep = place !== undefined || offset >= limits.keyedFrom;
  const count = (page?: SortedPage) =>
    countRows(engine, dataset, where, { exact: query.exact === '1', ...(page && { page }) });
  // Finding a page in a custom order reads as much as counting does, so the count returns the page as well.
  const isSorted = !isDeep && !isNamed && String(query.sort ?? '').trim() !== '';
  const first = isSorted
    ? await count({ order: orderValues(engine, dataset, terms, actor), size, offset })
    : undefined;
  const onOwnPage = () => {
    if (isNamed) return onPageByNames(engine, dataset, where, terms, actor, { size, offset });
    return isDeep
      ? onPage(engine, dataset, where, terms, actor, { size, offset, ...(place && { place }) })
      : where;
  };
  const [rows, counted] = await Promise.all([
    selectRows(engine, dataset, {
      reader: actor,
      fields: [...fields, 'version'],
      where: first?.keys ? allOf([where, hasKey(dataset, first.keys)]) : onOwnPage(),
      orderBy: orderBy(engine, dataset, terms, actor),
      limit: size,
      ...(!isDeep && !isNamed && !first?.keys && { offset }),
    }).execute(engine.db),
    first ?? count(),
  ]);
  const last = rows.rows.at(-1);
  const isLong = rows.rows.length === size && current * size >= limits.keyedFrom;
  const next = isLong && last && !isNamed ? placeOf(last, terms) : undefined;
  return {
    records: rows.rows.map(row => masked(dataset, presentRow(dataset, row, fields, actor.language))),
    total: counted.total,
    current,
    size,
    ...(counted.estimated && { estimated: true }),
    ...(next !== undefined && { next }),
  };
}
