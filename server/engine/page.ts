import type { Page } from '@yikao/model/calls/envelope.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import { authorise } from './access.ts';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { serverKindOf } from './fields/index.ts';
import { filterConditions, pageKeys, type Query } from './filters.ts';
import { onPage, placeOf, readPlace } from './keyed-page.ts';
import { masked } from './mask.ts';
import { columnName } from './naming.ts';
import { orderBy, orderTerms, orderValues } from './order.ts';
import { readPage } from './paging.ts';
import { presentRow } from './present.ts';
import { scopeCondition } from './scope.ts';
import { selectRows } from './select.ts';
import { allOf, type Condition, column } from './sql.ts';
import { countRows, type SortedPage } from './totals.ts';

/** Fields that a list shows: all that are not private and not long; those kept elsewhere or read of other rows only as a column. */
export function listFields(dataset: AnyDataset): string[] {
  const columns = [...dataset.list.columns, ...dataset.list.hidden];
  const fields = Object.entries(dataset.fields)
    .filter(([, field]) => !field.private && !field.computed && !serverKindOf(field).heavy)
    .filter(([name, field]) => !(field.elsewhere || field.derived) || columns.includes(name))
    .map(([name]) => name);
  const system = ['createTime', 'updateTime', 'importBatch'].filter(name => fieldOf(dataset, name));
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
    ...filterConditions(engine, dataset, query, 'd', { skip: pageKeys }),
  ]);
  const fields = listFields(dataset);
  const terms = orderTerms(dataset, query.sort);
  const offset = (current - 1) * size;
  const place = current > 1 ? readPlace(query.after, terms) : undefined;
  const isDeep = place !== undefined || offset >= limits.keyedFrom;
  const count = (page?: SortedPage) =>
    countRows(engine, dataset, where, { exact: query.exact === '1', ...(page && { page }) });
  // In an order of its own a page takes as much reading as its total: whoever counts finds it on the way.
  const isSorted = !isDeep && String(query.sort ?? '').trim() !== '';
  const first = isSorted
    ? await count({ order: orderValues(engine, dataset, terms, 'd'), size, offset })
    : undefined;
  const onDeepPage = () => onPage(engine, dataset, where, terms, { size, offset, ...(place && { place }) });
  const [rows, counted] = await Promise.all([
    selectRows(engine, dataset, {
      reader: actor,
      fields: [...fields, 'version'],
      where: first?.keys ? allOf([where, hasKey(dataset, first.keys)]) : isDeep ? onDeepPage() : where,
      orderBy: orderBy(engine, dataset, terms, 'd'),
      limit: size,
      ...(!isDeep && !first?.keys && { offset }),
    }).execute(engine.db),
    first ?? count(),
  ]);
  const last = rows.rows.at(-1);
  const isLong = rows.rows.length === size && current * size >= limits.keyedFrom;
  const next = isLong && last ? placeOf(last, terms) : undefined;
  return {
    records: rows.rows.map(row => masked(dataset, presentRow(dataset, row, fields, actor.language))),
    total: counted.total,
    current,
    size,
    ...(counted.estimated && { estimated: true }),
    ...(next !== undefined && { next }),
  };
}
